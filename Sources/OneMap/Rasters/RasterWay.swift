import Coverages
import FeatureStore
import GeometryCore
import SimpleFeatures

/// How the cells of a raster layer come onto other cells.
struct RasterWay: Sendable {
  private let raster: StoredRaster
  private let target: RasterLattice
  private let transform: CoordinateTransform
  /// The target's cells that the raster may reach.
  private let columns: Range<Int>
  private let rows: Range<Int>

  /// More cells than this are not read for one answer.
  private static let largestWindow = 1 << 28

  /// - Throws: ``GeometryError`` where no sure way leads between the systems.
  init(_ raster: StoredRaster, to target: RasterLattice) throws(GeometryError) {
    self.raster = raster
    self.target = target
    let own = try CoordinateReferenceSystem(raster.lattice.crs)
    let asked = try CoordinateReferenceSystem(target.crs)
    transform = try CoordinateTransform(from: asked, to: own)
    // Only cells that the raster covers are brought over: far away the systems may not reach.
    let covered = try CoordinateTransform(from: own, to: asked).transform(raster.lattice.envelope)
    let cells = target.cells(covering: covered)
    columns = cells.columns.clamped(to: 0..<target.columns)
    rows = cells.rows.clamped(to: 0..<target.rows)
  }

  /// The values on the target's cells.
  func grid(from snapshot: any RasterSnapshot, by method: ResamplingMethod) throws -> RasterGrid {
    var answer = RasterGrid(target)
    guard !columns.isEmpty, !rows.isEmpty else { return answer }
    let part = target.part(columns: columns, rows: rows)
    let box = try transform.transform(part.envelope)
    let level = level(part, box)
    let cells = raster.lattice(level: level).cells(covering: box)
    let all = (raster.columns(level: level), raster.rows(level: level))
    // Two cells more on each side, for what lies between the outermost centres.
    let west = all.0.lowerBound + cells.columns.lowerBound - 2
    let east = all.0.lowerBound + cells.columns.upperBound + 2
    let north = all.1.lowerBound + cells.rows.lowerBound - 2
    let south = all.1.lowerBound + cells.rows.upperBound + 2
    let window = (
      columns: (west..<east).clamped(to: all.0), rows: (north..<south).clamped(to: all.1)
    )
    guard !window.columns.isEmpty, !window.rows.isEmpty else { return answer }
    guard window.columns.count * window.rows.count <= Self.largestWindow else {
      throw CoverageError(
        .tooLarge,
        "\(window.columns.count) x \(window.rows.count) cells of \(raster.id) are too many at once",
        hint: "ask for a smaller part or for coarser cells")
    }
    let source = try snapshot.grid(
      of: raster, level: level, columns: window.columns, rows: window.rows)
    let values =
      transform.isIdentity
      ? source.resampled(to: part, by: method)
      : source.resampled(to: part, by: method) { points in map(&points) }
    guard part != target else { return values }
    answer.overlay(values, columns: columns.lowerBound, rows: rows.lowerBound)
    return answer
  }

  /// The coarsest level whose cells are no larger than the target's.
  private func level(_ part: RasterLattice, _ box: Envelope) -> Int {
    let across = box.width / raster.lattice.cellWidth / Double(part.columns)
    let down = box.height / raster.lattice.cellHeight / Double(part.rows)
    var level = 0
    while level + 1 < raster.levels, Double(2 << level) <= min(across, down) * 1.001 { level += 1 }
    return level
  }

  /// Turns points of the target into the raster's CRS; those that cannot be are NaN.
  private func map(_ points: inout [Double]) {
    let all = Geometry(kind: .multiPoint, ordinates: points, pathEnds: [points.count / 2])
    if let mapped = try? transform.transform(all) {
      points = mapped.ordinates
      return
    }
    for i in stride(from: 0, to: points.count, by: 2) {
      let place = try? transform.transform(x: points[i], y: points[i + 1])
      (points[i], points[i + 1]) = place ?? (.nan, .nan)
    }
  }
}
