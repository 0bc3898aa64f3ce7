import SUMOFiles
import Testing

@testable import Signals

/// A second way to the same numbers: look at each second of some cycles.
private struct Seconds {
  let letters: [[UInt8]]

  init(_ program: SignalProgram, cycles: Int) {
    var letters: [[UInt8]] = []
    for _ in 0..<cycles {
      for stage in program.stages {
        letters += Array(repeating: Array(stage.state.utf8), count: Int(stage.durationSeconds))
      }
    }
    self.letters = letters
  }

  private func isGreen(_ link: Int, _ second: Int) -> Bool {
    letters[second][link] == UInt8(ascii: "G") || letters[second][link] == UInt8(ascii: "g")
  }

  /// The lengths of all runs of a kind that begin and end within the seconds.
  private func runs(_ link: Int, _ holds: (UInt8) -> Bool) -> [(start: Int, length: Int)] {
    var runs: [(start: Int, length: Int)] = []
    var start: Int?
    for second in 1..<letters.count {
      let now = holds(letters[second][link])
      let before = holds(letters[second - 1][link])
      if now, !before { start = second }
      if !now, before, let begun = start { runs.append((begun, second - begun)) }
    }
    return runs
  }

  func green(_ link: Int) -> Double? {
    runs(link) { $0 == UInt8(ascii: "G") || $0 == UInt8(ascii: "g") }.map { Double($0.length) }
      .min()
  }

  func red(_ link: Int) -> Double? {
    runs(link) { !"Ggso".utf8.contains($0) }.map { Double($0.length) }.max()
  }

  /// Of each end of green that comes to red: the seconds of yellow between.
  func yellow(_ link: Int) -> Double? {
    var least: Double?
    for second in 1..<letters.count where isGreen(link, second - 1) && !isGreen(link, second) {
      var end = second
      while end < letters.count, letters[end][link] == UInt8(ascii: "y") { end += 1 }
      guard end < letters.count, letters[end][link] == UInt8(ascii: "r") else { continue }
      least = min(least ?? .infinity, Double(end - second))
    }
    return least
  }

  /// Whether a link is green from a second on, or need not yield from then on.
  private func begins(_ link: Int, _ second: Int) -> Bool {
    guard isGreen(link, second) else { return false }
    let before = letters[second - 1][link]
    return !isGreen(link, second - 1)
      || before == UInt8(ascii: "g") && letters[second][link] == UInt8(ascii: "G")
  }

  /// From the last second of one's green to the first of the other's.
  func gap(_ ends: Int, _ starts: Int) -> Double? {
    var least: Double?
    for second in 1..<letters.count
    where begins(starts, second) && !isGreen(ends, second) {
      guard let last = (0..<second).last(where: { isGreen(ends, $0) }) else { continue }
      least = min(least ?? .infinity, Double(second - 1 - last))
    }
    return least
  }
}

@Suite("What a signal shows, in numbers")
struct SafetyMeasuresTests {
  @Test("Measured from stage to stage and second by second is the same", arguments: 0..<40)
  func seconds(seed: Int) throws {
    let network = try TestNetworks.avenue()
    let links = try SignalLinks("A0", of: network, SafetyRules())
    var state = UInt64(seed) &* 2_654_435_761 &+ 1
    func random(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    // The network's stages shortened, in another order, with letters of all kinds thrown in.
    let program = network.programs[0].changed {
      for number in $0.indices { $0[number].durationSeconds = Double(1 + random(12)) }
      for _ in 0..<random(4) { $0.swapAt(random($0.count), random($0.count)) }
      for _ in 0..<random(30) {
        let stage = random($0.count)
        var letters = Array($0[stage].state)
        letters[random(letters.count)] = Array("Ggyrs")[random(4)]
        $0[stage].state = String(letters)
      }
    }
    let measures = SafetyMeasures(SignalTimeline(program), links)
    let seconds = Seconds(program, cycles: 3)
    for link in 0..<20 {
      #expect(measures.green[link]?.valueSeconds == seconds.green(link))
      #expect(measures.red[link]?.valueSeconds == seconds.red(link))
      #expect(measures.yellow[link]?.valueSeconds == seconds.yellow(link))
    }
    for pair in links.pairs.indices {
      for side in links.sides(of: pair) {
        #expect(measures.gap(side)?.valueSeconds == seconds.gap(side.ends, side.starts))
      }
    }
  }
}
