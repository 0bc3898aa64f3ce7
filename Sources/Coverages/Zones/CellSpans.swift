public import SimpleFeatures

/// Which cells a polygon takes.
///
/// Points take the cell that holds them. Lines take every cell that they pass through, so that a
/// wall or a bank that is burned has no gap, not even a diagonal one.
public enum TouchRule: String, Sendable {
  /// Cells whose centre lies in the polygon; a centre on an edge goes to the polygon east or north
  /// of it, so polygons that share borders share no cell.
  case centre
  /// Also every cell that the border passes through.
  case allTouched
}

/// Some cells of one row.
public struct CellSpan: Equatable, Sendable {
  /// The row, from the north.
  public var row: Int
  /// The columns, from the west.
  public var columns: Range<Int>

  /// A run of cells.
  public init(row: Int, columns: Range<Int>) {
    self.row = row
    self.columns = columns
  }
}

extension RasterLattice {
  /// The cells of the lattice that a geometry takes, by rows, each cell once.
  ///
  /// The parts of a multi-geometry and the members of a collection count together.
  ///
  /// - Parameter geometry: In the lattice's CRS.
  /// - Complexity: O(v + Σ h log h) for v vertices and h crossings in each row, and the spans.
  public func spans(of geometry: Geometry, by rule: TouchRule) -> [CellSpan] {
    var collector = SpanCollector(self)
    collector.add(geometry, rule)
    return collector.merged()
  }
}

/// Collects spans of cells in any order.
struct SpanCollector {
  private let lattice: RasterLattice
  private var spans: [CellSpan] = []

  init(_ lattice: RasterLattice) {
    self.lattice = lattice
  }

  mutating func add(_ geometry: Geometry, _ rule: TouchRule) {
    for member in geometry.members { add(member, rule) }
    guard lattice.cellCount > 0 else { return }
    switch geometry.kind {
    case .point, .multiPoint:
      for i in 0..<geometry.vertexCount {
        let place = i * geometry.stride
        let cell = lattice.cell(x: geometry.ordinates[place], y: geometry.ordinates[place + 1])
        if let cell { add(row: cell.row, cell.column..<cell.column + 1) }
      }
    case .lineString, .multiLineString: addPaths(of: geometry)
    case .polygon, .multiPolygon:
      // Each part alone: parts of a valid multipolygon share no area, others count once.
      for part in geometry.partEnds.indices { addInside(of: geometry, part: part) }
      if rule == .allTouched { addPaths(of: geometry) }
    case .collection: break
    }
  }

  /// Adds the columns that lie in the lattice.
  mutating func add(row: Int, _ columns: Range<Int>) {
    let inside = columns.clamped(to: 0..<lattice.columns)
    if (0..<lattice.rows).contains(row), !inside.isEmpty {
      spans.append(CellSpan(row: row, columns: inside))
    }
  }

  /// The spans by row and column; those that touch or overlap are one.
  func merged() -> [CellSpan] {
    let sorted = spans.sorted {
      ($0.row, $0.columns.lowerBound) < ($1.row, $1.columns.lowerBound)
    }
    var merged: [CellSpan] = []
    for span in sorted {
      if let last = merged.last, last.row == span.row,
        span.columns.lowerBound <= last.columns.upperBound
      {
        let end = max(last.columns.upperBound, span.columns.upperBound)
        merged[merged.count - 1].columns = last.columns.lowerBound..<end
      } else {
        merged.append(span)
      }
    }
    return merged
  }

  // MARK: Polygons

  /// Adds the cells whose centre lies in one polygon: by each row's centre line the crossings with
  /// the rings, of which every second begins a run.
  private mutating func addInside(of geometry: Geometry, part: Int) {
    var crossings: [Int] = []
    for path in geometry.pathRange(ofPart: part) {
      let vertices = geometry.vertexRange(ofPath: path)
      for i in vertices.dropLast() {
        let a = geometry.ordinates[i * geometry.stride]
        let b = geometry.ordinates[i * geometry.stride + 1]
        let c = geometry.ordinates[(i + 1) * geometry.stride]
        let d = geometry.ordinates[(i + 1) * geometry.stride + 1]
        // Both polygons of a shared edge see it from the same end, so they round alike.
        let edge = b > d || (b == d && a > c) ? (a, b, c, d) : (c, d, a, b)
        addCrossings(of: edge, to: &crossings)
      }
    }
    crossings.sort()
    let mask = 1 << Self.columnBits - 1
    for i in stride(from: 0, to: crossings.count - 1, by: 2) {
      add(
        row: crossings[i] >> Self.columnBits,
        crossings[i] & mask..<crossings[i + 1] & mask)
    }
  }

  /// A crossing is one number, row before column, so that all of them are sorted at once.
  private static let columnBits = 32

  /// Notes for each centre line that the edge crosses the first column whose centre is not west of
  /// the crossing.
  ///
  /// The edge goes from its northern end (x0, y0) to its southern (x1, y1); a line
  /// through the northern end counts, one through the southern does not.
  private func addCrossings(
    of edge: (x0: Double, y0: Double, x1: Double, y1: Double), to crossings: inout [Int]
  ) {
    guard edge.y0 > edge.y1 else { return }
    let top = lattice.rowPosition(edge.y0) - 0.5
    let bottom = lattice.rowPosition(edge.y1) - 0.5
    let last = Double(lattice.rows)
    let first = Int(min(max(top.rounded(.up), 0), last))
    let end = Int(min(max(bottom.rounded(.up), 0), last))
    guard first < end else { return }
    let slope = (edge.x1 - edge.x0) / (edge.y1 - edge.y0)
    for row in first..<end {
      let x = edge.x0 + (lattice.y(ofRow: row) - edge.y0) * slope
      let column = (lattice.columnPosition(x) - 0.5).rounded(.up)
      let inside = Int(min(max(column, 0), Double(lattice.columns)))
      crossings.append(row << Self.columnBits | inside)
    }
  }

  // MARK: Lines

  private mutating func addPaths(of geometry: Geometry) {
    for path in geometry.pathEnds.indices {
      let vertices = geometry.vertexRange(ofPath: path)
      for i in vertices.dropLast() {
        let place = i * geometry.stride
        let next = place + geometry.stride
        addLine(
          from: cells(geometry.ordinates[place], geometry.ordinates[place + 1]),
          to: cells(geometry.ordinates[next], geometry.ordinates[next + 1]))
      }
    }
  }

  private func cells(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    (lattice.columnPosition(x), lattice.rowPosition(y))
  }

  /// Adds, row by row, the columns over which the line runs while it is in the row.
  private mutating func addLine(from a: (x: Double, y: Double), to b: (x: Double, y: Double)) {
    let (top, bottom) = a.y <= b.y ? (a, b) : (b, a)
    let last = Double(lattice.rows)
    guard bottom.y >= 0, top.y < last else { return }
    let first = Int(max(top.y.rounded(.down), 0))
    let end = Int(min(bottom.y.rounded(.down), last - 1))
    let slope = top.y == bottom.y ? 0 : (bottom.x - top.x) / (bottom.y - top.y)
    guard first <= end else { return }
    for row in first...end {
      let enters = Double(row) <= top.y ? top.x : top.x + (Double(row) - top.y) * slope
      let leaves =
        Double(row + 1) >= bottom.y ? bottom.x : top.x + (Double(row + 1) - top.y) * slope
      let bound = Double(lattice.columns)
      let west = min(max(min(enters, leaves).rounded(.down), -1), bound)
      let east = min(max(max(enters, leaves).rounded(.down), -1), bound)
      add(row: row, Int(west)..<Int(east) + 1)
    }
  }
}
