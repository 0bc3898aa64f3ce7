/// A short name for bytes: equal bytes have equal names, others almost certainly not.
///
/// FNV-1a, 64 bits (http://www.isthe.com/chongo/tech/comp/fnv/).
public struct Fingerprint: Sendable {
  @usableFromInline var hash: UInt64 = 0xcbf2_9ce4_8422_2325

  /// That of no bytes.
  public init() {}

  /// Takes in what follows.
  @inlinable
  public mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
  }

  /// Sixteen hexadecimal digits.
  public var text: String {
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// The name of bytes that are there at once.
  @inlinable
  public static func text(of bytes: some Sequence<UInt8>) -> String {
    var fingerprint = Fingerprint()
    fingerprint.add(bytes)
    return fingerprint.text
  }
}
