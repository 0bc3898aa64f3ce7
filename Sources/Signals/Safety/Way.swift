/// A way over a junction as a line, and where it meets another.
struct Way {
  /// The points of the line in metres.
  let points: [SIMD2<Double>]

  /// A meeting of two ways: how far along each, in metres, and where.
  struct Meeting {
    var firstMetres: Double
    var secondMetres: Double
    var place: SIMD2<Double>
  }

  /// The length of the line.
  var lengthMetres: Double {
    zip(points, points.dropFirst()).reduce(0) { $0 + Self.distance($1.0, $1.1) }
  }

  /// All places where two ways cross, in the order of the first; ends that touch count.
  func crossings(with other: Way) -> [Meeting] {
    var found: [Meeting] = []
    var along = 0.0
    for (start, end) in zip(points, points.dropFirst()) {
      let step = end - start
      var otherAlong = 0.0
      for (otherStart, otherEnd) in zip(other.points, other.points.dropFirst()) {
        let otherStep = otherEnd - otherStart
        let otherLength = Self.distance(otherStart, otherEnd)
        let turn = step.x * otherStep.y - step.y * otherStep.x
        if turn != 0 {
          let apart = otherStart - start
          let share = (apart.x * otherStep.y - apart.y * otherStep.x) / turn
          let otherShare = (apart.x * step.y - apart.y * step.x) / turn
          if (0...1).contains(share), (0...1).contains(otherShare) {
            found.append(
              Meeting(
                firstMetres: along + share * Self.distance(start, end),
                secondMetres: otherAlong + otherShare * otherLength, place: start + share * step))
          }
        }
        otherAlong += otherLength
      }
      along += Self.distance(start, end)
    }
    return found.sorted { $0.firstMetres < $1.firstMetres }
  }

  /// The closest places of two ways.
  func nearest(to other: Way) -> Meeting? {
    var best: (Double, Meeting)?
    func take(_ a: SIMD2<Double>, _ along: Double, _ b: SIMD2<Double>, _ otherAlong: Double) {
      let apart = Self.distance(a, b)
      if best == nil || apart < best!.0 {
        best = (apart, Meeting(firstMetres: along, secondMetres: otherAlong, place: a))
      }
    }
    // The closest places of two lines that do not cross lie at a vertex of one of them.
    for (place, along) in stations {
      if let (foot, otherAlong) = other.foot(of: place) { take(place, along, foot, otherAlong) }
    }
    for (place, otherAlong) in other.stations {
      if let (foot, along) = foot(of: place) { take(foot, along, place, otherAlong) }
    }
    return best?.1
  }

  /// The vertices with how far along they lie.
  private var stations: [(SIMD2<Double>, Double)] {
    var along = 0.0
    return points.enumerated().map { number, place in
      if number > 0 { along += Self.distance(points[number - 1], place) }
      return (place, along)
    }
  }

  private func foot(of place: SIMD2<Double>) -> (SIMD2<Double>, Double)? {
    var best: (SIMD2<Double>, Double)?
    var least = Double.infinity
    var along = 0.0
    for (start, end) in zip(points, points.dropFirst()) {
      let step = end - start
      let square = step.x * step.x + step.y * step.y
      let apart = place - start
      let share =
        square > 0 ? min(1, max(0, (apart.x * step.x + apart.y * step.y) / square)) : 0
      let foot = start + share * step
      if Self.distance(foot, place) < least {
        least = Self.distance(foot, place)
        best = (foot, along + share * Self.distance(start, end))
      }
      along += Self.distance(start, end)
    }
    return best
  }

  static func distance(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double {
    let d = b - a
    return (d.x * d.x + d.y * d.y).squareRoot()
  }
}
