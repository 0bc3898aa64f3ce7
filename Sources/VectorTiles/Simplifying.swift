/// Simplifies lines and rings on the grid by Douglas and Peucker, without recursion.
///
/// Every vertex left out lies within the tolerance of the segment that replaces it (distances to
/// the segment, not to its infinite line). Sections of more than ``sectionLength`` vertices are cut
/// there first: that bounds the worst case to sectionLength × n steps and keeps at most one vertex
/// in sectionLength that could have gone. The result may touch or cross itself where the tolerance
/// is larger than the gap between two parts of the line.
/// Source: Douglas, Peucker, Cartographica 10 (1973), doi:10.3138/FM57-6770-U75U-7727.
struct Simplifier {
  /// The longest run of vertices that is looked at as one.
  static let sectionLength = 512

  private struct Section {
    var start = 0
    var end = 0
  }

  /// Whether each vertex stays.
  private var keep = Scratch<Bool>()
  /// The runs of vertices that wait to be looked at: never more than there are vertices.
  private var sections = Scratch<Section>()
  private var ring: [GridPoint] = []
  private var arc = Scratch<GridPoint>()

  /// Simplifies an open line; its ends stay.
  mutating func simplify(line grid: inout Scratch<GridPoint>, tolerance: Double) {
    guard grid.count > 2 else { return }
    prepare(grid.count)
    push(0, grid.count - 1)
    Self.run(&grid, from: 0, tolerance: tolerance, &keep, &sections)
  }

  /// Simplifies a ring whose last edge runs from the last vertex to the first.
  ///
  /// The westernmost vertex (the northernmost of several) and the one farthest from it stay, so
  /// that the result does not depend on where the ring begins. A ring within the tolerance of the
  /// segment between these two is left with two vertices.
  mutating func simplify(ring grid: inout Scratch<GridPoint>, tolerance: Double) {
    let count = grid.count
    guard count > 2 else { return }
    // One direction for a shell and the hole that it fills.
    if twiceArea(ofRing: grid) < 0 { grid.storage[..<count].reverse() }
    // Room for the ring from its anchor round to its anchor again.
    grid.reserve(2 * count, filler: .zero)
    let (start, farthest) = Self.repeatFromAnchor(count, of: &grid.storage)
    prepare(count + 1)
    push(0, farthest)
    push(farthest, count)
    Self.run(&grid, from: start, tolerance: tolerance, &keep, &sections)
    grid.count -= 1
  }

  /// Finds the anchor of a ring, repeats the ring's vertices up to it after its end, and finds the
  /// vertex that is farthest from it, counted from the anchor.
  private static func repeatFromAnchor(
    _ count: Int, of storage: inout [GridPoint]
  ) -> (anchor: Int, farthest: Int) {
    precondition(2 * count <= storage.count)
    var points = storage.mutableSpan
    var start = 0
    for i in 1..<count {
      let (point, west) = unsafe (points[unchecked: i], points[unchecked: start])
      if (point.x, point.y) < (west.x, west.y) { start = i }
    }
    for i in 0...start { unsafe points[unchecked: count &+ i] = points[unchecked: i] }
    let anchor = unsafe points[unchecked: start]
    var farthest = 0
    var farthestSquare = -1
    for i in 1..<count {
      let point = unsafe points[unchecked: start &+ i]
      let dx = Int(point.x) &- Int(anchor.x)
      let dy = Int(point.y) &- Int(anchor.y)
      if dx &* dx &+ dy &* dy > farthestSquare {
        farthestSquare = dx &* dx &+ dy &* dy
        farthest = i
      }
    }
    return (start, farthest)
  }

  /// Simplifies a ring from node to node, each stretch in the same direction whichever ring it is
  /// taken from; a ring with less than two nodes stays as it is.
  ///
  /// - Parameter first: The number of the ring's first vertex, as `nodes` counts.
  /// - Returns: Whether the ring has nodes.
  mutating func simplifyArcs(
    of grid: inout Scratch<GridPoint>, startingAt first: Int, _ nodes: borrowing SharedNodes?,
    tolerance: Double
  ) -> Bool {
    guard nodes != nil else { return false }
    let count = grid.count
    guard let start = (0..<count).first(where: { nodes!.isNode(first + $0) }) else { return false }
    ring.removeAll(keepingCapacity: true)
    ring.append(contentsOf: grid.storage[..<count])
    var out = Scratch<GridPoint>()
    out.reserve(count, filler: ring[start])
    var from = start
    for step in 1...count {
      let to = start + step
      guard step == count || nodes!.isNode(first + to % count) else { continue }
      simplifyArc(from: from, to: to, tolerance: tolerance, into: &out)
      from = to
    }
    grid.reserve(out.count, filler: ring[start])
    for index in 0..<out.count { grid.storage[index] = out.storage[index] }
    grid.count = out.count
    return true
  }

