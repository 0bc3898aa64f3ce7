import SimpleFeatures

/// Clips a line to `box` by Liang and Barsky, segment by segment.
///
/// The pieces inside follow one another in `pieces`; `ends` takes the index one past the end of
/// each. Pieces may be a single point long where the line touches the box. Linear in the number of
/// vertices. Source: Liang, Barsky, "A new concept and method for line clipping", ACM TOG 3 (1984),
/// doi:10.1145/357332.357333.
func clip(
  line: borrowing Scratch<TilePoint>, to box: Envelope, pieces: inout Scratch<TilePoint>,
  ends: inout [Int]
) {
  ends.removeAll(keepingCapacity: true)
  pieces.count = 0
  guard line.count >= 2 else { return }
  precondition(line.count <= line.storage.count)
  pieces.reserve(2 * line.count, filler: TilePoint(x: 0, y: 0))
  let points = line.storage.span
  var out = pieces.storage.mutableSpan
  var count = 0
  var isOpen = false  // whether the piece being built ends at the current segment's start
  for i in 1..<line.count {
    let start = unsafe points[unchecked: i &- 1]
    let end = unsafe points[unchecked: i]
    guard let (enter, leave) = shares(of: start, end, in: box) else {
      if isOpen { ends.append(count) }
      isOpen = false
      continue
    }
    if !isOpen {
      unsafe out[unchecked: count] = enter > 0 ? between(start, end, at: enter, in: box) : start
      count &+= 1
    }
    unsafe out[unchecked: count] = leave < 1 ? between(start, end, at: leave, in: box) : end
    count &+= 1
    isOpen = leave >= 1
    if !isOpen { ends.append(count) }
  }
  if isOpen { ends.append(count) }
  pieces.count = count
}

/// The shares of the segment at which it enters and leaves the closed box; `nil` where it misses
/// it.
@inline(__always)
private func shares(
  of start: TilePoint, _ end: TilePoint, in box: Envelope
) -> (enter: Double, leave: Double)? {
  var enter = 0.0
  var leave = 1.0
  func cut(_ step: Double, _ room: Double) -> Bool {
    if step == 0 { return room >= 0 }
    let share = room / step
    if step < 0 {
      enter = max(enter, share)
    } else {
      leave = min(leave, share)
    }
    return enter <= leave
  }
  let dx = end.x - start.x
  let dy = end.y - start.y
  guard
    cut(-dx, start.x - box.minX), cut(dx, box.maxX - start.x),
    cut(-dy, start.y - box.minY), cut(dy, box.maxY - start.y)
  else { return nil }
  return (enter, leave)
}

/// The point at `share` of the segment, kept from rounding out of the box.
@inline(__always)
private func between(
  _ start: TilePoint, _ end: TilePoint, at share: Double, in box: Envelope
) -> TilePoint {
  TilePoint(
    x: min(max(start.x + share * (end.x - start.x), box.minX), box.maxX),
    y: min(max(start.y + share * (end.y - start.y), box.minY), box.maxY))
}
