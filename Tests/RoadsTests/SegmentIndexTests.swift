import GeometryCore
import SimpleFeatures
import TestSupport
import Testing

@testable import Catalog
@testable import Roads

@Suite("The index of segments against a look at all of them")
struct SegmentIndexTests {
  /// Roads from anywhere to anywhere in a box of some size, most short, some across all of it.
  private static func map(
    at longitude: Double, _ latitude: Double, degrees: Double, _ dice: inout SeededGenerator
  ) -> RoadMap {
    var map = RoadMap()
    func node(_ x: Double, _ y: Double) -> UInt32 {
      map.nodeIDs.append(Int64(map.nodeIDs.count + 1))
      map.longitudes.append(Int32(((longitude + x) * 1e7).rounded()))
      map.latitudes.append(Int32(((latitude + y) * 1e7).rounded()))
      return UInt32(map.nodeIDs.count - 1)
    }
    for number in 0..<150 {
      var way = RoadWay(id: Int64(number + 1), roadClass: RoadTags.classes["residential"]!)
      way.firstNode = UInt32(map.wayNodes.count)
      way.nodeCount = 2
      let (x, y) = (
        Double.random(in: 0...degrees, using: &dice), Double.random(in: 0...degrees, using: &dice)
      )
      // One in ten lies along an axis, one in ten is a point.
      let reach = number % 7 == 0 ? degrees : degrees / 20
      let kind = number % 10
      let dx = kind == 0 || kind == 2 ? 0 : Double.random(in: -reach...reach, using: &dice)
      let dy = kind == 1 || kind == 2 ? 0 : Double.random(in: -reach...reach, using: &dice)
      map.wayNodes += [node(x, y), node(x + dx, y + dy)]
      map.ways.append(way)
    }
    return map
  }

  private static let places: [(Double, Double, Double)] = [
    (114.3, 30.6, 0.02), (-70.5, -33.4, 0.3), (25.7, 69.9, 0.05), (-0.01, -0.01, 0.02),
    (10, 50, 0.0004),
  ]

  @Test("The nearest is the nearest of all, from inside and from afar", arguments: places.indices)
  func nearest(number: Int) throws {
    let (longitude, latitude, degrees) = Self.places[number]
    var dice = SeededGenerator(seed: UInt64(number + 1))
    let map = Self.map(at: longitude, latitude, degrees: degrees, &dice)
    let chains = ChainTracer.chains(of: map, breaks: [], barriers: []) { _ in true }
    let index = SegmentIndex(map, chains)
    let segments = (0..<chains.count).flatMap { Array(chains.segmentRange($0)) }
    var hits = 0
    for round in 0..<400 {
      let pad = degrees * [0, 0.5, 6][round % 3]
      let range = -pad...degrees + pad
      let x = longitude + .random(in: range, using: &dice)
      let y = latitude + .random(in: range, using: &dice)
      let scale = MetresPerDegree(latitude: y)
      let limit = [30, 400, 5000, 1e6][Int.random(in: 0..<4, using: &dice)]
      let isWanted = { (segment: Int) in round % 5 != 0 || segment % 3 == 0 }
      var least = Double.infinity
      for segment in segments where isWanted(segment) {
        let (a, b) = (Int(chains.points[segment]), Int(chains.points[segment + 1]))
        let one = SIMD2(
          (Double(map.longitudes[a]) / 1e7 - x) * scale.east,
          (Double(map.latitudes[a]) / 1e7 - y) * scale.north)
        let other = SIMD2(
          (Double(map.longitudes[b]) / 1e7 - x) * scale.east,
          (Double(map.latitudes[b]) / 1e7 - y) * scale.north)
        least = min(least, Self.distance(one, other))
      }
      let found = index.nearest(longitude: x, latitude: y, within: limit, isWanted)
      hits += found == nil ? 0 : 1
      if least <= limit - 0.01 {
        #expect(abs((found?.metres ?? .infinity) - least) < 0.001, "\(x) \(y) \(limit) \(least)")
      } else if least > limit + 0.01 {
        #expect(found == nil)
      }
    }
    #expect((50..<400).contains(hits), "\(hits)")
  }

  /// The distance of zero from a line, by thirds: it has one least place.
  private static func distance(_ one: SIMD2<Double>, _ other: SIMD2<Double>) -> Double {
    func apart(_ share: Double) -> Double {
      let place = one + (other - one) * share
      return (place.x * place.x + place.y * place.y).squareRoot()
    }
    var (low, high) = (0.0, 1.0)
    for _ in 0..<60 {
      let (a, b) = (low + (high - low) / 3, high - (high - low) / 3)
      if apart(a) < apart(b) { high = b } else { low = a }
    }
    return apart((low + high) / 2)
  }

  @Test("A box finds each segment that meets it, once and in order", arguments: places.indices)
  func boxes(number: Int) throws {
    let (longitude, latitude, degrees) = Self.places[number]
    var dice = SeededGenerator(seed: UInt64(number + 50))
    let map = Self.map(at: longitude, latitude, degrees: degrees, &dice)
    let chains = ChainTracer.chains(of: map, breaks: [], barriers: []) { _ in true }
    let index = SegmentIndex(map, chains)
    let segments = (0..<chains.count).flatMap { Array(chains.segmentRange($0)) }
    var met = 0
    for _ in 0..<200 {
      let side = degrees * .random(in: 0...0.3, using: &dice)
      let x = longitude + .random(in: -degrees...2 * degrees, using: &dice)
      let y = latitude + .random(in: -degrees...2 * degrees, using: &dice)
      let found = index.segments(in: Envelope(minX: x, minY: y, maxX: x + side, maxY: y + side))
      #expect(zip(found, found.dropFirst()).allSatisfy { $0 < $1 })
      let all = Set(found)
      for segment in segments {
        let (a, b) = (Int(chains.points[segment]), Int(chains.points[segment + 1]))
        // A place of it inside the box is enough to be sure.
        let isInside = (0...40).contains { step in
          let share = Double(step) / 40
          let px = Double(map.longitudes[a]) * (1 - share) + Double(map.longitudes[b]) * share
          let py = Double(map.latitudes[a]) * (1 - share) + Double(map.latitudes[b]) * share
          return px / 1e7 >= x && px / 1e7 <= x + side && py / 1e7 >= y && py / 1e7 <= y + side
        }
        if isInside {
          met += 1
          #expect(all.contains(segment), "\(segment) \(x) \(y) \(side)")
        }
      }
    }
    #expect(met > 50)
  }
}