  /// Appends the vertices of ``ring`` from one node up to, but without, the next.
  private mutating func simplifyArc(
    from start: Int, to end: Int, tolerance: Double, into out: inout Scratch<GridPoint>
  ) {
    let length = end - start
    // Of a stretch and its reverse one is the first by its vertices.
    var isReversed = false
    for step in 0...length {
      let (ahead, back) = (vertex(start + step), vertex(end - step))
      guard ahead != back else { continue }
      isReversed = (back.x, back.y) < (ahead.x, ahead.y)
      break
    }
    var arc = Scratch<GridPoint>()
    swap(&arc, &self.arc)
    arc.reserve(length + 1, filler: GridPoint(x: 0, y: 0))
    for step in 0...length {
      arc.storage[step] = vertex(isReversed ? end - step : start + step)
    }
    arc.count = length + 1
    simplify(line: &arc, tolerance: tolerance)
    for index in 0..<(arc.count - 1) {
      out.storage[out.count] = arc.storage[isReversed ? arc.count - 1 - index : index]
      out.count += 1
    }
    swap(&arc, &self.arc)
  }

  private func vertex(_ index: Int) -> GridPoint { ring[index % ring.count] }

  private mutating func prepare(_ count: Int) {
    keep.reserve(count, filler: false)
    keep.count = count
    var kept = keep.storage.mutableSpan
    for index in 0..<count { kept[index] = false }
    sections.reserve(count, filler: Section())
    sections.count = 0
  }

  /// Marks both ends as kept and queues the vertices between them.
  private mutating func push(_ start: Int, _ end: Int) {
    keep.storage[start] = true
    var from = start
    while from < end {
      let to = min(from + Self.sectionLength, end)
      keep.storage[to] = true
      sections.storage[sections.count] = Section(start: from, end: to)
      sections.count += 1
      from = to
    }
  }

  /// Simplifies the vertices from index `base` on that `keep` speaks of and moves them to the
  /// front.
  private static func run(
    _ grid: inout Scratch<GridPoint>, from base: Int, tolerance: Double,
    _ keep: inout Scratch<Bool>, _ sections: inout Scratch<Section>
  ) {
    let count = keep.count
    precondition(base >= 0 && base + count <= grid.storage.count)
    precondition(count <= keep.storage.count && count <= sections.storage.count)
    var waitingCount = sections.count
    var points = grid.storage.mutableSpan
    var keep = keep.storage.mutableSpan
    var waiting = sections.storage.mutableSpan
    while waitingCount > 0 {
      waitingCount &-= 1
      let section = waiting[waitingCount]
      let (start, end) = (section.start, section.end)
      guard end - start > 1 else { continue }
      let a = unsafe points[unchecked: base &+ start]
      let b = unsafe points[unchecked: base &+ end]
      let (dx, dy) = (Double(b.x) - Double(a.x), Double(b.y) - Double(a.y))
      let length = dx * dx + dy * dy
      let scale = length > 0 ? length : 1
      // Squared distances times the squared length of the segment, to do without a division.
      var limit = tolerance * tolerance * scale
      var split = -1
      for i in (start &+ 1)..<end {
        let point = unsafe points[unchecked: base &+ i]
        let (px, py) = (Double(point.x) - Double(a.x), Double(point.y) - Double(a.y))
        let along = px * dx + py * dy
        let square: Double
        if along <= 0 {
          square = (px * px + py * py) * scale
        } else if along >= length {
          square = ((px - dx) * (px - dx) + (py - dy) * (py - dy)) * scale
        } else {
          square = (px * dy - py * dx) * (px * dy - py * dx)
        }
        if square > limit {
          limit = square
          split = i
        }
      }
      guard split >= 0 else { continue }
      keep[split] = true
      waiting[waitingCount] = Section(start: start, end: split)
      waiting[waitingCount &+ 1] = Section(start: split, end: end)
      waitingCount &+= 2
    }
    var kept = 0
    for i in 0..<count where keep[i] {
      unsafe points[unchecked: kept] = points[unchecked: base &+ i]
      kept &+= 1
    }
    grid.count = kept
  }
}
