import ArgumentParser

/// Forecasts of car parks.
struct ParkingCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "parking",
    abstract: "Forecast how full car parks will be.",
    subcommands: [ParkingForecast.self])
}
