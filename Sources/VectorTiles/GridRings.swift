/// Rings on a tile's grid, one after the other, that wait until all of a layer are there.
struct GridRings {
  /// A ring: where its vertices are, and whether it is a hole in the shell before it.
  struct Ring {
    var vertices: Range<Int>
    var isHole: Bool
  }

  /// The vertices of all rings.
  private(set) var vertices = Scratch<GridPoint>()
  private var rings: [Ring] = []

  /// How many rings there are.
  var count: Int { rings.count }

  subscript(index: Int) -> Ring { rings[index] }

  mutating func append(_ grid: borrowing Scratch<GridPoint>, isHole: Bool) {
    let start = vertices.count
    vertices.append(grid.storage.span.extracting(first: grid.count), filler: .zero)
    rings.append(Ring(vertices: start..<vertices.count, isHole: isHole))
  }

  /// Puts the vertices of `ring` into `grid`.
  func copy(_ ring: Ring, into grid: inout Scratch<GridPoint>) {
    grid.count = 0
    grid.append(vertices.storage.span.extracting(ring.vertices), filler: .zero)
  }

  mutating func removeAll() {
    vertices.count = 0
    rings.removeAll(keepingCapacity: true)
  }
}
