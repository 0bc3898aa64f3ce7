/// Where driving along a segment ends with waiting: at lights between junctions, at a greater road.
struct ArrivalDelays: Sendable {
  enum Cause: Sendable { case signal, giveWay }

  /// By segment, for those who go along the chain.
  private(set) var along: [Int: Cause] = [:]
  /// By segment, for those who go against it.
  private(set) var against: [Int: Cause] = [:]

  private let map: RoadMap
  private let chains: RoadChains
  /// A sign or light that does not say whom it concerns, concerns those who drive to the junction
  /// that is nearer than this.
  private static let nearCentimetres = 6000

  /// No delays.
  init(_ map: RoadMap, _ chains: RoadChains) {
    self.map = map
    self.chains = chains
  }

  /// The delays at lights and signs on the chains, and at junctions with a greater road.
  init(
    _ map: RoadMap, _ chains: RoadChains, _ arms: JunctionArms, _ classifier: TurnClassifier
  ) {
    self.init(map, chains)
    addGreaterRoads(arms, classifier)
    for chain in 0..<chains.count { addTagged(chain, classifier) }
  }

  /// Rank of a way's class: 0 for motorways, a link with its road; 5 and more never have priority.
  private func rank(_ way: UInt32) -> Int {
    guard way != RoadChains.noWay else { return 9 }
    let place = Int(map.ways[Int(way)].roadClass)
    return place < 10 ? place / 2 : place < 12 ? 5 : place == 13 ? 5 : place < 16 ? 6 : 8
  }

  /// Who arrives from a lesser road where no lights are gives way, if the greater one is at least
  /// tertiary.
  private mutating func addGreaterRoads(_ arms: JunctionArms, _ classifier: TurnClassifier) {
    for junction in chains.junctionNodes.indices where !classifier.hasSignal(junction) {
      let arcs = arms.outgoing(junction)
      guard arcs.count > 2 else { continue }
      let ranks = arcs.map { rank(arms.departureWay($0)) }
      guard let greatest = ranks.min(), greatest <= 4 else { continue }
      for (arc, rank) in zip(arcs, ranks) where rank > greatest && rank < 9 {
        delay(arrivalAtHeadOf: arc ^ 1, .giveWay)
      }
    }
  }

  private mutating func delay(arrivalAtHeadOf arc: Int, _ cause: Cause) {
    let segments = chains.segmentRange(arc >> 1)
    if arc & 1 == 0 {
      along[segments.upperBound - 1] = cause
    } else {
      against[segments.lowerBound] = cause
    }
  }

  /// Lights and signs between the ends of a chain.
  private mutating func addTagged(_ chain: Int, _ classifier: TurnClassifier) {
    let points = chains.pointRange(chain)
    guard points.count > 2 else { return }
    let inner = points.dropFirst().dropLast()
    guard inner.contains(where: { map.nodeTags[chains.points[$0]] != nil }) else { return }
    var passed = 0
    var travelled: [Int] = []
    for place in points {
      travelled.append(passed)
      passed += Int(chains.lengthsCentimetres[place])
    }
    for place in inner {
      guard let tags = map.nodeTags[chains.points[place]] else { continue }
      let before = travelled[place - points.lowerBound]
      let after = travelled[points.count - 1] - before
      let way = chains.segmentWays[place]
      let runsAgainst = way != RoadChains.noWay && way & 1 == 1
      for (side, cause) in [(tags.signal, Cause.signal), (tags.giveWay, .giveWay)] {
        let (forward, backward) = concerned(side, before, after, runsAgainst)
        if forward, !isSettled(junction: Int(chains.heads[chain]), after, cause, classifier) {
          along[place - 1] = along[place - 1] ?? cause
        }
        if backward, !isSettled(junction: Int(chains.tails[chain]), before, cause, classifier) {
          against[place] = against[place] ?? cause
        }
      }
    }
  }

  private func concerned(
    _ side: RoadNodeTags.Side, _ before: Int, _ after: Int, _ runsAgainst: Bool
  ) -> (along: Bool, against: Bool) {
    switch side {
    case .none: (false, false)
    case .forward: (!runsAgainst, runsAgainst)
    case .backward: (runsAgainst, !runsAgainst)
    case .both:
      min(before, after) > Self.nearCentimetres
        ? (true, true) : after <= before ? (true, false) : (false, true)
    }
  }

  /// Whether the junction ahead counts already what a light or a sign just before it says.
  private func isSettled(
    junction: Int, _ centimetres: Int, _ cause: Cause, _ classifier: TurnClassifier
  ) -> Bool {
    guard centimetres <= Self.nearCentimetres else { return false }
    return classifier.hasSignal(junction) || cause == .giveWay
  }
}
