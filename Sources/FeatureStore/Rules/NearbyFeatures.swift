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
    if !points.isEmpty { grid = try PointGrid(points, reach: metres, in: database) }
  }

  /// Whether both ends of every path of a line have a feature nearby.
  func holdEnds(of line: Geometry) throws -> Bool {
    for path in line.pathEnds.indices {
      let range = line.vertexRange(ofPath: path)
      guard !range.isEmpty else { continue }
      for vertex in [range.lowerBound, range.upperBound - 1] {
        let i = vertex * line.stride
        if try !isNear(x: line.ordinates[i], y: line.ordinates[i + 1]) { return false }
      }
    }
    return true
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

/// Points in cells that are large against the distance that will be asked for, so that most
/// questions look into one of them.
private struct PointGrid {
  private struct Cell: Hashable {
    var column: Int32
    var row: Int32
  }

  private var cells: [Cell: [SIMD2<Double>]] = [:]
  /// Side of a cell in degrees.
  private let side: Double
  /// How many times the distance a cell is wide.
  private static let widening = 20.0

  init(_ tables: [LayerTable], reach metres: Double, in database: Database) throws {
    let equator = LocalMetres(latitude: 0)
    side = max(metres, 1) * Self.widening / equator.northPerDegree
    for table in tables {
      let rows = try RowStatement(
        database, "SELECT MbrMinX(geom), MbrMinY(geom) FROM \(table.quotedName)",
        isOneOfFew: false)
      while try rows.step() {
        let point = SIMD2(rows.double(0), rows.double(1))
        cells[cell(point.x, point.y), default: []].append(point)
      }
    }
  }

  func holds(x: Double, y: Double, within metres: Double, _ scale: LocalMetres) -> Bool {
    let box = scale.box(x: x, y: y, metres: metres)
    let (low, high) = (cell(box.minX, box.minY), cell(box.maxX, box.maxY))
    // Near a pole the box goes round the Earth: every point is compared.
    guard high.column - low.column < 1000 else {
      return cells.values.contains { points in
        points.contains { scale.distance(x, y, $0.x, $0.y) <= metres }
      }
    }
    for column in low.column...high.column {
      for row in low.row...high.row {
        guard let points = cells[Cell(column: column, row: row)] else { continue }
        if points.contains(where: { scale.distance(x, y, $0.x, $0.y) <= metres }) { return true }
      }
    }
    return false
  }

  private func cell(_ x: Double, _ y: Double) -> Cell {
    Cell(column: Self.number(x / side), row: Self.number(y / side))
  }

  /// Places beyond all numbers of cells fall into the outermost one.
  private static func number(_ cells: Double) -> Int32 {
    Int32(min(max(cells.rounded(.down), -1e9), 1e9))
  }
}
