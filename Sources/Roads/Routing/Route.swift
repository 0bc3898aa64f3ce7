public import SimpleFeatures

/// The best way from one place to another.
public struct Route: Sendable {
  /// Time of travel, seconds.
  public var durationSeconds: Double
  /// Length of the way, metres.
  public var lengthMetres: Double
  /// Where it begins.
  public var from: RoadPlace
  /// Where it ends.
  public var to: RoadPlace
  /// What is used of the roads, in order.
  var pieces: [RoutePiece]
}

/// A part of a road arc that a route uses.
struct RoutePiece: Sendable {
  /// The road arc.
  var arc: Int
  /// The turn by which it is begun.
  var turn: UInt8
  /// The places on the chain where it begins and ends; whole where both are `nil`.
  var start: (segment: Int, fraction: Double)?
  var end: (segment: Int, fraction: Double)?

  /// The segments that are used at least in part, in the order of driving.
  func forEachSegment(
    _ chains: RoadChains, _ body: (_ segment: Int, _ from: Double, _ to: Double) -> Void
  ) {
    let segments = chains.segmentRange(arc >> 1)
    let isAgainst = arc & 1 == 1
    let (low, high) = isAgainst ? (end, start) : (start, end)
    let first = low ?? (segments.lowerBound, 0)
    let last = high ?? (segments.upperBound - 1, 1)
    guard first.segment <= last.segment else { return }
    let used = first.segment...last.segment
    func visit(_ segment: Int) {
      let from = segment == first.segment ? first.fraction : 0
      let to = segment == last.segment ? last.fraction : 1
      if isAgainst { body(segment, to, from) } else { body(segment, from, to) }
    }
    if isAgainst {
      for segment in used.reversed() { visit(segment) }
    } else {
      for segment in used { visit(segment) }
    }
  }
}

extension RoadNetwork {
  /// The line of a route, in degrees of longitude and latitude; two equal points where it begins
  /// where it ends.
  public func line(of route: Route) -> Geometry {
    var ordinates = [route.from.longitude, route.from.latitude]
    func add(_ x: Double, _ y: Double) {
      let count = ordinates.count
      if ordinates[count - 2] != x || ordinates[count - 1] != y { ordinates += [x, y] }
    }
    for piece in route.pieces {
      piece.forEachSegment(chains) { segment, from, to in
        for fraction in [from, to] {
          let place = position(segment, fraction)
          add(place.longitude, place.latitude)
        }
      }
    }
    if ordinates.count == 2 { ordinates += ordinates }
    return Geometry(
      kind: .lineString, layout: .xy, ordinates: ordinates, pathEnds: [ordinates.count / 2])
  }

  /// A place on a segment, degrees with seven decimals.
  func position(_ segment: Int, _ fraction: Double) -> (longitude: Double, latitude: Double) {
    let a = Int(chains.points[segment])
    let b = Int(chains.points[segment + 1])
    return (
      Self.degrees(map.longitudes[a], map.longitudes[b], fraction),
      Self.degrees(map.latitudes[a], map.latitudes[b], fraction)
    )
  }

  /// Between two ordinates in 1e-7 degrees.
  ///
  /// By division, since a product with 1e-7 has stray digits.
  private static func degrees(_ one: Int32, _ other: Int32, _ fraction: Double) -> Double {
    let between = Double(one) + Double(Int(other) - Int(one)) * fraction
    return (fraction == 0 || fraction == 1 ? between : between.rounded()) / 1e7
  }
}
