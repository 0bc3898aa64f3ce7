package import Catalog
package import CityFile
import GRDB
import SimpleFeatures

extension SpatiaLiteStore {
  /// Opens the city at a path to be checked, whatever its pages hold, and tells those that lack
  /// their checksum.
  package static func openForCheck(
    _ path: String
  ) throws -> (city: City, faults: [CityDiagnostic]) {
    let pages = try PageChecksums.faults(in: path)
    let city = try City.open(path, isVerified: pages.isEmpty)
    guard let first = pages.first else { return (city, []) }
    let fault = CityDiagnostic(
      message: pages.count == 1
        ? "page \(first) lacks its checksum: the disk or another program has changed it"
        : "\(pages.count) pages lack their checksums, the first is page \(first): the disk or "
          + "another program has changed them",
      hint: RepairAdvice(city: path).checksums)
    return (city, [fault])
  }

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
      // Where pages are damaged, or what all else stands on is, everything else may only follow.
      guard pages.allSatisfy(\.isRepairable) else { return pages }
      let missing = try Layout.missingTables(database).map {
        CityDiagnostic(message: "its table \($0) is missing", hint: advice.restore)
      }
      guard missing.isEmpty else { return pages + missing }
      let values = try ValueCheck(advice, database).faults()
      guard values.isEmpty else { return pages + values }
      let commits = try CommitCheck(advice, database).faults()
      guard commits.isEmpty else { return pages + commits }
      var diagnostics = try pages + foreignParts(database) + SearchCheck(advice, database).faults()
      for id in try StoredLayer.ids(database, upTo: nil) {
        diagnostics += try advice.faults(ofLayer: id) {
          for state in try StoredLayer.states(database, id: id) {
            _ = try StoredLayer.find(database, id: id, state: state)
          }
          guard let layer = try StoredLayer.find(database, id: id) else { return [] }
          var faults = try LayerCheck(layer, advice, database).faults()
          let current = catalog.first { $0.id == layer.id }
          if let current, !layer.definition.isTakenOver(from: current) {
            faults.append(
              CityDiagnostic(
                layer: layer.id, message: "its layer file has changed since the last import",
                hint: "import the layer again; the city keeps serving the older definition"))
          }
          return faults
        }
      }
      return diagnostics + (try RasterCheck(advice, database).faults())
    }
  }

  /// Views and triggers that another program has put into the city.
  private func foreignParts(_ database: Database) throws -> [CityDiagnostic] {
    try ForeignSchema(database).parts.compactMap { part in
      part.removal.map {
        CityDiagnostic(
          message: part.kind == .view
            ? "another program has put the view \(part.name) into it"
            : "another program has put the trigger \(part.name) into it",
          hint: "Yutu runs none, other programs may; to remove it: sqlite3 "
            + "\(city.path.shellQuoted) \($0.shellQuoted)")
      }
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

extension RepairAdvice {
  /// The faults that `check` finds, or the one that ends it.
  func faults(
    ofLayer id: String, _ check: () throws -> [CityDiagnostic]
  ) throws -> [CityDiagnostic] {
    do {
      return try check()
    } catch let error as StoreError where error.code == .damagedDefinition {
      return [CityDiagnostic(layer: id, message: error.message, hint: restore)]
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
      return [CityDiagnostic(layer: id, message: error.message ?? "\(error)", hint: restore)]
    }
  }
}
