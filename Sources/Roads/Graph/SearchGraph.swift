/// What is searched: road arcs between states, with the turns between them.
///
/// A state is a junction, or, where it matters by which arc one came, the arrival by one arc. A
/// search arc leaves a state by a turn and a road arc; many may stand for one road arc.
struct SearchGraph: Sendable {
  var stateCount = 0
  /// The state that each search arc leaves and the one that it arrives at.
  var tails: [UInt32] = []
  var heads: [UInt32] = []
  /// The road arc of each search arc, rising.
  var roadArcs: [UInt32] = []
  /// The turn that each search arc begins with.
  var turns: [UInt8] = []
  /// For each road arc the place of its first search arc, and one past the last.
  var firstOfRoadArc: [UInt32] = []
  /// For each road arc the state of having come by it, whatever was before.
  var arrivals: [UInt32] = []
  /// The state of each junction; `UInt32.max` where it matters by which arc one came.
  var junctionStates: [UInt32] = []
  /// The junction that each state is at.
  var junctionOfState: [UInt32] = []
  /// For each state the road arc that it is the arrival by, `UInt32.max` for junctions.
  var arcOfState: [UInt32] = []

  /// The search arcs of a road arc.
  func searchArcs(ofRoadArc arc: Int) -> Range<Int> {
    Int(firstOfRoadArc[arc])..<Int(firstOfRoadArc[arc + 1])
  }
}

/// Builds the search graph from chains, rules and traffic lights.
struct SearchGraphBuilder {
  private let chains: RoadChains
  private let arms: JunctionArms
  private let rules: TurnRules
  private let classifier: TurnClassifier
  /// Whether a road arc may be used by any profile.
  private let isUsable: [Bool]

  private struct Entry {
    var tail, head, arc: UInt32
    var turn: UInt8
  }

  private struct Progress: Hashable {
    var rule: Int
    var passed: Int
  }

  private var graph = SearchGraph()
  private var entries: [Entry] = []
  /// States in the middle of rules with ways between, by arc and rules.
  private var advanced: [[Int]: UInt32] = [:]
  private var open: [(state: UInt32, arc: Int, progress: Set<Progress>)] = []
  private static let none = UInt32.max

  static func graph(
    _ chains: RoadChains, _ arms: JunctionArms, _ rules: TurnRules, _ classifier: TurnClassifier,
    isUsable: [Bool]
  ) -> SearchGraph {
    var builder = SearchGraphBuilder(chains, arms, rules, classifier, isUsable)
    builder.makeStates()
    builder.makeEntries()
    builder.finish()
    return builder.graph
  }

  private init(
    _ chains: RoadChains, _ arms: JunctionArms, _ rules: TurnRules, _ classifier: TurnClassifier,
    _ isUsable: [Bool]
  ) {
    self.chains = chains
    self.arms = arms
    self.rules = rules
    self.classifier = classifier
    self.isUsable = isUsable
    graph.junctionStates = Array(repeating: Self.none, count: chains.junctionNodes.count)
    graph.arrivals = Array(repeating: Self.none, count: chains.arcCount)
  }

  private mutating func addState(at junction: Int, by arc: UInt32) -> UInt32 {
    graph.junctionOfState.append(UInt32(junction))
    graph.arcOfState.append(arc)
    return UInt32(graph.junctionOfState.count - 1)
  }

  /// Whether it matters at a junction by which arc one came.
  private func isExpanded(_ junction: Int) -> Bool {
    rules.junctions.contains(junction) || classifier.hasSignal(junction)
  }

  /// Junctions are one state, save where turns differ; arcs that begin near such a junction keep
  /// their arrival apart, so that turning round at their end is not free.
  private mutating func makeStates() {
    for junction in chains.junctionNodes.indices where !isExpanded(junction) {
      graph.junctionStates[junction] = addState(at: junction, by: Self.none)
    }
    let nearby = nearbyJunctions()
    for arc in 0..<chains.arcCount where isUsable[arc] {
      let head = chains.head(ofArc: arc)
      let isGuarded = nearby.contains(chains.tail(ofArc: arc)) && isUsable[arc ^ 1]
      if isExpanded(head) || isGuarded {
        graph.arrivals[arc] = addState(at: head, by: UInt32(arc))
        open.append((graph.arrivals[arc], arc, []))
      } else {
        graph.arrivals[arc] = graph.junctionStates[head]
      }
    }
  }

