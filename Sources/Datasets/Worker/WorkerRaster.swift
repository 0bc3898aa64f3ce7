import SimpleFeatures

/// A raster that another process reads and sends from north to south.
final class WorkerRaster: RasterRows {
  let head: RasterHead
  private let frames: WorkerFrames
  /// Cells that have come and were not asked for yet, and the row that they begin in.
  private var cells: [Float] = []
  private var nextRow = 0

  init(_ path: String, _ executable: String) throws(ImportError) {
    frames = try WorkerFrames(executable, [DatasetWorker.rasterCommand, path], path)
    switch try frames.next() {
    case .raster(let head):
      let lattice = head.lattice
      guard lattice.cellCount <= frames.limits.cells else {
        throw frames.limits.tooManyCells(path, lattice.columns, lattice.rows)
      }
      self.head = head
    case .failure(let error): throw frames.cause(of: error)
    default: throw frames.unintelligible
    }
  }

  func values(rows: Range<Int>) throws(ImportError) -> [Float] {
    precondition(rows.lowerBound >= nextRow, "rows are read from north to south")
    let columns = head.lattice.columns
    while cells.count < (rows.upperBound - nextRow) * columns {
      switch try frames.next() {
      case .cells(let more): cells += more
      case .failure(let error): throw frames.cause(of: error)
      default: throw frames.unintelligible
      }
    }
    let passed = (rows.lowerBound - nextRow) * columns
    let values = Array(cells[passed..<passed + rows.count * columns])
    cells.removeFirst(passed + values.count)
    nextRow = rows.upperBound
    return values
  }
}
