import Catalog
import FeatureStore
import SimpleFeatures

/// The faults that `yutu check` found, as JSON.
enum CheckReport {
  static func json(
    layers: Int, scenarios: Int, storms: Int, profiles: Int, tariffs: Int,
    _ diagnostics: [Diagnostic],
    _ cityFaults: [CityDiagnostic]
  ) -> JSONValue {
    [
      "layers": .integer(layers), "scenarios": .integer(scenarios),
      "storms": .integer(storms), "road_profiles": .integer(profiles),
      "tariffs": .integer(tariffs),
      "faults": .array(diagnostics.map(\.json)),
      "cityFaults": .array(cityFaults.map(\.json)),
    ]
  }
}
