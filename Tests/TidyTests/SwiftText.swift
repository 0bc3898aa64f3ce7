private let newline = UInt8(ascii: "\n")

/// A Swift file taken apart into code, comments and the text of string literals.
///
/// Each part has the bytes and the line breaks of the file, with blanks in place of the other
/// parts, so that places and lines agree. A regular-expression literal with a quote in it is taken
/// for a string until the end of its line.
struct SwiftText {
  private var parts: [[UInt8]]
  private let text: [UInt8]
  private var place = 0

  init(_ source: String) {
    text = Array(source.utf8)
    let blank = text.map { $0 == newline ? newline : UInt8(ascii: " ") }
    parts = Part.allCases.map { _ in blank }
    scanCode(isInterpolation: false)
  }

  private enum Part: Int, CaseIterable { case code, comment, literal }

  var code: String { String(decoding: parts[Part.code.rawValue], as: UTF8.self) }
  var comments: String { String(decoding: parts[Part.comment.rawValue], as: UTF8.self) }
  var literals: String { String(decoding: parts[Part.literal.rawValue], as: UTF8.self) }

  /// The file without its comments.
  var withoutComments: String {
    let both = zip(parts[Part.code.rawValue], parts[Part.literal.rawValue])
    return String(decoding: both.map { max($0, $1) }, as: UTF8.self)
  }

  private func next(_ expected: String) -> Bool {
    text[place...].starts(with: expected.utf8)
  }

  private mutating func take(_ count: Int, as part: Part) {
    for _ in 0..<count where place < text.count {
      parts[part.rawValue][place] = text[place]
      place += 1
    }
  }

  /// Scans code to the end of the file, or past the bracket that closes an interpolation.
  private mutating func scanCode(isInterpolation: Bool) {
    var depth = 0
    while place < text.count {
      let hashes = text[place...].prefix { $0 == UInt8(ascii: "#") }.count
      let mark = place + hashes
      if next("//") {
        while place < text.count, text[place] != newline { take(1, as: .comment) }
      } else if next("/*") {
        scanBlockComment()
      } else if mark < text.count, text[mark] == UInt8(ascii: "\"") {
        scanLiteral(hashes: hashes)
      } else {
        if text[place] == UInt8(ascii: "(") { depth += 1 }
        if text[place] == UInt8(ascii: ")") { depth -= 1 }
        take(1, as: .code)
        if isInterpolation, depth < 0 { return }
      }
    }
  }

  private mutating func scanBlockComment() {
    var depth = 0
    repeat {
      if next("/*") {
        depth += 1
        take(2, as: .comment)
      } else if next("*/") {
        depth -= 1
        take(2, as: .comment)
      } else {
        take(1, as: .comment)
      }
    } while depth > 0 && place < text.count
  }

  private mutating func scanLiteral(hashes: Int) {
    let fence = String(repeating: "#", count: hashes)
    take(hashes, as: .code)
    let quote = next("\"\"\"") ? "\"\"\"" : "\""
    take(quote.count, as: .code)
    while place < text.count {
      if next(quote + fence) {
        take(quote.count + hashes, as: .code)
        return
      }
      if quote.count == 1, text[place] == newline { return }
      if next("\\" + fence + "(") {
        take(2 + hashes, as: .code)
        scanCode(isInterpolation: true)
      } else if next("\\" + fence) {
        take(2 + hashes, as: .literal)
      } else {
        take(1, as: .literal)
      }
    }
  }
}

extension SwiftText {
  /// The modules that the file imports, in order, each as often as it does.
  ///
  /// Attributes, access levels, kinds (`import struct X.Y`) and submodules are seen through.
  var imports: [String] {
    let statement =
      #/
      (?:^|;) \s*
      (?:@\w+ (?:\([^)]*\))? \s+)*
      (?:(?:public|package|internal|fileprivate|private) \s+)?
      (?:@\w+ \s+)*
      import \s+
      (?:(?:typealias|struct|class|enum|protocol|let|var|func) \s+)?
      `?(\w+)
      /#
      .anchorsMatchLineEndings()
    return code.matches(of: statement).map { String($0.1) }
  }
}
