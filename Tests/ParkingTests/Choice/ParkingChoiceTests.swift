import Catalog
import Foundation
import Parking
import Testing

@Suite("The best lot for a driver")
struct ParkingChoiceTests {
  private static let flat = try! ParkingTariff.parse(
    yaml: """
      id: flat
      title: {zh: 按时, en: Hourly}
      source: unconfirmed
      rates:
        - {from: "00:00", to: "24:00", steps: [{unit: 60, price: 4}]}
      examples:
        - {from: 2026-03-02 09:00, to: 2026-03-02 11:00, fee: 8}
      """, file: "flat.yml")

  /// A town of random lots, and what a driver needs to choose among them.
  struct Town {
    var lots: [ChoiceLot]
    var chances: ChanceTable
    var onward: OnwardTable
    var rows: [[(lot: Int, driveSeconds: Double)]]
    var drive: [Double]
    var walk: [Double]

    init(_ count: Int, near: Int, seed: UInt64) throws {
      var seed = seed
      func uniform() -> Double {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Double(seed >> 11) / 9_007_199_254_740_992
      }
      let side = 70 * Double(count).squareRoot()
      let places = (0..<count).map { _ in (x: uniform() * side, y: uniform() * side) }
      lots = (0..<count).map { index in
        ChoiceLot(
          id: "L\(index)", spaces: 20,
          tariff: index % 3 == 0 ? .tariff(ParkingChoiceTests.flat) : nil,
          heightLimitMetres: index % 7 == 0 ? 1.9 : nil, isClosed: index % 31 == 0)
      }
      let leads = [0.0, 300, 900, 3600]
      chances = try ChanceTable(
        leadsSeconds: leads,
        rows: places.map { _ in
          let now = min(1, uniform() * 1.4)
          return leads.map { now * (1 - $0 / 9000) }
        })
      let grid = Dictionary(grouping: places.indices) {
        [Int(places[$0].x / 200), Int(places[$0].y / 200)]
      }
      rows = places.indices.map { from in
        let (x, y) = (Int(places[from].x / 200), Int(places[from].y / 200))
        var all: [(lot: Int, driveSeconds: Double)] = []
        for dx in -3...3 {
          for dy in -3...3 {
            for to in grid[[x + dx, y + dy]] ?? [] where to != from {
              let length = hypot(
                places[to].x - places[from].x, places[to].y - places[from].y)
              all.append((to, length / 8))
            }
          }
        }
        return Array(all.sorted { $0.driveSeconds < $1.driveSeconds }.prefix(near))
      }
      onward = try OnwardTable(rows)
      let (from, to) = ((x: 0.0, y: 0.0), (x: side * uniform(), y: side * uniform()))
      drive = places.map { hypot($0.x - from.x, $0.y - from.y) / 8 }
      walk = places.map { hypot($0.x - to.x, $0.y - to.y) / 1.3 }
    }
  }

  private func request() -> ParkingRequest {
    var request = ParkingRequest(timeSeconds: 20_514 * 86_400 + 9 * 3600, staySeconds: 7200)
    request.heightMetres = 2
    return request
  }

  /// The definition, without bounds or order.
  private func brute(_ town: Town, _ request: ParkingRequest, _ lot: Int) -> Double {
    func isOpen(_ lot: Int) -> Bool { lot % 7 != 0 && lot % 31 != 0 }
    func chance(_ lot: Int, _ lead: Double) -> Double { chances(town, lot, lead) }
    func parked(_ lot: Int) -> Double {
      2 * town.walk[lot] + (lot % 3 == 0 ? 8 : 10) * 120
    }
    func move(_ lot: Int, _ first: Int, _ lead: Double, _ left: Int) -> Double {
      if left == 0 { return 3600 }
      var best = 3600.0
      for next in town.rows[lot] where next.lot != first && isOpen(next.lot) {
        let p = chance(next.lot, lead + next.driveSeconds)
        let rest = move(next.lot, first, lead + next.driveSeconds, left - 1)
        best = min(
          best,
          next.driveSeconds + p * parked(next.lot) + (1 - p) * max(rest, parked(next.lot)))
      }
      return best
    }
    guard isOpen(lot) else { return .infinity }
    let p = chance(lot, town.drive[lot])
    let rest = max(move(lot, lot, town.drive[lot], 2), parked(lot))
    return town.drive[lot] + p * parked(lot) + (1 - p) * rest
  }

  private func chances(_ town: Town, _ lot: Int, _ lead: Double) -> Double {
    town.chances.chance(lot, leadSeconds: lead)
  }

  @Test("The answer is that of trying all lots and all ways to move on", arguments: 1...6)
  func exact(seed: Int) throws {
    let town = try Town(120, near: 8, seed: UInt64(seed))
    let choice = try ParkingChoice(lots: town.lots, chances: town.chances, onward: town.onward)
    let request = request()
    let answer = try choice.answer(request, driveSeconds: town.drive, walkSeconds: town.walk)
    let all = town.lots.indices.map { (brute(town, request, $0), $0) }.sorted { $0 < $1 }
    #expect(answer.offers.count == 5)
    for (offer, other) in zip(answer.offers, all) {
      #expect(abs(offer.costSeconds - other.0) < 1e-6)
      #expect(offer.lot == other.1)
      let sum =
        offer.driveSeconds + offer.chance * (2 * offer.walkSeconds + offer.feeFen / 100 * 120)
        + (1 - offer.chance) * offer.onwardSeconds
      #expect(abs(sum - offer.costSeconds) < 1e-9)
    }
    let whole = try choice.answer(
      request, driveSeconds: town.drive, walkSeconds: town.walk, prunes: false)
    #expect(answer == whole)
    #expect(answer.evaluated <= whole.evaluated)
  }

