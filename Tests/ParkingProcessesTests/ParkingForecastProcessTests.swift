import Foundation
import Parking
import SimpleFeatures
import Simulation
import Testing

@testable import ParkingProcesses

@Suite("Forecast of car parks as a process")
struct ParkingForecastProcessTests {
  @Test("The numbers are those of the forecaster, and what has none is named")
  func numbers() async throws {
    let city = try ClosedCity()
    let answer = try await city.ask(
      ParkingForecastProcess(city.desk), ["time": "2026-03-30T10:00:00"])
    let features = answer["forecast"]?.features ?? []
    #expect(features.compactMap { $0["id"]?.string } == ["A", "B", "C", "D", "E", "F"])
    let history = try #require(city.desk.books.counts?.history)
    var forecaster = OccupancyForecaster(history: history)
    for feature in features {
      let forecast = try forecaster.forecast(
        lot: feature["id"]?.string ?? "", time_s: ClosedCity.now_s + 3000,
        issued_s: ClosedCity.now_s)
      let distribution = forecast.distribution
      #expect(abs(feature.number("mean") - distribution.mean) < 1e-4)
      #expect(abs(feature.number("p10") - distribution.quantile(0.1)) < 1e-4)
      #expect(abs(feature.number("p90") - distribution.quantile(0.9)) < 1e-4)
      #expect(abs(feature.number("p_space") - forecast.probabilityOfSpace) < 1e-4)
      #expect(feature.number("age_s") == 600)
    }
    let leftOut = (answer["left_out"]?.items ?? []).map {
      "\($0["lot"]?.string ?? "") \($0["reason"]?.string ?? "")"
    }
    #expect(leftOut.sorted() == ["G no-counts", "X unknown-lot"])
  }

  @Test("Counts after the time of issue change nothing")
  func later() async throws {
    let city = try ClosedCity()
    let inputs: JSONValue = [
      "lots": ["A"], "time": "2026-03-28T11:00:00", "issued": "2026-03-28T10:00:00",
    ]
    let process = ParkingForecastProcess(city.desk)
    let before = try await city.ask(process, inputs)
    let history = try #require(city.desk.books.counts?.history)
    let counts = history.series.flatMap { series in
      (0..<series.countUp(to: ClosedCity.now_s - 47 * 3600 - 600)).map {
        OccupancyCount(
          lot: series.lot, time_s: series.times_s[$0], occupied: series.occupied[$0],
          capacity: series.capacities[$0])
      }
    }
    city.desk.put(OccupancyHistory(counts: counts))
    let after = try await city.ask(process, inputs)
    #expect(before["forecast"]?.text == after["forecast"]?.text)
  }

  @Test("Times with a zone are put on the clock of the lots")
  func zones() async throws {
    let city = try ClosedCity()
    let process = ParkingForecastProcess(city.desk)
    func ask(_ time: JSONValue) async throws -> JSONValue? {
      try await city.ask(process, ["lots": ["A"], "time": time])["forecast"]
    }
    let local = try await ask("2026-03-30 10:00")
    #expect(try await ask("2026-03-30T18:00:00+08:00")?.text == local?.text)
    let wuhan = ParkingClock(zone: try #require(TimeZone(secondsFromGMT: 28_800)))
    #expect(try wuhan.time_s(["t": "2026-03-30T10:00:00Z"], "t") == ClosedCity.now_s + 31_800)
    #expect(wuhan.local_s(wuhan.date(ClosedCity.now_s)) == ClosedCity.now_s)
  }

  @Test(
    "What cannot be forecast is named with what to do",
    arguments: [
      (["time": "2026-03-30T08:00:00"], "invalid-input", "issued"),
      (["time": "2026-03-30T10:00:00", "lots": ["Q"]], "unknown-lot", "A, B"),
      (["time": "2026-03-30T10:00:00", "lots": ["G"]], "no-occupancy", "--occupancy"),
      (["time": "soon or later"], "invalid-input", "2026-11-23"),
    ] as [(JSONValue, String, String)])
  func faults(inputs: JSONValue, code: String, hint: String) async throws {
    let city = try ClosedCity()
    let fault = await #expect(throws: ProcessFault.self) {
      try await city.ask(ParkingForecastProcess(city.desk), inputs)
    }
    #expect(
      fault?.code == code && fault?.hint?.contains(hint) ?? false, "\(String(describing: fault))")
  }

  @Test("A server without counts says how to give it some")
  func noCounts() async throws {
    let city = try ClosedCity(counts: false)
    let fault = await #expect(throws: ProcessFault.self) {
      try await city.ask(ParkingForecastProcess(city.desk), ["time": "2026-03-30T10:00:00"])
    }
    #expect(fault?.code == "no-occupancy" && fault?.hint?.contains("--occupancy") ?? false)
  }
}
