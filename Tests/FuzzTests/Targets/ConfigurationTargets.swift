import Catalog
import Datasets
import FloodProcesses
import Parking
import Roads
import SimpleFeatures

/// Files that people write: all their faults, each in short words with a place.
extension FuzzTarget {
  private static let words = [
    ":", "- ", "{", "}", "[", "]", ",", "\n", "\n  ", "\"", "'", "&a", "*a", "<<", "!!", "|", ">",
    "#", "---", "...", "%", "\t", "~", "null", "true", "1e400", "-1", ".nan", "0x1F", "\u{FEFF}",
    "id", "title", "{zh: 一, en: A}", "fields", "name", "type", "unit", "codes", "value", "rules",
    "geometry", "point", "polygon", "style", "colour", "role", "relations", "edits", "aliases",
  ]

  static let configuration: [FuzzTarget] = [
    configuration("layer", "Layers") {
      { bytes in
        let (layer, diagnostics) = LayerCatalog.parse(
          yaml: String(decoding: bytes, as: UTF8.self), file: "hydrant.yml")
        guard (layer == nil) == !diagnostics.isEmpty else { return "a layer with faults, or none" }
        return diagnosticsFault(diagnostics, bytes.count)
      }
    },
    configuration("scenario", "Models/scenarios") {
      { configurationFault($0, "a.yml", as: Scenario.self) }
    },
    configuration("flood-scenario", "Models/flood") {
      { configurationFault($0, "a.yml", as: FloodScenario.self) }
    },
    configuration("tariff", "Models/parking") {
      { configurationFault($0, "a.yml", as: ParkingTariff.self) }
    },
    configuration("road-profile", "Models/roads") {
      { configurationFault($0, "a.yml", as: RoadProfile.self) }
    },
    configuration("local-frame", nil) {
      { configurationFault($0, "a.yml", as: FrameDefinition.self) }
    },
  ]

  /// A target that begins with the files `*.yml` of a folder of the repository.
  private static func configuration(
    _ name: String, _ folder: String?, makeCheck: @escaping @Sendable () throws -> Check
  ) -> FuzzTarget {
    // Time goes by length.
    let longestBytes = 1536
    return FuzzTarget(
      name, words: words, longestBytes: longestBytes,
      samples: { try folder.map { try FuzzInputs.shipped($0, longestBytes: longestBytes) } ?? [] },
      makeCheck: makeCheck)
  }

  private static func configurationFault<File: ConfigFile>(
    _ bytes: [UInt8], _ name: String, as type: File.Type
  ) -> String? {
    do throws(CatalogError) {
      _ = try File.parse(yaml: String(decoding: bytes, as: UTF8.self), file: name)
      return nil
    } catch {
      return diagnosticsFault(error.diagnostics, bytes.count)
    }
  }

  private static func diagnosticsFault(_ diagnostics: [Diagnostic], _ count: Int) -> String? {
    if diagnostics.count > count + 100 { return "\(diagnostics.count) faults of \(count) bytes" }
    for diagnostic in diagnostics where diagnostic.message.utf8.count > count + 1000 {
      return "a message of \(diagnostic.message.utf8.count) bytes"
    }
    return nil
  }
}
