/// The nodes of a coverage on the grid: the places where borders of several features part.
///
/// A vertex whose neighbours differ from one feature to another is a node. Between nodes, rings
/// that share a border share each of its vertices, so simplifying from node to node keeps it
/// shared.
struct SharedNodes {
  /// A place on the grid, as the first vertex there and its feature know it.
  private struct Place {
    let vertex: GridPoint
    let neighbours: (GridPoint, GridPoint)
    let feature: Int32
    var isNode = false
  }

  private var places: [Place] = []
  /// For each vertex the index of its place.
  private var placeOfVertex: [Int32]
  /// Whether borders part nowhere.
  private(set) var isEmpty = true

  /// - Parameters:
  ///   - rings: Rings without gaps between them.
  ///   - features: The rings of each feature; together all rings, in their order.
  init(of rings: borrowing GridRings, features: some Sequence<Range<Int>>) {
    let count = rings.vertices.count
    places.reserveCapacity(count)
    placeOfVertex = Array(repeating: 0, count: count)
    var capacity = 64
    while capacity < 2 * count { capacity *= 2 }
    // Open addressing: the index of a place + 1, or 0 for a free slot.
    var slots: [Int32] = Array(repeating: 0, count: capacity)
    var feature: Int32 = 0
    for range in features {
      for ring in range { note(rings[ring].vertices, of: rings, feature, in: &slots) }
      feature += 1
    }
  }

  /// Notes the vertices of a closed ring of a feature.
  private mutating func note(
    _ ring: Range<Int>, of rings: borrowing GridRings, _ feature: Int32, in slots: inout [Int32]
  ) {
    guard !ring.isEmpty else { return }
    let points = rings.vertices.storage.span.extracting(ring)
    var slotSpan = slots.mutableSpan
    var before = points[points.count - 1]
    var current = points[0]
    for index in points.indices {
      let next = unsafe points[unchecked: index + 1 < points.count ? index + 1 : 0]
      let slot = Self.slot(of: current, among: places, slotSpan)
      let found = Int(slotSpan[slot]) - 1
      if found < 0 {
        places.append(Place(vertex: current, neighbours: (before, next), feature: feature))
        slotSpan[slot] = Int32(places.count)
      } else if places[found].feature != feature,
        places[found].neighbours != (before, next), places[found].neighbours != (next, before)
      {
        places[found].isNode = true
        isEmpty = false
      }
      placeOfVertex[ring.lowerBound + index] = slotSpan[slot] - 1
      (before, current) = (current, next)
    }
  }

  /// Whether borders part at a vertex, which counts from the first of all rings.
  func isNode(_ vertex: Int) -> Bool { places[Int(placeOfVertex[vertex])].isNode }

  /// The slot that holds the place of `point`, or the free one that will.
  @inline(__always)
  private static func slot(
    of point: GridPoint, among places: [Place], _ slots: borrowing MutableSpan<Int32>
  ) -> Int {
    let packed =
      UInt64(UInt32(bitPattern: point.x)) &<< 32 | UInt64(UInt32(bitPattern: point.y))
    let hash = packed &* 0x9e37_79b9_7f4a_7c15
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash &>> 32) & mask
    while slots[slot] != 0, places[Int(slots[slot]) - 1].vertex != point {
      slot = (slot + 1) & mask
    }
    return slot
  }
}
