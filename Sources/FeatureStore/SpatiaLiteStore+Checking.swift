package import Catalog
import CityFile
import GRDB

/// Something wrong with a city file.
package struct CityDiagnostic: Equatable, Sendable, CustomStringConvertible {
  /// The layer that it concerns; `nil` for the file as a whole.
  package var layer: String?
  package var message: String
  package var hint: String

  package var description: String {
    "error: \(layer.map { "layer \($0): " } ?? "")\(message)\n  hint: \(hint)"
  }
}

extension SpatiaLiteStore {
  /// Looks for damage and for what other programs may have changed: pages, tables, indexes, counts,
  /// and definitions that no longer equal the layer files.
  ///
  /// - Complexity: Reads the whole file once.
  package func check(against catalog: [LayerDefinition]) throws -> [CityDiagnostic] {
    try city.read { database in
      var diagnostics = try pageFaults(database)
      for layer in try StoredLayer.fetchAll(database) {
        diagnostics += try self.diagnostics(of: layer, in: database)
        let current = catalog.first { $0.id == layer.id }
        if let current, !layer.definition.isTakenOver(from: current) {
          diagnostics.append(
            CityDiagnostic(
              layer: layer.id, message: "its layer file has changed since the last import",
              hint: "import the layer again; the city keeps serving the older definition"))
        }
      }
      return diagnostics
    }
  }

  private func pageFaults(_ database: Database) throws -> [CityDiagnostic] {
    try String.fetchAll(database, sql: "PRAGMA quick_check").filter { $0 != "ok" }
      .map { CityDiagnostic(message: $0, hint: "restore the file from a copy") }
  }

  private func diagnostics(of layer: StoredLayer, in database: Database) throws -> [CityDiagnostic]
  {
    let table = LayerTable(layer.definition)
    func fault(_ message: String, _ hint: String) -> CityDiagnostic {
      CityDiagnostic(layer: layer.id, message: message, hint: hint)
    }
    guard try database.tableExists(table.name) else {
      return [fault("its table \(table.name) is missing", "import the layer again")]
    }
    var diagnostics: [CityDiagnostic] = []
    let registered = try Int.fetchOne(
      database,
      sql: """
        SELECT count(*) FROM geometry_columns WHERE f_table_name = ? AND f_geometry_column = 'geom'
        AND srid = 4490 AND spatial_index_enabled = 1
        """, arguments: [table.name])
    if registered != 1 {
      diagnostics.append(
        fault("its geometry is not registered with an index", "restore the file from a copy"))
    }
    let rows = try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table.quotedName)") ?? 0
    let boxes = try count(table.index, database)
    if rows != boxes {
      diagnostics.append(
        fault(
          "it has \(rows) features, but its index \(boxes)",
          "run: SELECT RecoverSpatialIndex('\(table.name)', 'geom') with SpatiaLite"))
    }
    if try table.hasWeights(database) {
      let weighed = try count(table.weights, database)
      if rows != weighed {
        diagnostics.append(
          fault(
            "it has \(rows) features, but its index for small scales \(weighed)",
            "another program wrote to it: export the layer and import it again"))
      }
    }
    if rows != layer.featureCount {
      diagnostics.append(
        fault(
          "it has \(rows) features, but its last commit left \(layer.featureCount)",
          "another program wrote to it: export the layer and import it again"))
    }
    return diagnostics
  }

  private func count(_ tree: RTree, _ database: Database) throws -> Int {
    try Int.fetchOne(database, sql: "SELECT count(*) FROM \(tree.quotedName)") ?? 0
  }
}
