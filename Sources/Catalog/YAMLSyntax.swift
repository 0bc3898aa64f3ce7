import SimpleFeatures
import Yams

extension YAMLComposer {
  /// Notes what libYAML says about the text's syntax, in words for people who do not know YAML.
  mutating func note(syntax error: YamlError) {
    switch error {
    case .scanner(let context, let problem, let mark, _),
      .parser(let context, let problem, let mark, _),
      .composer(let context, let problem, let mark, _):
      let isOpenQuote = context?.text.contains("quoted scalar") == true
      let place = isOpenQuote ? context?.mark ?? mark : mark
      let words = isOpenQuote ? Self.openQuote : Self.words(for: problem, context: context?.text)
      add(line: place.line, column: place.column, words)
    default:
      add(line: 1, column: 1, ("the file is not YAML: \(error)", nil))
    }
  }

  private typealias Words = (message: String, hint: String?)

  private static var openQuote: Words {
    ("the quotation mark is not closed properly", "close it, or write the text without quotes")
  }

  private static func words(for problem: String, context: String?) -> Words {
    switch problem {
    case "mapping values are not allowed in this context":
      (
        "a `:` is not allowed here",
        "indent the line like its neighbours, or put quotes around text that contains `: `"
      )
    case "found character that cannot start any token":
      (
        "a value cannot begin with this character",
        "indent with spaces, not tabs; put quotes around text that begins with `@`, `%` or a grave"
      )
    case "found a tab character that violates indentation",
      "found a tab character where an indentation space is expected":
      ("the line is indented with a tab", "indent with spaces")
    case "did not find expected key", "did not find expected '-' indicator":
      ("the line does not fit the lines around it", "indent it like its neighbours")
    case "could not find expected ':'":
      ("a `:` is missing after the key", "write `key: value`")
    case "did not find expected ',' or ']'":
      ("the list in `[ ]` is not closed", "separate its items by `,` and close it by `]`")
    case "did not find expected ',' or '}'":
      ("the mapping in `{ }` is not closed", "separate its entries by `,` and close it by `}`")
    case "did not find expected node content":
      ("a value is missing here, or a bracket is not closed", "close each `[` and `{`")
    case "but found another document":
      ("a second document begins here", "write one layer a file and remove the line between them")
    default:
      ("the file is not YAML: \(problem)" + (context.map { " \($0)" } ?? ""), nil)
    }
  }

  private mutating func add(line: Int, column: Int, _ words: Words) {
    note(TextPosition(line: line, column: column), words.message, hint: words.hint)
  }
}
