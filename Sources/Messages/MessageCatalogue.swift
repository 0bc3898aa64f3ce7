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

    /// What stands at the places if `text` is this sentence, and surely not by accident: entries of
    /// few words join names, within a sentence only.
    func arguments(in text: [UInt8], depth: Int) -> [Int: [UInt8]]? {
      guard let found = template.arguments(in: text) else { return nil }
      if isCount { return isNumber(found[1] ?? []) ? found : nil }
      guard !template.isSentence else { return found }
      return depth > 0 && found.values.allSatisfy { !$0.contains(space) } ? found : nil
    }
  }

  /// Surest first.
  private let entries: [Entry]
  /// Entries by the one of their words that the fewest have; those without a word of their own.
  private var entriesByWord: [UInt64: [Int]] = [:]
  private var wordlessEntries: [Int] = []
  /// Entries that are one word.
  private var singleWords: [String: String] = [:]
  private var named: [String: [String: String]] = [:]
  private var labels: [(english: [UInt8], translation: String)] = []

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
      if !entry.english.contains(where: { $0 == " " || $0 == "%" }) {
        singleWords[entry.english] = entry.translation
      }
      let translation = Template(entry.translation)
      for form in [entry.english, entry.plural].compactMap({ $0 }) {
        all.append(
          Entry(
            template: Template(form), translation: translation, isCount: entry.plural != nil))
      }
    }
    all.sort {
      // Of two that are as sure, the one that begins with its own words.
      ($0.template.weight, $0.template.beginsWithWords ? 1 : 0)
        > ($1.template.weight, $1.template.beginsWithWords ? 1 : 0)
    }
    entries = all
    labels = (named["label"] ?? [:]).map { (Array($0.key.utf8), $0.value) }
    let words = all.map { Set($0.template.words) }
    var frequencies: [UInt64: Int] = [:]
    for word in words.joined() { frequencies[word, default: 0] += 1 }
    for (index, own) in words.enumerated() {
      if let rarest = own.min(by: { (frequencies[$0] ?? 0, $0) < (frequencies[$1] ?? 0, $1) }) {
        entriesByWord[rarest, default: []].append(index)
      } else {
        wordlessEntries.append(index)
      }
    }
  }

  /// The text that an entry with a context gives a name, such as the code of a problem.
  package func text(_ context: String, _ name: String) -> String? { named[context]?[name] }

  /// The translation of `text`, line by line; what is not known stays English.
  package func translated(_ text: String) -> String {
    BilingualText.told(text, in: .chinese).split(separator: "\n", omittingEmptySubsequences: false)
      .map { line in
        let indent = line.prefix { $0 == " " }
        let words = String(line[indent.endIndex...])
        return indent + (sentence(words) ?? words)
      }.joined(separator: "\n")
  }

  /// The translation of one sentence; `nil` where no entry is like it.
  ///
  /// A label or a place in a file before it, as `error: ` or `file:3:7: error: `, is told by
  /// itself.
  ///
  /// - Parameter partly: Whether of several sentences those are told that are known.
  package func sentence(_ text: String, partly: Bool = true) -> String? {
    let bytes = Array(text.utf8)
    guard bytes.count <= Self.longest else { return nil }
    var search = Search(partly: partly)
    return sentence(bytes, depth: 0, &search)
  }

  /// Bytes of the longest text that is told in another language: names of files may be in it.
  private static let longest = 8192

  /// The looking for the sentences of one text.
  private struct Search {
    let partly: Bool
    /// How many bytes may still be gone through, once for each entry that a sentence may be: a text
    /// may have thousands of words and marks.
    var effort = 1 << 20
  }

  private func sentence(_ text: [UInt8], depth: Int, _ search: inout Search) -> String? {
    guard depth < 5, search.effort > 0, !text.isEmpty else { return nil }
    search.effort -= 1024 + text.count
    // A place before a label has no space in it.
    let head = text.firstIndex(of: space).flatMap { end in
      end > 1 && text[end - 1] == colon ? end + 1 : nil
    }
    for start in [0, head ?? 0] {
      for (label, translation) in labels where text[start...].starts(with: label) {
        let rest = Array(text[(start + label.count)...])
        let place = String(decoding: text[..<max(0, start - 2)], as: UTF8.self)
        return place + (start > 0 ? "：" : "") + translation
          + (sentence(rest, depth: depth, &search) ?? String(decoding: rest, as: UTF8.self))
      }
    }
    for index in candidates(for: text) {
      guard search.effort > 0 else { return nil }
      search.effort -= text.count >> 3
      let entry = entries[index]
      guard let found = entry.arguments(in: text, depth: depth) else { continue }
      var arguments: [Int: String] = [:]
      for (place, bytes) in found.sorted(by: { $0.key < $1.key }) {
        let text = String(decoding: bytes, as: UTF8.self)
        // What a person or a file calls something is never told in other words.
        guard entry.translation.sentencePlaces.contains(place) else {
          arguments[place] = text
          continue
        }
        let words =
          bytes.contains(space) ? sentence(bytes, depth: depth + 1, &search) : singleWords[text]
        arguments[place] = words ?? text
      }
      return entry.translation.filled(arguments)
    }
    if let head, text[head - 3] >= 0x30, text[head - 3] <= 0x39,
      let words = sentence(Array(text[head...]), depth: depth, &search)
    {
      return String(decoding: text[..<(head - 2)], as: UTF8.self) + "：" + words
    }
    return parts(text, depth: depth, &search)
  }

  /// The entries whose rarest word the text has, surest first.
  private func candidates(for text: [UInt8]) -> [Int] {
    var found = wordlessEntries
    var seen: Set<UInt64> = []
    Template.forEachWord(of: text) { word, _ in
      guard let own = entriesByWord[word], seen.insert(word).inserted else { return }
      found += own
    }
    return found.sorted()
  }

  /// A text of several sentences, of which some are known.
  private func parts(_ text: [UInt8], depth: Int, _ search: inout Search) -> String? {
    for (mark, translatedMark) in [(";", "；"), ("?", "？"), (",", "，"), (":", "：")] {
      let parts = Self.parts(of: text, at: Array(mark.utf8)[0])
      guard parts.count > 1 else { continue }
      let translated = parts.map { sentence($0, depth: depth + 1, &search) }
      guard translated.contains(where: { $0 != nil }) else { continue }
      // Half a sentence is not told in another language than the rest; names are in any.
      let isWhole = zip(translated, parts).allSatisfy { $0 != nil || !$1.contains(space) }
      guard isWhole || search.partly && (mark == ";" || mark == "?") else { continue }
      return zip(translated, parts).map { $0 ?? String(decoding: $1, as: UTF8.self) }
        .joined(separator: translatedMark)
    }
    return nil
  }

  /// What stands between the marks that a space follows.
  private static func parts(of text: [UInt8], at mark: UInt8) -> [[UInt8]] {
    var parts: [[UInt8]] = []
    var start = 0
    var index = 0
    while index + 1 < text.count {
      if text[index] == mark, text[index + 1] == space {
        parts.append(Array(text[start..<index]))
        index += 1
        start = index + 1
      }
      index += 1
    }
    return parts + [Array(text[start...])]
  }
}

private let space = UInt8(ascii: " ")
private let colon = UInt8(ascii: ":")

private func isNumber(_ bytes: [UInt8]) -> Bool {
  !bytes.isEmpty && bytes.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2C || $0 == 0x2E }
}
