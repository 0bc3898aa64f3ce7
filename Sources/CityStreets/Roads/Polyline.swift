/// A line in a plane and what streets need of it; coordinates in metres.
struct Polyline: Equatable {
  var points: [SIMD2<Double>]

  var lengthMetres: Double {
    zip(points, points.dropFirst()).reduce(0) { $0 + ($1.1 - $1.0).length }
  }

  /// The direction of its last metres, of length 1.
  func heading(atEnd end: Bool, over metres: Double = 10) -> SIMD2<Double> {
    // Ways are often drawn with a small hook at a junction.
    let line = end ? points : points.reversed()
    var place = line.count - 1
    var sum = 0.0
    while place > 0, sum < metres {
      sum += (line[place] - line[place - 1]).length
      place -= 1
    }
    let step = line[line.count - 1] - line[place]
    let unit = step.length > 0 ? step / step.length : SIMD2(1, 0)
    return end ? unit : -unit
  }

  /// The part of it between two distances from its start.
  func part(from startMetres: Double, to endMetres: Double) -> Polyline {
    var found = [point(at: startMetres)]
    var along = 0.0
    for (a, b) in zip(points, points.dropFirst()) {
      along += (b - a).length
      if along > startMetres + 1e-6, along < endMetres - 1e-6 { found.append(b) }
    }
    found.append(point(at: endMetres))
    return Polyline(points: found)
  }

  /// The point at a distance from the start.
  func point(at distanceMetres: Double) -> SIMD2<Double> {
    var rest = max(distanceMetres, 0)
    for (a, b) in zip(points, points.dropFirst()) {
      let length = (b - a).length
      if rest <= length, length > 0 { return a + (b - a) * (rest / length) }
      rest -= length
    }
    return points[points.count - 1]
  }

  /// The line beside it, to the right of its direction; mitres are cut at twice the distance.
  func moved(right distanceMetres: Double) -> Polyline {
    guard points.count > 1, distanceMetres != 0 else { return self }
    var sides: [SIMD2<Double>] = []
    for (a, b) in zip(points, points.dropFirst()) {
      let step = b - a
      let unit = step.length > 0 ? step / step.length : SIMD2(1, 0)
      sides.append(SIMD2(unit.y, -unit.x))
    }
    return Polyline(
      points: points.enumerated().map { number, point in
        let before = sides[max(number - 1, 0)]
        let after = sides[min(number, sides.count - 1)]
        let sum = before + after
        let square = max(sum.dot(sum), 1)
        return point + sum * (2 * distanceMetres / square)
      })
  }

  /// The foot of a point: how far along, how far off, and whether the point lies to the right.
  func foot(of place: SIMD2<Double>) -> (alongMetres: Double, apartMetres: Double, isRight: Bool) {
    var best = (alongMetres: 0.0, apartMetres: Double.infinity, isRight: false)
    var along = 0.0
    for (a, b) in zip(points, points.dropFirst()) {
      let step = b - a
      let square = step.dot(step)
      let apart = place - a
      let share = square > 0 ? min(1, max(0, apart.dot(step) / square)) : 0
      let distance = (place - (a + step * share)).length
      if distance < best.apartMetres {
        best = (along + share * step.length, distance, step.cross(apart) < 0)
      }
      along += step.length
    }
    return best
  }

  var reversed: Polyline { Polyline(points: points.reversed()) }
}

extension SIMD2<Double> {
  var length: Double { (x * x + y * y).squareRoot() }
  func dot(_ other: Self) -> Double { x * other.x + y * other.y }
  /// Above 0 where the other points to the left.
  func cross(_ other: Self) -> Double { x * other.y - y * other.x }
}

extension Double {
  /// An angle in degrees between −180 and 180.
  var asTurn: Double {
    let turn = remainder(dividingBy: 360)
    return turn == -180 ? 180 : turn
  }
}
