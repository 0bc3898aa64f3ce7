import GRDB
import Synchronization

/// The terms of the search index, by which pinyin becomes characters that the city has.
///
/// The index holds characters alone, so that cities of older versions answer pinyin too: of the
/// pairs of neighbouring characters in it (some ten thousand) those are looked for that can be
/// read as what was typed.
final class SearchVocabulary: Sendable {
  private struct Term {
    var text: String
    /// How many texts have it.
    var count: Int64
  }

  private let terms: [Term]
  /// Where the terms are that begin with a character.
  private let ranges: [Unicode.Scalar: Range<Int>]
  /// The terms that end with a character.
  private let endings: [Unicode.Scalar: [Int]]
  /// The first characters of terms by the letters with which they are read or written.
  private let firsts: [Unicode.Scalar: [Unicode.Scalar]]

  /// How many terms are looked for in one place at most: those that most texts have.
  private static let termLimit = 200
  /// How many neighbouring terms narrow the search.
  private static let depth = 3

  init(_ database: Database, readings: PinyinReadings = .shared) throws {
    var terms: [Term] = []
    var characters: Set<Unicode.Scalar> = []
    try database.execute(
      sql: """
        CREATE VIRTUAL TABLE IF NOT EXISTS temp._search_vocabulary
        USING fts5vocab(main, yutu_search, row)
        """)
    let rows = try RowStatement(database, "SELECT term, doc FROM temp._search_vocabulary")
    defer { rows.reset() }
    while try rows.step() {
      let text = rows.text(0)
      let isAlone = text.unicodeScalars.dropFirst().isEmpty
      let ideographs = text.unicodeScalars.filter(SearchText.isIdeograph)
      guard !isAlone, !ideographs.isEmpty else { continue }
      characters.formUnion(ideographs)
      terms.append(Term(text: text, count: rows.int64(1)))
    }
    readings.learn(characters)
    self.terms = terms
    ranges = Self.ranges(of: terms)
    endings = Dictionary(grouping: terms.indices) { terms[$0].text.unicodeScalars.last! }
    firsts = Self.firsts(characters, readings)
  }

  /// Terms come in the order of their bytes, so equal beginnings stand together.
  private static func ranges(of terms: [Term]) -> [Unicode.Scalar: Range<Int>] {
    var ranges: [Unicode.Scalar: Range<Int>] = [:]
    for (index, term) in terms.enumerated() {
      guard let first = term.text.unicodeScalars.first else { continue }
      ranges[first] = (ranges[first]?.lowerBound ?? index)..<index + 1
    }
    return ranges
  }

  private static func firsts(
    _ characters: some Sequence<Unicode.Scalar>, _ readings: PinyinReadings
  ) -> [Unicode.Scalar: [Unicode.Scalar]] {
    var firsts: [Unicode.Scalar: [Unicode.Scalar]] = [:]
    for character in characters {
      let letters = readings.readings(of: character).compactMap(\.first).map { Unicode.Scalar($0) }
      for letter in Set(letters + [character]) { firsts[letter, default: []].append(character) }
    }
    return firsts
  }

  // MARK: Asking

  /// What FTS5 is asked for, and whether it finds all texts that fit.
  struct Condition {
    var text: String
    var isWhole: Bool
  }

  /// The condition that texts fulfil in which the pinyin is, spelt so; `nil` where the city has
  /// none such.
  func condition(_ query: PinyinQuery, _ spelling: PinyinPattern.Spelling) -> Condition? {
    let ways = [condition(query.whole, spelling), condition(query.words, spelling)]
      .compactMap(\.self)
    guard let first = ways.first else { return nil }
    return ways.dropFirst().reduce(first) { all, way in
      Condition(text: "\(all.text) OR \(way.text)", isWhole: all.isWhole && way.isWhole)
    }
  }

  private func condition(
    _ words: [PinyinQuery.Word], _ spelling: PinyinPattern.Spelling
  ) -> Condition? {
    guard !words.isEmpty else { return nil }
    var all = Condition(text: "", isWhole: true)
    for word in words {
      switch word {
      case .literal(let text):
        guard let literal = SearchText(text).query else { continue }
        all.text += all.text.isEmpty ? literal : " AND \(literal)"
      case .pinyin(let pattern):
        guard let own = condition(pattern, spelling) else { return nil }
        all.text += all.text.isEmpty ? own.text : " AND \(own.text)"
        all.isWhole = all.isWhole && own.isWhole
      }
    }
    return all.text.isEmpty ? nil : Condition(text: "(\(all.text))", isWhole: all.isWhole)
  }

