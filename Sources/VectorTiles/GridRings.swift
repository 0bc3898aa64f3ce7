/// Rings on a tile's grid, one after the other, that wait until all of a layer are there.
struct GridRings {
  /// A ring: where its vertices are, and whether it is a hole in the shell before it.
  struct Ring {
    var vertices: Range<Int>
    var isHole: Bool
  }

  private var points: [GridPoint] = []
  private var rings: [Ring] = []

  /// How many rings there are.
  var count: Int { rings.count }

  subscript(index: Int) -> Ring { rings[index] }

  mutating func append(_ grid: borrowing Scratch<GridPoint>, isHole: Bool) {
    let start = points.count
    points.append(contentsOf: grid.storage[..<grid.count])
    rings.append(Ring(vertices: start..<points.count, isHole: isHole))
  }

  /// Puts the vertices of `ring` into `grid`.
  func copy(_ ring: Ring, into grid: inout Scratch<GridPoint>) {
    grid.reserve(ring.vertices.count, filler: GridPoint(x: 0, y: 0))
    for (index, place) in ring.vertices.enumerated() { grid.storage[index] = points[place] }
    grid.count = ring.vertices.count
  }

  mutating func removeAll() {
    points.removeAll(keepingCapacity: true)
    rings.removeAll(keepingCapacity: true)
  }

  /// Where the borders of features part.
  ///
  /// - Parameter features: The rings of each.
  func nodes(between features: some Sequence<Range<Int>>) -> SharedNodes {
    var nodes = SharedNodes(vertexCount: points.count)
    for (number, feature) in features.enumerated() {
      for ring in rings[feature] { nodes.note(ring: points[ring.vertices], of: number) }
    }
    return nodes
  }
}
