import Foundation

/// Pinyin that someone typed, as it fits characters: hetangjie, htj and hetj fit 和塘街, and so do
/// 和tang and what is typed of them on the way (hetangj).
///
/// A nondeterministic automaton over the places in what was typed. A character leads over a whole
/// reading of it, over its initial, or, at the end, over the beginning of a reading; any other
/// character over itself.
struct PinyinPattern: Sendable {
  /// How much of a name is typed of each character.
  enum Spelling: Int, CaseIterable, Sendable {
    /// Whole syllables, the last of them perhaps in part.
    case syllables
    /// Initials too.
    case initials
  }

  /// Places of the automaton, a bit each.
  typealias States = UInt64
  static let start: States = 1

  private let typed: [Unicode.Scalar]
  private let readings: PinyinReadings

  /// - Parameter word: As ``SearchText`` writes it: lower case, neither spaces nor punctuation.
  /// - Returns: `nil` where no letters are in it, or more than 63 characters.
  init?(_ word: String, readings: PinyinReadings = .shared) {
    // ü is typed as v, too.
    typed = word.precomposedStringWithCanonicalMapping.unicodeScalars.map { $0 == "ü" ? "v" : $0 }
    self.readings = readings
    guard typed.count < States.bitWidth, typed.contains(where: Self.isLetter) else { return nil }
  }

  /// How many letters, digits and characters were typed.
  var count: Int { typed.count }

  /// The first letter, digit or character.
  var first: Unicode.Scalar { typed[0] }

  private var end: States { 1 << States(typed.count) }

  /// Whether all that was typed has been used.
  func isAccepted(_ states: States) -> Bool { states & end != 0 }

  /// The places that `states` lead to over `character`.
  func next(_ states: States, over character: Unicode.Scalar, _ spelling: Spelling) -> States {
    var (next, left): (States, States) = (0, states & ~end)
    guard left != 0 else { return 0 }
    let readings = readings.readings(of: character)
    while left != 0 {
      let place = left.trailingZeroBitCount
      left &= left - 1
      if typed[place] == character { next |= 1 << States(place + 1) }
      for reading in readings { next |= places(from: place, over: reading, spelling) }
    }
    return next
  }

  private func places(from place: Int, over reading: [UInt8], _ spelling: Spelling) -> States {
    var count = 0
    while count < reading.count, place + count < typed.count,
      typed[place + count].value == UInt32(reading[count])
    {
      count += 1
    }
    guard count > 0 else { return 0 }
    var next: States = 0
    if count == reading.count || place + count == typed.count {
      next |= 1 << States(place + count)
    }
    guard spelling == .initials else { return next }
    next |= 1 << States(place + 1)
    // zh, ch and sh.
    if count >= 2, reading[1] == UInt8(ascii: "h") { next |= 1 << States(place + 2) }
    return next
  }

  // MARK: Texts

  /// Where a text fits: 0 as a whole, 1 at its beginning, 2 within it; `nil` nowhere.
  func nearness(of text: String, _ spelling: Spelling) -> Int? {
    let characters = Array(text.unicodeScalars)
    guard let range = range(in: characters, spelling) else { return nil }
    return range.lowerBound > 0 ? 2 : range.upperBound == characters.count ? 0 : 1
  }

  /// The first part of a text that fits; `nil` where none does.
  func part(of text: String, _ spelling: Spelling) -> String? {
    let characters = Array(text.unicodeScalars)
    return range(in: characters, spelling).map { range in
      String(String.UnicodeScalarView(characters[range]))
    }
  }

  private func range(in characters: [Unicode.Scalar], _ spelling: Spelling) -> Range<Int>? {
    for start in characters.indices where Self.isUnitStart(start, in: characters) {
      var states = Self.start
      for index in start..<characters.count {
        states = next(states, over: characters[index], spelling)
        if states == 0 { break }
        if isAccepted(states) { return start..<index + 1 }
      }
    }
    return nil
  }

  /// Whether no run of letters or of digits goes on at `index`.
  private static func isUnitStart(_ index: Int, in text: [Unicode.Scalar]) -> Bool {
    guard index > 0 else { return true }
    let (before, own) = (text[index - 1], text[index])
    return !(isLetter(before) && isLetter(own) || isDigit(before) && isDigit(own))
  }

  private static func isLetter(_ one: Unicode.Scalar) -> Bool { ("a"..."z").contains(one) }
  private static func isDigit(_ one: Unicode.Scalar) -> Bool { ("0"..."9").contains(one) }
}
