import Coverages
import SimpleFeatures

/// Which cells tell the water of each of some features.
///
/// They are those that the feature touches; of a polygon that holds the centres of cells, and so
/// blocks the water as a building does, also the eight around each of these.
struct ImpactCells: Sendable {
  /// Where the spans of each feature begin, and where those of the last end.
  private(set) var starts: [Int32] = [0]
  /// Cells in the order of the lattice, from and to: some may stand in two spans.
  private(set) var spans: [(from: Int32, to: Int32)] = []

  /// How many features there are.
  var count: Int { starts.count - 1 }

  /// Adds a feature.
  ///
  /// - Parameter geometry: In the CRS of the lattice.
  mutating func add(_ geometry: Geometry, on lattice: RasterLattice) {
    for span in lattice.spans(of: geometry, by: .allTouched) {
      add(span.row, span.columns, on: lattice)
    }
    if geometry.kind == .polygon || geometry.kind == .multiPolygon {
      for span in lattice.spans(of: geometry, by: .centre) {
        for row in span.row - 1...span.row + 1 {
          add(row, span.columns.lowerBound - 1..<span.columns.upperBound + 1, on: lattice)
        }
      }
    }
    starts.append(Int32(spans.count))
  }

  /// Adds an area that counts only the cells whose centres it holds.
  mutating func add(area geometry: Geometry, on lattice: RasterLattice) {
    for span in lattice.spans(of: geometry, by: .centre) {
      add(span.row, span.columns, on: lattice)
    }
    starts.append(Int32(spans.count))
  }

  /// Adds a feature with the cells of another.
  mutating func add(cellsOf index: Int, in other: ImpactCells) {
    spans += other.spans[Int(other.starts[index])..<Int(other.starts[index + 1])]
    starts.append(Int32(spans.count))
  }

  private mutating func add(_ row: Int, _ columns: Range<Int>, on lattice: RasterLattice) {
    let inside = columns.clamped(to: 0..<lattice.columns)
    guard (0..<lattice.rows).contains(row), !inside.isEmpty else { return }
    let start = row * lattice.columns
    spans.append((Int32(start + inside.lowerBound), Int32(start + inside.upperBound)))
  }

  /// The largest value of each feature; 0 where none is above it.
  func largest(_ values: [Float]) -> [Float] {
    var largest = [Float](repeating: 0, count: count)
    let (values, spans) = (values.span, spans.span)
    for feature in 0..<count {
      var most: Float = 0
      for place in Int(starts[feature])..<Int(starts[feature + 1]) {
        for cell in Int(spans[place].from)..<Int(spans[place].to) where values[cell] > most {
          most = values[cell]
        }
      }
      largest[feature] = most
    }
    return largest
  }

  /// How many cells of each feature have at least each of some values: feature by feature.
  func counts(_ values: [Float], atLeast levels: [Float]) -> [Int32] {
    var counts = [Int32](repeating: 0, count: count * levels.count)
    let (values, spans) = (values.span, spans.span)
    let least = levels.min() ?? 0
    for feature in 0..<count {
      for place in Int(starts[feature])..<Int(starts[feature + 1]) {
        for cell in Int(spans[place].from)..<Int(spans[place].to) where values[cell] >= least {
          for (number, level) in levels.enumerated() where values[cell] >= level {
            counts[feature * levels.count + number] += 1
          }
        }
      }
    }
    return counts
  }
}
