import Foundation
import SimpleFeatures

extension FloodScenario {
  /// Names the scenarios that there are in place of a file that is not there.
  ///
  /// - Throws: ``PlainError`` then, and for a folder.
  package static func checkExists(_ scenario: String) throws {
    let isFolder = (try? FileManager.default.contentsOfDirectory(atPath: scenario)) != nil
    guard isFolder || !FileManager.default.fileExists(atPath: scenario) else { return }
    let path = scenario as NSString
    let folder = isFolder ? scenario : path.deletingLastPathComponent
    let known = scenarios(in: folder)
    let named = isFolder ? "" : (path.deletingPathExtension as NSString).lastPathComponent
    let near = suggestion(for: named, among: Array(known.keys)).flatMap { known[$0] }
    let paths =
      known.values.sorted().prefix(shown).joined(separator: ", ")
      + (known.count > shown ? ", …" : "")
    throw PlainError(
      message: isFolder
        ? "\(scenario) is a folder, not a scenario file" : "there is no scenario file \(scenario)",
      hint: near.map { "did you mean \($0)?" }
        ?? (paths.isEmpty
          ? "FOLDER/flood/storm.yml is one, after: yutu examples FOLDER"
          : "there are: \(paths)"))
  }

  /// How many files are named.
  private static let shown = 10

  /// The files `*.yml` of a folder and of the folders in it, by what a person may call them.
  private static func scenarios(in folder: String) -> [String: String] {
    func entries(_ path: String) -> [String] {
      ((try? FileManager.default.contentsOfDirectory(atPath: path.isEmpty ? "." : path)) ?? [])
        .filter { !$0.hasPrefix(".") }.sorted().prefix(200).map { $0 }
    }
    func joined(_ name: String) -> String { folder.isEmpty ? name : "\(folder)/\(name)" }
    var found: [String: String] = [:]
    for entry in entries(folder) {
      if entry.hasSuffix(".yml") {
        found[String(entry.dropLast(4))] = joined(entry)
      } else {
        for name in entries(joined(entry)) where name.hasSuffix(".yml") {
          // One that is called as all others are goes by its folder.
          let word = name == "scenario.yml" ? entry : String(name.dropLast(4))
          if found[word] == nil { found[word] = joined("\(entry)/\(name)") }
        }
      }
    }
    return found
  }
}
