import Catalog
import GRDB
import SimpleFeatures

/// Rules about polygons that must not overlap.
///
/// Pairs are narrowed in three steps, each dearer than the one before: boxes that share more than
/// the rule allows; polygons of which a quick look says that they may overlap; the area that they
/// share, from GEOS.
extension RuleChecker {
  mutating func checkOverlaps() throws {
    for rule in definition.rules {
      guard case .noOverlap(let among, let squareMetres) = rule.check else { continue }
      let tally = open(rule)
      let search = try OverlapSearch(table, among: among, squareMetres, in: database)
      let rows = try RowStatement(database, "SELECT id FROM \(table.quotedName) WHERE fid = ?")
      for fid in try search.overlapping(of: commit).sorted() {
        rows.bind(1, fid)
        if try rows.step() { count(rows.text(0), in: tally) }
        rows.reset()
      }
    }
  }
}

/// Finds the polygons of one table of which two share more than an area.
private struct OverlapSearch {
  private let table: LayerTable
  private let squareMetres: Double
  private let database: Database
  private let shape: RowStatement
  private let shared: RowStatement
  private let isSame: RowStatement?

  init(
    _ table: LayerTable, among field: String?, _ squareMetres: Double, in database: Database
  ) throws {
    self.table = table
    self.squareMetres = squareMetres
    self.database = database
    shape = try RowStatement(database, "SELECT geom FROM \(table.quotedName) WHERE fid = ?")
    shared = try RowStatement(
      database,
      """
      SELECT ST_Area(ST_Intersection(a.geom, b.geom)) FROM \(table.quotedName) a,
      \(table.quotedName) b WHERE a.fid = ? AND b.fid = ?
      """)
    isSame = try field.map {
      try RowStatement(
        database,
        """
        SELECT 1 FROM \(table.quotedName) a, \(table.quotedName) b
        WHERE a.fid = ? AND b.fid = ? AND a."\($0)" = b."\($0)"
        """)
    }
  }

  /// A polygon's row and box.
  private struct Entry {
    var row: Int64
    var box: Envelope
    var isNew: Bool
  }

  /// The rows of `commit` that share more than the allowed area with another row.
  func overlapping(of commit: Int64) throws -> Set<Int64> {
    var found: Set<Int64> = []
    let entries = try self.entries(of: commit).sorted { $0.box.minX < $1.box.minX }
    for (place, a) in entries.enumerated() {
      var geometry: Geometry?
      for b in entries[(place + 1)...] {
        if b.box.minX > a.box.maxX { break }
        guard a.isNew || b.isNew, mayOverlap(a.box, b.box) else { continue }
        // Nothing new to learn from rows that are found already.
        if !a.isNew || found.contains(a.row), !b.isNew || found.contains(b.row) { continue }
        if let isSame, try !asks(isSame, a.row, b.row) { continue }
        if geometry == nil { geometry = try self.geometry(a.row) }
        guard let geometry, try geometry.mayOverlap(self.geometry(b.row)) else { continue }
        guard try sharedSquareMetres(a, b) > squareMetres else { continue }
        for entry in [a, b] where entry.isNew { found.insert(entry.row) }
      }
    }
    return found
  }

  /// The commit's rows with their boxes, and the other rows that lie in the box around those.
  private func entries(of commit: Int64) throws -> [Entry] {
    var entries: [Entry] = []
    var extent = Envelope.empty
    let new = try RowStatement(
      database,
      """
      SELECT fid, MbrMinX(geom), MbrMinY(geom), MbrMaxX(geom), MbrMaxY(geom)
      FROM \(table.quotedName) WHERE commit_seq >= ?
      """, isOneOfFew: false)
    new.bind(1, commit)
    var rows = RowSet()
    while try new.step() {
      let entry = Entry(row: new.int64(0), box: new.box(1), isNew: true)
      rows.insert(entry.row)
      extent.formUnion(entry.box)
      entries.append(entry)
    }
    guard !extent.isEmpty else { return [] }
    let old = try RowStatement(
      database,
      """
      SELECT pkid, xmin, ymin, xmax, ymax FROM \(table.index.quotedName)
      WHERE xmax >= ? AND ymax >= ? AND xmin <= ? AND ymin <= ?
      """, isOneOfFew: false)
    old.bind(1, box: extent)
    while try old.step() {
      if rows.contains(old.int64(0)) { continue }
      entries.append(Entry(row: old.int64(0), box: old.box(1), isNew: false))
    }
    return entries
  }

