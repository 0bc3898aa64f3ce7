/// A rectangle of the plan in whole metres.
struct PlanBox: Equatable {
  var west: Int
  var south: Int
  var east: Int
  var north: Int

  /// Whether a place lies in it.
  func holds(_ u: Double, _ v: Double) -> Bool {
    u >= Double(west) && u < Double(east) && v >= Double(south) && v < Double(north)
  }
}

extension CityPlan {
  /// The land of a neighbourhood: its square, and as far as the sample goes where no neighbour is.
  ///
  /// All territories together are ``bounds``.
  func territory(_ square: Square) -> PlanBox {
    let bounds = bounds
    return PlanBox(
      west: square.column == 0 ? bounds.west : square.west,
      south: has(square.column, square.row - 1) ? square.south : bounds.south,
      east: square.column == columns - 1 ? bounds.east : square.east,
      north: has(square.column, square.row + 1) ? square.north : bounds.north)
  }

  /// How round the corners of the city are, in metres.
  static let cornerRadius = 330.0

  /// Whether the corner of a square is one of the city: no other square touches it.
  func isOuterCorner(_ square: Square, isEast: Bool, isNorth: Bool) -> Bool {
    let (column, row) = (square.column + (isEast ? 1 : -1), square.row + (isNorth ? 1 : -1))
    return !has(column, square.row) && !has(square.column, row) && !has(column, row)
  }

  /// How far a place lies inside the streets around a square, in metres; below 0 outside.
  func depth(_ u: Double, _ v: Double, in square: Square) -> Double {
    let (west, east) = (u - Double(square.west), Double(square.east) - u)
    let (south, north) = (v - Double(square.south), Double(square.north) - v)
    let plain = min(west, east, south, north)
    let radius = Self.cornerRadius
    let (across, along) = (min(west, east), min(south, north))
    guard across < radius, along < radius,
      isOuterCorner(square, isEast: east < west, isNorth: north < south)
    else { return plain }
    let (x, y) = (radius - across, radius - along)
    return min(plain, radius - (x * x + y * y).squareRoot())
  }

  /// Where the edge of what the sample knows runs, for a place on the box around it: that box with
  /// round corners and uneven sides.
  func edge(_ u: Double, _ v: Double) -> (u: Double, v: Double) {
    let box = bounds
    let (west, east) = (u - Double(box.west), Double(box.east) - u)
    let (south, north) = (v - Double(box.south), Double(box.north) - v)
    guard min(west, east, south, north) == 0 else { return (u, v) }
    let radius = 300.0
    let (across, along) = (min(west, east), min(south, north))
    let (isEast, isNorth) = (east < west, north < south)
    if across < radius, along < radius {
      // An eighth of a circle from the side to the corner.
      let part = (1 - max(across, along) / radius) * Double.pi / 4
      let (near, far) = (radius * Double.sine(part), radius * Double.cosine(part))
      let (x, y) = across < along ? (far, near) : (near, far)
      return (
        isEast ? Double(box.east) - radius + x : Double(box.west) + radius - x,
        isNorth ? Double(box.north) - radius + y : Double(box.south) + radius - y
      )
    }
    // Even where the river leaves.
    let isSide = across == 0
    let place = isSide ? v : u
    let calm = isSide ? min(max((abs(v) - 250) / 300, 0), 1) : 1
    let fade = calm * min((max(across, along) - radius) / 200, 1)
    let start = (isEast ? 1.0 : 2) + (isNorth ? 3 : 0)
    let wave =
      10 * fade * (2 + Double.sine(place / 131 + start) + Double.sine(place / 47 + 2 * start))
    return isSide ? (isEast ? u - wave : u + wave, v) : (u, isNorth ? v - wave : v + wave)
  }

  /// The ring around a box of the plan on the ground, up to where the sample ends.
  func outline(_ box: PlanBox, _ frame: CityFrame) -> [PlanePoint] {
    func steps(_ from: Int, _ to: Int) -> [Double] {
      let step = from < to ? CityFrame.step : -CityFrame.step
      let share = Double(from) / Double(CityFrame.step)
      let first = Int(share.rounded(from < to ? .down : .up)) * CityFrame.step + step
      return [Double(from)] + stride(from: first, to: to, by: step).map(Double.init)
    }
    let (south, north) = (Double(box.south), Double(box.north))
    let (west, east) = (Double(box.west), Double(box.east))
    let ring =
      steps(box.west, box.east).map { ($0, south) } + steps(box.south, box.north).map { (east, $0) }
      + steps(box.east, box.west).map { ($0, north) }
      + steps(box.north, box.south).map { (west, $0) }
    return ring.map { u, v in
      let place = edge(u, v)
      return frame.place(place.u, place.v)
    }
  }
}
