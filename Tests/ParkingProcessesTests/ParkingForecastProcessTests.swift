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
      ParkingForecastProcess(city.service), ["time": "2026-03-30T10:00:00"])
    let features = answer["forecast"]?.features ?? []
    #expect(features.compactMap { $0["id"]?.string } == ["A", "B", "C", "D", "E", "F"])
    let history = try #require(city.service.state.counts?.history)
    var forecaster = OccupancyForecaster(history: history)
    for feature in features {
      let forecast = try forecaster.forecast(
        lot: feature["id"]?.string ?? "", timeSeconds: ClosedCity.nowSeconds + 3000,
        issuedSeconds: ClosedCity.nowSeconds)
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

  @Test("Each lot and time has a feature of its own, equal to that of the time asked for alone")
  func times() async throws {
    let city = try ClosedCity()
    let process = ParkingForecastProcess(city.service)
    let times: JSONValue = [
      "2026-03-30T10:00", "2026-03-30T12:00:00", "2026-03-30T18:00:00+08:00", "2026-04-02T09:30",
    ]
    let all = try await city.ask(
      process,
      ["lots": ["B", "A", "B"], "times": times, "below": [0.7, 1, 0.7], "quantiles": [0.25, 0]])
    let features = all["forecast"]?.features ?? []
    let ids = ["B", "A"].flatMap { lot in
      ["2026-03-30T10:00:00", "2026-03-30T12:00:00", "2026-04-02T09:30:00"].map { "\(lot)/\($0)" }
    }
    #expect(features.compactMap { $0["id"]?.string } == ids)
    let one = try await city.ask(process, ["lots": ["A"], "time": "2026-03-30T12:00"])
    let alone = try #require(one["forecast"]?.features.first)
    let same = try #require(features.first { $0["id"]?.string == "A/2026-03-30T12:00:00" })
    #expect(same.words("lot") == "A" && same.words("time") == "2026-03-30T12:00:00")
    for name in ["mean", "p10", "p90", "p_space", "age_s"] {
      #expect(same.number(name) == alone.number(name), "\(name)")
    }
    var forecaster = OccupancyForecaster(
      history: try #require(city.service.state.counts?.history))
    let distribution = try forecaster.forecast(
      lot: "A", timeSeconds: ClosedCity.nowSeconds + 10_200, issuedSeconds: ClosedCity.nowSeconds
    ).distribution
    #expect(abs(same.number("p_below_0.7") - distribution.probability(below: 0.7)) < 1e-4)
    #expect(abs(same.number("p_below_1") - distribution.probability(below: 1)) < 1e-4)
    #expect(abs(same.number("q_0.25") - distribution.quantile(0.25)) < 1e-4)
    #expect(abs(same.number("q_0") - distribution.quantile(0)) < 1e-4)
  }

  @Test("More lots and times than one answer may hold are refused with what would do")
  func work() throws {
    let clock = ParkingClock(zone: .gmt)
    let times = (0..<96).map { JSONValue.string(clock.text(ClosedCity.nowSeconds + 900 * $0)) }
    let question = try ForecastQuestion(
      InputValues(unchecked: ["times": .array(times), "issued": "2026-03-30T09:10"]), clock)
    #expect(throws: Never.self) { try question.check(lots: 520) }
    let fault = #expect(throws: ProcessError.self) { try question.check(lots: 1000) }
    #expect(fault?.status == 422 && fault?.code == "too-many-forecasts")
    #expect(fault?.hint?.contains("50 times") ?? false)
  }

  @Test("Counts after the time of issue change nothing")
  func later() async throws {
    let city = try ClosedCity()
    let inputs: JSONValue = [
      "lots": ["A"], "time": "2026-03-28T11:00:00", "issued": "2026-03-28T10:00:00",
    ]
    let process = ParkingForecastProcess(city.service)
    let before = try await city.ask(process, inputs)
    let history = try #require(city.service.state.counts?.history)
    let counts = history.series.flatMap { series in
      (0..<series.countUp(to: ClosedCity.nowSeconds - 47 * 3600 - 600)).map {
        OccupancyCount(
          lot: series.lot, timeSeconds: series.timesSeconds[$0], occupied: series.occupied[$0],
          capacity: series.capacities[$0])
      }
    }
    city.service.put(OccupancyHistory(counts: counts))
    let after = try await city.ask(process, inputs)
    #expect(before["forecast"]?.text == after["forecast"]?.text)
  }

  @Test("Times with a zone are put on the clock of the lots")
  func zones() async throws {
    let city = try ClosedCity()
    let process = ParkingForecastProcess(city.service)
    func ask(_ time: JSONValue) async throws -> JSONValue? {
      try await city.ask(process, ["lots": ["A"], "time": time])["forecast"]
    }
    let local = try await ask("2026-03-30 10:00")
    #expect(try await ask("2026-03-30T18:00:00+08:00")?.text == local?.text)
    #expect(try await ask("2026-03-30T18:00+08:00")?.text == local?.text)
    #expect(try await ask("2026-03-30T10:00Z")?.text == local?.text)
    #expect(try await ask("2026-03-30t10:00:00.25z")?.text == local?.text)
    let wuhan = ParkingClock(zone: try #require(TimeZone(secondsFromGMT: 28_800)))
    #expect(
      try wuhan.timeSeconds("2026-03-30T10:00:00Z", named: "t") == ClosedCity.nowSeconds + 31_800)
    #expect(wuhan.localSeconds(wuhan.date(ClosedCity.nowSeconds)) == ClosedCity.nowSeconds)
  }

  @Test(
    "What cannot be forecast is named with what to do",
    arguments: [
      (["time": "2026-03-30T08:00:00"], "invalid-input", "issued"),
      (["time": "2026-03-30T10:00:00", "lots": ["Q"]], "unknown-lot", "A, B"),
      (["time": "2026-03-30T10:00:00", "lots": ["G"]], "no-occupancy", "--occupancy"),
      (["time": "soon or later"], "invalid-input", "2026-11-23"),
      (["time": "2026-04-31T10:00"], "invalid-input", "no time"),
      (["time": "2026-03-30T25:10:00"], "invalid-input", "no time"),
      (["lots": ["A"]], "missing-input", "times"),
      (["time": "2026-03-30T10:00", "times": ["2026-03-30T10:00"]], "invalid-input", "leave one"),
      (["times": ["2026-03-30T10:00", "2026-03-30T08:00"]], "invalid-input", "issued"),
      (["time": "2026-03-30T10:00", "below": [1.2]], "invalid-input", "below[0]"),
    ] as [(JSONValue, String, String)])
  func diagnostics(inputs: JSONValue, code: String, hint: String) async throws {
    let city = try ClosedCity()
    let fault = await #expect(throws: ProcessError.self) {
      try await city.ask(ParkingForecastProcess(city.service), inputs)
    }
    #expect(
      fault?.code == code && "\(fault?.message ?? "") \(fault?.hint ?? "")".contains(hint),
      "\(String(describing: fault))")
  }

  @Test("A server without counts says how to give it some")
  func noCounts() async throws {
    let city = try ClosedCity(counts: false)
    let fault = await #expect(throws: ProcessError.self) {
      try await city.ask(ParkingForecastProcess(city.service), ["time": "2026-03-30T10:00:00"])
    }
    #expect(fault?.code == "no-occupancy" && fault?.hint?.contains("--occupancy") ?? false)
  }
}
