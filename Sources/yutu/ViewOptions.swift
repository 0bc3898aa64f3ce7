import ArgumentParser
import Catalog
import CommandSupport
import FeatureStore

/// `--at` and `--scenario`: from where a command sees the city.
struct ViewOptions: ParsableArguments {
  @Option(help: "The state of the city at this commit; yutu log lists them.")
  var at: Int?
  @Option(
    help: "A scenario whose edits are applied to the city: a file, or a name in Models/scenarios.")
  var scenario: String?

  func mapVersion() throws -> MapVersion {
    MapVersion(
      at.map { .commit($0) } ?? .latest, scenario: try scenario.map(Scenario.named))
  }
}
