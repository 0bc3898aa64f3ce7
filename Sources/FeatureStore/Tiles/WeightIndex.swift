import GRDB
import SimpleFeatures
import VectorTiles

/// The R-tree over boxes and weights, by which small scales find what they show.
enum WeightIndex {
  /// What keeps the index of `table` in step.
  ///
  /// - Parameter isNew: Whether the layer has no rows yet.
  static func writer(for table: LayerTable, isNew: Bool, in database: Database) throws
    -> RTreeWriter
  {
    if try table.hasWeights(database) {
      return try RTreeWriter(table.weights, isNew: isNew, in: database)
    }
    try table.createWeights(in: database)
    var writer = try RTreeWriter(table.weights, isNew: isNew, in: database)
    guard !isNew else { return writer }
    try fill(&writer, from: table, in: database)
    return writer
  }

  /// Makes the index anew.
  static func rebuild(_ table: LayerTable, in database: Database) throws {
    try table.weights.drop(in: database)
    var writer = try writer(for: table, isNew: false, in: database)
    try writer.finish()
  }

  /// Enters the rows of a layer that an older version of Yutu wrote.
  private static func fill(
    _ writer: inout RTreeWriter, from table: LayerTable, in database: Database
  ) throws {
    let rows = try RowStatement(
      database, "SELECT fid, id, geom FROM \(table.quotedName) ORDER BY fid")
    while try rows.step() {
      let geometry = try rows.geometry(2)
      try writer.set(
        RTreeEntry(
          geometry.envelope, weight: FeatureRank(of: geometry, id: rows.text(1)).weight,
          row: rows.int64(0)))
    }
  }
}
