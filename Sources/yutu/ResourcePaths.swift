import Foundation
import SimpleFeatures

/// Where Yutu's own files are: `Layers/`, `Models/` and the map page's libraries.
///
/// The first of `$YUTU_HOME`, the current folder, and the folders above the program that holds
/// `Layers`.
enum ResourcePaths {
  static let folder: String = {
    let environment = ProcessInfo.processInfo.environment
    if let named = environment["YUTU_HOME"], !named.isEmpty { return named }
    let current = FileManager.default.currentDirectoryPath
    if holdsLayers(current) { return current }
    var place = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    while place.path != "/" {
      place.deleteLastPathComponent()
      if holdsLayers(place.path) { return place.path }
    }
    return current
  }()

  static var models: String { folder + "/Models" }
  static var layers: String { folder + "/Layers" }
  static var scenarios: String { folder + "/Models/scenarios" }
  static var roads: String { folder + "/Models/roads" }
  static var signals: String { folder + "/Models/signals" }
  static var storms: String { folder + "/Models/storms" }
  static var tariffs: String { folder + "/Models/parking/tariffs" }
  static var mapAssets: String { folder + "/.tools/maplibre" }

  /// - Throws: ``PlainError`` for what is no folder.
  static func check(folder: String) throws {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder),
      isFolder.boolValue
    else {
      throw PlainError(
        message: "there is no folder \(folder)", hint: "name a folder that this user may read")
    }
  }

  private static func holdsLayers(_ folder: String) -> Bool {
    FileManager.default.fileExists(atPath: folder + "/Layers/schema.json")
  }
}
