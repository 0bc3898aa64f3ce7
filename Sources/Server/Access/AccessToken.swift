/// A secret that lets its holder do what not everyone may.
package struct AccessToken: Sendable {
  /// As it goes over the wire.
  package let text: String

  /// The fewest characters of a token that somebody chose.
  package static let leastLength = 32
  /// The most, so that a request can carry it (``Limits/headerBytes``).
  package static let greatestLength = 4096

  /// A new token of 256 random bits, in hexadecimal digits.
  package static func random() -> AccessToken {
    var generator = SystemRandomNumberGenerator()
    let words = (0..<4).map { _ in generator.next() as UInt64 }
    let digits = words.map { word in
      let text = String(word, radix: 16)
      return String(repeating: "0", count: 16 - text.count) + text
    }
    return AccessToken(unchecked: digits.joined())
  }

  /// A token that somebody chose; `nil` where it is short or holds what a header cannot carry.
  package init?(_ text: String) {
    let isPlain = text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    guard isPlain, (Self.leastLength...Self.greatestLength).contains(text.utf8.count) else {
      return nil
    }
    self.init(unchecked: text)
  }

  private init(unchecked text: String) { self.text = text }

  /// Whether `other` is the token; takes as long for any wrong one of its length.
  func isEqual(to other: Substring) -> Bool {
    let (own, others) = (Array(text.utf8), Array(other.utf8))
    guard own.count == others.count else { return false }
    return zip(own, others).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
