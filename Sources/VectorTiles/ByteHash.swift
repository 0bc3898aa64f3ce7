/// A fast hash of short byte strings, seeded per process so that no input can force collisions.
enum ByteHash {
  private static let seed = UInt64.random(in: 0 ... .max)

  /// Folds eight bytes at a time through a 64 × 64 → 128 bit product; the high bits are the best.
  static func hash(_ bytes: Span<UInt8>) -> UInt64 {
    let raw = unsafe bytes.bytes
    var state = seed ^ UInt64(bytes.count)
    var offset = 0
    while offset &+ 8 <= bytes.count {
      state = unsafe mix(
        state, raw.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self))
      offset &+= 8
    }
    var tail: UInt64 = 0
    while offset < bytes.count {
      tail = unsafe tail &<< 8 | UInt64(bytes[unchecked: offset])
      offset &+= 1
    }
    return mix(mix(state, tail), 0x9e37_79b9_7f4a_7c15)
  }

  @inline(__always)
  private static func mix(_ state: UInt64, _ word: UInt64) -> UInt64 {
    let product = (state ^ word).multipliedFullWidth(by: 0xd6e8_feb8_6659_fd93)
    return product.high ^ product.low ^ (state &<< 17 | state &>> 47)
  }
}
