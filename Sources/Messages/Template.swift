/// A sentence with places for what differs from case to case: `the city has no layer %1`.
package struct Template: Equatable, Sendable {
  /// The bytes before, between and after the places.
  private let literals: [[UInt8]]
  /// The number of each place, from 1, in the order of the sentence.
  package let places: [Int]

  package init(_ text: String) {
    var literals: [[UInt8]] = [[]]
    var places: [Int] = []
    let bytes = Array(text.utf8)
    var index = 0
    while index < bytes.count {
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      if bytes[index] == UInt8(ascii: "%"), (0x31...0x39).contains(next) {
        let digits = bytes[(index + 1)...].prefix { (0x30...0x39).contains($0) }
        places.append(digits.reduce(0) { $0 * 10 + Int($1 - 0x30) })
        literals.append([])
        index += 1 + digits.count
      } else {
        literals[literals.count - 1].append(bytes[index])
        index += 1
      }
    }
    (self.literals, self.places) = (literals, places)
  }

  /// Whether it has words enough to be told from other sentences; "%1 and %2" has not.
  package var isSentence: Bool { places.isEmpty || weight > 5 }

  /// The first byte of its words; `nil` where it begins with a place.
  var first: UInt8? { literals[0].first }

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
      let stop = isLast ? end : Self.first(literal, in: text[start..<end])
      guard let stop, found[place].map({ $0.elementsEqual(text[start..<stop]) }) ?? true else {
        return nil
      }
      found[place] = Array(text[start..<stop])
      start = stop + literal.count
    }
    return found
  }

  /// The sentence with `arguments` at its places.
  func filled(_ arguments: [Int: String]) -> String {
    var text = String(decoding: literals[0], as: UTF8.self)
    for (index, place) in places.enumerated() {
      text += arguments[place] ?? ""
      text += String(decoding: literals[index + 1], as: UTF8.self)
    }
    return text
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
