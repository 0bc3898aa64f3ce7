/// A sentence with places for what differs from case to case: `the city has no layer %1`.
///
/// `%{1}` in a translation is a place that may hold a sentence or a part of one, which is told in
/// the translation's language, too; what stands at `%1` is told as it is.
package struct Template: Equatable, Sendable {
  /// The bytes before, between and after the places.
  private let literals: [[UInt8]]
  /// The number of each place, from 1, in the order of the sentence.
  package let places: [Int]
  /// The numbers of the places that may hold sentences.
  let sentencePlaces: Set<Int>

  package init(_ text: String) {
    var literals: [[UInt8]] = [[]]
    var places: [Int] = []
    let bytes = Array(text.utf8)
    var sentencePlaces: Set<Int> = []
    var index = 0
    while index < bytes.count {
      let hasBrace = bytes[index...].starts(with: "%{".utf8)
      let start = index + (hasBrace ? 2 : 1)
      let digits = bytes[min(start, bytes.count)...].prefix { (0x30...0x39).contains($0) }
      let end = start + digits.count + (hasBrace ? 1 : 0)
      let isPlace = bytes[index] == UInt8(ascii: "%") && digits.first ?? 0x30 != 0x30
      if isPlace, !hasBrace || end <= bytes.count && bytes[end - 1] == UInt8(ascii: "}") {
        let place = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        places.append(place)
        if hasBrace { sentencePlaces.insert(place) }
        literals.append([])
        index = end
      } else {
        literals[literals.count - 1].append(bytes[index])
        index += 1
      }
    }
    (self.literals, self.places, self.sentencePlaces) = (literals, places, sentencePlaces)
  }

  /// Whether it has words enough to be told from other sentences; "%1 and %2" has not.
  package var isSentence: Bool { places.isEmpty || weight > 5 }

  /// Whether no place comes before its first word.
  var beginsWithWords: Bool { !literals[0].isEmpty }

  /// The words that every text of this sentence has, by their hashes; those that touch a place are
  /// not among them, since they may be parts of longer ones.
  var words: [UInt64] {
    var words: [UInt64] = []
    for (index, literal) in literals.enumerated() {
      Self.forEachWord(of: literal) { word, range in
        guard index == 0 || range.lowerBound > 0,
          index == literals.count - 1 || range.upperBound < literal.count
        else { return }
        words.append(word)
      }
    }
    return words
  }

  /// Calls `body` with the hash and the place of each run of ASCII letters.
  static func forEachWord(of text: [UInt8], _ body: (UInt64, Range<Int>) -> Void) {
    var hash: UInt64 = 0
    var start = 0
    for index in 0...text.count {
      if index < text.count, (0x61...0x7A).contains(text[index] | 0x20) {
        if hash == 0 { (hash, start) = (0xCBF2_9CE4_8422_2325, index) }
        // FNV-1a, 64 bits: two words of one hash are only tried in vain.
        hash = (hash ^ UInt64(text[index])) &* 0x100_0000_01B3
      } else if hash != 0 {
        body(hash, start..<index)
        hash = 0
      }
    }
  }

  /// How many bytes of it are words, not places: the more, the surer a match.
  package var weight: Int { literals.reduce(0) { $0 + $1.count } }

  /// What stands at the places, by their numbers, if `text` is this sentence.
  func arguments(in text: [UInt8]) -> [Int: [UInt8]]? {
    guard text.starts(with: literals[0]) else { return nil }
    guard !places.isEmpty else { return text.count == literals[0].count ? [:] : nil }
    let end = text.count - literals[literals.count - 1].count
    var start = literals[0].count
    guard end >= start, text[end...].elementsEqual(literals[literals.count - 1]) else {
      return nil
    }
    var found: [Int: [UInt8]] = [:]
    for (index, place) in places.enumerated() {
      let isLast = index == places.count - 1
      let literal = literals[index + 1]
      let closes = index == places.count - 2 && literals[places.count].first == closing
      let stop =
        isLast
        ? end
        : (closes ? Self.bracket(literal, in: text[start..<end]) : nil)
          ?? Self.first(literal, in: text[start..<end])
      guard let stop, found[place].map({ $0.elementsEqual(text[start..<stop]) }) ?? true else {
        return nil
      }
      found[place] = Array(text[start..<stop])
      start = stop + literal.count
    }
    return found
  }

  /// The sentence with `arguments` at its places.
  ///
  /// A translation has a space between Chinese and a place; it falls away where a place for a
  /// sentence holds Chinese or nothing.
  func filled(_ arguments: [Int: String]) -> String {
    var text = String(decoding: literals[0], as: UTF8.self)
    for (index, place) in places.enumerated() {
      let argument = arguments[place] ?? ""
      var next = Substring(decoding: literals[index + 1], as: UTF8.self)
      if sentencePlaces.contains(place) {
        if text.last == " ", text.dropLast().last.map(isChinese) ?? true,
          argument.first.map({ isChinese($0) || " ,;:".contains($0) }) ?? true
        {
          text.removeLast()
        }
        if next.first == " ", next.dropFirst().first.map(isChinese) ?? false,
          (argument.last ?? text.last).map(isChinese) ?? true
        {
          next.removeFirst()
        }
      }
      text += argument + next
    }
    return text
  }

  /// Where `sought` is whose bracket is closed at the end of `text`: what stands before it may have
  /// brackets, too.
  private static func bracket(_ sought: [UInt8], in text: ArraySlice<UInt8>) -> Int? {
    guard sought.last == opening else { return nil }
    var depth = 1
    for index in text.indices.reversed() {
      if text[index] == closing { depth += 1 }
      if text[index] == opening { depth -= 1 }
      guard depth == 0 else { continue }
      let start = index + 1 - sought.count
      return start >= text.startIndex && text[start...].starts(with: sought) ? start : nil
    }
    return nil
  }

  /// Where `sought` is first; where it is empty, since two places touch, the first mark or space.
  private static func first(_ sought: [UInt8], in text: ArraySlice<UInt8>) -> Int? {
    guard let head = sought.first else {
      return text.firstIndex { " ,;:(".utf8.contains($0) } ?? text.endIndex
    }
    var index = text.startIndex
    while let hit = text[index...].firstIndex(of: head) {
      if text[hit...].starts(with: sought) { return hit }
      index = hit + 1
    }
    return nil
  }
}

private let opening = UInt8(ascii: "(")
private let closing = UInt8(ascii: ")")

/// Whether it is a Chinese character or mark.
private func isChinese(_ character: Character) -> Bool {
  guard let scalar = character.unicodeScalars.first else { return false }
  // Ideographs; marks of theirs; full-width forms; quotation marks, which are theirs here.
  return (0x3400...0x9FFF).contains(scalar.value) || (0x3000...0x303F).contains(scalar.value)
    || (0xFF00...0xFFEF).contains(scalar.value) || (0x2018...0x201D).contains(scalar.value)
}
