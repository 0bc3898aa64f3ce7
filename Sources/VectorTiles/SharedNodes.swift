/// Finds the nodes of a coverage on the grid: the places where borders of several features part.
///
/// A vertex whose neighbours differ from one feature to another is a node. Between nodes, rings
/// that share a border share each of its vertices, so simplifying from node to node keeps it
/// shared.
struct SharedNodes {
  /// Packed places, 0 for an empty slot.
  private var places: [UInt64]
  private var neighbours: [(UInt64, UInt64)]
  private var features: [Int32]
  private var isNode: [Bool]
  private let mask: Int

  /// - Parameter vertexCount: How many vertices will be noted at most.
  init(vertexCount: Int) {
    var capacity = 64
    while capacity < 2 * vertexCount { capacity *= 2 }
    mask = capacity - 1
    places = Array(repeating: 0, count: capacity)
    neighbours = Array(repeating: (0, 0), count: capacity)
    features = Array(repeating: 0, count: capacity)
    isNode = Array(repeating: false, count: capacity)
  }

  /// Notes the vertices of a closed ring of a feature.
  mutating func note(ring points: ArraySlice<GridPoint>, of feature: Int) {
    guard var before = points.last.map(Self.pack), let first = points.first else { return }
    var current = Self.pack(first)
    for index in points.indices {
      let next = Self.pack(index + 1 < points.endIndex ? points[index + 1] : first)
      note(current, between: (min(before, next), max(before, next)), of: Int32(feature))
      (before, current) = (current, next)
    }
  }

  private mutating func note(_ place: UInt64, between pair: (UInt64, UInt64), of feature: Int32) {
    let slot = slot(of: place)
    if places[slot] == 0 {
      places[slot] = place
      neighbours[slot] = pair
      features[slot] = feature
    } else if features[slot] != feature, neighbours[slot] != pair {
      isNode[slot] = true
    }
  }

  /// Whether borders part at a vertex that was noted.
  func isNode(_ point: GridPoint) -> Bool { isNode[slot(of: Self.pack(point))] }

  private func slot(of place: UInt64) -> Int {
    let hash = place &* 0x9e37_79b9_7f4a_7c15
    var slot = Int(truncatingIfNeeded: hash &>> 32) & mask
    while places[slot] != 0, places[slot] != place { slot = (slot + 1) & mask }
    return slot
  }

  /// Both ordinates in one number, never 0: they lie within ±2^18 (``gridUnits(_:)``).
  private static func pack(_ point: GridPoint) -> UInt64 {
    UInt64(UInt32(bitPattern: point.x &+ 0x0010_0000)) << 32
      | UInt64(UInt32(bitPattern: point.y &+ 0x0010_0000))
  }
}