  /// Turning round farther than this behind a junction takes longer than the turn that it avoids.
  static let guardedCentimetres: UInt32 = 10_000

  /// The junctions at which it matters by which arc one came, and those that are reached from one
  /// of them within ``guardedCentimetres``.
  private func nearbyJunctions() -> Set<Int> {
    var nearest: [Int: UInt32] = [:]
    var open = chains.junctionNodes.indices.filter { isExpanded($0) }
    for junction in open { nearest[junction] = 0 }
    while let junction = open.popLast() {
      for arc in arms.outgoing(junction) where isUsable[arc] {
        let length = chains.segmentRange(arc >> 1).reduce(nearest[junction]!) {
          $0.reached(adding: chains.lengthsCentimetres[$1])
        }
        let head = chains.head(ofArc: arc)
        if length <= Self.guardedCentimetres, length < nearest[head] ?? .max {
          nearest[head] = length
          open.append(head)
        }
      }
    }
    return Set(nearest.keys)
  }

  private mutating func makeEntries() {
    for (junction, state) in graph.junctionStates.enumerated() where state != Self.none {
      for arc in arms.outgoing(junction) where isUsable[arc] {
        add(from: state, arc, to: graph.arrivals[arc], .init(.free))
      }
    }
    while let (state, arc, progress) = open.popLast() { leave(state, arc, progress) }
  }

  private mutating func add(from tail: UInt32, _ arc: Int, to head: UInt32, _ turn: TurnCode) {
    entries.append(Entry(tail: tail, head: head, arc: UInt32(arc), turn: turn.rawValue))
  }

  /// All turns that are open to one who came by an arc, in the middle of some rules.
  private mutating func leave(_ state: UInt32, _ arc: Int, _ progress: Set<Progress>) {
    let starting = rules.starting[arc] ?? []
    for next in arms.outgoing(chains.head(ofArc: arc)) where isUsable[next] {
      var turn = classifier.turn(from: arc, to: next)
      var ahead: Set<Progress> = []
      func look(at rule: Int, passed: Int) {
        let found = rules.rules[rule]
        if passed < found.via.count {
          if found.via[passed] == next { ahead.insert(Progress(rule: rule, passed: passed + 1)) }
        } else if (found.to == next) != found.isOnly {
          turn.formUnion(found.modes)
        }
      }
      for rule in starting { look(at: rule, passed: 0) }
      for step in progress { look(at: step.rule, passed: step.passed) }
      add(from: state, next, to: self.state(after: next, ahead), turn)
    }
  }

  private mutating func state(after arc: Int, _ progress: Set<Progress>) -> UInt32 {
    guard !progress.isEmpty else { return graph.arrivals[arc] }
    let key = [arc] + progress.map { $0.rule << 8 | $0.passed }.sorted()
    if let known = advanced[key] { return known }
    let state = addState(at: chains.head(ofArc: arc), by: UInt32(arc))
    advanced[key] = state
    open.append((state, arc, progress))
    return state
  }

  private mutating func finish() {
    entries.sort { ($0.arc, $0.tail, $0.head) < ($1.arc, $1.tail, $1.head) }
    graph.stateCount = graph.junctionOfState.count
    graph.tails = entries.map(\.tail)
    graph.heads = entries.map(\.head)
    graph.roadArcs = entries.map(\.arc)
    graph.turns = entries.map(\.turn)
    graph.firstOfRoadArc = Array(repeating: 0, count: chains.arcCount + 1)
    for entry in entries { graph.firstOfRoadArc[Int(entry.arc) + 1] += 1 }
    for arc in 0..<chains.arcCount {
      graph.firstOfRoadArc[arc + 1] += graph.firstOfRoadArc[arc]
    }
  }
}
