import SimpleFeatures

/// The values of a layer, each once, as their MVT encoding (specification 2.1, §4.4).
///
/// Two values are the same where their encodings are, so the text "1", the integer 1 and the
/// number 1.0 stay apart. Indices count from 0 in the order of first use, whatever the hash seed.
struct ValueTable {
  /// All values as fields of the layer message, one after another.
  private(set) var bytes = ByteWriter()
  private var ends: [Int] = []
  private var hashes: [UInt64] = []
  /// Open addressing: index + 1 of a value, 0 for a free slot; the size is a power of two.
  private var slots: [UInt32] = Array(repeating: 0, count: 256)

  /// The number of different values.
  var count: Int { ends.count }

  /// The index of `value`, stored at its first use; `nil` for what MVT cannot say.
  ///
  /// Null and numbers that are not finite have no index. Integers from 0 up are unsigned varints,
  /// those below zigzag varints; arrays and objects are their JSON text.
  mutating func index(of value: PropertyValue) -> Int? {
    let start = bytes.count
    switch value {
    case .null: return nil
    case .text(let text), .json(let text): append(text: text)
    case .real(let number):
      guard number.isFinite else { return nil }
      bytes.append(byte: 0x22)
      bytes.append(byte: 9)
      bytes.append(byte: 0x19)
      bytes.append(fixed64: number.bitPattern)
    case .integer(let number) where number >= 0: append(tag: 0x28, UInt64(number))
    case .integer(let number): append(tag: 0x30, zigzag(number))
    case .boolean(let flag): append(tag: 0x38, flag ? 1 : 0)
    }
    return find(start)
  }

  private mutating func append(text: String) {
    let length = text.utf8.count
    bytes.append(byte: 0x22)
    bytes.append(varint: UInt64(1 + varintLength(UInt64(length)) + length))
    bytes.append(tag: 0x0a, text: text)
  }

  private mutating func append(tag: UInt8, _ value: UInt64) {
    bytes.append(byte: 0x22)
    bytes.append(byte: UInt8(1 + varintLength(value)))
    bytes.append(byte: tag)
    bytes.append(varint: value)
  }

  /// The index of the value whose encoding starts at `start`; takes the bytes back if it is known.
  private mutating func find(_ start: Int) -> Int {
    let length = bytes.count - start
    let hash = ByteHash.hash(bytes.storage.span.extracting(start..<bytes.count))
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0 {
      let index = Int(slots[slot]) - 1
      if hashes[index] == hash {
        let other = index == 0 ? 0 : ends[index - 1]
        if ends[index] - other == length, isSame(other, start, length) {
          bytes.count = start
          return index
        }
      }
      slot = (slot + 1) & mask
    }
    ends.append(bytes.count)
    hashes.append(hash)
    slots[slot] = UInt32(truncatingIfNeeded: ends.count)
    if 2 * ends.count > slots.count { rehash() }
    return ends.count - 1
  }

  private func isSame(_ first: Int, _ second: Int, _ length: Int) -> Bool {
    let span = bytes.storage.span
    for i in 0..<length where span[first + i] != span[second + i] { return false }
    return true
  }

  private mutating func rehash() {
    slots = Array(repeating: 0, count: 2 * slots.count)
    let mask = slots.count - 1
    for (index, hash) in hashes.enumerated() {
      var slot = Int(truncatingIfNeeded: hash) & mask
      while slots[slot] != 0 { slot = (slot + 1) & mask }
      slots[slot] = UInt32(truncatingIfNeeded: index + 1)
    }
  }
}

/// A fast hash of short byte strings, seeded per process so that no input can force collisions.
enum ByteHash {
  private static let seed = UInt64.random(in: 0 ... .max)

  /// Folds eight bytes at a time through a 64 × 64 → 128 bit product.
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
