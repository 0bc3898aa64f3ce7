import Catalog
import CityFile
import GRDB
import SimpleFeatures

/// Looks for faults of one layer of features.
struct LayerCheck {
  private let layer: StoredLayer
  private let table: LayerTable
  private let advice: RepairAdvice
  private let database: Database

  init(_ layer: StoredLayer, _ advice: RepairAdvice, _ database: Database) {
    self.layer = layer
    self.advice = advice
    self.database = database
    table = LayerTable(layer.definition)
  }

  private func fault(_ message: String, _ hint: String? = nil) -> CityDiagnostic {
    CityDiagnostic(
      layer: layer.id, message: message, hint: hint ?? advice.repair, isRepairable: hint == nil)
  }

  func faults() throws -> [CityDiagnostic] {
    guard try database.tableExists(table.name) else {
      return [fault("its table \(table.name) is missing", advice.restore)]
    }
    var diagnostics: [CityDiagnostic] = []
    if try !isRegistered() {
      diagnostics.append(fault("its geometry is not registered with an index"))
    }
    diagnostics += try indexFaults() + searchFaults()
    let rows = try count("SELECT count(*) FROM \(table.quotedName)")
    if rows != layer.featureCount {
      var foreign = fault(
        "it has \(rows) features, but its last commit left \(layer.featureCount)", advice.takeOver)
      foreign.isRepairable = true
      diagnostics.append(foreign)
    }
    return diagnostics
  }

  func isRegistered() throws -> Bool {
    try count(
      """
      SELECT count(*) FROM geometry_columns WHERE f_table_name = '\(table.name)'
      AND f_geometry_column = 'geom' AND srid = 4490 AND spatial_index_enabled = 1
      """) == 1
  }

  /// Features that an index lacks or has elsewhere, and entries of features that are gone.
  private func indexFaults() throws -> [CityDiagnostic] {
    guard try database.tableExists(table.index.name) else {
      return [fault("its spatial index is missing")]
    }
    var diagnostics: [CityDiagnostic] = []
    for (tree, words) in [
      (table.index, "spatial index"), (table.weights, "index for small scales"),
    ] {
      guard try database.tableExists(tree.name) else { continue }
      let wrong = try wrongEntries(of: tree)
      guard wrong > 0 else { continue }
      diagnostics.append(
        fault("its \(words) is wrong for \(wrong.of("feature"))"))
    }
    return diagnostics
  }

  private func wrongEntries(of tree: RTree) throws -> Int {
    let key = tree.hasWeights ? "fid" : "pkid"
    return try count(
      """
      SELECT count(*) FROM \(table.quotedName) t LEFT JOIN \(tree.quotedName) i ON i.\(key) = t.fid
      WHERE i.\(key) IS NULL OR i.xmin > MbrMinX(t.geom) OR i.xmax < MbrMaxX(t.geom)
        OR i.ymin > MbrMinY(t.geom) OR i.ymax < MbrMaxY(t.geom)
      """)
      + count(
        """
        SELECT count(*) FROM \(tree.quotedName) i
        WHERE i.\(key) NOT IN (SELECT fid FROM \(table.quotedName))
        """)
  }

  private func searchFaults() throws -> [CityDiagnostic] {
    let fields = layer.definition.searchFields.map(\.name)
    let known = try Row.fetchOne(
      database, sql: "SELECT number, fields FROM yutu_search_layers WHERE layer = ?",
      arguments: [layer.id])
    guard let known, known["fields"] == fields.joined(separator: ",") else {
      return fields.isEmpty ? [] : [fault("search does not find its features")]
    }
    let number: Int = known["number"]
    let entries =
      "SELECT fid FROM yutu_search_entries WHERE layer = \(number) AND ended = "
      + "\(SearchIndex.open)"
    let gone = try count(
      "SELECT count(*) FROM (\(entries)) WHERE fid NOT IN (SELECT fid FROM \(table.quotedName))")
    return gone == 0 ? [] : [fault("search finds \(gone) of its features that are gone")]
  }

  private func count(_ sql: String) throws -> Int { try Int.fetchOne(database, sql: sql) ?? 0 }
}
