import SUMOFiles

/// Who goes first on a junction: the greater road, then who goes straight before who turns right
/// before who turns left, then who comes from the right.
struct RightOfWay {
  /// Which ways each crosses or merges with, and which of them it yields to.
  private(set) var requests: [SUMONetwork.Request]
  /// SUMO's word for the kind of junction.
  let kind: String
  /// For each way whether its road is one of the greater ones.
  private(set) var isMajor: [Bool]

  private let ways: [JunctionWays.Way]
  private let draft: StreetDraft
  private let ranks: [Int: Int]
  private let usesRanks: Bool

  init(_ ways: [JunctionWays.Way], at junction: Int, of draft: StreetDraft) {
    self.ways = ways
    self.draft = draft
    let place = draft.junctions[junction]
    var ranks: [Int: Int] = [:]
    for edge in place.arriving {
      ranks[edge] = draft.graph.pieces[draft.edges[edge].piece].street.priority
    }
    // Roundabouts go before all that enters them.
    for edge in place.arriving where draft.graph.pieces[draft.edges[edge].piece].isRoundabout {
      ranks[edge] = 99
    }
    self.ranks = ranks
    let greatest = ranks.values.max() ?? 0
    let isSignalled = place.cluster != nil
    let differs = ranks.values.contains { $0 < greatest }
    let isSmall = greatest <= 4
    usesRanks = differs
    kind =
      isSignalled
      ? "traffic_light"
      : ways.isEmpty || place.arriving.count < 2
        ? "dead_end" : isSmall && !differs ? "right_before_left" : "priority"
    isMajor = ways.map { ranks[$0.from] == greatest }
    requests = ways.map { _ in SUMONetwork.Request() }
    for first in ways.indices {
      for second in ways.indices.dropFirst(first + 1) where meet(first, second) {
        requests[first].crosses.append(second)
        requests[second].crosses.append(first)
        if yields(first, to: second) {
          requests[first].yieldsTo.append(second)
        } else {
          requests[second].yieldsTo.append(first)
        }
      }
    }
  }

  private func meet(_ first: Int, _ second: Int) -> Bool {
    let (a, b) = (ways[first], ways[second])
    if a.from == b.from, a.fromLane == b.fromLane { return false }
    if a.to == b.to, a.toLane == b.toLane { return true }
    return a.line.crossing(with: b.line) != nil
  }

  /// Whether the first of two ways that meet yields to the second.
  private func yields(_ first: Int, to second: Int) -> Bool {
    let (a, b) = (ways[first], ways[second])
    if a.from == b.from { return a.fromLane < b.fromLane }
    let (one, other) = (
      -draft.edges[a.from].line.heading(atEnd: true), -draft.edges[b.from].line.heading(atEnd: true)
    )
    let isOpposite = one.dot(other) < -0.5
    if usesRanks, let rank = ranks[a.from], let otherRank = ranks[b.from], rank != otherRank {
      if !isOpposite { return rank < otherRank }
    }
    let (turn, otherTurn) = (Self.turnRank(a.direction), Self.turnRank(b.direction))
    if isOpposite || usesRanks {
      if turn != otherTurn { return turn > otherTurn }
      if isOpposite { return first > second }
    }
    // Seen from a, b comes from the right where its approach lies there.
    return one.cross(other) > 0
  }

  private static func turnRank(_ direction: Character) -> Int {
    switch direction {
    case "s": 0
    case "r", "R": 1
    case "l", "L": 2
    default: 3
    }
  }
}

extension Polyline {
  /// How far along it another line is first crossed, in metres.
  func crossing(with other: Polyline) -> Double? {
    var along = 0.0
    for (a, b) in zip(points, points.dropFirst()) {
      let step = b - a
      var nearest: Double?
      for (c, d) in zip(other.points, other.points.dropFirst()) {
        let otherStep = d - c
        let turn = step.cross(otherStep)
        guard turn != 0 else { continue }
        let share = (c - a).cross(otherStep) / turn
        let otherShare = (c - a).cross(step) / turn
        if (0...1).contains(share), (0...1).contains(otherShare) {
          nearest = min(nearest ?? .infinity, share)
        }
      }
      if let nearest { return along + nearest * step.length }
      along += step.length
    }
    return nil
  }
}
