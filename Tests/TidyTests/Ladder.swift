import Foundation

/// The table of targets in ARCHITECTURE.md: level, outside modules that may be imported, and why
/// there are no tests.
///
/// A target imports only from a strictly lower level.
enum Ladder {
  struct Rung: Equatable {
    var level: Int
    /// Modules of other packages that it may import.
    var outside: Set<String> = []
    /// Why it has no tests folder of its own; `nil` when it must have one.
    var untested: String?
  }

  /// Modules that come with Swift and that any target may import.
  static let platform: Set<String> = [
    "Dispatch", "Foundation", "FoundationEssentials", "Glibc", "Musl", "Darwin", "Swift",
    "Synchronization",
  ]

  /// Modules that only tests may import.
  static let testing: Set<String> = ["Testing", "TestSupport"]

  static let rungs = rungs(of: Repository.read("ARCHITECTURE.md") ?? "")

  /// The rows `| level | targets | what they are | outside modules | why untested |` of a document.
  static func rungs(of text: String) -> [String: Rung] {
    var rungs: [String: Rung] = [:]
    for line in text.split(separator: "\n") {
      let cells = line.split(separator: "|", omittingEmptySubsequences: false).map {
        String($0).trimmed
      }
      guard cells.count == 7, let level = Int(cells[1]) else { continue }
      for name in names(cells[2]) {
        rungs[name] = Rung(
          level: level, outside: Set(names(cells[4])), untested: cells[5].isEmpty ? nil : cells[5])
      }
    }
    return rungs
  }

  /// The words in code type.
  private static func names(_ cell: String) -> [String] {
    cell.matches(of: #/`([\w\-]+)`/#).map { String($0.1) }
  }

  /// The level of the command, where all targets meet.
  static var top: Int { rungs.values.map(\.level).max() ?? 0 }

  /// The level up to which a test target may import: that of what it tests, the top for others.
  static func level(ofTests name: String) -> Int {
    let subject = name.hasSuffix("Tests") ? String(name.dropLast(5)) : name
    return rungs[subject]?.level ?? top
  }
}
