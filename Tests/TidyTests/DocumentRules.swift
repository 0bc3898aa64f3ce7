/// The rules about documents: what they point at is there.
enum DocumentRules {
  /// Files that a document tells its reader to make.
  static let examples: Set<String> = ["Layers/bench.yml"]

  /// Links of a Markdown document that lead nowhere, and named files that do not exist.
  ///
  /// `folder` is where the document lies, with a final slash or empty; `exists` and `read` answer
  /// for paths from the repository's root.
  static func violations(
    _ text: String, in folder: String, exists: (String) -> Bool, read: (String) -> String?
  ) -> [String] {
    var found: [String] = []
    for (number, line) in proseLines(text) {
      for match in line.matches(of: #/\]\(\s*<?([^)\s>]+)>?[^)]*\)/#) {
        let target = String(match.1)
        if target.contains(#/^[a-z][a-z0-9+.\-]*:/#) { continue }
        let pieces = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let path = resolve(String(pieces[0]), in: folder)
        if !pieces[0].isEmpty, !exists(path) {
          found.append("\(number): the link \(target) leads nowhere")
        } else if pieces.count == 2 {
          let other = pieces[0].isEmpty ? text : read(path) ?? ""
          if !anchors(other).contains(String(pieces[1])) {
            found.append("\(number): no heading for the link \(target)")
          }
        }
      }
      for match in line.matches(of: #/`([^`]+)`/#) {
        let name = String(match.1)
        guard isPath(name), !examples.contains(name), !exists(resolve(name, in: "")),
          !exists(resolve(name, in: folder))
        else { continue }
        found.append("\(number): there is no \(name)")
      }
    }
    return found
  }

  /// The lines outside fenced blocks, counted from 1.
  private static func proseLines(_ text: String) -> [(Int, String)] {
    var isFenced = false
    return TextRules.lines(text).filter { _, line in
      if line.trimmed.hasPrefix("```") {
        isFenced.toggle()
        return false
      }
      return !isFenced
    }
  }

  /// Whether words in code type name a file or folder of the repository.
  private static func isPath(_ name: String) -> Bool {
    let folders =
      #/^(?:Sources|Tests|docs|Layers|Models|scripts|Benchmarks|Notebooks|\.ci)\/[\w.\/\-+]*$/#
    return name.contains(folders)
  }

  /// The path from the root that a relative path means.
  private static func resolve(_ path: String, in folder: String) -> String {
    var parts: [Substring] = []
    for part in (folder + path).split(separator: "/") where part != "." {
      if part == "..", !parts.isEmpty { parts.removeLast() } else { parts.append(part) }
    }
    return parts.joined(separator: "/")
  }

  /// The names by which a document's headings can be linked.
  private static func anchors(_ text: String) -> Set<String> {
    Set(
      proseLines(text).map(\.1).filter { $0.hasPrefix("#") }.map { line in
        let title = line.drop { $0 == "#" }.lowercased().trimmed
        return String(
          title.filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
            .map { $0 == " " ? "-" : $0 })
      })
  }
}