  private func mayOverlap(_ a: Envelope, _ b: Envelope) -> Bool {
    let width = min(a.maxX, b.maxX) - max(a.minX, b.minX)
    let height = min(a.maxY, b.maxY) - max(a.minY, b.minY)
    guard width > 0, height > 0 else { return false }
    let scale = LocalMetres(latitude: (a.minY + a.maxY) / 2)
    return width * scale.eastPerDegree * height * scale.northPerDegree > squareMetres
  }

  private func geometry(_ row: Int64) throws -> Geometry {
    shape.bind(1, row)
    defer { shape.reset() }
    return try shape.step() ? shape.geometry(0) : Geometry(kind: .polygon)
  }

  private func asks(_ statement: RowStatement, _ a: Int64, _ b: Int64) throws -> Bool {
    statement.bind(1, a)
    statement.bind(2, b)
    defer { statement.reset() }
    return try statement.step()
  }

  private func sharedSquareMetres(_ a: Entry, _ b: Entry) throws -> Double {
    shared.bind(1, a.row)
    shared.bind(2, b.row)
    defer { shared.reset() }
    guard try shared.step() else { return 0 }
    let scale = LocalMetres(latitude: (a.box.minY + a.box.maxY) / 2)
    return shared.double(0) * scale.eastPerDegree * scale.northPerDegree
  }
}

extension RowStatement {
  /// The box in four columns minX, minY, maxX, maxY from `column` on.
  fileprivate func box(_ column: Int) -> Envelope {
    Envelope(
      minX: double(column), minY: double(column + 1), maxX: double(column + 2),
      maxY: double(column + 3))
  }
}

extension Geometry {
  /// Whether the interiors of two polygons may meet: edges of the two cross, or both cover a piece
  /// of a line of latitude.
  ///
  /// Where no edges cross, what the polygons share changes only at vertices: one line between each
  /// two neighbouring latitudes of vertices tells. With many vertices the answer is true.
  func mayOverlap(_ other: Geometry) -> Bool {
    let (a, b) = (envelope, other.envelope)
    let box = Envelope(
      minX: max(a.minX, b.minX), minY: max(a.minY, b.minY), maxX: min(a.maxX, b.maxX),
      maxY: min(a.maxY, b.maxY))
    guard !box.isEmpty else { return false }
    let latitudes = (latitudes(in: box) + other.latitudes(in: box) + [box.minY, box.maxY]).sorted()
    guard latitudes.count <= 64 else { return true }
    for (low, high) in zip(latitudes, latitudes.dropFirst()) where high - low > 1e-9 {
      let y = (low + high) / 2
      let (mine, theirs) = (spans(at: y), other.spans(at: y))
      for one in mine where theirs.contains(where: { $0.overlaps(one) }) { return true }
    }
    let edges = self.edges(meeting: box)
    return other.edges(meeting: box).contains { edge in edges.contains { $0.crosses(edge) } }
  }

  /// The latitudes of vertices inside a box.
  private func latitudes(in box: Envelope) -> [Double] {
    var latitudes: [Double] = []
    forEachEdge { edge in
      if edge.ay > box.minY && edge.ay < box.maxY { latitudes.append(edge.ay) }
    }
    return latitudes
  }

  /// Where a line of latitude runs inside the polygons, from west to east.
  private func spans(at y: Double) -> [Range<Double>] {
    var crossings: [Double] = []
    forEachEdge { edge in
      guard (edge.ay > y) != (edge.by > y) else { return }
      crossings.append(edge.ax + (y - edge.ay) / (edge.by - edge.ay) * (edge.bx - edge.ax))
    }
    crossings.sort()
    // About a tenth of a millimetre at each end: borders may touch.
    let margin = 1e-9
    var spans: [Range<Double>] = []
    for pair in Swift.stride(from: 0, to: crossings.count - 1, by: 2) {
      let (west, east) = (crossings[pair] + margin, crossings[pair + 1] - margin)
      if west < east { spans.append(west..<east) }
    }
    return spans
  }

  private func edges(meeting box: Envelope) -> [Segment] {
    var edges: [Segment] = []
    forEachEdge { edge in
      if edge.maxX >= box.minX && edge.minX <= box.maxX { edges.append(edge) }
    }
    return edges
  }

  private func forEachEdge(_ body: (Segment) -> Void) {
    for path in pathEnds.indices {
      for i in vertexRange(ofPath: path).dropLast() {
        let (a, b) = (i * stride, (i + 1) * stride)
        body(
          Segment(
            ax: ordinates[a], ay: ordinates[a + 1], bx: ordinates[b], by: ordinates[b + 1]))
      }
    }
  }
}
