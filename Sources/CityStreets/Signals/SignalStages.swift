import SUMOFiles
import Signals

/// The stages of a signal that the map holds no programme for: the approaches that face each other
/// together, left turns yielding, or after them where they have a lane of their own; approaches
/// one by one where that would not be safe.
struct SignalStages {
  /// The links of the signal, by letter.
  struct Link {
    var connection: Int
    var fromEdge: Int
    var direction: Character
    var request: Int
    /// Whether its lane serves left turns only.
    var hasOwnLane: Bool
    var speedMetresPerSecond: Double
  }

  /// A stage as the links that are green.
  private(set) var stages: [Set<Int>] = []
  let links: [Link]
  private let requests: [SUMONetwork.Request]

  /// `approaches` are the edges that arrive, with their directions; `most` is how many stages
  /// there may be where the map says it.
  init(
    _ links: [Link], requests: [SUMONetwork.Request], approaches: [(edge: Int, SIMD2<Double>)],
    most: Int?
  ) {
    self.links = links
    self.requests = requests
    let used = approaches.filter { approach in links.contains { $0.fromEdge == approach.edge } }
    let axes = Self.axes(used)
    // Left turns of the greater road are the first to get a stage of their own.
    var spare = most.map { $0 - axes.count } ?? axes.count
    for axis in axes where add(axis, protects: spare > 0) { spare -= 1 }
    stages.removeAll { $0.isEmpty }
  }

  /// Approaches in pairs that face each other, as far as there are any.
  private static func axes(_ approaches: [(edge: Int, SIMD2<Double>)]) -> [[Int]] {
    var pairs: [(Double, Int, Int)] = []
    for (place, a) in approaches.enumerated() {
      for other in approaches.indices.dropFirst(place + 1) {
        let cosine = a.1.dot(approaches[other].1)
        // Within 40 degrees of facing each other.
        if cosine < -0.766 { pairs.append((cosine, place, other)) }
      }
    }
    pairs.sort { ($0.0, $0.1, $0.2) < ($1.0, $1.1, $1.2) }
    var isTaken = [Bool](repeating: false, count: approaches.count)
    var axes: [[Int]] = []
    for (_, one, other) in pairs where !isTaken[one] && !isTaken[other] {
      (isTaken[one], isTaken[other]) = (true, true)
      axes.append([one, other])
    }
    for place in approaches.indices where !isTaken[place] {
      // Lanes of one road that arrive as two streets go together.
      if let beside = axes.firstIndex(where: { axis in
        axis.count == 1 && approaches[axis[0]].1.dot(approaches[place].1) > 0.94
      }) {
        axes[beside].append(place)
      } else {
        axes.append([place])
      }
    }
    return axes.sorted { $0.min()! < $1.min()! }.map { axis in axis.map { approaches[$0].edge } }
  }

  private func links(from edges: [Int]) -> [Int] {
    links.indices.filter { edges.contains(links[$0].fromEdge) }
  }

  /// Adds the stages of an axis; says whether one is for left turns alone.
  private mutating func add(_ axis: [Int], protects: Bool) -> Bool {
    let all = links(from: axis)
    let left = all.filter { "lLt".contains(links[$0].direction) }
    if axis.count == 1 || left.count == all.count {
      stages.append(Set(all))
      return false
    }
    let ahead = all.filter { !left.contains($0) }
    let own = left.filter { number in
      links[number].hasOwnLane
        && requests[links[number].request].yieldsTo.contains { foe in
          all.contains { links[$0].request == foe && links[$0].fromEdge != links[number].fromEdge }
        }
    }
    // Who turns left across those who come straight on does so in a gap, and never so that
    // others would have to yield to him.
    let isSafe = !clash(ahead) && !clash(own)
    guard isSafe else {
      for edge in axis { stages.append(Set(links(from: [edge]))) }
      return false
    }
    guard protects, !own.isEmpty else {
      stages.append(Set(all))
      return false
    }
    stages.append(Set(all).subtracting(own))
    stages.append(Set(own))
    return true
  }

  /// Whether two ways of different approaches cross, apart from those that only merge or turn.
  private func clash(_ numbers: [Int]) -> Bool {
    numbers.contains { one in
      numbers.contains { other in
        guard links[one].fromEdge != links[other].fromEdge,
          requests[links[one].request].yieldsTo.contains(links[other].request)
        else { return false }
        return !"rR".contains(links[one].direction)
      }
    }
  }

  /// The letters of a stage: `G`, or `g` for those who yield to another that is green.
  func state(_ stage: Int) -> String {
    let green = stages[stage]
    let requestsGreen = Set(green.map { links[$0].request })
    return String(
      links.indices.map { number -> Character in
        guard green.contains(number) else { return "r" }
        let foes = requests[links[number].request].yieldsTo
        return foes.contains { requestsGreen.contains($0) } ? "g" : "G"
      })
  }

  /// What is shown while one stage changes to the next, and for how many seconds.
  func yellow(from stage: Int, to next: Int, _ rules: SafetyRules) -> SignalProgram.Stage? {
    var letters = Array(state(stage))
    let after = Array(state(next))
    var speedMetresPerSecond = 0.0
    for number in letters.indices where letters[number] != "r" && after[number] == "r" {
      letters[number] = "y"
      speedMetresPerSecond = max(speedMetresPerSecond, links[number].speedMetresPerSecond)
    }
    guard letters.contains("y") else { return nil }
    let seconds =
      (rules.yellowSeconds(atSpeed: speedMetresPerSecond) / rules.stepSeconds).rounded(.up)
      * rules.stepSeconds
    return SignalProgram.Stage(durationSeconds: seconds, state: String(letters), name: "yellow")
  }

  /// What is shown until the junction is clear.
  func clearance(from stage: Int, to next: Int, seconds: Double) -> SignalProgram.Stage {
    let (before, after) = (Array(state(stage)), Array(state(next)))
    let letters = before.indices.map { before[$0] != "r" && after[$0] != "r" ? before[$0] : "r" }
    return SignalProgram.Stage(durationSeconds: seconds, state: String(letters), name: "clearance")
  }
}
