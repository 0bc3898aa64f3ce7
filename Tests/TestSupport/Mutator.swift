/// Changes bytes at random in ways that tend to reach far into a reader.
package struct Mutator {
  package var random: SeededGenerator
  /// What a text of the format is made of.
  private let words: [[UInt8]]

  package init(seed: UInt64, words: [[UInt8]]) {
    random = SeededGenerator(seed: seed)
    self.words = words
  }

  /// Numbers at the ends of their types, as bytes of a binary format.
  private static let numbers: [[UInt8]] = [
    [0xFF, 0xFF, 0xFF, 0xFF], [0xFF, 0xFF, 0xFF, 0x7F], [0, 0, 0, 0x80], [0, 0, 0, 1],
    [1, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0xF8, 0x7F], [0, 0, 0, 0, 0, 0, 0xF0, 0x7F], [0, 0, 0, 0, 0, 0, 0, 0x80],
  ]

  /// A sample with some changes, perhaps with a piece of `other` in it.
  package mutating func mutated(_ sample: [UInt8], with other: [UInt8]) -> [UInt8] {
    var bytes = sample
    for _ in 0..<Int.random(in: 1...6, using: &random) { change(&bytes, other) }
    return bytes
  }

  private mutating func change(_ bytes: inout [UInt8], _ other: [UInt8]) {
    let place = Int.random(in: 0...bytes.count, using: &random)
    let end = min(bytes.count, place + Int.random(in: 1...24, using: &random))
    switch Int.random(in: 0..<10, using: &random) {
    case 0 where place < bytes.count: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 1 where place < bytes.count: bytes[place] = UInt8.random(in: 0...255, using: &random)
    case 2: bytes.removeSubrange(place..<end)
    case 3 where Int.random(in: 0..<4, using: &random) == 0: bytes.removeSubrange(end...)
    case 4: bytes.insert(contentsOf: piece(of: other), at: place)
    case 5:
      let copy = Array(bytes[place..<end])
      for _ in 0..<Int.random(in: 1...40, using: &random) {
        bytes.insert(contentsOf: copy, at: place)
      }
    case 6: bytes.replaceSubrange(place..<end, with: piece(of: bytes))
    case 7:
      let number = Self.numbers.randomElement(using: &random) ?? []
      bytes.replaceSubrange(place..<min(bytes.count, place + number.count), with: number)
    default:
      let word = words.randomElement(using: &random) ?? []
      bytes.replaceSubrange(place..<(Bool.random(using: &random) ? end : place), with: word)
    }
  }

  private mutating func piece(of bytes: [UInt8]) -> [UInt8] {
    let start = Int.random(in: 0...bytes.count, using: &random)
    let end = min(bytes.count, start + Int.random(in: 0...60, using: &random))
    return Array(bytes[start..<end])
  }
}
