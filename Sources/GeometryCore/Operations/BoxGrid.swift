import SimpleFeatures

/// Boxes in a grid of equal cells, one cell a box: the boxes that hold a point are in its cell.
///
/// For boxes of like size, as districts and plots are: a question reads one short run of memory,
/// where a tree reads a node on each level. `nil` for boxes that would stand in more than 16 cells
/// each on average; those are for ``PackedBoxes``.
struct BoxGrid: Sendable {
  /// Where each cell begins in ``sides`` and ``items``, row by row, and one past the last.
  private var starts: [Int32] = []
  /// The boxes as (minX, minY, −maxX, −maxY): one vector comparison tells whether one holds a
  /// point.
  private var sides: [SIMD4<Double>] = []
  private var items: [Int32] = []
  private let minX: Double
  private let minY: Double
  private let columnsPerUnit: Double
  private let rowsPerUnit: Double
  private let columns: Int
  private let rows: Int

  /// Grids `boxes`, none of which is empty; items are their indices.
  init?(_ boxes: [Envelope]) {
    var whole = Envelope.empty
    for box in boxes { whole.formUnion(box) }
    guard !boxes.isEmpty, boxes.count < 100_000_000, whole.width > 0, whole.height > 0 else {
      return nil
    }
    // Cells about as wide as high, as many as boxes.
    let share = (Double(boxes.count) * whole.width / whole.height).squareRoot().rounded(.up)
    columns = Int(max(1, min(Double(boxes.count), share)))
    rows = max(1, boxes.count / columns)
    (minX, minY) = (whole.minX, whole.minY)
    columnsPerUnit = Double(columns) / whole.width
    rowsPerUnit = Double(rows) / whole.height
    guard columnsPerUnit.isFinite, rowsPerUnit.isFinite else { return nil }
    var counts = [Int32](repeating: 0, count: columns * rows + 1)
    var total = 0
    for box in boxes {
      let (x, y) = cells(box)
      total += x.count * y.count
      guard total <= 16 * boxes.count else { return nil }
      for row in y { for column in x { counts[row * columns + column + 1] += 1 } }
    }
    for i in 0..<(columns * rows) { counts[i + 1] += counts[i] }
    starts = counts
    sides = Array(repeating: .zero, count: total)
    items = Array(repeating: 0, count: total)
    for (item, box) in boxes.enumerated() {
      let (x, y) = cells(box)
      for row in y {
        for column in x {
          let place = Int(counts[row * columns + column])
          counts[row * columns + column] += 1
          sides[place] = SIMD4(box.minX, box.minY, -box.maxX, -box.maxY)
          items[place] = Int32(item)
        }
      }
    }
  }

  private func cells(_ box: Envelope) -> (ClosedRange<Int>, ClosedRange<Int>) {
    (column(box.minX)...column(box.maxX), row(box.minY)...row(box.maxY))
  }

  private func column(_ x: Double) -> Int {
    Int(max(0, min(Double(columns - 1), (x - minX) * columnsPerUnit)))
  }

  private func row(_ y: Double) -> Int {
    Int(max(0, min(Double(rows - 1), (y - minY) * rowsPerUnit)))
  }

  /// Calls `body` with each box that holds the point, border included; x and y are finite.
  @inline(__always)
  func forEach(holdingX x: Double, _ y: Double, _ body: (Int) -> Void) {
    let (starts, sides, items) = (starts.span, sides.span, items.span)
    let cell = row(y) * columns + column(x)
    let point = SIMD4(x, y, -x, -y)
    for i in Int(starts[cell])..<Int(starts[cell + 1]) where all(sides[i] .<= point) {
      body(Int(items[i]))
    }
  }
}
