/// What an import made of those cells of a raster that had a value before.
package struct ReplacedCells: Sendable {
  /// Cells that had a value and were given one, changed or not.
  private(set) var count = 0
  var changedCount = 0
  private var sumBefore = 0.0
  private var sumOfSquaresBefore = 0.0
  private var sumAfter = 0.0

  /// A record of no cells.
  package init() {}

  mutating func add(_ before: Float, _ after: Float) {
    let old = Double(before)
    count += 1
    sumBefore += old
    sumOfSquaresBefore += old * old
    sumAfter += Double(after)
  }

  mutating func add(_ other: ReplacedCells) {
    count += other.count
    changedCount += other.changedCount
    sumBefore += other.sumBefore
    sumOfSquaresBefore += other.sumOfSquaresBefore
    sumAfter += other.sumAfter
  }

  /// The mean of these cells before and after the import; `nil` where there are none.
  package var means: (before: Double, after: Double)? {
    guard count > 0 else { return nil }
    return (sumBefore / Double(count), sumAfter / Double(count))
  }

  /// Whether the file is likely to hold something else than the layer does: nine of ten cells
  /// change, and their mean moves by more than half the standard deviation that they had.
  package var isUnlike: Bool {
    guard let means, 10 * changedCount >= 9 * count else { return false }
    let variance = max(sumOfSquaresBefore / Double(count) - means.before * means.before, 0)
    return abs(means.after - means.before) > variance.squareRoot() / 2
  }
}
