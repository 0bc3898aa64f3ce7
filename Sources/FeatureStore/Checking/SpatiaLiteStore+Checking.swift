package import Catalog
import CityFile
import GRDB
import SimpleFeatures

extension SpatiaLiteStore {
  /// Looks for damage and for what other programs may have changed: pages, tables, indexes, counts,
  /// cells of rasters, and definitions that no longer equal the layer files.
  ///
  /// - Complexity: Reads the whole file once.
  package func check(against catalog: [LayerDefinition]) throws -> [CityDiagnostic] {
    try city.read { database in
      let pages = try pageFaults(database)
      // Where pages are damaged, everything else may only follow from that.
      guard pages.allSatisfy(\.isRepairable) else { return pages }
      var diagnostics = pages
      for id in try StoredLayer.ids(database, upTo: nil) {
        do {
          guard let layer = try StoredLayer.find(database, id: id) else { continue }
          diagnostics += try LayerCheck(layer, RepairAdvice(city: city.path), database).faults()
          let current = catalog.first { $0.id == layer.id }
          if let current, !layer.definition.isTakenOver(from: current) {
            diagnostics.append(
              CityDiagnostic(
                layer: layer.id, message: "its layer file has changed since the last import",
                hint: "import the layer again; the city keeps serving the older definition"))
          }
        } catch let error as StoreError where error.code == .damagedDefinition {
          diagnostics.append(
            CityDiagnostic(layer: id, message: error.message, hint: error.hint ?? ""))
        }
      }
      return diagnostics + (try rasterFaults(database))
    }
  }

  private func pageFaults(_ database: Database) throws -> [CityDiagnostic] {
    let advice = RepairAdvice(city: city.path)
    return try database.integrityFaults(limit: 100)
      .map { line in
        let isOfIndex = line.contains(" from index ") || line.contains("entries in index")
        return CityDiagnostic(
          message: line, hint: isOfIndex ? advice.repair : advice.recover,
          isRepairable: isOfIndex)
      }
  }

  /// Tiles whose cells cannot be read, those of the past included.
  private func rasterFaults(_ database: Database) throws -> [CityDiagnostic] {
    let tiles = try RowStatement(
      database,
      """
      SELECT r.layer, t.level, t.tile_row, t.tile_column, t.since, t.data
      FROM yutu_raster_tiles t JOIN yutu_rasters r ON r.number = t.raster
      """)
    var diagnostics: [CityDiagnostic] = []
    while try tiles.step() {
      guard (try? RasterTileCodec.decode(tiles.blob(5))) == nil else { continue }
      diagnostics.append(
        CityDiagnostic(
          layer: tiles.text(0),
          message: "the tile at level \(tiles.int64(1)), row \(tiles.int64(2)), column "
            + "\(tiles.int64(3)) of commit \(tiles.int64(4)) is damaged",
          hint: RepairAdvice(city: city.path).restore))
    }
    return diagnostics
  }
}
