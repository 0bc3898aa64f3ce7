import ArgumentParser
import CommandSupport
import Foundation
import Parking
import ParkingProcesses
import SimpleFeatures

/// Forecasts lots at given times from what was known at others.
struct ParkingForecast: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forecast", abstract: "Forecast the occupancy of car parks, with probabilities.",
    discussion: """
      Occupancy as a share of capacity: the mean, the 10th, 50th and 90th percentiles, and the \
      probability of a free space. Only counts up to `issued` are used for a row.
      """)

  @Option(help: "Car park counts: CSV with lot,capacity,occupancy,time (local time).")
  var history: String
  @Option(help: "What to forecast: CSV with lot,time,issued.")
  var at: String
  @Option(help: "Exceptional days: CSV with date,like (a weekday, holiday or closed).")
  var exceptions: String?
  @Option(help: "The CSV to write; default: standard output.")
  var out: String?
  @Option(help: "Occupancy levels, such as 0.7,0.9; adds the probability of lower occupancy.")
  var below: String?
  @Option(help: "Probabilities, such as 0.25,0.75; adds these quantiles of occupancy.")
  var quantiles: String?
  @Flag(help: "Print a summary as JSON on standard output; needs --out.")
  var json = false

  func validate() throws {
    if json, out == nil || out == "/dev/stdout" {
      throw ValidationError("--json prints on standard output: name a file with --out")
    }
    _ = try columns()
  }

  private func columns() throws -> ForecastColumns {
    do {
      return try ForecastColumns(below: below, quantiles: quantiles)
    } catch let error as PlainError {
      throw ValidationError(error.message)
    }
  }

  func run() throws {
    try OutputPaths.check([out], against: [history, at, exceptions])
    try OutputPaths.tryPaths([out].filter { $0 != "/dev/stdout" })
    var times = try ForecastTimes(at)
    let columns = try columns()
    let days = try exceptions.map(ExceptionFile.read) ?? DayExceptions.none
    let file = try OccupancyFile(history)
    if let clock = file.clock, times.convert(to: clock) {
      Terminal.say("note: the times of \(at) are turned into those of the counts, \(clock.words)")
    }
    let table = try ForecastTable(of: times, from: file, exceptions: days, columns: columns)
    try Terminal.write(table.text, to: out ?? "/dev/stdout")
    for warning in table.warnings { Terminal.warn(warning) }
    for note in file.leftOut.words(history) + table.notes { Terminal.say("note: \(note)") }
    if json { try Terminal.write(try table.json(), to: "/dev/stdout") }
  }
}
