/// The English sentences of a Swift file that people are told.
struct MessageScan {
  struct Sentence: Hashable {
    /// With %1, %2 … for what is interpolated.
    var template: String
    /// What the sources put at each place, from %1 on.
    var fillings: [String] = []
    var line: Int
  }

  /// Labels of arguments that are told to people.
  private static let labels: Set = ["message", "hint", "detail", "remark", "otherwise"]
  /// Labels of arguments that are documentation, SQL, or in two languages already.
  private static let otherLabels: Set = [
    "en", "zh", "help", "sql", "abstract", "discussion", "description", "summary",
  ]
  /// Endings of functions and errors whose first texts are told to people.
  private static let callees = [
    "Error", "fault", "note", "warn", "say", "Problem", "rejection", "repair", "warning",
    "problem", "unclear", "malformed", "nonsense", "damaged", "truncated", "misfit", "asks",
    "progress", "answer", "remarks.append", "notes.append", "doubts.append", "assume",
    "assumptions.append", "assumed.append",
  ]

  private let tokens: [SwiftToken]
  /// The call or bracket around each place, with the label before it.
  private var around: [(callee: String?, label: String?)] = []
  private var label: String?
  private(set) var sentences: [Sentence] = []

  init(_ source: String) {
    tokens = SwiftTokens(source).tokens
    var index = 0
    while index < tokens.count { index = take(index) }
  }

  /// Takes the token at `index`, and gives the index of the next.
  private mutating func take(_ index: Int) -> Int {
    switch tokens[index] {
    case .mark(let mark) where Self.opens(mark):
      around.append((callee(before: index, mark), label))
      label = nil
    case .mark(let mark) where Self.closes(mark): label = around.popLast()?.label
    case .mark(UInt8(ascii: ",")): label = nil
    case .mark: break
    case .word(let word):
      guard isMark(index + 1, ":"), isMark(index - 1, "(") || isMark(index - 1, ",") else { break }
      label = word
      return index + 2
    case .text(let text, let fillings, let line): return sum(text, fillings, line, index)
    }
    return index + 1
  }

  /// A literal and what is added to it.
  private mutating func sum(
    _ first: String, _ firstFillings: [String], _ line: Int, _ index: Int
  ) -> Int {
    var (text, fillings) = (first, firstFillings)
    var next = index + 1
    while isMark(next, "+"), next + 1 < tokens.count {
      if case .text(let more, let moreFillings, _) = tokens[next + 1] {
        text += more
        fillings += moreFillings
        next += 2
      } else {
        let end = endOfOperand(next + 1)
        guard end > next + 1 else { break }
        text.append(SwiftToken.place)
        fillings.append(source(of: (next + 1)..<end))
        next = end
      }
    }
    let isContinued = isMark(index - 1, "+")
    if !isContinued, !text.hasPrefix("Bearer "), isTold, Self.isProse(text) {
      sentences.append(
        Sentence(template: Self.template(text), fillings: fillings, line: line))
    }
    return next
  }

  private func endOfOperand(_ start: Int) -> Int {
    var depth = 0
    for index in start..<tokens.count {
      switch tokens[index] {
      case .mark(let mark) where Self.opens(mark): depth += 1
      case .mark(let mark) where Self.closes(mark):
        if depth == 0 { return index }
        depth -= 1
      case .mark(let mark) where depth == 0 && "+,?:=;".utf8.contains(mark): return index
      case .text where depth == 0: return index
      case .word where depth == 0 && index > start:
        if case .word = tokens[index - 1] { return index }
      default: break
      }
    }
    return tokens.count
  }

  /// The tokens as source, as far as telling what they make needs it.
  private func source(of range: Range<Int>) -> String {
    range.map { index in
      switch tokens[index] {
      case .mark(let mark): String(UnicodeScalar(mark))
      case .word(let word): word
      case .text(let text, _, _): "\"\(text)\""
      }
    }.joined()
  }

  /// Whether the text here is one that people are told.
  private var isTold: Bool {
    var label = label
    for (callee, outer) in around.reversed() {
      guard let callee else {
        label = label ?? outer
        continue
      }
      if let label, Self.labels.contains(label) { return true }
      if let label, Self.otherLabels.contains(label) { return false }
      // Its nouns and the rest of its sentences are apart; zh.po has the whole ones.
      if callee == "ParkingInputs.note" { return false }
      return Self.callees.contains { callee.hasSuffix($0) }
    }
    return label.map { Self.labels.contains($0) } ?? false
  }

  private func callee(before index: Int, _ mark: UInt8) -> String? {
    guard mark == UInt8(ascii: "("), index > 0, case .word(let word) = tokens[index - 1] else {
      return nil
    }
    return word
  }

  private func isMark(_ index: Int, _ mark: Unicode.Scalar) -> Bool {
    tokens.indices.contains(index) && tokens[index] == .mark(UInt8(ascii: mark))
  }

  private static func opens(_ mark: UInt8) -> Bool { "([{".utf8.contains(mark) }
  private static func closes(_ mark: UInt8) -> Bool { ")]}".utf8.contains(mark) }

  private static func isProse(_ text: String) -> Bool {
    text.contains(#/[a-z]{2,} |[a-z] \u{FFFC}/#)
  }

  private static func template(_ text: String) -> String {
    var count = 0
    var template = ""
    for character in text {
      if character == SwiftToken.place { count += 1 }
      template += character == SwiftToken.place ? "%\(count)" : String(character)
    }
    // Labels are told by themselves.
    for label in ["warning: ", "note: "] { template.trimPrefix(label) }
    return String(template.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
