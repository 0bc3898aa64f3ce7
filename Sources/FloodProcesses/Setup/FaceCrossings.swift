import Flood
import SimpleFeatures

/// The faces between cells that a line crosses, as a crest.
///
/// A face is taken where the line passes between the centres of its two cells. So no way from
/// centre to centre leads past the line: the crest has no gap, whatever way the line runs.
enum FaceCrossings {
  /// - Complexity: O(length of the line in cells).
  static func crests(
    of line: Geometry, heightMetres: Double, on lattice: RasterLattice
  ) -> [LeveeFace] {
    var crests: [LeveeFace] = []
    for path in line.pathEnds.indices {
      let vertices = line.vertexRange(ofPath: path).map { i in
        // Moved by a millionth of a cell, so that no line passes exactly through centres.
        (
          x: lattice.columnPosition(line.ordinates[i * line.stride]) - 0.5 + 0.618e-6,
          y: lattice.rowPosition(line.ordinates[i * line.stride + 1]) - 0.5 + 0.414e-6
        )
      }
      for (a, b) in zip(vertices, vertices.dropFirst()) {
        for row in whole(a.y, b.y, below: lattice.rows) {
          let x = a.x + (Double(row) - a.y) / (b.y - a.y) * (b.x - a.x)
          let column = x.rounded(.down)
          guard column >= 0, column < Double(lattice.columns - 1) else { continue }
          crests.append(
            LeveeFace(
              cell: row * lattice.columns + Int(column), isSouthern: false,
              heightMetres: heightMetres))
        }
        for column in whole(a.x, b.x, below: lattice.columns) {
          let y = a.y + (Double(column) - a.x) / (b.x - a.x) * (b.y - a.y)
          let row = y.rounded(.down)
          guard row >= 0, row < Double(lattice.rows - 1) else { continue }
          crests.append(
            LeveeFace(
              cell: Int(row) * lattice.columns + column, isSouthern: true,
              heightMetres: heightMetres))
        }
      }
    }
    return crests
  }

  /// The whole numbers from 0 that lie between two numbers, the smaller one included.
  private static func whole(_ a: Double, _ b: Double, below end: Int) -> Range<Int> {
    let low = min(max(min(a, b).rounded(.up), 0), Double(end))
    let high = min(max(max(a, b).rounded(.up), 0), Double(end))
    return Int(low)..<Int(high)
  }
}
