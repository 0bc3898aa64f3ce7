/// What a cell should hold by what is known before it: its neighbours to the west, north and
/// north-west, and the frame before.
struct FieldPrediction {
  /// Cells along the sides of a block, which has one mode.
  static let (width, height) = (64, 16)

  /// How a block is predicted.
  enum Mode: UInt8, CaseIterable {
    /// The median of west, north and the plane through the three neighbours (LOCO-I; Weinberger,
    /// Seroussi, Sapiro 2000, doi:10.1109/83.855427).
    case median
    /// The same of the surface over the ground; neighbours without water have that of their
    /// neighbours.
    case surface
    /// The number in the frame before.
    case before
    /// That number, and the median of what changed around it.
    case change
  }

  /// Whole multiples of the height of the ground, as the plane's numbers; empty for none.
  let ground: [Int32]
  /// The numbers of the frame before; empty for none.
  let before: [Int32]
  /// Heights of the surface; that of a neighbour where a cell holds no number.
  var surface: [Int32]
  let stride: Int

  init(_ plane: FieldPlane, ground: [Int32], before: [Int32]) {
    self.ground = ground
    self.before = before
    surface = ground.isEmpty ? [] : [Int32](repeating: 0, count: plane.numbers.count)
    stride = plane.stride
  }

  /// The modes that there can be.
  var modes: [Mode] {
    Mode.allCases.filter {
      switch $0 {
      case .median: true
      case .surface: !ground.isEmpty
      case .before, .change: !before.isEmpty
      }
    }
  }

  /// The ranges of columns and rows of all blocks, row by row.
  static func blocks(_ plane: FieldPlane) -> [(columns: Range<Int>, rows: Range<Int>)] {
    Swift.stride(from: 0, to: plane.rows, by: height).flatMap { row in
      Swift.stride(from: 0, to: plane.columns, by: width).map { column in
        (
          column..<min(column + width, plane.columns), row..<min(row + height, plane.rows)
        )
      }
    }
  }

  /// The surface of the cell at `i`, once its own number is known.
  @inline(__always)
  static func surface(
    _ surface: Span<Int32>, _ states: Span<UInt8>, at i: Int, stride: Int, number: Int32,
    ground: Int32
  ) -> Int32 {
    let carried = states[i - stride] == FieldPlane.number ? surface[i - stride] : surface[i - 1]
    return states[i] == FieldPlane.number ? number &+ ground : carried
  }

  /// The median of west, north and west + north - north-west.
  @inline(__always)
  static func median(_ west: Int32, _ north: Int32, _ northWest: Int32) -> Int32 {
    let (low, high) = (min(west, north), max(west, north))
    return max(low, min(high, west &+ north &- northWest))
  }

  /// The median of the surface; of what holds no number only the surface that was carried there.
  @inline(__always)
  static func surfaceMedian(
    _ surface: Span<Int32>, _ states: Span<UInt8>, at i: Int, stride: Int
  ) -> Int32 {
    let (west, north, northWest) = (surface[i - 1], surface[i - stride], surface[i - stride - 1])
    let northOrWest = states[i - stride] == FieldPlane.number ? north : west
    let westOrNorth = states[i - 1] == FieldPlane.number ? west : northOrWest
    let corner = states[i - stride - 1] == FieldPlane.number ? northWest : northOrWest
    return median(westOrNorth, northOrWest, corner)
  }

  /// The median of what changed since the frame before, added to what it held.
  @inline(__always)
  static func changeMedian(
    _ numbers: Span<Int32>, _ before: Span<Int32>, at i: Int, stride: Int
  ) -> Int32 {
    before[i]
      &+ median(
        numbers[i - 1] &- before[i - 1], numbers[i - stride] &- before[i - stride],
        numbers[i - stride - 1] &- before[i - stride - 1])
  }
}
