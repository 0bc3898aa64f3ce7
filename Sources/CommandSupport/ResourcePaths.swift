import ArgumentParser
import Foundation
package import SimpleFeatures

/// Where Yutu's own files are: layers, models, the map page's libraries and the examples.
///
/// All are in one folder, the ``home``; the folder that a command is called in does not matter.
package enum ResourcePaths {
  package static let home = Result { () throws(PlainError) -> String in
    try ResourceHome(
      environment: ProcessInfo.processInfo.environment, version: Program.version
    ).find()
  }

  package static var models: String { get throws { try folder("Models") } }
  package static var layers: String { get throws { try folder("Layers") } }
  package static var scenarios: String { get throws { try folder("Models/scenarios") } }
  package static var roads: String { get throws { try folder("Models/roads") } }
  package static var signals: String { get throws { try folder("Models/signals") } }
  package static var storms: String { get throws { try folder("Models/storms") } }
  package static var tariffs: String { get throws { try folder("Models/parking/tariffs") } }
  package static var examples: String { get throws { try folder("Examples") } }
  package static var notebooks: String { get throws { try folder("Notebooks") } }

  /// An installation keeps MapLibre's files beside the layers; scripts/setup puts them into
  /// `.tools` of a checkout.
  package static var mapAssets: String {
    get throws {
      let home = try home.get()
      let installed = home + "/maplibre"
      return isFolder(installed) ? installed : home + "/.tools/maplibre"
    }
  }

  /// - Throws: ``PlainError`` for what is no folder.
  package static func check(folder: String) throws {
    guard isFolder(folder) else {
      throw PlainError(
        message: "there is no folder \(folder)", hint: "name a folder that this user may read")
    }
  }

  /// A folder of the ``home``.
  ///
  /// - Throws: ``PlainError`` where it is missing.
  private static func folder(_ name: String) throws -> String {
    let home = try home.get()
    guard isFolder("\(home)/\(name)") else {
      throw PlainError(
        message: "Yutu's files are incomplete: there is no folder \(home)/\(name)",
        hint: "install Yutu again, or let YUTU_HOME name a complete folder")
    }
    return "\(home)/\(name)"
  }

  package static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }
}
