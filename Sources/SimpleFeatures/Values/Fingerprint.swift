/// A short name for bytes: equal bytes have equal names, others almost certainly not.
public enum Fingerprint {
  /// Sixteen hexadecimal digits: FNV-1a, 64 bits (http://www.isthe.com/chongo/tech/comp/fnv/).
  public static func text(of bytes: some Sequence<UInt8>) -> String {
    let hash = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
