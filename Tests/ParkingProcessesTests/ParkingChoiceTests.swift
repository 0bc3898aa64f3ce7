import Foundation
import Parking
import RoadProcesses
import Roads
import SimpleFeatures
import Simulation
import Testing

@testable import ParkingProcesses

@Suite("Choice of a car park as a process")
struct ParkingChoiceTests {
  private static let inputs: [(String, JSONValue)] = [
    ("from", ClosedCity.place(0, 0)), ("to", ClosedCity.place(2.9, 2)), ("stay_min", 25),
    ("count", 20),
  ]

  @Test("The order and costs of lots are those of trying every way to move on")
  func bruteForce() async throws {
    let city = try ClosedCity()
    let answer = try await city.ask(ParkingChoiceProcess(city.service), .object(Self.inputs))
    let offers = answer["choice"]?.features ?? []
    #expect(offers.compactMap { $0["id"]?.string }.sorted() == ["A", "B", "C", "E", "G"])
    #expect(answer["refused"]?["permit"]?.wholeNumber == 1)
    #expect(answer["refused"]?["hours"]?.wholeNumber == 1)
    #expect(answer["considered"]?.wholeNumber == 7)

    let lots = try CityLot.all(city.map, city.service.state.tariffs)
    let router = try await city.service.roads.router(profile: "car", at: Date())
    func place(_ x: Double, _ y: Double) throws -> RoadPlace {
      try RoadNetworkService.place(
        InputPlace(longitude: x, latitude: y), on: router, named: "it", withinMetres: 500)
    }
    let entrances = try lots.map { try place($0.entranceLongitude, $0.entranceLatitude) }
    func driveSeconds(_ from: RoadPlace, _ to: RoadPlace) -> Double {
      router.cost(from: from, to: to).map { Double($0) / 1000 } ?? .infinity
    }
    let start = try place(ClosedCity.west, ClosedCity.south)
    let chances = try LotChances(
      lots, city.service.state.counts, VehiclesEnRoute(), departSeconds: ClosedCity.nowSeconds,
      issuedSeconds: ClosedCity.nowSeconds)
    let mine = lots.indices.filter { "ABCEG".contains(lots[$0].id) }
    let parked = Dictionary(
      uniqueKeysWithValues: mine.map { lot -> (Int, Double) in
        let offer = offers.first { $0["id"]?.string == lots[lot].id }
        return (
          lot, 2 * (offer?.number("walk_s") ?? .nan) + (offer?.number("fee_s") ?? .nan)
        )
      })
    func movingOn(_ lot: Int, _ first: Int, _ lead: Double, _ left: Int) -> Double {
      guard left > 0 else { return 3600 }
      return mine.filter { $0 != lot && $0 != first }.map { next in
        let drive = driveSeconds(entrances[lot], entrances[next])
        let chance = chances.table.chance(next, leadSeconds: lead + drive)
        let rest = movingOn(next, first, lead + drive, left - 1)
        return drive + chance * parked[next]! + (1 - chance) * max(rest, parked[next]!)
      }.reduce(3600, min)
    }
    let costs = mine.map { lot -> (id: String, cost: Double) in
      let drive = driveSeconds(start, entrances[lot])
      let chance = chances.table.chance(lot, leadSeconds: drive)
      return (
        lots[lot].id,
        drive + chance * parked[lot]!
          + (1 - chance) * max(movingOn(lot, lot, drive, 2), parked[lot]!)
      )
    }.sorted { $0.cost < $1.cost }
    #expect(offers.compactMap { $0["id"]?.string } == costs.map(\.id))
    for (offer, cost) in zip(offers, costs) {
      #expect(abs(offer.number("cost_s") - cost.cost) < 0.05, "\(cost.id)")
      let chance = offer.number("chance")
      let terms =
        offer.number("drive_s")
        + chance * (offer.number("walk_weighted_s") + offer.number("fee_s"))
        + (1 - chance) * offer.number("onward_s")
      #expect(abs(terms - offer.number("cost_s")) < 0.05)
      #expect(offer.words("walk_basis") == "foot")
    }
    #expect(offers.map { $0.number("chance") }.contains { $0 < 0.999 })
    #expect(offers.first { $0["id"]?.string == "G" }?.words("chance_basis") == "mean-of-others")
    #expect(offers.first { $0["id"]?.string == "E" }?.words("fee_unknown") != nil)
  }

  @Test("Who asks for two lots gets the first two of all")
  func few() async throws {
    let city = try ClosedCity()
    let process = ParkingChoiceProcess(city.service)
    let all = try await city.ask(process, .object(Self.inputs))
    let two = try await city.ask(process, .object(Self.inputs.dropLast() + [("count", 2)]))
    let ids = (all["choice"]?.features ?? []).prefix(2).compactMap { $0["id"]?.string }
    #expect((two["choice"]?.features ?? []).compactMap { $0["id"]?.string } == ids)
  }

  @Test("Without counts each lot is taken to have a space, and the answer says so")
  func noCounts() async throws {
    let city = try ClosedCity(counts: false)
    let answer = try await city.ask(ParkingChoiceProcess(city.service), .object(Self.inputs))
    let offers = answer["choice"]?.features ?? []
    #expect(!offers.isEmpty && offers.allSatisfy { $0.number("chance") == 1 })
    #expect(offers.allSatisfy { $0.words("chance_basis") == "capacity" })
    #expect(answer["notes"]?.items?.first?.string?.contains("--occupancy") ?? false)
    #expect(offers.first?.words("why_zh")?.contains("停车费") ?? false)
  }

  @Test(
    "What cannot be answered is named with what to do",
    arguments: [
      ("height_m", 6.2, "invalid-input", "metres"),
      ("height_m", 0, "invalid-input", "leave it out"),
      ("from", [114.2, 30.5], "from-off-road", "nearer"),
      ("to", [113.0, 30.5], "no-lot", "within_m"),
      ("to", [30.5, 114.3], "invalid-input", "longitude"),
      ("issued", "2026-03-30T09:20:00", "invalid-input", "issued"),
      ("depart", "tomorrow at nine", "invalid-input", "2026-11-23"),
      ("stay_min", 2000, "no-lot", "refused"),
    ] as [(String, JSONValue, String, String)])
  func diagnostics(name: String, value: JSONValue, code: String, hint: String) async throws {
    let city = try ClosedCity()
    var inputs = Self.inputs.filter { $0.0 != name } + [(name, value)]
    if name == "stay_min" { inputs += [("accessible", true)] }
    let fault = await #expect(throws: ProcessError.self) {
      try await city.ask(ParkingChoiceProcess(city.service), .object(inputs))
    }
    #expect(fault?.code == code, "\(String(describing: fault))")
    #expect(fault?.hint?.contains(hint) ?? false, "\(String(describing: fault))")
  }
}
