import Foundation
import Synchronization

/// The folder of scenarios, read anew whenever it is asked: a planner edits a file and looks again.
public struct ScenarioFolder: Sendable {
  /// As the caller named it; need not exist.
  public let path: String
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
  public init(_ path: String) {
    self.path = path
  }

  /// The ids of all scenarios, whether they can be read or not, in order.
  public var ids: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [])
      .filter { $0.hasSuffix(".yml") && !$0.hasPrefix(".") }.map { String($0.dropLast(4)) }.sorted()
  }

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
        found.scenarios.append(try Scenario.load(file: "\(path)/\(id).yml"))
      } catch {
        found.diagnostics += error.diagnostics
      }
    }
    return found
  }
}

extension Scenario {
  /// Reads one scenario; throws every fault of the file.
  public static func load(file: String) throws(CatalogError) -> Scenario {
    switch CatalogFile.text(of: file) {
    case .success(let text): return try parse(yaml: text, file: file)
    case .failure(let fault): throw CatalogError(diagnostics: [fault])
    }
  }

  /// Reads one scenario from its YAML text; the name in `file` is the id that it must have.
  public static func parse(yaml: String, file: String) throws(CatalogError) -> Scenario {
    try ConfigReader.read(yaml, file: file) {
      $0.scenario($1, expectedID: CatalogFile.id(of: file), text: yaml)
    }
  }
}
