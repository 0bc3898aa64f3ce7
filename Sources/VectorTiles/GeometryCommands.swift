/// The command stream of an MVT feature (specification 2.1, §4.3): moves, lines and closed rings.
struct GeometryCommands {
  /// The packed command integers.
  var bytes = ByteWriter()
  private var cursor = GridPoint(x: 0, y: 0)

  /// Whether there is nothing to draw.
  var isEmpty: Bool { bytes.count == 0 }

  /// Forgets all commands and takes the cursor back to the tile's corner.
  mutating func removeAll() {
    bytes.count = 0
    cursor = GridPoint(x: 0, y: 0)
  }

  /// A state of the stream to come back to.
  struct Mark {
    fileprivate let count: Int
    fileprivate let cursor: GridPoint
  }

  /// The present state.
  var mark: Mark { Mark(count: bytes.count, cursor: cursor) }

  /// Forgets all commands since `mark`.
  mutating func removeAll(after mark: Mark) {
    bytes.count = mark.count
    cursor = mark.cursor
  }

  /// Appends all points as one MoveTo; the one move of a point feature.
  mutating func append(points grid: borrowing Scratch<GridPoint>) {
    guard grid.count > 0 else { return }
    put(.moveTo, grid, from: 0, count: grid.count, isReversed: false)
  }

  /// Appends a line of at least two different vertices in a row; shorter ones are left out.
  mutating func append(line grid: borrowing Scratch<GridPoint>) {
    guard grid.count > 1 else { return }
    put(.moveTo, grid, from: 0, count: 1, isReversed: false)
    put(.lineTo, grid, from: 1, count: grid.count - 1, isReversed: false)
  }

  /// Appends a ring of at least three vertices, the other way round when `isReversed`.
  mutating func append(ring grid: borrowing Scratch<GridPoint>, isReversed: Bool) {
    guard grid.count > 2 else { return }
    put(.moveTo, grid, from: 0, count: 1, isReversed: isReversed)
    put(.lineTo, grid, from: 1, count: grid.count - 1, isReversed: isReversed)
    bytes.append(byte: UInt8(Command.closePath.rawValue | 1 << 3))
  }

  private enum Command: UInt64 {
    case moveTo = 1
    case lineTo = 2
    case closePath = 7
  }

  private mutating func put(
    _ command: Command, _ grid: borrowing Scratch<GridPoint>, from start: Int, count: Int,
    isReversed: Bool
  ) {
    precondition(start >= 0 && start + count <= grid.count && grid.count <= grid.storage.count)
    bytes.reserve(10 * count + 10)
    let points = grid.storage.span
    var index = bytes.count
    var at = cursor
    var out = bytes.storage.mutableSpan
    putVarint(command.rawValue | UInt64(count) &<< 3, into: &out, at: &index)
    for i in start..<(start &+ count) {
      let point = unsafe points[unchecked: isReversed && i > 0 ? grid.count &- i : i]
      putVarint(zigzag(Int64(point.x) &- Int64(at.x)), into: &out, at: &index)
      putVarint(zigzag(Int64(point.y) &- Int64(at.y)), into: &out, at: &index)
      at = point
    }
    cursor = at
    bytes.count = index
  }
}
