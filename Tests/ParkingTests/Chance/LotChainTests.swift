import Foundation
import Parking
import Testing

@Suite("The chance of a space on arrival")
struct LotChainTests {
  @Test("The share turned away is Erlang's, as the peer computes it")
  func erlang() throws {
    for (c, a, expected) in [(10.0, 8.0, 0.121661), (100, 90, 0.026957), (577, 560, 0.016679)] {
      let blocked = try #require(ErlangLoss.blocking(spaces: c, load: a))
      #expect(abs(blocked - expected) < 5e-7)
      // The closed form, by logarithms.
      let terms = (0...Int(c)).map { Double($0) * log(a) - lgamma(Double($0) + 1) }
      let top = terms.max()!
      let sum = terms.reduce(0) { $0 + exp($1 - top) }
      #expect(abs(blocked - exp(terms.last! - top) / sum) < 1e-12)
    }
  }

  @Test("A part of a space lies between whole ones, and follows the recursion")
  func fraction() throws {
    for a in [0.3, 2.0, 50] {
      let all = try (0...40).map {
        try #require(ErlangLoss.blocking(spaces: Double($0) / 8, load: a))
      }
      #expect(zip(all, all.dropFirst()).allSatisfy { $0 > $1 })
      for k in 8...40 {
        let c = Double(k) / 8
        #expect(abs(all[k] - a * all[k - 8] / (c + a * all[k - 8])) < 1e-12)
      }
      // The integral near a whole number is that of the whole number.
      #expect(abs(try #require(ErlangLoss.blocking(spaces: 1 - 1e-9, load: a)) - all[8]) < 1e-7)
    }
    #expect(try #require(ErlangLoss.blocking(spaces: 1e6, load: 1e6)) < 1e-3)
  }

  @Test("Loads and spaces that mean nothing have no answer")
  func meaningless() {
    for (c, a) in [(-1.0, 1.0), (1, -1), (.nan, 1), (1, .infinity)] {
      #expect(ErlangLoss.blocking(spaces: c, load: a) == nil)
    }
    #expect(ErlangLoss.blocking(spaces: 0, load: 0) == 1)
    #expect(ErlangLoss.blocking(spaces: 3, load: 0) == 0)
  }

  /// The peer's own sum, with weights from logarithms and no short cut.
  private func plain(_ c: Int, _ up: Double, _ down: Double, _ n: Int, _ t: Double) -> [Double] {
    let rate = up + Double(c) * down
    var q = [Double](repeating: 0, count: c + 1)
    q[n] = 1
    var sum = q.map { _ in 0.0 }
    for k in 0..<Int(rate * t + 8 * (rate * t).squareRoot() + 30) {
      let weight = exp(-rate * t + Double(k) * log(rate * t) - lgamma(Double(k) + 1))
      var r = [Double](repeating: 0, count: c + 1)
      for i in 0...c {
        sum[i] += weight * q[i]
        let (rise, fall) = (i < c ? up / rate : 0, Double(i) * down / rate)
        if i < c { r[i + 1] += q[i] * rise }
        if i > 0 { r[i - 1] += q[i] * fall }
        r[i] += q[i] * (1 - rise - fall)
      }
      q = r
    }
    return sum
  }

  @Test("Minutes ahead it is the peer's to the ninth decimal")
  func peer() throws {
    // erlang.py: c 100, 60 an hour, 0.5 an hour each.
    let printed = [
      80: [0.0, 0, 0, 0], 95: [0.910919, 0.822146, 0.805586, 0.803321],
      100: [0.666675, 0.754968, 0.784496, 0.798909],
    ]
    let chain = LotChain(spaces: 100)
    for (n, values) in printed {
      for (minutes, value) in zip([5.0, 15, 30, 60], values) {
        let t = minutes * 60
        let all = try chain.distribution(
          from: chain.certain(n),
          through: [
            LotRates(
              durationSeconds: t, arrivalsPerSecond: 60 / 3600, departuresPerSecond: 0.5 / 3600)
          ])
        let other = plain(100, 60 / 3600, 0.5 / 3600, n, t)
        for i in 0...100 { #expect(abs(all[i] - other[i]) < 1e-10) }
        if value > 0 { #expect(abs(chain.chanceOfSpace(all) - value) < 1e-6) }
      }
    }
  }

  @Test("A large lot over a day comes to rest at Erlang's formula, and quickly")
  func rest() throws {
    let chain = LotChain(spaces: 2000)
    let all = try chain.distribution(
      from: chain.certain(0),
      through: [
        LotRates(durationSeconds: 1e6, arrivalsPerSecond: 0.55, departuresPerSecond: 1 / 3600)
      ])
    let blocked = try #require(ErlangLoss.blocking(spaces: 2000, load: 0.55 * 3600))
    #expect(abs(all[2000] - blocked) < 1e-9)
  }

  @Test("Without limit cars leave as a binomial and come as a Poisson distribution")
  func closedForm() throws {
    // From n cars with nobody coming: each is still there with probability e^(−μt).
    let chain = LotChain(spaces: 30)
    let all = try chain.distribution(
      from: chain.certain(30),
      through: [LotRates(durationSeconds: 100, arrivalsPerSecond: 0, departuresPerSecond: 0.004)])
    let stays = exp(-0.4)
    for k in 0...30 {
      let choose = lgamma(31) - lgamma(Double(k) + 1) - lgamma(Double(31 - k))
      let p = exp(choose + Double(k) * log(stays) + Double(30 - k) * log(1 - stays))
      #expect(abs(all[k] - p) < 1e-11)
    }
  }

  @Test("Two pieces of one rate are one piece; changing rates follow the mean's equation")
  func pieces() throws {
    let chain = LotChain(spaces: 60)
    let rate = {
      LotRates(durationSeconds: $0, arrivalsPerSecond: 0.01, departuresPerSecond: 0.001)
    }
    let one = try chain.distribution(from: chain.certain(20), through: [rate(900)])
    let two = try chain.distribution(from: chain.certain(20), through: [rate(200), rate(700)])
    #expect(zip(one, two).allSatisfy { abs($0 - $1) < 1e-11 })
    let later = LotRates(durationSeconds: 600, arrivalsPerSecond: 0.001, departuresPerSecond: 0.003)
    let all = try chain.distribution(from: chain.certain(20), through: [rate(900), later])
    let mean = all.enumerated().reduce(0) { $0 + Double($1.offset) * $1.element }
    let middle = 10 + 10 * exp(-0.9)
    #expect(abs(mean - (1.0 / 3 + (middle - 1.0 / 3) * exp(-1.8))) < 1e-9)
  }

  @Test("A lot without spaces has none, and rates that cannot be are refused")
  func bad() throws {
    let none = LotChain(spaces: 0)
    let rate = LotRates(durationSeconds: 60, arrivalsPerSecond: 1, departuresPerSecond: 1)
    #expect(none.chanceOfSpace(try none.distribution(from: [1], through: [rate])) == 0)
    let chain = LotChain(spaces: 2)
    for wrong in [-1.0, .nan, .infinity] {
      #expect(throws: ParkingError.self) {
        try chain.distribution(
          from: chain.certain(1),
          through: [LotRates(durationSeconds: 60, arrivalsPerSecond: wrong, departuresPerSecond: 1)]
        )
      }
    }
    #expect(throws: ParkingError.self) { try chain.distribution(from: [1, 0], through: [rate]) }
    #expect(throws: ParkingError.self) { try chain.distribution(from: [1, 1, 0], through: [rate]) }
  }
}
