import Catalog
import GRDB
import SimpleFeatures

/// Tells whether a feature of some layers lies within a distance of a point.
///
/// For many questions the layers of points are read once into a grid of cells; for few, and for
/// lines and polygons, each question asks the R-tree.
struct NearbyFeatures {
  private let metres: Double
  private let queries: [BoxQuery]
  private var grid: PointGrid?
  /// From how many rows on the points are read once.
  private static let many = 2000

  /// - Parameter rows: How many features will be asked about.
  init(
    of layers: [LayerDefinition], within metres: Double, for rows: Int, in database: Database
  ) throws {
    self.metres = metres
    var queries: [BoxQuery] = []
    var points: [LayerTable] = []
    for layer in layers {
      if layer.geometry == .point && rows >= Self.many {
        points.append(LayerTable(layer))
      } else {
        queries.append(BoxQuery(LayerTable(layer), in: database))
      }
    }
    self.queries = queries
    if !points.isEmpty { grid = try PointGrid(points, cellMetres: metres, in: database) }
  }

  /// Whether both ends of path `path` of a line have a feature nearby.
  func holdsEnds(of line: Geometry) -> (Int) throws -> Bool {
    { path in
      let range = line.vertexRange(ofPath: path)
      guard let first = range.first, let last = range.last else { return true }
      return try [first, last].allSatisfy { vertex in
        let i = vertex * line.stride
        return try isNear(x: line.ordinates[i], y: line.ordinates[i + 1])
      }
    }
  }

  private func isNear(x: Double, y: Double) throws -> Bool {
    let scale = LocalMetres(latitude: y)
    if let grid, grid.holds(x: x, y: y, within: metres, scale) { return true }
    let box = scale.box(x: x, y: y, metres: metres)
    for query in queries {
      var isFound = false
      try query.forEach(meeting: box) { row in
        if !isFound { isFound = try scale.distance(x: x, y: y, to: row.geometry(1)) <= metres }
      }
      if isFound { return true }
    }
    return false
  }
}

/// Points in cells at least as large as the distance that will be asked for.
private struct PointGrid {
  private struct Cell: Hashable {
    var column: Int32
    var row: Int32
  }

  private var cells: [Cell: [SIMD2<Double>]] = [:]
  private let width: Double
  private let height: Double

  init(_ tables: [LayerTable], cellMetres: Double, in database: Database) throws {
    // A degree of longitude is shortest at the highest latitude of the points; 85° bounds it.
    let metres = max(cellMetres, 1)
    let scale = LocalMetres(latitude: 85)
    width = metres / scale.eastPerDegree
    height = metres / LocalMetres(latitude: 0).northPerDegree
    for table in tables {
      let rows = try RowStatement(
        database, "SELECT ST_X(geom), ST_Y(geom) FROM \(table.quotedName)", isOneOfFew: false)
      while try rows.step() {
        let point = SIMD2(rows.double(0), rows.double(1))
        cells[cell(point.x, point.y), default: []].append(point)
      }
    }
  }

  func holds(x: Double, y: Double, within metres: Double, _ scale: LocalMetres) -> Bool {
    let middle = cell(x, y)
    for column in middle.column - 1...middle.column + 1 {
      for row in middle.row - 1...middle.row + 1 {
        guard let points = cells[Cell(column: column, row: row)] else { continue }
        if points.contains(where: { scale.distance(x, y, $0.x, $0.y) <= metres }) { return true }
      }
    }
    return false
  }

  private func cell(_ x: Double, _ y: Double) -> Cell {
    Cell(column: Int32((x / width).rounded(.down)), row: Int32((y / height).rounded(.down)))
  }
}
