import CEmbedded

/// What Yutu says, in another language than English.
///
/// Errors and reports are made in English, deep in the program, and pass through files, jobs and
/// the city as texts. Where one is shown, the catalogue recognises the sentence by its words, takes
/// out what stands at its places, and says it anew with them.
package struct MessageCatalogue: Sendable {
  private struct Entry: Sendable {
    var template: Template
    var translation: Template
    /// Whether the first place holds a number: "%1 layers".
    var isCount: Bool

    /// Whether a match is no accident: entries of few words join names, within a sentence only.
    func isLikely(_ arguments: [Int: [UInt8]], depth: Int) -> Bool {
      template.isSentence
        || depth > 0 && arguments.values.allSatisfy { !$0.contains(UInt8(ascii: " ")) }
    }
  }

  /// The entries, surest first, by the first byte of the sentence; `nil` for those that begin with
  /// a place.
  private var entries: [UInt8?: [Entry]] = [:]
  private var named: [String: [String: String]] = [:]

  /// Chinese, as `zh.po` has it.
  package static let chinese: MessageCatalogue = {
    let bytes = unsafe UnsafeBufferPointer(start: yutu_zh_po(), count: yutu_zh_po_size())
    return MessageCatalogue(POFile.entries(unsafe String(decoding: bytes, as: UTF8.self)))
  }()

  package init(_ list: [POEntry]) {
    var all: [Entry] = []
    for entry in list where !entry.translation.isEmpty {
      if let context = entry.context {
        named[context, default: [:]][entry.english] = entry.translation
        continue
      }
      let translation = Template(entry.translation)
      for form in [entry.english, entry.plural].compactMap({ $0 }) {
        all.append(
          Entry(
            template: Template(form), translation: translation, isCount: entry.plural != nil))
      }
    }
    all.sort { $0.template.weight > $1.template.weight }
    for entry in all { entries[entry.template.first, default: []].append(entry) }
  }

  /// The text that an entry with a context gives a name, such as the code of a problem.
  package func text(_ context: String, _ name: String) -> String? { named[context]?[name] }

  /// The translation of `text`, line by line; what is not known stays English.
  package func translated(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { line in
        let indent = line.prefix { $0 == " " }
        let words = String(line[indent.endIndex...])
        return indent + (sentence(words) ?? words)
      }.joined(separator: "\n")
  }

  /// The translation of one sentence; `nil` where no entry is like it.
  ///
  /// A label before it, as `error: ` or `file:3:7: error: `, is told by itself.
  package func sentence(_ text: String) -> String? {
    guard text.utf8.count <= Self.longest else { return nil }
    var effort = Self.effort
    for (label, translation) in named["label"] ?? [:] {
      var start = text.startIndex
      if !text.hasPrefix(label) {
        guard let hit = text.firstRange(of: ": " + label),
          !text[..<hit.lowerBound].contains(" ")
        else { continue }
        start = text.index(hit.lowerBound, offsetBy: 2)
      }
      let rest = String(text[text.index(start, offsetBy: label.count)...])
      return text[..<start] + translation + (sentence(rest, depth: 0, &effort) ?? rest)
    }
    return sentence(text, depth: 0, &effort)
  }

  /// Bytes of the longest text that is told in another language: names of files may be in it.
  private static let longest = 8192
  /// How many sentences are looked for within one text: it may have thousands of marks.
  private static let effort = 200

  private func sentence(_ text: String, depth: Int, _ effort: inout Int) -> String? {
    guard depth < 5, effort > 0, let first = text.utf8.first else { return nil }
    effort -= 1
    let bytes = Array(text.utf8)
    var best: (entry: Entry, arguments: [Int: [UInt8]])?
    for key in [first, nil] {
      for entry in entries[key] ?? [] {
        if let best, best.entry.template.weight >= entry.template.weight { break }
        guard let found = entry.template.arguments(in: bytes),
          entry.isCount ? Self.isNumber(found[1] ?? []) : entry.isLikely(found, depth: depth)
        else { continue }
        best = (entry, found)
        break
      }
    }
    guard let best else { return parts(text, depth: depth, &effort) }
    var arguments: [Int: String] = [:]
    for (place, bytes) in best.arguments.sorted(by: { $0.key < $1.key }) {
      let word = String(decoding: bytes, as: UTF8.self)
      arguments[place] =
        word.contains(" ") ? sentence(word, depth: depth + 1, &effort) ?? word : word
    }
    return best.entry.translation.filled(arguments)
  }

  /// A text of several sentences, of which some are known.
  private func parts(_ text: String, depth: Int, _ effort: inout Int) -> String? {
    for (mark, translatedMark) in [("; ", "；"), ("? ", "？"), (", ", "，"), (": ", "：")] {
      let parts = text.split(separator: mark, omittingEmptySubsequences: false).map(String.init)
      guard parts.count > 1 else { continue }
      let translated = parts.map { sentence($0, depth: depth + 1, &effort) }
      guard translated.contains(where: { $0 != nil }) else { continue }
      // Half a sentence is not told in another language than the rest; names are in any.
      let isWhole = zip(translated, parts).allSatisfy { $0 != nil || !$1.contains(" ") }
      guard isWhole || mark == "; " || mark == "? " else { continue }
      return zip(translated, parts).map { $0 ?? $1 }.joined(separator: translatedMark)
    }
    return nil
  }

  private static func isNumber(_ bytes: [UInt8]) -> Bool {
    !bytes.isEmpty && bytes.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2C || $0 == 0x2E }
  }
}
