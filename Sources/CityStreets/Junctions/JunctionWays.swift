import Foundation

/// The ways over one junction: which lanes lead where, and their lines.
struct JunctionWays {
  /// A way from a lane over the junction.
  struct Way {
    var from: Int
    var fromLane: Int
    var to: Int
    var toLane: Int
    var direction: Character
    /// Degrees, positive to the left.
    var angle: Double
    var line: Polyline
    var speedMetresPerSecond: Double
  }

  private(set) var ways: [Way] = []
  /// Edges from which nothing leads on, though others leave the junction.
  private(set) var stuck: [Int] = []
  private let draft: StreetDraft

  init(_ junction: Int, of draft: StreetDraft) {
    self.draft = draft
    let place = draft.junctions[junction]
    // Approaches with the clock, from the north.
    let arriving = place.arriving.sorted {
      (Self.clock(draft.edges[$0]), $0) < (Self.clock(draft.edges[$1]), $1)
    }
    let inner = InternalEdges(junction, draft)
    for edge in arriving { add(edge, place, inner) }
  }

  private static func clock(_ edge: StreetDraft.Edge) -> Double {
    let back = -edge.line.heading(atEnd: true)
    let angle = atan2(back.x, back.y)
    return angle < 0 ? angle + 2 * .pi : angle
  }

  private mutating func add(
    _ number: Int, _ place: StreetDraft.Junction, _ inner: InternalEdges
  ) {
    let edge = draft.edges[number]
    let heading = edge.open.heading(atEnd: true)
    var exits: [TurnLanes.Exit] = []
    var back: [TurnLanes.Exit] = []
    for leaving in place.leaving where inner.leads(from: number, to: leaving) {
      let next = draft.edges[leaving]
      let to = next.open.heading(atEnd: false)
      let angle = atan2(heading.cross(to), heading.dot(to)) * 180 / .pi
      let exit = TurnLanes.Exit(
        edge: leaving, angle: angle, lanes: next.street.lanes,
        priority: draft.graph.pieces[next.piece].street.priority)
      if next.piece == edge.piece || angle.magnitude > 150 {
        back.append(exit)
      } else {
        exits.append(exit)
      }
    }
    if exits.isEmpty, let round = back.max(by: { $0.angle.magnitude < $1.angle.magnitude }) {
      var round = round
      (round.direction, round.angle) = ("t", 180)
      exits = [round]
    }
    if exits.isEmpty, !place.leaving.isEmpty { stuck.append(number) }
    let open = edge.open
    let turns = TurnLanes(lanes: edge.street.lanes, exits: exits) { exit, first, _ in
      // The lane straight ahead of the first.
      let start = open.moved(right: edge.offsetMetres(lane: first)).points.last!
      let next = draft.edges[exit.edge]
      let begins = next.open
      let sides = (0..<next.street.lanes).map { lane in
        heading.cross(begins.moved(right: next.offsetMetres(lane: lane)).points[0] - start)
          .magnitude
      }
      return sides.indices.min { sides[$0] < sides[$1] } ?? 0
    }
    for link in turns.links {
      add(number, link, turns.exits[link.exit])
    }
  }

  private mutating func add(_ number: Int, _ link: TurnLanes.Link, _ exit: TurnLanes.Exit) {
    let (edge, next) = (draft.edges[number], draft.edges[exit.edge])
    let from = edge.open.moved(right: edge.offsetMetres(lane: link.lane))
    let to = next.open.moved(right: next.offsetMetres(lane: link.toLane))
    let line = Self.curve(from, to)
    let limit = min(edge.street.speedMetresPerSecond, next.street.speedMetresPerSecond)
    var speedMetresPerSecond =
      (edge.street.speedMetresPerSecond + next.street.speedMetresPerSecond) / 2
    if exit.angle.magnitude > 10 {
      let chord = (line.points[line.points.count - 1] - line.points[0]).length
      let radius = chord / (2 * sin(exit.angle.magnitude / 2 * .pi / 180))
      // Lateral acceleration that drivers accept, as SUMO's junctions have it.
      speedMetresPerSecond = max(min(limit, (5.5 * radius).squareRoot()), 2)
    }
    ways.append(
      Way(
        from: number, fromLane: link.lane, to: exit.edge, toLane: link.toLane,
        direction: exit.direction, angle: exit.angle, line: line,
        speedMetresPerSecond: speedMetresPerSecond))
  }

  /// A curve that leaves one lane and meets the other in their directions.
  private static func curve(_ from: Polyline, _ to: Polyline) -> Polyline {
    let (a, d) = (from.points[from.points.count - 1], to.points[0])
    let (one, other) = (from.heading(atEnd: true, over: 3), to.heading(atEnd: false, over: 3))
    let chord = (d - a).length
    let turn = one.dot(other)
    if chord < 0.1 || turn > 0.995 && one.dot(d - a) > 0.98 * chord {
      return Polyline(points: chord > 0.01 ? [a, d] : [a, a + other * 0.1])
    }
    // 0.39 of the chord makes a quarter of a circle of a right angle.
    let (b, c) = (a + one * (0.39 * chord), d - other * (0.39 * chord))
    return Polyline(
      points: (0...8).map { step in
        let t = Double(step) / 8
        let u = 1 - t
        let (ab, cd) = (
          a * (u * u * u) + b * (3 * u * u * t), c * (3 * u * t * t) + d * (t * t * t)
        )
        return ab + cd
      })
  }
}

/// Which exits of a signalled junction its inner streets lead to from an approach.
struct InternalEdges {
  private let draft: StreetDraft
  private let nodes: Set<UInt32>
  private var next: [UInt32: [UInt32]] = [:]

  init(_ junction: Int, _ draft: StreetDraft) {
    self.draft = draft
    nodes = Set(draft.junctions[junction].nodes)
    guard nodes.count > 1 else { return }
    for node in nodes {
      for number in draft.graph.piecesAt[node] ?? [] {
        let piece = draft.graph.pieces[number]
        let (first, last) = (piece.nodes[0], piece.nodes[piece.nodes.count - 1])
        guard nodes.contains(first), nodes.contains(last) else { continue }
        if piece.street.forward.lanes > 0 { next[first, default: []].append(last) }
        if piece.street.backward.lanes > 0 { next[last, default: []].append(first) }
      }
    }
  }

  /// Whether vehicles get from one edge to another inside the junction.
  func leads(from edge: Int, to other: Int) -> Bool {
    guard nodes.count > 1 else { return true }
    let start = Self.end(draft.edges[edge], draft)
    let goal = Self.start(draft.edges[other], draft)
    var seen: Set<UInt32> = [start]
    var queue = [start]
    while let node = queue.popLast() {
      if node == goal { return true }
      for further in next[node] ?? [] where seen.insert(further).inserted { queue.append(further) }
    }
    return false
  }

  private static func start(_ edge: StreetDraft.Edge, _ draft: StreetDraft) -> UInt32 {
    let nodes = draft.graph.pieces[edge.piece].nodes
    return edge.isForward ? nodes[0] : nodes[nodes.count - 1]
  }

  private static func end(_ edge: StreetDraft.Edge, _ draft: StreetDraft) -> UInt32 {
    let nodes = draft.graph.pieces[edge.piece].nodes
    return edge.isForward ? nodes[nodes.count - 1] : nodes[0]
  }
}
