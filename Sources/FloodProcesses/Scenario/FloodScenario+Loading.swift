package import Catalog
import Foundation
import SimpleFeatures

extension FloodScenario: ConfigFile {
  package static func read(
    _ tree: YAMLTree, text: String, by reader: inout ConfigReader
  ) -> FloodScenario? {
    reader.flood(tree, text: text)
  }
}

extension FloodScenario {
  /// Where a path of the scenario leads; see ``Located/path(beside:environment:)``.
  package func path(
    _ written: Located<String>, environment: [String: String]? = nil
  ) throws(CatalogError) -> String {
    try written.path(beside: file, environment: environment)
  }
}

extension Located<String> {
  /// Where a path of a scenario leads: beside the scenario's file unless it is absolute.
  ///
  /// A path that begins with `$NAME/` begins in the folder that the environment calls `NAME`.
  ///
  /// - Parameter environment: That of the process where it is `nil`.
  /// - Throws: ``CatalogError`` for a name that the environment does not have.
  package func path(
    beside scenario: String, environment: [String: String]? = nil
  ) throws(CatalogError) -> String {
    var text = value
    if let match = text.prefixMatch(of: /\$([A-Za-z_][A-Za-z_0-9]*)(?=\/|$)/) {
      let environment = environment ?? ProcessInfo.processInfo.environment
      guard let folder = environment[String(match.1)], !folder.isEmpty else {
        throw CatalogError(diagnostics: [
          Diagnostic(
            file: scenario, line: position.line, column: position.column,
            message: "the environment has no `\(match.1)`, where `\(text)` begins",
            hint: "set it to the folder that holds the data: export \(match.1)=FOLDER")
        ])
      }
      text = folder + text[match.range.upperBound...]
      return text
    }
    guard !text.hasPrefix("/") else { return text }
    let folder = scenario.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    return (folder + [Substring(text)]).joined(separator: "/")
  }
}
