import GeometryCore
import SimpleFeatures
import TestSupport
import Testing

@testable import Roads

@Suite("What is within reach")
struct ReachTests {
  private func places(_ network: RoadNetwork, _ count: Int) -> [RoadPlace] {
    var random = SplitMix(11)
    return (0..<count).map { _ in
      let chain = Int(random.next() % UInt64(network.chains.count))
      let segment = network.chains.segmentRange(chain).lowerBound
      let place = network.position(segment, 0.3)
      return RoadPlace(
        spot: .segment(segment, 0.3), snapMetres: 0, longitude: place.longitude,
        latitude: place.latitude)
    }
  }

  @Test("Half a minute on a long street is 300 m of it to either side")
  func street() throws {
    let town = Town("A-B-C-D-E-F-G-H-I")
    let network = try town.network()
    let router = Router(network, network.metric(profile: 0, .time))
    let middle = try router.place(.node(town.node("E")), isStart: true)
    let reach = router.reach(middle, within: 30_000)
    let line = network.outline(of: reach)
    let box = line.envelope
    let scale = MetresPerDegree(latitude: 0)
    #expect(abs((box.maxX - box.minX) * scale.east - 660) < 20)
    #expect(abs((box.maxY - box.minY) * scale.north - 60) < 20)
  }

  @Test("Against a one-way street nothing is reached, and all comes from there")
  func oneway() throws {
    let town = Town("A>B>C>D>E")
    let network = try town.network()
    let router = Router(network, network.metric(profile: 0, .time))
    let middle = try router.place(.node(town.node("C")), isStart: true)
    let ahead = network.outline(of: router.reach(middle, within: 15_000)).envelope
    let behind = network.outline(of: router.reach(middle, within: 15_000, towards: true)).envelope
    let scale = MetresPerDegree(latitude: 0)
    #expect(abs(ahead.minX * scale.east - 170) < 20 && abs(ahead.maxX * scale.east - 380) < 20)
    #expect(abs(behind.minX * scale.east - 20) < 20 && abs(behind.maxX * scale.east - 230) < 20)
  }

  @Test(
    "Every place on a reached part is reached in time, every other one is not",
    .enabled(if: TestData.isExpected), arguments: [false, true])
  func exact(towards: Bool) throws {
    let network = try RoadNetwork(
      OracleTests.map("shanghai_center.osm"), profiles: [try OracleTests.profile("car")])
    let router = Router(network, network.metric(profile: 0, .time))
    var random = SplitMix(3)
    for place in places(network, 4) {
      let reach = router.reach(place, within: 240_000, towards: towards)
      var parts: [Int: [ServiceArea.Part]] = [:]
      for part in reach.parts { parts[Int(part.segment), default: []].append(part) }
      for _ in 0..<500 {
        let chain = Int(random.next() % UInt64(network.chains.count))
        let segments = network.chains.segmentRange(chain)
        let segment = segments.lowerBound + Int(random.next() % UInt64(segments.count))
        let share = Double(random.next() % 1000) / 1000
        let other = RoadPlace(
          spot: .segment(segment, share), snapMetres: 0, longitude: 0, latitude: 0)
        let cost =
          towards ? router.cost(from: other, to: place) : router.cost(from: place, to: other)
        let isReached = (parts[segment] ?? []).contains {
          Double($0.from) <= share + 1e-3 && share - 1e-3 <= Double($0.to)
        }
        // Roundings of single segments and of shares differ by some milliseconds.
        if let cost, abs(Int(cost) - 240_000) > 60 {
          #expect(isReached == (cost < 240_000), "\(segment) \(share) \(cost)")
        } else if cost == nil {
          #expect(!isReached)
        }
      }
    }
  }

  @Test(
    "The area is that of a buffer of 30 m, to a few hundredths", .enabled(if: TestData.isExpected))
  func area() throws {
    let network = try RoadNetwork(
      OracleTests.map("shanghai_center.osm"), profiles: [try OracleTests.profile("car")])
    let router = Router(network, network.metric(profile: 0, .time))
    for place in places(network, 2) {
      let reach = router.reach(place, within: 180_000)
      let outline = network.outline(of: reach)
      #expect(outline.validity() == .valid)
      var lines = Geometry(kind: .multiLineString)
      for part in reach.parts {
        let one = network.position(Int(part.segment), Double(part.from))
        let other = network.position(Int(part.segment), Double(part.to))
        lines.ordinates += [one.longitude, one.latitude, other.longitude, other.latitude]
        lines.pathEnds.append(lines.ordinates.count / 2)
      }
      let buffer = try lines.buffered(byMetres: 30)
      let ratio =
        try outline.geodesicAreaSquareMetres() / buffer.geodesicAreaSquareMetres()
      #expect(abs(ratio - 1) < 0.03, "\(ratio)")
      let common = try outline.intersection(buffer).geodesicAreaSquareMetres()
      #expect(try common / buffer.geodesicAreaSquareMetres() > 0.95)
    }
  }

  @Test("Masks with holes, islands in holes and cells that touch at corners have sound borders")
  func masks() throws {
    var random = SplitMix(17)
    for size in [5, 12, 40, 150] {
      for density in [20, 50, 80] {
        var mask = CellMask(columns: size, rows: size)
        var count = 0
        for row in 1..<size - 1 {
          for column in 1..<size - 1 where Int(random.next() % 100) < density {
            mask.set(row: row, from: column, to: column)
            count += 1
          }
        }
        let outline = MaskOutline(mask)
        #expect(outline.areas.reduce(0, +) == 2 * count)
        var area = Geometry(kind: .multiPolygon)
        for ring in outline.order {
          if outline.areas[ring] > 0, !area.pathEnds.isEmpty {
            area.partEnds.append(area.pathEnds.count)
          }
          var kept: [SIMD2<Int32>] = []
          RingThinning(tolerance: 0.6).thin(
            outline.vertices[(ring == 0 ? 0 : outline.ends[ring - 1])..<outline.ends[ring]],
            into: &kept)
          area.ordinates += kept.flatMap { [Double($0.x), Double($0.y)] }
          area.pathEnds.append(area.ordinates.count / 2)
        }
        area.partEnds.append(area.pathEnds.count)
        #expect(area.validity() == .valid, "size \(size), density \(density)")
      }
    }
  }
}
