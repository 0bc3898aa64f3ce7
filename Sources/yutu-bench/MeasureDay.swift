import ArgumentParser
import Catalog
import Foundation
import Parking
import ParkingProcesses

/// CPU seconds of a forecast of all lots for one day.
struct MeasureDay: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "parking-day", abstract: "Measure a forecast of all lots for one day.",
    discussion: """
      Prints lines of name=seconds: reading the history, fitting (grids, profiles and the \
      parameters of all leads that the day needs) and the forecast of all lots at 48 slots.
      """)

  @Option(help: "Counts: CSV with lot,capacity,occupancy,time (local time).")
  var history: String
  @Option(help: "The midnight of issue, as 2026-03-16T00:00.")
  var day: String

  func run() throws {
    guard let midnight = WrittenTime(ArraySlice(day.utf8))?.localSeconds else {
      throw ValidationError("--day: \(day) is no time")
    }
    var last = Figures.cpuSeconds
    func lap(_ name: String) {
      let now = Figures.cpuSeconds
      print("\(name)=\(now - last)")
      last = now
    }
    let occupancy = OccupancyHistory(byLot: try OccupancyFile(history).counts)
    lap("read_cpu_s")
    var forecaster = OccupancyForecaster(history: occupancy)
    let times = (0..<48).map { midnight + 1800 * $0 }
    guard let first = occupancy.lots.first else { return }
    for timeSeconds in times {
      _ = try forecaster.forecast(lot: first, timeSeconds: timeSeconds, issuedSeconds: midnight)
    }
    lap("fit_cpu_s")
    var sum = 0.0
    for lot in occupancy.lots {
      for timeSeconds in times {
        let forecast = try forecaster.forecast(
          lot: lot, timeSeconds: timeSeconds, issuedSeconds: midnight)
        let distribution = forecast.distribution
        sum += distribution.mean + forecast.probabilityOfSpace
        for p in [0.1, 0.5, 0.9] { sum += distribution.quantile(p) }
      }
    }
    lap("forecast_cpu_s")
    print("lots=\(occupancy.lots.count)")
    print("mean_of_all=\(sum / Double(5 * occupancy.lots.count * times.count))")
  }
}
