import Catalog
import CityFile
import GRDB
import SimpleFeatures

/// A query on a layer's table, as SQL.
///
/// The R-tree holds boxes rounded outwards to 32-bit floats. So a feature whose R-tree box lies
/// inside the asked box certainly meets it; the others are tested exactly (`ST_Intersects`).
struct FeatureSelection {
  private let query: FeatureQuery
  private let layer: StoredLayer
  private let table: LayerTable
  /// The boxes that really narrow the answer.
  private let boxes: [Envelope]

  init(_ query: FeatureQuery, in layer: StoredLayer) {
    self.query = query
    self.layer = layer
    table = LayerTable(layer.definition)
    let coversAll = layer.extent.map { extent in query.boxes.contains { $0.contains(extent) } }
    boxes = coversAll == true ? [] : query.boxes
  }

  func page(_ database: Database) throws -> FeaturePage {
    let conditions = ["t.fid > ?"] + fieldConditions + boxConditions
    let statement = try RowStatement(
      database,
      """
      SELECT \(table.selection) FROM \(table.quotedName) t
      WHERE \(conditions.joined(separator: " AND ")) ORDER BY t.fid LIMIT ?
      """, isOneOfFew: query.equals.isEmpty)
    statement.bind(1, query.afterRow)
    let next = bindConditions(of: statement, from: 2)
    // One more than asked for tells whether there is a next page.
    statement.bind(next, Int64(query.limit) + 1)

    var features: [StoredFeature] = []
    while try statement.step() {
      features.append(try FeatureRow(statement, types: table.types).feature())
    }
    let isLast = features.count <= query.limit
    if !isLast { features.removeLast() }
    let isWhole = isLast && query.afterRow == .min
    return FeaturePage(
      features: features, nextAfterRow: isLast ? nil : features.last?.row ?? query.afterRow,
      matchedCount: isWhole ? features.count : try matchedCount(database))
  }

  private func matchedCount(_ database: Database) throws -> Int {
    let conditions = fieldConditions + boxConditions
    guard !conditions.isEmpty else { return layer.featureCount }
    let statement = try RowStatement(
      database,
      """
      SELECT count(*) FROM \(table.quotedName) t WHERE \(conditions.joined(separator: " AND "))
      """, isOneOfFew: query.equals.isEmpty)
    _ = bindConditions(of: statement, from: 1)
    return try statement.step() ? Int(statement.int64(0)) : 0
  }

  private var fieldConditions: [String] {
    query.equals.map { "t.\"\($0.name)\" IS ?" }
  }

  /// One condition that is true where the feature meets one of the boxes.
  private var boxConditions: [String] {
    guard !boxes.isEmpty else { return [] }
    let one = """
      t.fid IN (SELECT pkid FROM \(table.index)
        WHERE xmax >= ? AND ymax >= ? AND xmin <= ? AND ymin <= ?
        AND ((xmin >= ? AND ymin >= ? AND xmax <= ? AND ymax <= ?) OR
          (SELECT ST_Intersects(geom, ?) FROM \(table.quotedName) WHERE fid = pkid)))
      """
    return ["(" + boxes.map { _ in one }.joined(separator: " OR ") + ")"]
  }

  /// Binds the parameters of ``fieldConditions`` and ``boxConditions``; answers the next index.
  private func bindConditions(of statement: RowStatement, from first: Int) -> Int {
    var index = first
    for property in query.equals {
      statement.bind(index, property.value)
      index += 1
    }
    for box in boxes {
      statement.bind(index, box: box)
      statement.bind(index + 4, box: box)
      statement.bind(index + 8, blob: SpatiaLiteBlob.encode(box.shape))
      index += 9
    }
    return index
  }
}

extension Envelope {
  /// The box as the point, line or rectangle that it is; GEOS misjudges rectangles without area.
  fileprivate var shape: Geometry {
    switch (width > 0, height > 0) {
    case (true, true): .rectangle(self)
    case (false, false): .point(x: minX, y: minY)
    default: .lineString([minX, minY, maxX, maxY])
    }
  }
}
