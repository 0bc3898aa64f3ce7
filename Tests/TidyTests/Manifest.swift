/// The targets of Package.swift and what each declares to depend on.
///
/// Reads the text rather than asking the package manager: calls of `library`, `kernel`, `tests`,
/// `system`, `.target` and `.executableTarget`, and the constants that stand for products.
struct Manifest {
  struct Target: Equatable {
    var name: String
    var isTest = false
    var isExecutable = false
    var dependencies: [String]
  }

  var targets: [Target] = []

  init(_ source: String) {
    let text = SwiftText(source).withoutComments
    var products: [String: String] = [:]
    let product = #/let\s+(\w+)\s*=\s*Target\.Dependency\.product\(\s*name:\s*"(\w+)"/#
    for match in text.matches(of: product) { products[String(match.1)] = String(match.2) }
    let call =
      #/
      \b(library|kernel|tests|system)\(\s*"(\w+)"
      |\.executableTarget\(\s*name:\s*"([\w\-]+)"
      |\.target\(\s*name:\s*"(\w+)"
      /#
    for match in text.matches(of: call) {
      let arguments = Self.balanced(text[match.range.lowerBound...])
      let list = arguments.firstMatch(of: #/(?:uses|dependencies):\s*\[([^\]]*)\]/#)
      let items = list.map { $0.1.split(separator: ",") } ?? []
      let names = items.map { String($0).trimmed }.filter { !$0.isEmpty }
        .map { $0.hasPrefix("\"") ? String($0.dropFirst().dropLast()) : products[$0] ?? $0 }
      targets.append(
        Target(
          name: String(match.2 ?? match.3 ?? match.4 ?? ""), isTest: match.1 == "tests",
          isExecutable: match.3 != nil, dependencies: names))
    }
  }

  /// The text up to the bracket that closes the first open one.
  private static func balanced(_ text: Substring) -> Substring {
    var depth = 0
    for (index, character) in zip(text.indices, text) {
      if character == "(" { depth += 1 }
      if character == ")" {
        depth -= 1
        if depth == 0 { return text[...index] }
      }
    }
    return text
  }
}

extension String {
  /// The string without blanks and line breaks at its ends.
  var trimmed: String {
    String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }
}
