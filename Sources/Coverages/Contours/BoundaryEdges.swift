import SimpleFeatures

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Directed edges between named points, of which opposite ones cancel.
///
/// The outlines of many pieces put together leave the outline of the whole.
struct BoundaryEdges {
  private struct Edge: Hashable, Comparable {
    var from: Int
    var to: Int

    static func < (a: Self, b: Self) -> Bool { (a.from, a.to) < (b.from, b.to) }
  }

  /// How often each edge goes from its smaller to its larger point, less how often it goes back.
  ///
  /// Counted, since a piece that a level only touches runs to and fro over its neighbour's edge.
  private var counts: [Edge: Int] = [:]

  /// Adds an edge, or takes its opposite away; one from a point to itself is nothing.
  mutating func add(_ from: Int, _ to: Int) {
    guard from != to else { return }
    let edge = Edge(from: min(from, to), to: max(from, to))
    let count = (counts[edge] ?? 0) + (from < to ? 1 : -1)
    counts[edge] = count == 0 ? nil : count
  }

  /// What is left, in order.
  private var edges: [Edge] {
    counts.flatMap { edge, count in
      let directed = count > 0 ? edge : Edge(from: edge.to, to: edge.from)
      return Array(repeating: directed, count: abs(count))
    }.sorted()
  }

  /// Adds the outline of a piece.
  mutating func add(outline: [Int]) {
    guard var previous = outline.last else { return }
    for point in outline {
      add(previous, point)
      previous = point
    }
  }

  /// Closed rings with the inside on their left, none of which meets itself.
  ///
  /// Every point must have as many edges in as out. Where several rings meet in a point they touch
  /// and do not cross.
  func rings(place: (Int) -> SIMD2<Double>) -> [[Int]] {
    var rings: [[Int]] = []
    var walk = Walk(edges.map { ($0.from, $0.to) })
    while let start = walk.takeFirst() {
      var path = [start.from]
      // Only points with several ways out can be met twice.
      var places: [Int: Int] = [start.from: 0]
      var here = start.to
      while true {
        if let index = places[here] {
          rings.append(Array(path[index...]))
          for point in path[(index + 1)...] where places[point] != nil { places[point] = nil }
          path.removeSubrange((index + 1)...)
          if index == 0 { break }
        } else {
          if walk.waysOut(of: here) > 1 { places[here] = path.count }
          path.append(here)
        }
        let before = path.count > 1 ? path[path.count - 2] : path[0]
        guard let next = walk.takeLeftmost(from: here, before: before, place: place) else { break }
        here = next
      }
    }
    return rings
  }

  /// Lines, each as long as can be; closed ones repeat their first point.
  func lines() -> [[Int]] {
    var lines: [[Int]] = []
    let sorted = edges
    let ends = Set(sorted.map(\.to))
    var walk = Walk(sorted.map { ($0.from, $0.to) })
    func follow(_ start: (from: Int, to: Int)) {
      var path = [start.from, start.to]
      while path[path.count - 1] != path[0], let next = walk.take(from: path[path.count - 1]) {
        path.append(next)
      }
      lines.append(path)
    }
    for edge in sorted where !ends.contains(edge.from) {
      while let next = walk.take(from: edge.from) { follow((edge.from, next)) }
    }
    while let start = walk.takeFirst() { follow(start) }
    return lines
  }
}

/// Edges in order of their start, each taken once.
private struct Walk {
  private let edges: [(from: Int, to: Int)]
  private var isTaken: [Bool]
  private var next = 0

  init(_ edges: [(from: Int, to: Int)]) {
    self.edges = edges
    isTaken = Array(repeating: false, count: edges.count)
  }

  mutating func takeFirst() -> (from: Int, to: Int)? {
    while next < edges.count, isTaken[next] { next += 1 }
    guard next < edges.count else { return nil }
    isTaken[next] = true
    return edges[next]
  }

  /// The edges that start at a point.
  private func range(of point: Int) -> Range<Int> {
    let low = edges.partitioningIndex { $0.from >= point }
    var end = low
    while end < edges.count, edges[end].from == point { end += 1 }
    return low..<end
  }

  func waysOut(of point: Int) -> Int { range(of: point).count }

  mutating func take(from point: Int) -> Int? {
    guard let i = range(of: point).first(where: { !isTaken[$0] }) else { return nil }
    isTaken[i] = true
    return edges[i].to
  }

  /// Takes the way out that turns most to the left: it bounds the same wedge of the inside.
  mutating func takeLeftmost(
    from point: Int, before: Int, place: (Int) -> SIMD2<Double>
  ) -> Int? {
    let ways = range(of: point).filter { !isTaken[$0] }
    guard ways.count > 1 else { return take(from: point) }
    let here = place(point)
    let back = place(before) - here
    /// The angle from the way back clockwise to the way out, 0 ..< 2π.
    func angle(_ way: Int) -> Double {
      let out = place(edges[way].to) - here
      let cross = back.x * out.y - back.y * out.x
      let dot = back.x * out.x + back.y * out.y
      let counterclockwise = atan2(cross, dot)
      return counterclockwise < 0 ? -counterclockwise : 2 * .pi - counterclockwise
    }
    let best = ways.min { angle($0) < angle($1) }!
    isTaken[best] = true
    return edges[best].to
  }
}
