/// Bytes of commands, in network order as TraCI writes them.
struct TraCIWriter {
  /// The bytes so far.
  private(set) var bytes: [UInt8] = []

  /// The type bytes of values.
  enum Kind {
    static let ubyte: UInt8 = 0x07
    static let integer: UInt8 = 0x09
    static let double: UInt8 = 0x0B
    static let string: UInt8 = 0x0C
    static let stringList: UInt8 = 0x0E
    static let compound: UInt8 = 0x0F
  }

  mutating func put(_ value: UInt8) {
    bytes.append(value)
  }

  mutating func put(_ value: Int32) {
    put(bits: UInt64(UInt32(bitPattern: value)), count: 4)
  }

  mutating func put(_ value: Double) {
    put(bits: value.bitPattern, count: 8)
  }

  mutating func put(_ value: String) {
    put(Int32(value.utf8.count))
    bytes.append(contentsOf: value.utf8)
  }

  mutating func putTyped(_ value: Int32) {
    put(Kind.integer)
    put(value)
  }

  mutating func putTyped(_ value: Double) {
    put(Kind.double)
    put(value)
  }

  mutating func putTyped(_ value: String) {
    put(Kind.string)
    put(value)
  }

  /// The head of a value of several parts.
  mutating func putCompound(_ count: Int) {
    put(Kind.compound)
    put(Int32(count))
  }

  /// A command with its length: one byte, or a zero and four where that is not enough.
  mutating func put(command: UInt8, _ payload: [UInt8]) {
    if payload.count + 2 <= 255 {
      put(UInt8(payload.count + 2))
    } else {
      put(UInt8(0))
      put(Int32(payload.count + 6))
    }
    put(command)
    bytes += payload
  }

  private mutating func put(bits: UInt64, count: Int) {
    for place in stride(from: 8 * (count - 1), through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: bits >> UInt64(place)))
    }
  }
}
