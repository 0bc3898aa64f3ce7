import Coverages
import SimpleFeatures

/// The lower resolutions of a raster: each level is made of the one below it.
struct RasterPyramid {
  private let tiles: RasterTiles
  private let method: ResamplingMethod
  /// Whether cells hold whole numbers, to which means are rounded.
  var isWhole = false

  init(_ tiles: RasterTiles, method: ResamplingMethod) {
    self.tiles = tiles
    self.method = method
  }

  /// Makes the tiles above `changed`, which are of level 0, anew.
  ///
  /// - Parameter known: How many levels there were before.
  func update(_ changed: Set<RasterTilePlace>, levels: Int, known: Int) throws {
    var below = changed
    for level in 1..<max(levels, 1) {
      if level >= known { below = try tiles.places(level: level - 1) }
      var above: Set<RasterTilePlace> = []
      for parent in Set(below.map(\.parent)).sorted() {
        if try tiles.write(try halved(level, parent), level, parent) { above.insert(parent) }
      }
      below = above
    }
  }

  /// The four tiles below a place at half their resolution.
  private func halved(_ level: Int, _ place: RasterTilePlace) throws -> [Float] {
    let side = RasterTileCodec.side
    var four = RasterGrid(
      RasterLattice(
        columns: 2 * side, rows: 2 * side, originX: 0, originY: 0, cellWidth: 1, cellHeight: 1))
    for (row, column) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
      let child = RasterTilePlace(row: 2 * place.row + row, column: 2 * place.column + column)
      if let values = try tiles.values(level - 1, child) {
        four.place(values, column: column * side, row: row * side)
      }
    }
    let half = four.halved(by: method)
    return method == .mode || !isWhole ? half.values : half.values.map { $0.rounded() }
  }
}
