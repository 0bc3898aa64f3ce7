import Roads

/// The streets of a map cut where they meet or change: pieces between nodes.
struct StreetGraph {
  /// A street from one node to another without a choice between.
  struct Piece {
    /// The nodes of the map along it.
    var nodes: [UInt32]
    /// What it is, seen along its nodes.
    var street: StreetWay
    /// Ids of the ways that it is made of, in order.
    var ways: [Int64]
    /// Place of its name among the map's.
    var name: UInt32
    var isRoundabout: Bool
  }

  let map: RoadMap
  /// Where the nodes of the map lie in the plane.
  let places: [SIMD2<Double>]
  private(set) var pieces: [Piece] = []
  /// The pieces that begin or end at each node; a node is here only if it ends pieces.
  private(set) var piecesAt: [UInt32: [Int]] = [:]

  /// A part of a way between two of its nodes.
  private struct Segment {
    var ends: (UInt32, UInt32)
    var way: Int
  }

  /// The streets of a map; `keeps` says for a way and two of its nodes whether that part counts.
  init(
    _ map: RoadMap, places: [SIMD2<Double>], keeps: (Int, UInt32, UInt32) -> Bool
  ) {
    self.map = map
    self.places = places
    let streets = map.ways.map { StreetWay($0) }
    var segments: [Segment] = []
    var atNode: [UInt32: [Int]] = [:]
    for (number, way) in map.ways.enumerated() where streets[number] != nil {
      let nodes = map.nodes(of: way)
      for (a, b) in zip(nodes, nodes.dropFirst()) where a != b && keeps(number, a, b) {
        atNode[a, default: []].append(segments.count)
        atNode[b, default: []].append(segments.count)
        segments.append(Segment(ends: (a, b), way: number))
      }
    }
    trace(segments, atNode, streets)
    for (number, piece) in pieces.enumerated() {
      piecesAt[piece.nodes[0], default: []].append(number)
      piecesAt[piece.nodes[piece.nodes.count - 1], default: []].append(number)
    }
  }

  private mutating func trace(
    _ segments: [Segment], _ atNode: [UInt32: [Int]], _ streets: [StreetWay?]
  ) {
    /// What a segment is, seen from one of its ends on.
    func street(_ segment: Int, from node: UInt32) -> StreetWay {
      let street = streets[segments[segment].way]!
      return segments[segment].ends.0 == node ? street : street.reversed
    }
    func goesOn(_ node: UInt32) -> Bool {
      let here = atNode[node]!
      guard here.count == 2, here[0] != here[1] else { return false }
      let other =
        segments[here[0]].ends.0 == node
        ? segments[here[0]].ends.1
        : segments[here[0]].ends.0
      let (one, next) = (street(here[0], from: other), street(here[1], from: node))
      return one.forward == next.forward && one.backward == next.backward
        && one.roadClass == next.roadClass
    }
    var isDone = [Bool](repeating: false, count: segments.count)
    func follow(_ first: Int, from start: UInt32) {
      var (segment, here) = (first, start)
      let way = map.ways[segments[first].way]
      var piece = Piece(
        nodes: [start], street: street(first, from: start), ways: [], name: way.name,
        isRoundabout: way.traits.contains(.roundabout))
      while true {
        isDone[segment] = true
        let id = map.ways[segments[segment].way].id
        if piece.ways.last != id { piece.ways.append(id) }
        if streets[segments[segment].way]!.areLanesGuessed { piece.street.areLanesGuessed = true }
        if streets[segments[segment].way]!.isSpeedGuessed { piece.street.isSpeedGuessed = true }
        here =
          segments[segment].ends.0 == here ? segments[segment].ends.1 : segments[segment].ends.0
        piece.nodes.append(here)
        guard here != start, goesOn(here) else { break }
        let two = atNode[here]!
        segment = two[0] == segment ? two[1] : two[0]
        if isDone[segment] { break }
      }
      add(piece)
    }
    for node in atNode.keys.sorted() where !goesOn(node) {
      for segment in atNode[node]! where !isDone[segment] { follow(segment, from: node) }
    }
    // What is left are rings that meet nothing: nobody gets there.
  }

  /// Adds a piece, in two where it comes back to where it began.
  private mutating func add(_ piece: Piece) {
    guard piece.nodes.first == piece.nodes.last else { return pieces.append(piece) }
    guard piece.nodes.count > 3 else { return }
    let middle = piece.nodes.count / 2
    var (one, other) = (piece, piece)
    one.nodes = Array(piece.nodes[...middle])
    other.nodes = Array(piece.nodes[middle...])
    pieces += [one, other]
  }

  /// The line of a piece in the plane.
  func line(_ piece: Int) -> Polyline {
    Polyline(points: pieces[piece].nodes.map { places[Int($0)] })
  }

  /// The other end of a piece.
  func end(_ piece: Int, from node: UInt32) -> UInt32 {
    let nodes = pieces[piece].nodes
    return nodes[0] == node ? nodes[nodes.count - 1] : nodes[0]
  }

  func isService(_ piece: Int) -> Bool { pieces[piece].street.isService }
}
