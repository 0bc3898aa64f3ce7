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
      "faults": .array(
        diagnostics.map {
          [
            "file": .string($0.file), "line": .integer($0.line), "column": .integer($0.column),
            "message": .string($0.message), "hint": JSONValue($0.hint),
          ]
        }),
      "cityFaults": .array(
        cityFaults.map {
          [
            "layer": JSONValue($0.layer), "message": .string($0.message),
            "hint": .string($0.hint),
          ]
        }),
    ]
  }
}
