import ArgumentParser
import Catalog
import FeatureStore

/// `--at` and `--scenario`: from where a command sees the city.
struct ViewOptions: ParsableArguments {
  @Option(help: "The city as this commit left it; yutu log lists them.")
  var at: Int?
  @Option(help: "A scenario file whose edits are laid over the city.")
  var scenario: String?

  func mapVersion() throws -> MapVersion {
    MapVersion(
      at.map { .commit($0) } ?? .latest, scenario: try scenario.map { try Scenario.load(file: $0) })
  }
}
