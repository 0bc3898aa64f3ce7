package import Catalog
import SimpleFeatures

extension SpatiaLiteStore {
  /// The scenarios whose edits the city has the layers and features for, and the faults of the
  /// others.
  package func fitting(
    _ scenarios: [Scenario]
  ) throws -> (scenarios: [Scenario], diagnostics: [Diagnostic]) {
    var fitting: [Scenario] = []
    var diagnostics: [Diagnostic] = []
    for scenario in scenarios {
      do {
        _ = try readNow(MapVersion(scenario: scenario)) { try $0.layers() }
        fitting.append(scenario)
      } catch let error as CatalogError {
        diagnostics += error.diagnostics
      } catch let error as StoreError {
        // It starts from a commit that the city does not have.
        let start = TextPosition(line: 1, column: 1)
        diagnostics.append(scenario.fault(start, error.message, hint: error.hint))
      }
    }
    return (fitting, diagnostics)
  }
}
