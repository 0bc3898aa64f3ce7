import Foundation
import Testing

/// Where the things are that the tests use.
enum Place {
  /// The repository that this test was built from.
  static let repository = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path

  /// The command, which the build leaves beside the test bundle.
  static let command = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appending(path: "yutu").path

  static let environment = ProcessInfo.processInfo.environment
  /// With `CI=true` nothing may be skipped.
  static let isCI = environment["CI"] == "true"

  static let data = absolute(environment["YUTU_TEST_DATA"] ?? "../shared/data")
  static let python = repository + "/.tools/venv/bin/python3"
  static let mapLibre = repository + "/.tools/maplibre/maplibre-gl.js"

  static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  /// The first program in `PATH` that has one of `names`.
  static func program(_ names: String...) -> String? {
    let folders = (environment["PATH"] ?? "").split(separator: ":")
    return names.lazy.flatMap { name in folders.map { "\($0)/\(name)" } }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  private static func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : URL(filePath: repository + "/" + path).standardizedFileURL.path
  }
}

extension Trait where Self == ConditionTrait {
  /// The real files of `YUTU_TEST_DATA`.
  static var needsRealData: Self {
    .enabled(
      if: Place.isCI || Place.exists(Place.data + "/osm"), "no test data; set YUTU_TEST_DATA")
  }

  /// The Python clients.
  static var needsPythonClients: Self {
    .enabled(if: Place.isCI || Place.exists(Place.python), "no clients; run scripts/setup --test")
  }

  /// GDAL's programs.
  static var needsGDAL: Self {
    .enabled(if: Place.isCI || Place.program("ogr2ogr") != nil, "no ogr2ogr; scripts/setup --test")
  }

  /// A headless browser and MapLibre's files.
  static var needsBrowser: Self {
    .enabled(
      if: Place.isCI
        || (Place.exists(Place.mapLibre)
          && (Place.environment["CHROMIUM"] ?? Place.program("chromium")) != nil),
      "no Chromium or no MapLibre; run scripts/setup --test")
  }
}
