package import Catalog
import CityFile
import GRDB
import SimpleFeatures

extension SpatiaLiteStore {
  /// Looks for damage and for what other programs may have changed: pages, tables, commits and what
  /// each of them left, versions of features, indexes, search, cells of rasters, and definitions
  /// that no longer equal the layer files.
  ///
  /// What another program has written into a feature that stays is not seen.
  ///
  /// - Complexity: Reads the whole file once.
  package func check(against catalog: [LayerDefinition]) throws -> [CityDiagnostic] {
    try city.read { database in
      let advice = RepairAdvice(city: city.path)
      let pages = try pageFaults(database)
      // Where pages are damaged or commits are gone, everything else may only follow from that.
      guard pages.allSatisfy(\.isRepairable) else { return pages }
      let commits = try CommitCheck(advice, database).faults()
      guard commits.isEmpty else { return pages + commits }
      var diagnostics = try pages + SearchCheck(advice, database).faults()
      for id in try StoredLayer.ids(database, upTo: nil) {
        do {
          guard let layer = try StoredLayer.find(database, id: id) else { continue }
          diagnostics += try LayerCheck(layer, advice, database).faults()
          let current = catalog.first { $0.id == layer.id }
          if let current, !layer.definition.isTakenOver(from: current) {
            diagnostics.append(
              CityDiagnostic(
                layer: layer.id, message: "its layer file has changed since the last import",
                hint: "import the layer again; the city keeps serving the older definition"))
          }
        } catch let error as StoreError where error.code == .damagedDefinition {
          diagnostics.append(
            CityDiagnostic(layer: id, message: error.message, hint: advice.restore))
        }
      }
      return diagnostics + (try RasterCheck(advice, database).faults())
    }
  }

  private func pageFaults(_ database: Database) throws -> [CityDiagnostic] {
    let advice = RepairAdvice(city: city.path)
    return try database.integrityFaults(limit: 100)
      .map { line in
        let isOfIndex = line.contains(" from index ") || line.contains("entries in index")
        return CityDiagnostic(
          message: line, hint: isOfIndex ? advice.repair : advice.recover,
          repair: isOfIndex ? .indexes : nil)
      }
  }
}
