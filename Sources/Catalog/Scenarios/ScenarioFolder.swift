import Foundation
import Synchronization

/// The folder of scenarios, read anew whenever it is asked: a planner edits a file and looks again.
public struct ScenarioFolder: Sendable {
  /// As the caller named it; need not exist.
  public let path: String
  /// The parts that models read; `nil` where nobody looks at parts.
  private let parts: [ScenarioPart]?
  private let shelf = Shelf()

  /// Scenarios that were read before, as long as their files stay the same.
  private final class Shelf: Sendable {
    struct Entry {
      var modified: Date?
      var size: Int?
      var scenario: Scenario
    }

    let entries = Mutex<[String: Entry]>([:])
  }

  /// The scenarios in the files `*.yml` of the folder `path`.
  ///
  /// - Parameter parts: The parts that models read; others are faults. `nil` where nobody looks at
  ///   parts.
  public init(_ path: String, parts: [ScenarioPart]? = nil) {
    self.path = path
    self.parts = parts
  }

  /// The ids of all scenarios, whether they can be read or not, in order.
  public var ids: [String] { CatalogFile.ids(in: path).sorted() }

  /// The scenario called `id`; `nil` where the folder has no such file.
  public func scenario(_ id: String) throws(CatalogError) -> Scenario? {
    guard NameRules.isLayerID(id) else { return nil }
    let file = "\(path)/\(id).yml"
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: file) else {
      return nil
    }
    let modified = attributes[.modificationDate] as? Date
    let size = attributes[.size] as? Int
    let known = shelf.entries.withLock { $0[id] }
    if let known, known.modified == modified, known.size == size { return known.scenario }
    let scenario = try Scenario.load(file: file)
    let faults = parts.map { scenario.diagnostics(knowing: $0) } ?? []
    guard faults.isEmpty else { throw CatalogError(diagnostics: faults) }
    shelf.entries.withLock {
      $0[id] = Shelf.Entry(modified: modified, size: size, scenario: scenario)
    }
    return scenario
  }

  /// The scenarios that are free of faults, and the faults of the others.
  public func check() -> (scenarios: [Scenario], diagnostics: [Diagnostic]) {
    var found: (scenarios: [Scenario], diagnostics: [Diagnostic]) = ([], [])
    for id in ids {
      do throws(CatalogError) {
        if let scenario = try scenario(id) { found.scenarios.append(scenario) }
      } catch {
        found.diagnostics += error.diagnostics
      }
    }
    return found
  }
}

extension Scenario: ConfigFile {
  package static func read(
    _ tree: YAMLTree, text: String, by reader: inout ConfigReader
  ) -> Scenario? {
    reader.scenario(tree, expectedID: CatalogFile.id(of: reader.file), text: text)
  }
}
