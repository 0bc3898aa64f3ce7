/// Rounds the points `range` to the grid, half units up, leaving out repeats of the point before.
///
/// The points must lie within ±2^18 units of the tile's corner, as all clipped ones do.
func quantise(
  _ points: borrowing Scratch<TilePoint>, _ range: Range<Int>, into grid: inout Scratch<GridPoint>
) {
  precondition(range.lowerBound >= 0 && range.upperBound <= points.storage.count)
  grid.reserve(range.count + 1, filler: GridPoint(x: 0, y: 0))
  let source = points.storage.span
  var out = grid.storage.mutableSpan
  var count = 0
  var last = GridPoint(x: .min, y: .min)
  for i in range {
    let point = unsafe source[unchecked: i]
    let rounded = GridPoint(x: gridUnits(point.x), y: gridUnits(point.y))
    if rounded == last { continue }
    unsafe out[unchecked: count] = rounded
    count &+= 1
    last = rounded
  }
  grid.count = count
}

/// Rounds to the nearest unit, half up: truncation after a shift that makes the number positive.
@inline(__always)
func gridUnits(_ value: Double) -> Int32 {
  let shift = 262_144.0  // 2^18
  return Int32(truncatingIfNeeded: Int(value + (shift + 0.5))) &- 262_144
}

/// Leaves out repeats and the vertices of an open line that lie straight between their neighbours.
///
/// Where the line turns back on itself its turning point stays. Linear.
func dropCollinear(line grid: inout Scratch<GridPoint>) {
  guard grid.count > 1 else { return }
  precondition(grid.count <= grid.storage.count)
  let count = grid.count
  var points = grid.storage.mutableSpan
  var kept = 1
  for i in 2...count {
    let vertex = unsafe points[unchecked: i &- 1]
    let before = unsafe points[unchecked: kept &- 1]
    if vertex == before { continue }
    if i < count {
      let after = unsafe points[unchecked: i]
      if cross(before, vertex, after) == 0, dot(before, vertex, after) > 0 { continue }
    }
    unsafe points[unchecked: kept] = vertex
    kept &+= 1
  }
  grid.count = kept
}

/// Leaves out repeated vertices, vertices in line with their neighbours and spikes of a ring.
///
/// The ring's last edge runs from the last vertex to the first. A ring without an area is left with
/// fewer than three vertices. Linear.
func dropCollinear(ring grid: inout Scratch<GridPoint>) {
  precondition(grid.count <= grid.storage.count)
  let count = grid.count
  var points = grid.storage.mutableSpan
  var kept = 0
  for i in 0..<count {
    let vertex = unsafe points[unchecked: i]
    while kept > 0 {
      let last = unsafe points[unchecked: kept &- 1]
      if last == vertex {
        kept &-= 1
      } else if kept > 1, cross(unsafe points[unchecked: kept &- 2], last, vertex) == 0 {
        kept &-= 1
      } else {
        break
      }
    }
    unsafe points[unchecked: kept] = vertex
    kept &+= 1
  }
  // The seam: both ends of the list are each other's neighbours.
  var first = 0
  while kept - first > 2 {
    let start = unsafe points[unchecked: first]
    let end = unsafe points[unchecked: kept &- 1]
    if start == end || cross(unsafe points[unchecked: kept &- 2], end, start) == 0 {
      kept &-= 1
    } else if cross(end, start, unsafe points[unchecked: first &+ 1]) == 0 {
      first &+= 1
    } else {
      break
    }
  }
  if first > 0 {
    for i in first..<kept { unsafe points[unchecked: i &- first] = points[unchecked: i] }
  }
  grid.count = kept - first
}

/// Twice the signed area of the triangle; positive for a turn that is clockwise on a y-down screen.
@inline(__always)
func cross(_ a: GridPoint, _ b: GridPoint, _ c: GridPoint) -> Int {
  (Int(b.x) &- Int(a.x)) &* (Int(c.y) &- Int(a.y)) &- (Int(b.y) &- Int(a.y))
    &* (Int(c.x) &- Int(a.x))
}

/// The scalar product of the steps a → b and b → c.
@inline(__always)
private func dot(_ a: GridPoint, _ b: GridPoint, _ c: GridPoint) -> Int {
  (Int(b.x) &- Int(a.x)) &* (Int(c.x) &- Int(b.x)) &+ (Int(b.y) &- Int(a.y))
    &* (Int(c.y) &- Int(b.y))
}

/// Twice the signed area of a ring by the surveyor's formula; positive when clockwise on a screen.
func twiceArea(ofRing grid: borrowing Scratch<GridPoint>) -> Int {
  guard grid.count > 2 else { return 0 }
  precondition(grid.count <= grid.storage.count)
  let points = grid.storage.span
  let origin = unsafe points[unchecked: 0]
  var sum = 0
  for i in 2..<grid.count {
    sum &+= cross(origin, unsafe points[unchecked: i &- 1], unsafe points[unchecked: i])
  }
  return sum
}
