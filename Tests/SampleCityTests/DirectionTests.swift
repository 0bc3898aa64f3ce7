import Foundation
import GeometryCore
import SimpleFeatures
import Testing

@testable import SampleCity

@Suite struct DirectionTests {
  /// Degrees clockwise from north of the way from one position to another, at 30.5°N.
  private static func bearing(_ from: [Double], _ to: [Double]) -> Double {
    atan2((to[0] - from[0]) * cosine, to[1] - from[1]) * 180 / .pi
  }

  private static let cosine = 0.8616

  private static func turn(_ one: Double, _ other: Double) -> Double {
    abs((one - other).remainder(dividingBy: 360))
  }

  @Test(
    "Detectors lie before their lights, and count who drives to them", arguments: MadeCity.cases)
  func detectors(made: (scale: Int, seed: UInt64)) throws {
    let city = try MadeCity(made)
    let signals = city.byID("traffic-signal")
    let roads = city.byID("road")
    #expect(!city["detector"].isEmpty)
    for detector in city["detector"] {
      let signal = try #require(signals[detector.text("signal")])
      let bearing = Self.bearing(detector.ends[0], signal.ends[0])
      #expect(
        Self.turn(bearing, detector.number("direction")) < 25,
        "\(detector.id ?? "") \(bearing) \(detector.number("direction"))")
      let road = try #require(roads[detector.text("road")])
      #expect(road.ends.contains(signal.ends[0]), "\(detector.id ?? "")")
    }
  }

  @Test("Buses stop on the right of their direction", arguments: MadeCity.cases)
  func busStops(made: (scale: Int, seed: UInt64)) throws {
    let city = try MadeCity(made)
    let roads = city.byID("road")
    #expect(!city["bus-stop"].isEmpty)
    for stop in city["bus-stop"] {
      let road = try #require(roads[stop.text("road")])
      let bearing = stop.number("bearing")
      // The side and the direction of the nearest piece of the road.
      let ordinates = try #require(road.geometry).ordinates
      let place = stop.ends[0]
      var nearest = (square: Double.infinity, cross: 0.0, along: 0.0)
      for index in Swift.stride(from: 0, to: ordinates.count - 2, by: 2) {
        let (ax, ay) = (
          (ordinates[index] - place[0]) * Self.cosine, ordinates[index + 1] - place[1]
        )
        let dx = (ordinates[index + 2] - ordinates[index]) * Self.cosine
        let dy = ordinates[index + 3] - ordinates[index + 1]
        let share = min(max(-(ax * dx + ay * dy) / (dx * dx + dy * dy), 0), 1)
        let (x, y) = (ax + share * dx, ay + share * dy)
        // Above 0 where the stop lies to the left of the line.
        if x * x + y * y < nearest.square {
          nearest = (x * x + y * y, dy * ax - dx * ay, atan2(dx, dy) * 180 / .pi)
        }
      }
      let isAlong = Self.turn(nearest.along, bearing) < 15
      #expect(isAlong || Self.turn(nearest.along + 180, bearing) < 15, "\(stop.id ?? "")")
      #expect((nearest.cross < 0) == isAlong, "\(stop.id ?? "")")
    }
  }

  @Test(
    "Canals run to the river, and the river from reach to reach to its last",
    arguments: [
      (1, 1), (2, 7), (3, 5), (7, 2),
    ] as [(scale: Int, seed: UInt64)])
  func waters(made: (scale: Int, seed: UInt64)) throws {
    let city = try MadeCity(made)
    let rivers = city.byID("river")
    var last = 0
    for river in city["river"] {
      let next = river.text("downstream")
      last += next.isEmpty ? 1 : 0
      if !next.isEmpty { #expect(rivers[next]?.ends[0] == river.ends[1], "\(river.id ?? "")") }
    }
    #expect(last == 1)
    let whole = try Geometry.union(of: city["river"].compactMap(\.geometry))
    for canal in city["canal"] {
      let (from, to) = (canal.ends[0], canal.ends[1])
      #expect(
        try Geometry.point(x: to[0], y: to[1]).planarDistance(to: whole)
          < Geometry.point(x: from[0], y: from[1]).planarDistance(to: whole))
    }
    for bank in city["embankment"] {
      let river = try #require(rivers[bank.text("river")])
      let isNorth = bank.ends[0][1] > river.ends[0][1]
      #expect(river.ends[0][0] < river.ends[1][0], "the river runs east")
      #expect(bank.text("bank") == (isNorth ? "left" : "right"))
    }
  }

  @Test("Names go through all pairs before one comes again, for numbers of any sign")
  func names() {
    let count = Names.count
    for start in [0, -count, 5 * count + 17, -3] {
      #expect(Set((start..<start + count).map(Names.pair)).count == count)
      #expect(Names.pair(start) == Names.pair(start + count))
    }
  }
}
