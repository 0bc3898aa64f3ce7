/// A fenced block of a Markdown document, and what the document says it prints.
struct DocumentBlock: Equatable {
  /// The line of its opening fence, counted from 1.
  var line: Int
  /// The words after the fence: a language, and for commands perhaps `fails` or `root`.
  var words: [String]
  var code: String
  /// The block marked `text` that follows it with nothing but blank lines between.
  var expected: String?

  var language: String { words.first ?? "" }
  var isCommands: Bool { language == "sh" || language == "python" }
  /// The lines without their comments.
  var commands: [String] {
    code.split(separator: "\n").map { line in
      let words = line.firstRange(of: " #").map { line[..<$0.lowerBound] } ?? line
      return words.split(separator: " ").joined(separator: " ")
    }
  }
  /// Whether the last command ends with an error that the document shows.
  var mayFail: Bool { words.contains("fails") }
  /// Whether it is run where the package is installed as root, and not beside the tests.
  var needsRoot: Bool { words.contains("root") }
  /// Whether it is run in a checkout of the repository.
  var needsCheckout: Bool { words.contains("checkout") }
  /// A program that the reader may have installed: `needs=sumo`.
  var program: String? {
    words.lazy.compactMap { $0.wholeMatch(of: #/needs=(.+)/#).map { String($0.1) } }.first
  }

  /// The blocks of a document in their order.
  static func all(in text: String) -> [DocumentBlock] {
    var blocks: [DocumentBlock] = []
    var open: DocumentBlock?
    var follows = false
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      if line.hasPrefix("```") {
        if let block = open {
          if block.language == "text", follows, !blocks.isEmpty {
            blocks[blocks.count - 1].expected = block.code
          } else {
            blocks.append(block)
          }
          follows = block.isCommands
          open = nil
        } else {
          let words = line.drop { $0 == "`" }.split(separator: " ").map(String.init)
          open = DocumentBlock(line: index + 1, words: words, code: "")
        }
      } else if open != nil {
        open?.code += line + "\n"
      } else if !line.allSatisfy(\.isWhitespace) {
        follows = false
      }
    }
    return blocks
  }
}

/// Whether what was printed is what a document shows.
///
/// In the document `…` stands for any characters of a line, and for any lines where it is alone.
enum DocumentOutput {
  /// The first line of the document that was not printed in its place; nil where all is.
  static func firstMissing(_ shown: String, in printed: String) -> String? {
    let expected = lines(shown)
    let actual = lines(printed)
    var reach: Set<Int> = [0]
    for line in expected {
      if line.allSatisfy({ $0 == "…" || $0 == " " }), line.contains("…") {
        guard let first = reach.min() else { return line }
        reach = Set(first...actual.count)
      } else {
        reach = Set(reach.filter { $0 < actual.count && fits(line, actual[$0]) }.map { $0 + 1 })
      }
      if reach.isEmpty { return line }
    }
    return reach.contains(actual.count) ? nil : "(the end; more was printed)"
  }

  /// Whether a line fits one with `…` in it.
  private static func fits(_ pattern: String, _ line: String) -> Bool {
    let parts = pattern.split(separator: "…", omittingEmptySubsequences: false)
    guard parts.count > 1 else { return pattern == line }
    guard line.hasPrefix(parts[0]) else { return false }
    var rest = line.dropFirst(parts[0].count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let found = rest.firstRange(of: part) else { return false }
      rest = rest[found.upperBound...]
    }
    return rest.hasSuffix(parts[parts.count - 1])
  }

  private static func lines(_ text: String) -> [String] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      String(line.reversed().drop { $0.isWhitespace }.reversed())
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }
}
