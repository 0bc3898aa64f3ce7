import ArgumentParser
import Catalog
import FeatureStore

/// `--at` and `--scenario`: from where a command sees the city.
struct ViewOptions: ParsableArguments {
  @Option(help: "The state of the city at this commit; yutu log lists them.")
  var at: Int?
  @Option(help: "A scenario file whose edits are applied to the city.")
  var scenario: String?

  func mapVersion() throws -> MapVersion {
    MapVersion(
      at.map { .commit($0) } ?? .latest, scenario: try scenario.map { try Scenario.load(file: $0) })
  }
}
