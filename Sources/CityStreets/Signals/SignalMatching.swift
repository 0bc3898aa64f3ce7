/// Where the signals of a map stand: which nodes of the streets each controls.
///
/// Maps put a signal on its junction, or one at the stop line of each approach. The second kind
/// belongs to the junction that traffic reaches next.
struct SignalMatching {
  /// How far a signal may be from the street that it stands at, metres.
  static let streetMetres = 30.0
  /// How far before its junction a signal may stand, metres.
  static let approachMetres = 60.0

  /// By node of the map: the points that control it, in the map's order.
  private(set) var points: [UInt32: [Int]] = [:]
  /// Points that no street is near.
  private(set) var withoutLanes: [Int] = []
  /// Points at streets, with no junction ahead.
  private(set) var withoutJunction: [Int] = []
  /// Points of crossings for people on foot away from signalled junctions.
  private(set) var crossings: [Int] = []
  /// Points of ramps and lanes, which no stages are made for.
  private(set) var others: [Int] = []

  private let graph: StreetGraph
  private let finder: EdgeIndex

  init(
    _ signals: [SignalPoint], places: [SIMD2<Double>], on graph: StreetGraph, _ finder: EdgeIndex
  ) {
    self.graph = graph
    self.finder = finder
    var later: [Int] = []
    for (number, signal) in signals.enumerated() {
      switch signal.kind {
      case "ramp", "lane": others.append(number)
      case "crossing": later.append(number)
      default: place(number, places[number])
      }
    }
    // A crossing's lights beside those of a junction are one signal with them.
    for number in later {
      let hits = finder.near(places[number], within: Self.streetMetres)
      let nodes = hits.first.map { junctions(near: $0) } ?? []
      if let node = nodes.first(where: { points[$0] != nil }) {
        points[node]!.append(number)
      } else {
        crossings.append(number)
      }
    }
  }

  private mutating func place(_ number: Int, _ place: SIMD2<Double>) {
    let hits = finder.near(place, within: Self.streetMetres)
    guard let nearest = hits.first else {
      withoutLanes.append(number)
      return
    }
    // A signal on a junction touches several streets: the junction is where they meet.
    for hit in hits where hit.apartMetres <= nearest.apartMetres + 1 {
      if let node = junctions(near: hit).first {
        points[node, default: []].append(number)
        return
      }
    }
    withoutJunction.append(number)
  }

  /// How many streets meet at a node, and whether one may say that they do.
  private func isJunction(_ node: UInt32, exactly: Bool) -> Bool {
    let pieces = graph.piecesAt[node] ?? []
    // Drives to yards join streets everywhere, also just before junctions.
    let counted = exactly ? pieces : pieces.filter { !graph.isService($0) }
    return counted.count >= 3
  }

  /// The junctions that a signal beside a street may belong to, the most likely first.
  private func junctions(near hit: EdgeIndex.Hit) -> [UInt32] {
    let piece = graph.pieces[hit.piece]
    let length = graph.line(hit.piece).lengthMetres
    let (first, last) = (piece.nodes[0], piece.nodes[piece.nodes.count - 1])
    var found: [(UInt32, Double)] = []
    // At a junction itself: as near to it as to the street.
    let reach = hit.apartMetres + 3
    if hit.alongMetres <= reach, isJunction(first, exactly: true) { found.append((first, 0)) }
    if length - hit.alongMetres <= reach, isJunction(last, exactly: true) {
      found.append((last, 0))
    }
    let isOneWay = piece.street.forward.lanes == 0 || piece.street.backward.lanes == 0
    let goesForward = piece.street.forward.lanes > 0
    if !isOneWay || goesForward,
      let (node, far) = next(from: last, over: hit.piece, after: length - hit.alongMetres)
    {
      found.append((node, far))
    }
    if !isOneWay || !goesForward,
      let (node, far) = next(from: first, over: hit.piece, after: hit.alongMetres)
    {
      found.append((node, far))
    }
    return found.sorted { ($0.1, $0.0) < ($1.1, $1.0) }.map(\.0)
  }

  /// The first junction on the way, through nodes where a street only changes.
  private func next(
    from start: UInt32, over first: Int, after metres: Double
  ) -> (UInt32, Double)? {
    var (node, piece, sum) = (start, first, metres)
    for _ in 0..<20 {
      guard sum <= Self.approachMetres else { return nil }
      if isJunction(node, exactly: false) { return (node, sum) }
      let others = (graph.piecesAt[node] ?? []).filter { $0 != piece && !graph.isService($0) }
      guard others.count == 1 else { return nil }
      piece = others[0]
      sum += graph.line(piece).lengthMetres
      node = graph.end(piece, from: node)
    }
    return nil
  }
}
