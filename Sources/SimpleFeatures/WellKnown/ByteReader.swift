/// A reading position in a byte string of either byte order.
struct ByteReader {
  let bytes: [UInt8]
  private(set) var offset = 0
  var isBigEndian = false

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  func fault(_ code: FormatError.Code, _ message: String) -> FormatError {
    FormatError(code, message, offset: offset)
  }

  mutating func readByte() throws(FormatError) -> UInt8 {
    guard offset < bytes.count else { throw fault(.truncated, "the bytes end too early") }
    defer { offset += 1 }
    return bytes[offset]
  }

  mutating func readUInt32() throws(FormatError) -> UInt32 {
    var value: UInt32 = 0
    for shift in 0..<4 {
      let byte = UInt32(try readByte())
      value |= byte << UInt32(8 * (isBigEndian ? 3 - shift : shift))
    }
    return value
  }

  mutating func readDouble() throws(FormatError) -> Double {
    var value: UInt64 = 0
    for shift in 0..<8 {
      let byte = UInt64(try readByte())
      value |= byte << UInt64(8 * (isBigEndian ? 7 - shift : shift))
    }
    return Double(bitPattern: value)
  }

  /// Reads a count and refuses one that the remaining bytes cannot hold.
  mutating func readCount(itemBytes: Int) throws(FormatError) -> Int {
    let count = Int(try readUInt32())
    guard count <= (bytes.count - offset) / itemBytes else {
      throw fault(.truncated, "the bytes end too early for \(count) items")
    }
    return count
  }
}

extension [UInt8] {
  @inlinable
  package mutating func appendLittleEndian<T: FixedWidthInteger>(_ value: T) {
    var rest = value.littleEndian
    for _ in 0..<T.bitWidth / 8 {
      append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }
}
