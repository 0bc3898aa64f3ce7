/// The layout of texts on a terminal, where Chinese characters and marks take two columns.
struct TextColumns {
  /// Columns of a line.
  var count: Int

  /// The column at which the descriptions of a list begin, counted from 0.
  private static let descriptions = 26

  static func width(_ text: some StringProtocol) -> Int {
    text.reduce(0) { $0 + (isWide($1) ? 2 : 1) }
  }

  static func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }

  /// The lines of `text`, each with `indent` columns before it.
  ///
  /// Lines end at spaces and beside Chinese characters, but none begins with a mark that closes or
  /// ends with one that opens. A word that is longer than a line stays whole.
  func wrapped(_ text: String, indent: Int = 0) -> [String] {
    var lines: [String] = []
    var line = ""
    var used = 0
    for (piece, follows) in Self.pieces(of: text) {
      let width = Self.width(piece)
      if !line.isEmpty, indent + used + (follows ? 1 : 0) + width > count {
        lines.append(line)
        (line, used) = ("", 0)
      }
      if follows, !line.isEmpty {
        line += " "
        used += 1
      }
      line += piece
      used += width
    }
    return (lines + [line]).map { Self.blanks(indent) + $0 }
  }

  /// A name and its description, beside it or, after a long one, below it.
  func entry(_ name: String, _ description: String) -> [String] {
    var lines = wrapped(description, indent: Self.descriptions)
    let start = "  " + name
    if Self.width(start) < Self.descriptions {
      lines[0] = start + lines[0].dropFirst(Self.width(start))
    } else {
      lines.insert(start, at: 0)
    }
    return lines
  }

  /// What stays together on a line, and whether a space stands before it.
  private static func pieces(of text: String) -> [(text: String, followsSpace: Bool)] {
    var pieces: [(text: String, followsSpace: Bool)] = []
    var last: Character = " "
    for character in text {
      defer { last = character }
      guard character != " " else { continue }
      let joins = "，。；：、）！？”》」".contains(character) || "（“《「".contains(last)
      if last == " " || (isWide(last) || isWide(character)) && !joins {
        pieces.append((String(character), last == " "))
      } else {
        pieces[pieces.count - 1].text.append(character)
      }
    }
    return pieces
  }

  /// Whether a character takes two columns: Unicode's East Asian wide ones, and the quotation
  /// marks, dashes and ellipses that Chinese typefaces draw as wide (UAX #11).
  private static func isWide(_ character: Character) -> Bool {
    switch character.unicodeScalars.first?.value ?? 0 {
    case 0x1100...0x115F, 0x2014...0x2026, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
