import Parking
import Testing

@Suite("Who goes to which lot")
struct LotAssignmentTests {
  /// The least cost over all ways, by trying them.
  private func least(_ costs: [[Double]], _ room: [Int], _ unserved: Double) -> Double {
    guard let first = costs.first else { return 0 }
    let rest = Array(costs.dropFirst())
    var best = unserved + least(rest, room, unserved)
    for lot in room.indices where room[lot] > 0 {
      var left = room
      left[lot] -= 1
      best = min(best, first[lot] + least(rest, left, unserved))
    }
    return best
  }

  @Test("The assignment is the best of all that there are")
  func exhaustive() throws {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<60 {
      let (n, m) = (Int.random(in: 1...5, using: &random), Int.random(in: 1...3, using: &random))
      let costs = (0..<n).map { _ in
        (0..<m).map { _ in
          Double.random(in: 0..<1, using: &random) < 0.15
            ? .infinity : Double(Int.random(in: 0...400, using: &random))
        }
      }
      let room = (0..<m).map { _ in Int.random(in: 0...2, using: &random) }
      let found = try LotAssignment(
        costsSeconds: costs.flatMap { $0 }, room: room,
        unservedSeconds: [Double](repeating: 1000, count: n))
      #expect(abs(found.costSeconds - least(costs, room, 1000)) < 1e-6)
      var left = room
      var cost = 0.0
      for (driver, lot) in found.lots.enumerated() {
        if let lot { left[lot] -= 1 }
        cost += lot.map { costs[driver][$0] } ?? 1000
      }
      #expect(left.allSatisfy { $0 >= 0 })
      #expect(abs(cost - found.costSeconds) < 1e-6)
      // A price is at least what one more space saves where there are some.
      let savings = found.savingsSeconds(
        costsSeconds: costs.flatMap { $0 }, unservedSeconds: [Double](repeating: 1000, count: n))
      for lot in 0..<m where n > 0 {
        var more = room
        more[lot] += 1
        let saving = found.costSeconds - least(costs, more, 1000)
        #expect(abs(savings[lot] - saving) < 1e-3)
        #expect(room[lot] == 0 || saving <= found.pricesSeconds[lot] + 1e-6)
      }
    }
  }

  @Test("A round keeps promises where that is possible and sends nobody elsewhere for a trifle")
  func round() throws {
    var round = GuidanceRound(room: [1, 1, 5], pricesSeconds: [0, 0, 0])
    // Both want lot 0; the first was promised it.
    let drivers = [
      GuidedDriver(costsSeconds: [300, 330, 900], lot: 0, promisedSeconds: 300),
      GuidedDriver(costsSeconds: [200, 290, 900]),
    ]
    #expect(try round.lots(for: drivers) == [0, 1])
    // Without the promise the sum decides.
    let free = drivers.map { GuidedDriver(costsSeconds: $0.costsSeconds) }
    #expect(try round.lots(for: free) == [1, 0])
    // Ten seconds are a trifle.
    let trifle = [GuidedDriver(costsSeconds: [310, 300, 900], lot: 0)]
    #expect(try round.lots(for: trifle) == [0])
    round.switchingSeconds = 5
    #expect(try round.lots(for: trifle) == [1])
  }

  @Test("Where there is too little room the rest wait at lots, or have none")
  func short() throws {
    var round = GuidanceRound(room: [1, 0], pricesSeconds: [0, 0])
    let drivers = (0..<3).map { _ in GuidedDriver(costsSeconds: [100, 200]) }
    #expect(try round.lots(for: drivers).compactMap { $0 }.count == 1)
    round.queue = [1, 0]
    #expect(try round.lots(for: drivers).compactMap { $0 } == [0, 0])
  }

  @Test("Costs and rooms that cannot be are refused")
  func bad() {
    for (costs, room, unserved) in [
      ([1.0], [1], [1.0, 2]), ([.nan], [1], [1]), ([-1], [1], [1]), ([1], [-1], [1]),
      ([1], [1], [.infinity]),
    ] {
      #expect(throws: ParkingError.self) {
        try LotAssignment(costsSeconds: costs, room: room, unservedSeconds: unserved)
      }
    }
    #expect(throws: ParkingError.self) {
      try GuidanceRound(room: [1], pricesSeconds: [0, 0]).lots(for: [])
    }
  }
}
