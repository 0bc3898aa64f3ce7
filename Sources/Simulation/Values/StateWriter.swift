import Compression

/// Numbers and words as bytes, little-endian and without loss: saved states and heads of files.
public struct StateWriter: Sendable {
  /// What has been written.
  public private(set) var bytes: [UInt8] = []

  /// Nothing yet.
  public init() {}

  /// Appends a whole number with all its bits.
  public mutating func put<Number: FixedWidthInteger>(_ number: Number) {
    for shift in stride(from: 0, to: Number.bitWidth, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> Number(shift)))
    }
  }

  /// Appends a number with all its bits.
  public mutating func put(_ number: Double) { put(number.bitPattern) }

  /// Appends a text: its length in bytes, then UTF-8.
  public mutating func put(_ text: String) { put(Array(text.utf8)) }

  /// Appends bytes after their count.
  public mutating func put(_ more: [UInt8]) {
    put(UInt64(more.count))
    bytes += more
  }

  /// Appends numbers after their count.
  public mutating func put(_ numbers: [Double]) {
    put(UInt64(numbers.count))
    for number in numbers { put(number) }
  }

  /// Appends numbers after their count.
  public mutating func put(_ numbers: [Float]) {
    put(UInt64(numbers.count))
    bytes.reserveCapacity(bytes.count + 4 * numbers.count)
    for number in numbers { put(number.bitPattern) }
  }

  /// Ends with a checksum, which ``StateReader/init(sealed:)`` asks for.
  public consuming func sealed() -> [UInt8] {
    let sum = checksum
    put(sum)
    return bytes
  }

  /// CRC-32 of what has been written.
  public var checksum: UInt32 { crc32(bytes[...]) }
}
