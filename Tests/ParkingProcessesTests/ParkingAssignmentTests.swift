import SimpleFeatures
import Simulation
import Testing

@testable import ParkingProcesses

@Suite("Assignment of drivers to car parks as a process")
struct ParkingAssignmentTests {
  private static func drivers(_ count: Int) -> JSONValue {
    var random = RandomSource(seed: 7)
    return .array(
      (0..<count).map { number in
        [
          "id": .string("d\(number)"),
          "from": ClosedCity.place(.random(in: 0...5, using: &random), 0),
          "to": ClosedCity.place(
            .random(in: 2...3, using: &random), .random(in: 2...3, using: &random)),
          "stay_min": 25,
        ]
      })
  }

  @Test("Together drivers pay less than each in turn, and no lot takes more than it has room for")
  func total() async throws {
    let city = try ClosedCity()
    let answer = try await city.ask(
      ParkingAssignmentProcess(city.service),
      ["drivers": Self.drivers(120), "occupied_quantile": 0.9])
    let totals = try #require(answer["totals"])
    func total(_ name: String) -> Double { totals[name]?.number ?? .nan }
    #expect(total("cost_s") < total("greedy_cost_s"))
    #expect(total("drivers") == 120)
    let drivers = answer["assignment"]?.features ?? []
    var taken: [String: Int] = [:]
    var sum = 0.0
    for driver in drivers {
      let lot = driver.words("lot")
      #expect((driver.words("status") == "assigned") == (lot != nil))
      sum += lot == nil ? total("no_room_counts_s") : driver.number("cost_s")
      if let lot { taken[lot, default: 0] += 1 }
    }
    #expect(abs(sum - total("cost_s")) < 0.1)
    for lot in answer["lots"]?.features ?? [] {
      let id = lot["id"]?.string ?? ""
      let (room, assigned) = (lot.number("room"), lot.number("assigned"))
      #expect(assigned <= room && Int(assigned) == taken[id] ?? 0, "\(id)")
      #expect(assigned == room || lot.number("price_s") == 0, "\(id)")
    }
    #expect((answer["lots"]?.features ?? []).contains { $0.number("price_s") > 0 })
    #expect(taken["D"] == nil && taken["F"] == nil)
    // A lot without counts is thought to be as full as the others, not empty.
    let lots = answer["lots"]?.features ?? []
    let uncounted = try #require(lots.first { $0["id"]?.string == "G" })
    #expect(uncounted.words("room_basis") == "mean-of-others")
    let spaces = ["A": 60.0, "B": 40, "C": 80, "D": 30, "E": 50, "F": 20]
    let shares = spaces.map { id, capacity in
      (lots.first { $0["id"]?.string == id }?.number("room") ?? .nan) / capacity
    }
    #expect(uncounted.number("room") == (45 * shares.reduce(0, +) / 6).rounded(.down))
  }

  @Test("With room for all each driver has what is cheapest for the driver alone")
  func roomForAll() async throws {
    let city = try ClosedCity(counts: false)
    let answer = try await city.ask(
      ParkingAssignmentProcess(city.service), ["drivers": Self.drivers(10)])
    for driver in answer["assignment"]?.features ?? [] {
      #expect(driver.words("lot") == driver.words("greedy_lot"))
    }
    #expect(answer["totals"]?["cost_s"]?.number == answer["totals"]?["greedy_cost_s"]?.number)
    #expect(answer["notes"]?.items?.first?.string?.contains("--occupancy") ?? false)
  }

  @Test("Drivers off the road and those whom no lot suits are told and do not stop the others")
  func someCannot() async throws {
    let city = try ClosedCity()
    let answer = try await city.ask(
      ParkingAssignmentProcess(city.service),
      [
        "drivers": [
          ["id": "far", "from": [114.0, 30.0], "to": ClosedCity.place(2, 2)],
          [
            "id": "lorry", "from": ClosedCity.place(0, 0), "to": ClosedCity.place(2, 2),
            "accessible": true,
          ],
          ["id": "car", "from": ClosedCity.place(0, 0), "to": ClosedCity.place(2, 2)],
        ]
      ])
    let drivers = answer["assignment"]?.features ?? []
    #expect(drivers.map { $0.words("status") } == ["off-road", "no-lot", "assigned"])
    #expect(drivers[1].words("refused")?.contains("accessible") ?? false)
    #expect(answer["totals"]?["without_lot"]?.wholeNumber == 2)
  }

  @Test("Two drivers of one name and heights in feet are refused")
  func diagnostics() async throws {
    let city = try ClosedCity()
    let one: JSONValue = [
      "id": "a", "from": ClosedCity.place(0, 0), "to": ClosedCity.place(2, 2),
    ]
    let same = await #expect(throws: ProcessError.self) {
      try await city.ask(ParkingAssignmentProcess(city.service), ["drivers": [one, one]])
    }
    #expect(same?.message.contains("\"a\"") ?? false)
    let high: JSONValue = [
      "from": ClosedCity.place(0, 0), "to": ClosedCity.place(2, 2), "height_m": 6.5,
    ]
    let feet = await #expect(throws: ProcessError.self) {
      try await city.ask(ParkingAssignmentProcess(city.service), ["drivers": [one, high]])
    }
    #expect(feet?.message.contains("drivers[1].height_m") ?? false)
    #expect(feet?.hint?.contains("feet") ?? false)
  }

  @Test("A fault of one driver names the driver and what is expected")
  func nested() async throws {
    let city = try ClosedCity()
    let good: JSONValue = ["from": ClosedCity.place(0, 0), "to": ClosedCity.place(2, 2)]
    let bad: [(JSONValue, String, String)] = [
      (["from": [114.3], "to": [114.3, 30.5]], "drivers[1].from", "longitude, latitude"),
      (["to": [114.3, 30.5]], "drivers[1]", "drivers[1].from: [longitude, latitude]"),
      (
        ["at": [1, 2], "from": [1, 2], "to": [1, 2]], "drivers[1]", "drivers[1] takes: id, from"
      ),
    ]
    for (driver, place, hint) in bad {
      let fault = await #expect(throws: ProcessError.self) {
        try await city.ask(
          ParkingAssignmentProcess(city.service), ["drivers": [good, driver]])
      }
      #expect(fault?.message.contains(place) ?? false, "\(fault?.message ?? "")")
      #expect(fault?.hint?.contains(hint) ?? false, "\(fault?.hint ?? "")")
    }
  }
}
