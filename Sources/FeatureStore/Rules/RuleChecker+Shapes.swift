import Catalog
import GRDB
import GeometryCore
import SimpleFeatures

/// Rules about shapes: one pass over the geometries of the commit's rows.
extension RuleChecker {
  /// A tally and the test under which a shape counts.
  private typealias ShapeTest = (tally: Int, breaks: (Geometry) throws -> Bool)

  mutating func checkShapes() throws {
    var tests: [ShapeTest] = []
    for rule in definition.rules {
      if let test = try shapeTest(rule) { tests.append(test) }
    }
    guard !tests.isEmpty else { return }
    let rows = try RowStatement(
      database, "SELECT t.id, t.geom FROM \(table.quotedName) t WHERE t.commit_seq >= ?",
      isOneOfFew: false)
    rows.bind(1, since)
    while try rows.step() {
      let geometry = try rows.geometry(1)
      for test in tests where try test.breaks(geometry) { count(rows.text(0), in: test.tally) }
    }
  }

  private mutating func shapeTest(_ rule: LayerRule) throws -> ShapeTest? {
    switch rule.check {
    case .range, .compare, .unique, .noOverlap: return nil
    case .minimumLength(let metres): return (open(rule), { $0.lengthMetres < metres })
    case .minimumArea(let squareMetres): return (open(rule), { $0.areaSquareMetres < squareMetres })
    case .noSelfCrossing: return (open(rule), { $0.crossesItself })
    case .endsAt(let layers, let metres):
      let targets = present(layers, for: rule.id)
      guard !targets.isEmpty else { return nil }
      let tally = open(rule, severity: targets.count == layers.count ? nil : .warning)
      let near = try NearbyFeatures(
        of: targets, within: metres, for: try writtenCount(), in: database)
      return (tally, { try !near.holdEnds(of: $0) })
    case .within(let layers):
      let targets = present(layers, for: rule.id)
      guard !targets.isEmpty else { return nil }
      let tally = open(rule, severity: targets.count == layers.count ? nil : .warning)
      let areas = try enclosing(targets)
      return (
        tally,
        { shape in
          stride(from: 0, to: shape.ordinates.count, by: shape.stride).contains {
            areas.containing(x: shape.ordinates[$0], y: shape.ordinates[$0 + 1]).isEmpty
          }
        }
      )
    }
  }

  /// How many rows the commit wrote.
  func writtenCount() throws -> Int {
    let rows = try RowStatement(
      database, "SELECT count(*) FROM \(table.quotedName) WHERE commit_seq >= ?", isOneOfFew: false)
    rows.bind(1, since)
    return try rows.step() ? Int(rows.int64(0)) : 0
  }

  /// The polygons of the layers that meet the box of the commit's rows.
  private func enclosing(_ targets: [LayerDefinition]) throws -> PreparedSet {
    let extent = try RowStatement(
      database,
      """
      SELECT min(MbrMinX(geom)), min(MbrMinY(geom)), max(MbrMaxX(geom)), max(MbrMaxY(geom))
      FROM \(table.quotedName) WHERE commit_seq >= ?
      """, isOneOfFew: false)
    extent.bind(1, since)
    guard try extent.step() else { return try PreparedSet([]) }
    let box = Envelope(
      minX: extent.double(0), minY: extent.double(1), maxX: extent.double(2),
      maxY: extent.double(3))
    var polygons: [Geometry] = []
    for target in targets {
      let nearby = BoxQuery(LayerTable(target), in: database)
      try nearby.forEach(meeting: box) { polygons.append(try $0.geometry(1)) }
    }
    return try PreparedSet(polygons)
  }
}

/// The rows of a layer whose box meets a box: `fid` and `geom`.
struct BoxQuery {
  private let sql: String
  private let database: Database

  init(_ table: LayerTable, in database: Database) {
    self.database = database
    sql = """
      SELECT t.fid, t.geom FROM \(table.index.quotedName) i
        JOIN \(table.quotedName) t ON t.fid = i.pkid
      WHERE i.xmax >= ? AND i.ymax >= ? AND i.xmin <= ? AND i.ymin <= ?
      """
  }

  func forEach(meeting box: Envelope, _ body: (RowStatement) throws -> Void) throws {
    let statement = try RowStatement(database, sql)
    statement.bind(1, box: box)
    while try statement.step() { try body(statement) }
  }
}
