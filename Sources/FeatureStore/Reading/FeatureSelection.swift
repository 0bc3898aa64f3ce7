import Catalog
import CityFile
import GRDB
import SimpleFeatures

/// A query on a layer's rows as an earlier commit left them, and on all rows of a layer: as SQL.
///
/// What is narrowed down of a layer as it stands is ``MatchedRows``.
///
/// The R-tree holds boxes rounded outwards to 32-bit floats. So a feature whose R-tree box lies
/// inside the asked box certainly meets it; the others are tested exactly (`ST_Intersects`).
struct FeatureSelection {
  private let query: FeatureQuery
  private let layer: StoredLayer
  private let table: LayerTable
  private let sources: [RowSource]
  private let matches: MatchCache
  /// The boxes that really narrow the answer.
  private let boxes: [Envelope]
  /// Whether the statements are worth keeping.
  private let isOneOfFew: Bool

  init(
    _ query: FeatureQuery, in layer: StoredLayer, from sources: [RowSource], _ matches: MatchCache
  ) {
    self.query = query
    self.layer = layer
    self.sources = sources
    self.matches = matches
    table = LayerTable(layer.definition)
    isOneOfFew = query.equals.isEmpty
    let coversAll = layer.extent.map { extent in query.boxes.contains { $0.contains(extent) } }
    boxes = coversAll == true && query.shape == nil ? [] : query.boxes
  }

  func page(_ database: Database) throws -> FeaturePage {
    if !boxes.isEmpty || !query.equals.isEmpty, sources.allSatisfy({ $0.commit == nil }) {
      return try MatchedRows(query, boxes, in: layer, matches).page(database)
    }
    return try pageBySQL(database)
  }

  private func pageBySQL(_ database: Database) throws -> FeaturePage {
    let selects = sources.map {
      $0.select(table.selection, where: ["t.fid > ?"] + fieldConditions + boxConditions(on: $0))
    }
    let statement = try RowStatement(
      database, selects.joined(separator: " UNION ALL ") + " ORDER BY fid LIMIT ?",
      isOneOfFew: isOneOfFew)
    var next = statement.bindCommit(of: sources)
    for _ in sources {
      statement.bind(next, query.afterRow)
      next = bindConditions(of: statement, from: next + 1)
    }
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
    guard !boxes.isEmpty || !query.equals.isEmpty else { return layer.featureCount }
    let counts = sources.map {
      "(" + $0.select("count(*)", where: fieldConditions + boxConditions(on: $0)) + ")"
    }
    let statement = try RowStatement(
      database, "SELECT " + counts.joined(separator: " + "), isOneOfFew: isOneOfFew)
    var next = statement.bindCommit(of: sources)
    for _ in sources { next = bindConditions(of: statement, from: next) }
    return try statement.step() ? Int(statement.int64(0)) : 0
  }

  private var fieldConditions: [String] {
    query.equals.map { "t.\"\($0.name)\" IS ?" }
  }

  /// One condition that is true where the feature meets one of the boxes.
  private func boxConditions(on source: RowSource) -> [String] {
    guard !boxes.isEmpty else { return [] }
    let (row, entry) = source.key
    let seen = source.indexConditions.map { " AND " + $0 }.joined()
    let one = """
      t.\(row) IN (SELECT \(entry) FROM \(source.index) i
        WHERE xmax >= ? AND ymax >= ? AND xmin <= ? AND ymin <= ?\(seen)
        AND ((xmin >= ? AND ymin >= ? AND xmax <= ? AND ymax <= ?) OR
          (SELECT ST_Intersects(geom, ?) FROM \(source.table) g WHERE g.\(row) = i.\(entry))))
      """
    let shape = query.shape == nil ? [] : ["ST_Intersects(t.geom, ?)"]
    return ["(" + boxes.map { _ in one }.joined(separator: " OR ") + ")"] + shape
  }

  /// Binds the parameters of ``fieldConditions`` and ``boxConditions(on:)``; answers the next.
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
    if let shape = query.shape {
      statement.bind(index, blob: SpatiaLiteBlob.encode(shape.area))
      index += 1
    }
    return index
  }
}

extension Envelope {
  /// The box as the point, line or rectangle that it is; GEOS misjudges rectangles without area.
  var shape: Geometry {
    switch (width > 0, height > 0) {
    case (true, true): .rectangle(self)
    case (false, false): .point(x: minX, y: minY)
    default: .lineString([minX, minY, maxX, maxY])
    }
  }
}
