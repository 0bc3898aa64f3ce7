import ArgumentParser

/// Forecasts of car parks.
struct ParkingCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "parking",
    abstract: "Forecast the occupancy of car parks.",
    subcommands: [ParkingForecast.self])
}
