import Parking
import SimpleFeatures
import Simulation
import Testing

@testable import ParkingProcesses

@Suite("What processes on parking are given while they run")
struct ParkingDeskTests {
  /// Inputs of each process, in their order.
  private static let inputs: [JSONValue] = [
    ["time": "2026-03-30T10:00:00"],
    ["from": ClosedCity.place(0, 0), "to": ClosedCity.place(2.9, 2), "stay_min": 25],
    ["drivers": [["from": ClosedCity.place(0, 0), "to": ClosedCity.place(2.9, 2)]]],
  ]

  @Test("What has to be known of the counts is the first note of each answer that uses them")
  func notes() async throws {
    let city = try ClosedCity()
    let history = try #require(city.desk.books.counts?.history)
    let note = "counts.csv is not taken since 10:20: line 3; counts of 09:00 are used"
    city.desk.put(history, notes: [note])
    for (process, inputs) in zip(city.desk.processes, Self.inputs) {
      let answer = try await city.ask(process, inputs)
      #expect(answer["notes"]?.items?.first?.string == note, "\(process.id)")
    }
    city.desk.put(history)
    let answer = try await city.ask(city.desk.processes[0], Self.inputs[0])
    #expect(answer["notes"]?.items?.isEmpty ?? false)
  }

  @Test("Only other counts or days are worked out anew")
  func sameCounts() throws {
    let city = try ClosedCity()
    let before = try #require(city.desk.books.counts)
    city.desk.put(before.history, notes: ["as before"])
    #expect(city.desk.books.counts === before && city.desk.books.notes == ["as before"])
    city.desk.put(before.history, exceptions: DayExceptions([20_542: .closed]))
    #expect(city.desk.books.counts !== before && city.desk.books.notes.isEmpty)
  }

  @Test("A lot has no space on a day of closure")
  func closed() async throws {
    let city = try ClosedCity()
    let history = try #require(city.desk.books.counts?.history)
    let day = Int(ClosedCity.now_s / 86_400)
    city.desk.put(history, exceptions: DayExceptions([day: .closed]))
    let answer = try await city.ask(
      ParkingForecastProcess(city.desk), ["time": "2026-03-30T10:00:00"])
    let lots = answer["forecast"]?.features ?? []
    #expect(!lots.isEmpty)
    #expect(lots.allSatisfy { $0.words("basis") == "closed" && $0.number("p_space") == 0 })
  }

  @Test("Tariffs put in place are what the next answer charges")
  func tariffs() async throws {
    let city = try ClosedCity()
    let process = ParkingChoiceProcess(city.desk)
    func lotA() async throws -> JSONValue? {
      let answer = try await city.ask(process, Self.inputs[1])
      return answer["choice"]?.features.first { $0["id"]?.string == "A" }
    }
    #expect(try await lotA()?["properties"]?["fee_unknown"]?.string == nil)
    city.desk.put(tariffs: TariffBook([]))
    #expect(try await lotA()?["properties"]?["fee_unknown"]?.string != nil)
  }
}
