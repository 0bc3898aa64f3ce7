/// A vertex in units of a tile's grid before rounding: x to the east, y to the south.
struct TilePoint: Equatable {
  var x: Double
  var y: Double
}

/// A vertex on a tile's grid.
struct GridPoint: Equatable {
  var x: Int32
  var y: Int32

  static var zero: GridPoint { GridPoint(x: 0, y: 0) }
}

/// Storage that hot loops fill through a span after one check of its size; it only ever grows.
struct Scratch<Element: BitwiseCopyable & Sendable>: Sendable {
  /// All elements; those from ``count`` on are left over from earlier use.
  var storage: [Element] = []
  /// How many elements are in use.
  var count = 0

  /// Makes room for `total` elements in ``storage``, keeping those there are.
  @inline(__always)
  mutating func reserve(_ total: Int, filler: Element) {
    if storage.count < total { grow(to: total, filler: filler) }
  }

  /// Appends `elements`.
  mutating func append(_ elements: Span<Element>, filler: Element) {
    reserve(count + elements.count, filler: filler)
    let start = count
    var room = storage.mutableSpan
    for i in 0..<elements.count { unsafe room[unchecked: start &+ i] = elements[unchecked: i] }
    count = start + elements.count
  }

  @inline(never)
  private mutating func grow(to total: Int, filler: Element) {
    let capacity = max(total, 2 * storage.count, 64)
    storage.append(contentsOf: repeatElement(filler, count: capacity - storage.count))
  }
}
