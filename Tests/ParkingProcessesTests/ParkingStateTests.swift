import Catalog
import Parking
import SimpleFeatures
import Simulation
import Testing

@testable import ParkingProcesses

@Suite("What processes on parking are given while they run")
struct ParkingStateTests {
  /// Inputs of each process, in their order.
  private static let inputs: [JSONValue] = [
    ["time": "2026-03-30T10:00:00"],
    ["from": ClosedCity.place(0, 0), "to": ClosedCity.place(2.9, 2), "stay_min": 25],
    ["drivers": [["from": ClosedCity.place(0, 0), "to": ClosedCity.place(2.9, 2)]]],
  ]

  @Test("What has to be known of the counts is the first note of each answer that uses them")
  func notes() async throws {
    let city = try ClosedCity()
    let note = "a row of the counts cannot be read and is left out"
    let counts = DataSourceStatus("counts")
    city.service.put(sources: [counts])
    counts.take(newest: nil, isWhole: false, notes: [note])
    for (process, inputs) in zip(city.service.processes, Self.inputs) {
      let answer = try await city.ask(process, inputs)
      #expect(answer["notes"]?.items?.first?.string == note, "\(process.id)")
    }
    counts.refuse()
    let refused = try await city.ask(city.service.processes[0], Self.inputs[0])["notes"]?.items
    #expect(refused?.first?.string?.contains("the counts before are used") ?? false)
    #expect(refused?.dropFirst().first?.string == note)
    counts.take(newest: nil, isWhole: true)
    let answer = try await city.ask(city.service.processes[0], Self.inputs[0])
    #expect(answer["notes"]?.items?.isEmpty ?? false)
  }

  @Test("Only other counts or days are worked out anew")
  func sameCounts() throws {
    let city = try ClosedCity()
    let before = try #require(city.service.state.counts)
    city.service.put(before.history)
    city.service.put(exceptions: .none)
    #expect(city.service.state.counts === before)
    let days = DayExceptions([20_542: .closed])
    city.service.put(exceptions: days)
    let closed = try #require(city.service.state.counts)
    #expect(closed !== before && closed.exceptions == days)
    city.service.put(OccupancyHistory(counts: []))
    #expect(city.service.state.counts !== closed && city.service.state.counts?.exceptions == days)
  }

  @Test("A lot has no space on a day of closure")
  func closed() async throws {
    let city = try ClosedCity()
    let day = Int(ClosedCity.nowSeconds / 86_400)
    city.service.put(exceptions: DayExceptions([day: .closed]))
    let answer = try await city.ask(
      ParkingForecastProcess(city.service), ["time": "2026-03-30T10:00:00"])
    let lots = answer["forecast"]?.features ?? []
    #expect(!lots.isEmpty)
    #expect(lots.allSatisfy { $0.words("basis") == "closed" && $0.number("p_space") == 0 })
    await #expect {
      _ = try await city.ask(ParkingChoiceProcess(city.service), Self.inputs[1])
    } throws: {
      let fault = $0 as? ProcessError
      return fault?.code == "no-lot" && fault?.hint?.contains("closed 7") ?? false
        && fault?.hint?.contains("days of exception") ?? false
    }
    let assigned = try await city.ask(ParkingAssignmentProcess(city.service), Self.inputs[2])
    #expect(assigned["assignment"]?.features.first?.words("lot") == nil)
    let notes = assigned["notes"]?.items?.compactMap(\.string) ?? []
    #expect(notes.contains("the days of exception close all car parks on a day of the stay"))
  }

  @Test("A public holiday is charged as tariffs charge it")
  func holiday() async throws {
    let city = try ClosedCity()
    let monday = try ParkingTariff.parse(
      yaml: """
        id: sample-public
        title: {zh: 节假日, en: Dear on holidays}
        source: unconfirmed
        rates:
          - {days: Mo-Su, from: "08:00", to: "08:00", steps: [{unit: 60, price: 1}]}
          - {days: PH, from: "08:00", to: "08:00", steps: [{unit: 60, price: 9}]}
        examples:
          - {from: 2026-03-02 09:00, to: 2026-03-02 09:20, fee: 1}
        """, file: "sample-public.yml")
    city.service.put(tariffs: TariffCatalog([monday]))
    func fee() async throws -> Double? {
      let answer = try await city.ask(ParkingChoiceProcess(city.service), Self.inputs[1])
      return answer["choice"]?.features.first { $0["id"]?.string == "A" }?.number("fee_cny")
    }
    #expect(try await fee() == 1)
    let day = ClosedCity.nowSeconds / 86_400
    city.service.put(exceptions: DayExceptions([Int(day): .like(6)], holidays: [day]))
    #expect(try await fee() == 9)
  }

  @Test("A tariff whose file has faults stays as it was, and one that was never good is told")
  func faultyTariff() throws {
    let city = try ClosedCity()
    let before = city.service.state.tariffs
    let fault = Diagnostic(file: "tariffs/sample-public.yml", line: 3, column: 1, message: "broken")
    let other = Diagnostic(file: "tariffs/new.yml", line: 1, column: 1, message: "broken")
    city.service.put(tariffs: TariffCatalog([], diagnostics: [fault, other]))
    let after = city.service.state.tariffs
    #expect(after["sample-public"] == before["sample-public"])
    #expect(after["new"] == .faulty("tariffs/new.yml:1:1: broken"))
    #expect(after["centre"] == .missing)
  }

  @Test("Tariffs put in place are what the next answer charges")
  func tariffs() async throws {
    let city = try ClosedCity()
    let process = ParkingChoiceProcess(city.service)
    func lotA() async throws -> JSONValue? {
      let answer = try await city.ask(process, Self.inputs[1])
      return answer["choice"]?.features.first { $0["id"]?.string == "A" }
    }
    #expect(try await lotA()?["properties"]?["fee_unknown"]?.string == nil)
    city.service.put(tariffs: TariffCatalog([]))
    #expect(try await lotA()?["properties"]?["fee_unknown"]?.string != nil)
  }

  /// As a store says it: with the layer's name in it.
  private struct Damage: ExplainedError {
    let message: String
    var hint: String? { "import the layer again with this version of Yutu" }
  }

  @Test(
    "A damaged layer is told, and not taken for a city without car parks or entrances",
    arguments: [LayerRole.carPark, .carParkEntrance])
  func damagedLayer(role: LayerRole) async throws {
    let city = try ClosedCity()
    let message = "the definition of layer \"\(role.rawValue)\" in the city file cannot be read"
    let map = HandMap(
      layers: city.map.layers.merging([role: city.map.layers[role] ?? []]) { $1 },
      damage: [role: Damage(message: message)])
    let error = await #expect(throws: Damage.self) {
      _ = try await ParkingChoiceProcess(city.service).outputs(
        of: InputValues(unchecked: Self.inputs[1]), on: map
      ) { _ in }
    }
    #expect(error?.message == message)
    let none = HandMap(layers: [:])
    let fault = await #expect(throws: ProcessError.self) {
      _ = try await ParkingChoiceProcess(city.service).outputs(
        of: InputValues(unchecked: Self.inputs[1]), on: none
      ) { _ in }
    }
    #expect(fault?.code == "no-lots" && fault?.hint?.contains("car-park") == true)
  }
}
