import Foundation
import OneMap
import SimpleFeatures
import TestSupport
import Testing
import VectorTiles

@Suite("Lines of one name are joined, so that there is room for the name")
struct JoinedLinesTests {
  private func joined(_ lines: [[Double]]) -> [[Double]] {
    var chains = LineMerger()
    for line in lines { chains.add(.lineString(line)) }
    let result = chains.joined()
    return result.pathEnds.indices.map { path in
      let range = result.vertexRange(ofPath: path)
      return Array(result.ordinates[2 * range.lowerBound..<2 * range.upperBound])
    }
  }

  private func length(_ lines: [[Double]]) -> Double {
    var sum = 0.0
    for line in lines {
      for at in stride(from: 2, to: line.count, by: 2) {
        sum += hypot(line[at] - line[at - 2], line[at + 1] - line[at - 1])
      }
    }
    return sum
  }

  @Test("Pieces in any order and direction become one line from end to end")
  func pieces() {
    let street = (0...12).map { at -> [Double] in
      let east = Double(at)
      return [114 + 0.001 * east, 30 + 0.002 * sin(east / 4)]
    }
    for seed in 1...20 {
      var random = SeededGenerator(seed: UInt64(seed))
      let pieces = (0..<12).map { at -> [Double] in
        let isForward = random.next() % 2 == 0
        return isForward ? street[at] + street[at + 1] : street[at + 1] + street[at]
      }.shuffled(using: &random)
      let lines = joined(pieces)
      #expect(lines.count == 1)
      let wholes = [Array(street.joined()), Array(street.reversed().joined())]
      #expect(wholes.contains(lines[0]))
    }
  }

  @Test("A street goes straight on at a crossing, and sharp turns are no continuation")
  func crossings() {
    let cross = joined([
      [114, 30, 114.001, 30], [114.001, 30, 114.002, 30], [114.001, 29.999, 114.001, 30],
      [114.001, 30.001, 114.001, 30],
    ])
    #expect(cross.count == 2 && cross.allSatisfy { $0.count == 6 })
    #expect(joined([[114, 30, 114.001, 30], [114.001, 30, 114.001, 30.001]]).count == 2)
    // A vertex twice at an end.
    #expect(joined([[0, 0, 1, 0, 1, 0], [1, 0, 1, 0, 2, 0], [3, 3, 3, 3]]).count == 1)
    // 60° at latitude 60°, where a degree of longitude is half as long.
    #expect(joined([[24, 60, 24.002, 60], [24.002, 60, 24.003, 60.0008]]).count == 1)
  }

  @Test("Whatever is joined, nothing is lost or doubled, and rings and hubs end")
  func conservation() {
    var random = SeededGenerator(seed: UInt64(3))
    for _ in 0..<30 {
      let lines = (0..<60).map { _ in
        (0..<4).map { _ in Double(random.next() % 6) }
      }.filter { $0[0] != $0[2] || $0[1] != $0[3] }
      #expect(abs(length(joined(lines)) - length(lines)) < 1e-9)
    }
    let ring = (0..<36).map { at -> [Double] in
      let (a, b) = (Double(at) * .pi / 18, Double(at + 1) * .pi / 18)
      return [cos(a), sin(a), cos(b), sin(b)].map { ($0 * 1e6).rounded() / 1e6 }
    }
    #expect(joined(ring).count == 1)
    let hub = (0..<20_000).map { [0, 0, Double($0), 1] }
    #expect(joined(hub).count == hub.count)
    #expect(joined([[114, 30], [.nan, 1, 2, 3], []]).count == 1)
  }

  @Test("Tiles from afar have the joined lines of the roads that they name, near ones have none")
  func tiles() async throws {
    let city = try TestCity()
    func road(_ id: Int, _ name: String, _ kind: String, from west: Double) -> String {
      """
      {"type":"Feature","id":"\(id)","properties":{"name":"\(name)","class":"\(kind)"},\
      "geometry":{"type":"LineString","coordinates":[[\(west),30.5],[\(west + 0.001),30.5]]}}
      """
    }
    try city.add(
      (0..<6).flatMap { number in
        let west = 114.301 + 0.001 * Double(number)
        return [
          road(number, "珞喻路", "primary", from: west),
          road(10 + number, "小巷", "residential", from: west),
        ]
      }, to: "road")
    func layers(zoom: Int) async throws -> [String: [TileReading.Feature]] {
      let tiles = Double(1 << zoom)
      let (column, row) = (
        Int((114.3045 / 360 + 0.5) * tiles),
        Int((0.5 - asinh(tan(30.5 * .pi / 180)) / (2 * .pi)) * tiles)
      )
      let tile = try #require(TileCoordinate(zoom: zoom, column: column, row: row))
      let bytes = try await city.map.tile(tile, of: nil).tile?.gzippedBytes
      return try TileReading(gzipped: bytes ?? []).layers
    }
    let far = try await layers(zoom: 13)
    #expect(far["road"]?.count == 12)
    let names = try #require(far["road_name"])
    #expect(names.map(\.values) == [["name": "珞喻路", "class": "primary"]])
    #expect(names.first?.corners.count == 2)
    #expect(try await layers(zoom: 12)["road_name"]?.count == 1)
    #expect(try await layers(zoom: 14)["road_name"] == nil)
  }
}
