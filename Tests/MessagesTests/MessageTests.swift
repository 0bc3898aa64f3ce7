import Messages
import Testing

@Suite("Everything that people are told has a translation")
struct MessageTests {
  /// Targets of which some messages are for programmers alone; one leaves the list when all of its
  /// messages are translated.
  private static let english: Set = ["Networks", "Parking"]

  @Test("Each message of the sources is in zh.po")
  func missing() {
    let known = Set(
      Repository.catalogue.filter { $0.context == nil }.flatMap { [$0.english, $0.plural ?? ""] })
    var missing: [String] = []
    for (file, sentence) in Repository.sentences where !known.contains(sentence.template) {
      guard !Self.english.contains(String(file.split(separator: "/")[1])) else { continue }
      missing.append(
        "#: \(file):\(sentence.line)\nmsgid \(Self.quoted(sentence.template))\nmsgstr \"\"\n")
    }
    #expect(
      missing.isEmpty,
      "fill in and add to Sources/Messages/zh.po:\n\n\(missing.joined(separator: "\n"))")
  }

  @Test("Each line of help is in zh.po, which has no others")
  func help() throws {
    let said = try CommandTree.read().help
    let entries = Repository.catalogue.filter { $0.context == "help" }
    let missing = said.subtracting(entries.map(\.english)).sorted()
      .map { "msgctxt \"help\"\nmsgid \(Self.quoted($0))\nmsgstr \"\"\n" }
    #expect(
      missing.isEmpty,
      "fill in and add to Sources/Messages/zh.po:\n\n\(missing.joined(separator: "\n"))")
    // Headings and the like.
    let own = ["CommandHelp", "HelpWords"].compactMap {
      Repository.read("Sources/CommandSupport/\($0).swift")
    }.joined()
    for entry in entries where !said.contains(entry.english) {
      #expect(own.contains("\"\(entry.english)\""), "zh.po:\(entry.line): no help says it")
    }
  }

  @Test("Each entry of zh.po is there once, and its translation has the same places")
  func entries() {
    #expect(Repository.catalogue.count > 1000)
    var seen: Set<String> = []
    for entry in Repository.catalogue {
      let name = "zh.po:\(entry.line): \(entry.english)"
      #expect(seen.insert((entry.context ?? "") + "|" + entry.english).inserted, "\(name)")
      #expect(!entry.translation.isEmpty, "\(name)")
      let places = Set(Template(entry.english).places)
      #expect(Set(Template(entry.translation).places) == places, "\(name)")
      if let plural = entry.plural { #expect(Set(Template(plural).places) == places, "\(name)") }
    }
  }

  @Test("A place that the sources fill with words, not with a name, is marked %{…} in zh.po")
  func sentencePlaces() {
    let words = #/\.of\(|[mM]essage\b|\.hint\b|\.words\b(?!\()|choices\(|[oO]bstacle\(|strerror/#
    var places: [String: Set<Int>] = [:]
    for entry in Repository.catalogue where entry.context == nil {
      for form in [entry.english, entry.plural].compactMap({ $0 }) {
        places[form] = Set(
          entry.translation.matches(of: #/%{([0-9]+)}/#).compactMap { Int($0.output.1) })
      }
    }
    for (file, sentence) in Repository.sentences {
      guard let marked = places[sentence.template] else { continue }
      for (index, filling) in sentence.fillings.enumerated()
      where filling.contains(words) && !filling.contains("row.words") {
        #expect(
          marked.contains(index + 1),
          "\(file):\(sentence.line): %\(index + 1) of \(sentence.template) is \(filling)")
      }
    }
  }

  @Test("Each rule of an import's report has a Chinese title")
  func rules() {
    var rules: Set<String> = ["id", "required"]
    for path in [
      "Sources/SimpleFeatures/Values/FormatError.swift", "Sources/GeometryCore/GeometryError.swift",
    ] {
      let text = Repository.read(path) ?? ""
      rules.formUnion(
        text.matches(of: #/case [a-zA-Z]+ = "([a-z-]+)"/#).map { String($0.output.1) })
    }
    for path in Repository.folderFiles("Sources/Ingest")
      + Repository.folderFiles("Sources/Datasets")
    where path.hasSuffix(".swift") {
      let text = Repository.read(path) ?? ""
      let calls =
        #/(?:rejection|repair|warning|Diagnostic)\(\s*"([a-z]+(?:-[a-z]+)*)",|rule: "([a-z-]+)"/#
      rules.formUnion(
        text.matches(of: calls).compactMap { $0.output.1 ?? $0.output.2 }.map(String.init))
    }
    #expect(rules.count > 50)
    #expect(rules.filter { MessageCatalogue.chinese.text("rule", $0) == nil } == [])
  }

  @Test("Chinese is followed by Chinese colons, semicolons and brackets")
  func marks() {
    // Quoted examples and the syntax of files are as a person must type them.
    let typed = #/{[^}]*}|\[[^\]]*\]|“[^”]*”|`[^`]*`/#
    for entry in Repository.catalogue {
      let words = entry.translation.replacing(#/%{([0-9]+)}/#) { "%\($0.output.1)" }
        .replacing(typed, with: "")
      #expect(
        !words.contains(#/\p{Han}(?:[:;!?,](?: |$)| ?\()|\)\p{Han}/#),
        "zh.po:\(entry.line): \(entry.translation)")
    }
  }

  @Test("A space parts Chinese from places, letters and digits")
  func spaces() {
    for entry in Repository.catalogue {
      // A place that follows another has its own mark or space: it is a part that may be missing.
      let missing = Set(entry.english.matches(of: #/%\d+%(\d+)/#).map { String($0.output.1) })
      let words = entry.translation.replacing(#/%{?([0-9]+)}?/#) {
        missing.contains(String($0.output.1)) ? "" : "x"
      }
      #expect(
        !words.contains(#/[\u{4E00}-\u{9FFF}][A-Za-z0-9]|[A-Za-z0-9][\u{4E00}-\u{9FFF}]/#),
        "zh.po:\(entry.line): \(entry.translation)")
    }
  }

  @Test("Sentences that tests expect are told in Chinese without English left over")
  func halves() {
    let catalogue = MessageCatalogue(Repository.catalogue)
    let quoted = #/“[^”]*”|`[^`]*`|"[^"]*"|<[^>]*>/#
    let english = #/\b(?:of|the|an|at|to|in|is|are|and|which|no|not|has|have|cannot)\b/#
    for file in Repository.folderFiles("Tests")
    where file.hasSuffix(".swift") && !file.hasPrefix("Tests/MessagesTests/") {
      let tokens = SwiftTokens(Repository.read(file) ?? "").tokens
      for (index, token) in tokens.enumerated() {
        guard case .text(let text, _, _) = token, text.contains(" "), !text.contains("\n"),
          !text.contains(#/\p{Han}/#), !Self.isPart(text, after: tokens[..<index])
        else { continue }
        let told = catalogue.translated(text.replacing("\u{FFFC}", with: "X9"))
        #expect(
          !told.contains(#/\p{Han}/#) || !told.replacing(quoted, with: "").contains(english),
          """
          \(file): "\(text)" is told as "\(told)": the sentence in it needs an entry, its place \
          `%{n}`; a part of a sentence is looked for with `contains`
          """)
      }
    }
  }

  /// Whether tests look for `text` within a sentence, or it is a title or for programmers.
  private static func isPart(_ text: String, after tokens: ArraySlice<SwiftToken>) -> Bool {
    if parts.contains(where: { text.hasSuffix($0) }) { return true }
    guard case .word(let call) = tokens.dropLast().last, tokens.last == .mark(40) else {
      return false
    }
    return ["Test", "Suite", ".contains", ".hasPrefix", ".hasSuffix", "PlainError"].contains {
      call.hasSuffix($0)
    }
  }

  /// Parts of sentences that tests have in lists.
  private static let parts = [
    "the file is empty", "m south", "m west", "commits are missing", "of test data",
    "is negative; left empty", "bytes", "in the city file cannot be read", "no layer `school` ",
  ]

  @Test("Sentences are found in calls, sums, choices and closures")
  func scan() {
    let source = #"""
      throw PlainError(
        message: "no \(a) in " + b.name + " here", hint: isOpen ? "open \(c[0]) it" : "close it")
      // note("not this one")
      note(place, near.map { "did you mean \($0)?" } ?? "there is none", help: "no help here")
      """#
    #expect(
      MessageScan(source).sentences.map(\.template) == [
        "no %1 in %2 here", "open %1 it", "close it", "did you mean %1?", "there is none",
      ])
  }

  private static func quoted(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "\"" + escaped.replacing("\n", with: "\\n") + "\""
  }
}
