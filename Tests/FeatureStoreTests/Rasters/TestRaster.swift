import Catalog
import CityFile
import FeatureStore
import GRDB
import SimpleFeatures
import TestSupport

/// Raster layers and files of cells for tests of the store.
enum TestRaster {
  static func layer(
    _ id: String = "terrain", type: String = "float32", rule: String = "unit: m"
  ) throws -> LayerDefinition {
    let text = LayerText.raster(id, type: type, rule: rule)
    let (layer, diagnostics) = LayerCatalog.parse(yaml: text, file: "\(id).yml")
    guard let layer else { throw CatalogError(diagnostics: diagnostics) }
    return layer
  }

  static func lattice(
    _ columns: Int, _ rows: Int, x: Double = 500_000, y: Double = 3_400_000, cell: Double = 5
  ) -> RasterLattice {
    RasterLattice(
      columns: columns, rows: rows, originX: x, originY: y, cellWidth: cell, cellHeight: cell,
      crs: "EPSG:4547")
  }

  /// Random values with gaps; heights in whole centimetres where asked.
  static func noise(
    _ lattice: RasterLattice, seed: UInt64, gaps: Double = 0.1, whole: Float? = nil
  ) -> RasterGrid {
    var generator = SeededGenerator(seed: seed)
    var grid = RasterGrid(lattice)
    for i in grid.values.indices {
      let value = Float.random(in: 10..<90, using: &generator)
      grid.values[i] = whole.map { (value * $0).rounded() / $0 } ?? value
      if Double.random(in: 0..<1, using: &generator) < gaps { grid.values[i] = .nan }
    }
    return grid
  }
}

extension TestCity {
  /// Imports a raster as one commit.
  @discardableResult
  func write(_ grid: RasterGrid, to layer: LayerDefinition) throws -> Commit? {
    let draft = RasterDraft(
      lattice: grid.lattice, noValue: -9999,
      extent: Envelope(minX: 114, minY: 30, maxX: 115, maxY: 31))
    return try store.commitRaster(TestCity.draft, draft, to: layer) { writer in
      for rows in writer.bands {
        try writer.write(
          rows: rows,
          Array(grid.values[rows.lowerBound * grid.columns..<rows.upperBound * grid.columns]))
      }
      return 0
    }
  }

  /// A raster and all of its cells, as a commit left them.
  func raster(
    _ id: String = "terrain", at revision: Revision = .latest
  ) throws -> (raster: StoredRaster, grid: RasterGrid)? {
    try store.readRastersNow(MapVersion(revision)) { snapshot in
      guard let raster = try snapshot.raster(id) else { return nil }
      return (
        raster,
        try snapshot.grid(
          of: raster, level: 0, columns: raster.columns(level: 0), rows: raster.rows(level: 0))
      )
    }
  }

  func count(_ sql: String) throws -> Int { try city.read { try Int.fetchOne($0, sql: sql) ?? 0 } }
}
