import Coverages
import SimpleFeatures
import TestSupport
import Testing

@Suite("Statistics of zones")
struct ZonalStatisticsTests {
  @Test("Zones that share borders add up to the whole, with gaps and by either weight")
  func partition() throws {
    var generator = SeededGenerator(seed: 9)
    for seed in 0..<10 as Range<UInt64> {
      let l = lattice(40, 30)
      let values = noise(l, limit: 100, gaps: 0.15, seed: seed)
      let box = l.envelope
      let (x, y) = (
        box.minX + 2.5 * Double(Int.random(in: 5..<75, using: &generator)),
        box.minY + Double.random(in: 10..<140, using: &generator)
      )
      let corners = [
        (box.minX, box.minY), (box.maxX, box.minY), (box.maxX, box.maxY), (box.minX, box.maxY),
      ]
      let total = values.values.reduce(0.0) { $1.isNaN ? $0 : $0 + Double($1) }
      for weight in [ZoneWeight.centre, .area] {
        let parts = (0..<4).map { i in
          let (a, b) = (corners[i], corners[(i + 1) % 4])
          return values.statistics(
            in: .polygon([[a.0, a.1, b.0, b.1, x, y, a.0, a.1]]), weight: weight)
        }
        let sum = parts.reduce(0) { $0 + ($1?.sum ?? 0) }
        let count = parts.reduce(0) { $0 + ($1?.count ?? 0) }
        #expect(abs(sum - total) < (weight == .centre ? 1e-9 : 1e-6 * total))
        #expect(abs(count - Double(values.valueCount)) < (weight == .centre ? 1e-9 : 1e-6))
      }
    }
  }

  @Test("A zone's figures are those of the cells whose centres it holds, counted one by one")
  func bruteForce() throws {
    let l = lattice(31, 29)
    let values = noise(l, limit: 1000, gaps: 0.1, seed: 3)
    let zone = star(in: l, seed: 12)
    var mask = RasterGrid(l, filledWith: 0)
    mask.burn(zone, value: 1)
    let members = zip(values.values, mask.values).filter { $1 == 1 && !$0.isNaN }.map(\.0).sorted()
    let shares = [0, 0.1, 0.5, 0.9, 1]
    let statistics = try #require(values.statistics(in: zone, quantiles: shares))
    #expect(statistics.count == Double(members.count))
    #expect(statistics.sum == members.reduce(0.0) { $0 + Double($1) })
    #expect(statistics.minimum == members.first && statistics.maximum == members.last)
    #expect(statistics.mean == statistics.sum / Double(members.count))
    for (share, quantile) in zip(shares, statistics.quantiles) {
      let rank = max(1, Int((share * Double(members.count)).rounded(.up)))
      #expect(quantile == members[rank - 1])
    }
  }

  @Test("By area a zone of a quarter of four cells weighs them a quarter each")
  func quarters() throws {
    let values = RasterGrid(lattice(2, 2), values: [1, 2, 3, .nan])
    let middle = Geometry.rectangle(
      Envelope(minX: 529_302.5, minY: 3_385_892.5, maxX: 529_307.5, maxY: 3_385_897.5))
    let statistics = try #require(
      values.statistics(in: middle, weight: .area, quantiles: [0.5]))
    #expect(abs(statistics.count - 0.75) < 1e-9)
    #expect(abs(statistics.mean - 2) < 1e-9)
    #expect(statistics.quantiles == [2])
  }

  @Test("A zone without a value has no figures")
  func empty() {
    let values = RasterGrid(lattice(2, 2), values: [.nan, .nan, .nan, 4])
    let west = Geometry.rectangle(
      Envelope(minX: 529_300, minY: 3_385_890, maxX: 529_305, maxY: 3_385_900))
    #expect(values.statistics(in: west) == nil)
    #expect(values.statistics(in: west, weight: .area) == nil)
  }
}