  private func condition(
    _ pattern: PinyinPattern, _ spelling: PinyinPattern.Spelling
  ) -> Condition? {
    let chain = chain(pattern, spelling).map { part in
      (terms: part, count: part.reduce(0) { $0 + terms[$1].count })
    }
    let narrow = chain.filter { $0.terms.count <= Self.termLimit }
    let candidates = narrow.isEmpty ? chain : narrow
    guard let rarest = candidates.min(by: { $0.count < $1.count }), rarest.count > 0 else {
      return nil
    }
    // To read a term costs about as much as to look at a text.
    let parts = candidates.filter { part in
      part.count == rarest.count || !narrow.isEmpty && part.terms.count < rarest.count
    }.map { part in
      let most = part.terms.sorted { terms[$0].count > terms[$1].count }.prefix(Self.termLimit)
      return "(\(most.map { "\"\(terms[$0].text)\"" }.joined(separator: " OR ")))"
    }
    return Condition(
      text: "(\(parts.joined(separator: " AND ")))", isWhole: !narrow.isEmpty)
  }

  /// The terms that can stand where the pinyin begins, those that can follow them, and so on; a
  /// text must have one of each.
  private func chain(
    _ pattern: PinyinPattern, _ spelling: PinyinPattern.Spelling
  ) -> [[Int]] {
    var places: [Unicode.Scalar: PinyinPattern.States] = [:]
    for character in firsts[pattern.first, default: []] { places[character] = PinyinPattern.start }
    var chain: [[Link]] = []
    // A character at the end of a text begins no pair.
    let alone = places.keys.filter { character in
      pattern.isAccepted(pattern.next(PinyinPattern.start, over: character, spelling))
    }.flatMap { endings[$0, default: []] }
    while chain.count < Self.depth, !places.isEmpty {
      var (part, following): ([Link], [Unicode.Scalar: PinyinPattern.States]) = ([], [:])
      var goesOn = true
      for (character, states) in places {
        let first = pattern.next(states, over: character, spelling)
        guard first != 0 else { continue }
        for index in ranges[character, default: 0..<0] {
          guard let passed = pass(index, states, first, pattern, spelling) else { continue }
          part.append(Link(term: index, first: character, next: passed.next))
          if let next = passed.next {
            following[next, default: 0] |= passed.states
          } else {
            goesOn = false
          }
        }
      }
      if chain.isEmpty, !alone.isEmpty {
        let known = Set(part.map(\.term))
        part += alone.filter { !known.contains($0) }.map { Link(term: $0, first: pattern.first) }
        goesOn = false
      }
      guard !part.isEmpty else { return [] }
      chain.append(part)
      places = goesOn ? following : [:]
    }
    return Self.connected(chain)
  }

  /// A term in its place of a chain.
  private struct Link {
    var term: Int
    var first: Unicode.Scalar
    /// The character with which the term after it begins; `nil` where the pinyin ends in it.
    var next: Unicode.Scalar?
  }

  /// The terms from which the chain goes on to its end.
  private static func connected(_ chain: [[Link]]) -> [[Int]] {
    var parts: [[Int]] = []
    var beginnings: Set<Unicode.Scalar>?
    for part in chain.reversed() {
      let links = part.filter { link in
        guard let next = link.next, let beginnings else { return true }
        return beginnings.contains(next)
      }
      parts.append(links.map(\.term))
      beginnings = Set(links.map(\.first))
    }
    return parts.reversed()
  }

  /// Where a term leads after its first character.
  ///
  /// - Parameters:
  ///   - start: The states before the term.
  ///   - first: Those after its first character.
  /// - Returns: The character with which the next term begins and the states before it, `nil` for
  ///   that where the pinyin ends in the term; `nil` where the term does not fit.
  private func pass(
    _ term: Int, _ start: PinyinPattern.States, _ first: PinyinPattern.States,
    _ pattern: PinyinPattern, _ spelling: PinyinPattern.Spelling
  ) -> (next: Unicode.Scalar?, states: PinyinPattern.States)? {
    var (before, after) = (start, first)
    guard !pattern.isAccepted(after) else { return (nil, after) }
    var last: Unicode.Scalar?
    for character in terms[term].text.unicodeScalars.dropFirst() {
      before = after
      after = pattern.next(before, over: character, spelling)
      if pattern.isAccepted(after) { return (nil, after) }
      if after == 0 { return nil }
      last = SearchText.isIdeograph(character) ? character : nil
    }
    return (last, before)
  }
}
