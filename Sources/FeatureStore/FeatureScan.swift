import Catalog
import GRDB
import SimpleFeatures

/// The features of a city whose boxes meet one box, layer by layer, as of one commit.
package struct FeatureScan {
  private let database: Database
  private let box: Envelope

  init(_ database: Database, box: Envelope) {
    self.database = database
    self.box = box
  }

  /// Calls `body` for each feature of `layer` in the box; some may lie just outside it, since the
  /// index rounds boxes outwards.
  package func forEach(
    of layer: StoredLayer, _ body: (borrowing FeatureRow) throws -> Void
  ) throws {
    let table = LayerTable(layer.definition)
    let statement = try RowStatement(
      database,
      """
      SELECT \(table.selection) FROM \(table.index) i JOIN \(table.quotedName) t
      ON t.fid = i.pkid
      WHERE i.xmax >= ? AND i.ymax >= ? AND i.xmin <= ? AND i.ymin <= ?
      """)
    statement.bind(1, box: box)
    while try statement.step() { try body(FeatureRow(statement, fields: table.fields)) }
  }
}
