import SimpleFeatures
import Testing

@testable import Simulation

@Suite("Clock, dice and balance are exact")
struct ValueTests {
  @Test("Times of frames are products, end with the end and meet no time twice")
  func clock() {
    let tenth = RunClock(endSeconds: 1000, everySeconds: 0.1)
    #expect(tenth.frameCount == 10_001)
    #expect(tenth.seconds(ofFrame: 9_999) == 9_999 * 0.1)
    #expect(tenth.seconds(ofFrame: 10_000) == 1000)
    for (end, every) in [(100, 30), (90, 30), (0.3, 0.1), (5, 7), (1, 1), (3600, 0.7)] {
      let clock = RunClock(endSeconds: end, everySeconds: every)
      let times = (0..<clock.frameCount).map { clock.seconds(ofFrame: $0) }
      #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
      #expect(times.first == 0 && times.last == end)
      #expect(times.dropLast().enumerated().allSatisfy { $1 == Double($0) * every })
      #expect(end - times[times.count - 2] <= every * 1.0000001)
      for time in times + [.nan, -1, -1e300, 1e300] + times.flatMap({ [$0.nextUp, $0.nextDown] }) {
        #expect(clock.frames(until: time) == times.count { $0 <= time }, "\(time)")
      }
    }
  }

  @Test("The dice are those of the published algorithms")
  func referenceNumbers() {
    var filler: UInt64 = 1_477_776_061_723_855_037
    #expect(RandomSource.splitMix(&filler) == 1_985_237_415_132_408_290)
    #expect(RandomSource.splitMix(&filler) == 2_979_275_885_539_914_483)
    var source = RandomSource(state: (1, 2, 3, 4))
    let numbers = (0..<6).map { _ in source.next() }
    #expect(
      numbers == [
        11520, 0, 1_509_978_240, 1_215_971_899_390_074_240, 1_216_172_134_540_287_360,
        607_988_272_756_665_600,
      ])
  }

  @Test("A part's dice depend on seed and name alone, and go on from where they were saved")
  func namedSources() throws {
    var run = RandomSource(seed: 7)
    let before = run.source(named: "rain")
    _ = run.next()
    #expect(run.source(named: "rain") == before)
    var (rain, wind, other) = (
      before, run.source(named: "wind"), RandomSource(seed: 8).source(named: "rain")
    )
    let drawn = [rain.next(), wind.next(), other.next()]
    #expect(Set(drawn).count == 3)
    var writer = StateWriter()
    rain.encode(to: &writer)
    var reader = StateReader(writer.bytes)
    var saved = try RandomSource(from: &reader)
    #expect(saved == rain && saved.next() == rain.next())
    // Bits are on as often as off: 64 000 of them, six standard deviations.
    let ones = (0..<1000).reduce(0) { sum, _ in sum + rain.next().nonzeroBitCount }
    #expect(abs(ones - 32_000) < 760)
  }

  @Test("A balance names what was made, and weighs it against all that was handled")
  func balance() {
    var ledger = BalanceLedger(
      start: [.init("lake", 50)], now: [.init("lake", 40), .init("streets", 70)],
      gains: [.init("rain", 100)], losses: [.init("river", 39)])
    #expect(ledger.error == -1)
    #expect(ledger.relativeError == 1.0 / 150)
    #expect(ledger.json.text.contains("\"rain\":100"))
    ledger.losses[0].amount = 40
    #expect(ledger.error == 0 && ledger.relativeError == 0)
    // Water out of nothing is an error of its whole size.
    #expect(BalanceLedger(now: [.init("streets", 3)]).relativeError == 1)
    #expect(BalanceLedger().relativeError == 0)
  }

  @Test("Saved numbers and words come back bit for bit; what is cut off is told")
  func savedState() throws {
    var writer = StateWriter()
    writer.put(Int64.min)
    writer.put(7 as UInt8)
    writer.put(-0.0)
    writer.put("水深 d")
    writer.put([Float.nan, 1e-38, -.infinity])
    writer.put([Double.pi])
    func read(_ bytes: [UInt8]) throws -> Bool {
      var reader = StateReader(bytes)
      guard try reader.get(Int64.self) == .min, try reader.get(UInt8.self) == 7,
        try reader.getDouble().sign == .minus, try reader.getText() == "水深 d"
      else { return false }
      let floats = try reader.getFloats()
      return try floats[0].isNaN && floats[1...] == [1e-38, -.infinity]
        && reader.getDoubles() == [.pi] && reader.isAtEnd
    }
    #expect(try read(writer.bytes))
    for count in 0..<writer.bytes.count {
      #expect(throws: SimulationError.self) { try read(Array(writer.bytes.prefix(count))) }
    }
  }
}
