import ArgumentParser

/// Forecasts of car parks and guidance to them.
struct ParkingCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "parking",
    abstract: "Forecast how full car parks will be; measure guidance to them.",
    subcommands: [ParkingForecast.self, ParkingMeasure.self, ParkingGuidance.self])
}
