import Compression
public import SimpleFeatures

/// What a ``StateWriter`` has written, in the same order.
public struct StateReader: Sendable {
  private let bytes: [UInt8]
  /// The index of the next byte.
  private(set) var place = 0
  /// The index behind the last byte to read.
  private var end: Int

  /// The bytes from their beginning.
  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
    end = bytes.count
  }

  /// Bytes that ``StateWriter/sealed()`` gave.
  ///
  /// - Throws: ``SimulationError`` `invalid-state` where their checksum does not hold.
  public init(sealed bytes: [UInt8]) throws(SimulationError) {
    self.init(bytes)
    guard bytes.count >= 4 else { throw Self.damaged }
    place = bytes.count - 4
    let sum = try get(UInt32.self)
    (place, end) = (0, bytes.count - 4)
    guard crc32(bytes[..<end]) == sum else { throw Self.damaged }
  }

  /// Whether all has been read.
  public var isAtEnd: Bool { place == end }

  /// The next whole number.
  public mutating func get<Number: FixedWidthInteger>(
    _ type: Number.Type
  ) throws(SimulationError) -> Number {
    let size = Number.bitWidth / 8
    try require(size)
    var number: Number = 0
    for i in (0..<size).reversed() {
      number = (size > 1 ? number << 8 : 0) | Number(truncatingIfNeeded: bytes[place + i])
    }
    place += size
    return number
  }

  /// The next number.
  public mutating func getDouble() throws(SimulationError) -> Double {
    Double(bitPattern: try get(UInt64.self))
  }

  /// The next text.
  public mutating func getText() throws(SimulationError) -> String {
    guard let text = String(validating: try getBytes(), as: UTF8.self) else { throw Self.damaged }
    return text
  }

  /// The next bytes that stand after their count.
  public mutating func getBytes() throws(SimulationError) -> [UInt8] {
    let count = try getCount(of: 1)
    defer { place += count }
    return Array(bytes[place..<place + count])
  }

  /// The next numbers that stand after their count.
  public mutating func getDoubles() throws(SimulationError) -> [Double] {
    let count = try getCount(of: 8)
    var numbers: [Double] = []
    numbers.reserveCapacity(count)
    for _ in 0..<count { numbers.append(try getDouble()) }
    return numbers
  }

  /// The next numbers that stand after their count.
  public mutating func getFloats() throws(SimulationError) -> [Float] {
    let count = try getCount(of: 4)
    var numbers: [Float] = []
    numbers.reserveCapacity(count)
    for _ in 0..<count { numbers.append(Float(bitPattern: try get(UInt32.self))) }
    return numbers
  }

  private mutating func getCount(of size: Int) throws(SimulationError) -> Int {
    guard let count = Int(exactly: try get(UInt64.self)), count <= end / size else {
      throw Self.damaged
    }
    try require(count * size)
    return count
  }

  private func require(_ count: Int) throws(SimulationError) {
    guard place + count <= end else { throw Self.damaged }
  }

  static var damaged: SimulationError {
    SimulationError(
      .invalidState, "the saved state ends too early or is damaged",
      hint: "start the run again without --resume")
  }
}
