import SimpleFeatures

/// The area that a cell of a target covers in a source, as a box counted in the source's cells.
struct Footprint {
  var west: Double
  var east: Double
  var north: Double
  var south: Double

  /// The columns and rows that the box shares area with; `nil` where there are none.
  func clipped(columns: Int, rows: Int) -> (columns: Range<Int>, rows: Range<Int>)? {
    guard west < Double(columns), east > 0, north < Double(rows), south > 0 else { return nil }
    let left = max(0, Int(west.rounded(.down)))
    let top = max(0, Int(north.rounded(.down)))
    let right = Int(min(Double(columns), east.rounded(.up)))
    let bottom = Int(min(Double(rows), south.rounded(.up)))
    guard left < right, top < bottom else { return nil }
    return (left..<right, top..<bottom)
  }

  @inline(__always)
  func shareOfColumn(_ column: Int) -> Double {
    min(east, Double(column) + 1) - max(west, Double(column))
  }

  @inline(__always)
  func shareOfRow(_ row: Int) -> Double {
    min(south, Double(row) + 1) - max(north, Double(row))
  }
}

/// The footprints of a band of cells, from the positions of their centres and of those of the next
/// column and row.
struct Footprints {
  private let positions: [Double]
  private let width: Int
  /// Shares of area by value, kept between cells to save its memory.
  private var shares: [(value: Float, share: Double)] = []

  /// - Parameter width: Positions in a row, one more than there are cells.
  init(_ band: [Double], width: Int) {
    positions = band
    self.width = width
  }

  /// The box around a centre, as wide and high as the steps to the next column and row.
  func box(_ column: Int, _ row: Int) -> Footprint {
    let own = 2 * (row * width + column)
    let (east, south) = (own + 2, own + 2 * width)
    let (x, y) = (positions[own], positions[own + 1])
    let halfWidth = (abs(positions[east] - x) + abs(positions[south] - x)) / 2
    let halfHeight = (abs(positions[east + 1] - y) + abs(positions[south + 1] - y)) / 2
    return Footprint(
      west: Self.snapped(x - halfWidth), east: Self.snapped(x + halfWidth),
      north: Self.snapped(y - halfHeight), south: Self.snapped(y + halfHeight))
  }

  /// Edges that rounding moved off a whole cell go back to it.
  private static func snapped(_ position: Double) -> Double {
    let whole = position.rounded()
    return abs(position - whole) < 1e-6 ? whole : position
  }

  /// The value with the largest share of the box, the smallest of equal ones; NaN where none has
  /// a value.
  mutating func mode(of grid: RasterGrid, over box: Footprint) -> Float {
    guard let part = box.clipped(columns: grid.columns, rows: grid.rows) else { return .nan }
    shares.removeAll(keepingCapacity: true)
    for row in part.rows {
      for column in part.columns {
        let value = grid.values[row * grid.columns + column]
        if value.isNaN { continue }
        let share = box.shareOfRow(row) * box.shareOfColumn(column)
        if let known = shares.firstIndex(where: { $0.value == value }) {
          shares[known].share += share
        } else {
          shares.append((value, share))
        }
      }
    }
    var best: (value: Float, share: Double) = (.nan, 0)
    for entry in shares {
      if entry.share > best.share + 1e-12
        || (abs(entry.share - best.share) <= 1e-12 && entry.value < best.value)
      {
        best = entry
      }
    }
    return best.value
  }
}

extension RasterGrid {
  /// The mean over a box counted in cells; NaN where no cell in it has a value.
  func average(over box: Footprint) -> Float {
    guard let part = box.clipped(columns: columns, rows: rows) else { return .nan }
    var (sum, weights) = (0.0, 0.0)
    for row in part.rows {
      let height = box.shareOfRow(row)
      let start = row * columns
      for column in part.columns {
        let value = values[start + column]
        if value.isNaN { continue }
        let weight = height * box.shareOfColumn(column)
        sum += weight * Double(value)
        weights += weight
      }
    }
    return weights > 0 ? Float(sum / weights) : .nan
  }
}
