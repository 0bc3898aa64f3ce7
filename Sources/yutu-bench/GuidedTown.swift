import ArgumentParser
import Parking

/// Which made-up town is measured: its drivers and lots.
struct GuidedTown: ParsableArguments {
  @Option(help: "What all random numbers follow from.")
  var seed: UInt64 = 1
  @Option(help: "Drivers.")
  var drivers = 1000
  @Option(help: "Lots.")
  var lots = 40

  func validate() throws {
    guard (1...20_000).contains(drivers), (1...1000).contains(lots), drivers * lots <= 1_000_000
    else {
      throw ValidationError(
        "--drivers are 1 to 20000, --lots 1 to 1000, and drivers by lots at most a million")
    }
  }

  /// The town, with so many spaces free for each driver.
  func instance(ratio: Double) -> GuidanceInstance {
    GuidanceInstance(seed: seed, ratio: ratio, drivers: drivers, lots: lots)
  }
}
