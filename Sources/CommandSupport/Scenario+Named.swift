package import Catalog
import SimpleFeatures

extension Scenario {
  /// A scenario as the command line names it: a file, or one of the installed scenarios.
  ///
  /// A word with a dot or a slash is a file.
  package static func named(_ word: String) throws -> Scenario {
    guard !word.contains(where: { "./".contains($0) }) else { return try load(file: word) }
    let folder = ScenarioFolder(try ResourcePaths.scenarios)
    if let found = try folder.scenario(word) { return found }
    let ids = folder.ids
    throw PlainError(
      message: "there is no scenario \(word) in \(folder.path)",
      hint: suggestion(for: word, among: ids).map { "did you mean \($0)?" }
        ?? "there are: \(ids.joined(separator: ", ")); a file of your own ends in .yml")
  }
}