  @Test("An answer says what each filter excluded and why nearer lots are not the best")
  func explains() throws {
    let town = try Town(200, near: 8, seed: 3)
    let choice = try ParkingChoice(lots: town.lots, chances: town.chances, onward: town.onward)
    let answer = try choice.answer(request(), driveSeconds: town.drive, walkSeconds: town.walk)
    #expect(answer.refused.map(\.reason) == [.closed, .height])
    #expect(answer.refused.map(\.count) == [7, 28])
    let best = try #require(answer.offers.first)
    for other in answer.passedOver {
      #expect(other.walkSeconds < best.walkSeconds)
      if case .dearer(let by, _) = other.reason { #expect(by >= 0) }
    }
    for offer in answer.offers { #expect((offer.feeUnknown == nil) == (offer.lot % 3 == 0)) }
  }

  @Test("A fuller lot never costs less, also where moving on is better than parking there")
  func fuller() throws {
    let lots = ["far", "near"].map { ChoiceLot(id: $0, spaces: 5) }
    let onward = try OnwardTable([[(1, 30)], [(0, 30)]])
    var request = ParkingRequest(timeSeconds: 0, staySeconds: 60)
    request.offers = 2
    var last = 0.0
    for chance in stride(from: 1, through: 0, by: -0.1) {
      let choice = try ParkingChoice(
        lots: lots, chances: try ChanceTable(leadsSeconds: [0], rows: [[chance], [1]]),
        onward: onward)
      let answer = try choice.answer(request, driveSeconds: [10, 40], walkSeconds: [1000, 5])
      let far = try #require(answer.offers.first { $0.lot == 0 })
      #expect(far.costSeconds >= last && far.costSeconds >= 10 + 2000)
      last = far.costSeconds
    }
  }

  @Test("Without a lot that fits, the answer counts why")
  func none() throws {
    let town = try Town(60, near: 5, seed: 5)
    let choice = try ParkingChoice(lots: town.lots, chances: town.chances, onward: town.onward)
    var request = request()
    request.charger = (kind: nil, powerKilowatts: 7)
    let answer = try choice.answer(request, driveSeconds: town.drive, walkSeconds: town.walk)
    #expect(answer.offers.isEmpty)
    #expect(answer.refused.reduce(0) { $0 + $1.count } == 60)
    #expect(answer.passedOver.count == 5)
    let off = try choice.answer(
      self.request(), driveSeconds: town.drive.map { _ in .infinity }, walkSeconds: town.walk)
    #expect(off.refused.map(\.reason) == [.unreachable])
    #expect(throws: ParkingError.self) {
      try choice.answer(request, driveSeconds: [1], walkSeconds: town.walk)
    }
  }

  @Test("Each filter refuses by itself")
  func filters() throws {
    var plain = ChoiceLot(id: "A", spaces: 5)
    var request = ParkingRequest(timeSeconds: 20_514 * 86_400 + 9 * 3600, staySeconds: 7200)
    func refusal(_ lot: ChoiceLot) throws -> LotExclusion? {
      let choice = try ParkingChoice(
        lots: [lot], chances: try ChanceTable(leadsSeconds: [0], rows: [[0.5]]),
        onward: try OnwardTable([[]]))
      return try choice.answer(request, driveSeconds: [60], walkSeconds: [60]).refused.first?.reason
    }
    #expect(try refusal(plain) == nil)
    plain.hours = try OpeningHours("10:00-12:00")
    #expect(try refusal(plain) == .hours)
    plain.hours = try OpeningHours("09:00-11:00")
    #expect(try refusal(plain) == .hours)
    plain.hours = try OpeningHours("09:00-11:01")
    #expect(try refusal(plain) == nil)
    plain.maximumStaySeconds = 3600
    #expect(try refusal(plain) == .maximumStay)
    plain.maximumStaySeconds = nil
    plain.permit = "resident"
    #expect(try refusal(plain) == .permit)
    request.permits = ["resident"]
    #expect(try refusal(plain) == nil)
    request.needsAccessible = true
    #expect(try refusal(plain) == .accessible)
    plain.accessibleSpaces = 1
    request.charger = (kind: "dc", powerKilowatts: 60)
    plain.chargers = [.init(kind: "ac", powerKilowatts: 60), .init(kind: "dc", powerKilowatts: 30)]
    #expect(try refusal(plain) == .charger)
    request.charger = (kind: "dc", powerKilowatts: 30)
    #expect(try refusal(plain) == nil)
    plain.spaces = 0
    #expect(try refusal(plain) == .noSpaces)
    request.isOnClosedDay = true
    #expect(try refusal(plain) == .closed)
  }

  @Test("A full lot with chance 0 costs the drive and moving on, never a NaN")
  func full() throws {
    let lots = ["A", "B"].map { ChoiceLot(id: $0, spaces: 5) }
    let choice = try ParkingChoice(
      lots: lots, chances: try ChanceTable(leadsSeconds: [0], rows: [[0], [0]]),
      onward: try OnwardTable([[(1, 30)], [(0, 30)]]))
    let request = ParkingRequest(timeSeconds: 0, staySeconds: 60)
    let answer = try choice.answer(request, driveSeconds: [10, 20], walkSeconds: [5, 5])
    #expect(answer.offers.map(\.costSeconds) == [10 + 3600, 20 + 3600])
  }
}
