import Catalog
import Compression
import SimpleFeatures

/// The bytes of a tile of 256 x 256 cells in the city file, without loss.
///
/// | byte | holds |
/// |---|---|
/// | 0 | version of this format, 1 |
/// | 1 | ``Form`` |
/// | 2 | 1 where a mask of a bit a cell stands first (1 = has a value), else 0 |
/// | 3 … | zlib stream (RFC 1950) of mask and numbers |
///
/// Numbers stand byte plane by byte plane, the most significant first, each byte as the
/// difference to the one before: neighbours share their leading bytes, and what differs little
/// compresses well.
struct RasterTileCodec {
  /// Cells along a side of a tile.
  static let side = 256
  static let cellCount = side * side

  /// How the numbers of a tile are written.
  enum Form: UInt8 {
    /// The bits of 32-bit floating-point numbers.
    case float = 0
    /// Whole numbers of 16 bits.
    case int16 = 1
    /// Whole numbers of 8 bits.
    case uint8 = 2
    /// Whole numbers of 32 bits, each the difference to the one before; a value is the number by 1,
    /// 10, 100 or 1000. Surveys in whole centimetres take half the room so.
    case whole = 10
    case tenths = 11
    case hundredths = 12
    case thousandths = 13

    var bytes: Int {
      switch self {
      case .uint8: 1
      case .int16: 2
      default: 4
      }
    }

    /// What the numbers are divided by; `nil` where they are the values.
    var divisor: Double? {
      rawValue < 10 ? nil : [1, 10, 100, 1000][Int(rawValue) - 10]
    }

    static let decimals: [Form] = [.whole, .tenths, .hundredths, .thousandths]
  }

  private let type: RasterRule.CellType
  /// libdeflate's level: 6 costs twice the CPU for 3 % fewer bytes.
  private static let level = 4

  init(_ type: RasterRule.CellType) {
    self.type = type
  }

  // MARK: Writing

  /// The bytes of a tile; `nil` where no cell has a value.
  ///
  /// Equal values give equal bytes.
  ///
  /// - Precondition: Values of whole-number types fit their type.
  func encode(_ values: [Float]) -> [UInt8]? {
    precondition(values.count == Self.cellCount)
    var gaps = 0
    for value in values where value.isNaN { gaps += 1 }
    if gaps == Self.cellCount { return nil }
    let (form, numbers) = numbers(of: values)
    // Floating-point numbers have NaN to say that there is no value.
    let hasMask = gaps > 0 && form != .float
    var plain: [UInt8] = []
    plain.reserveCapacity(Self.cellCount * form.bytes + (hasMask ? Self.cellCount / 8 : 0))
    if hasMask { plain += Self.mask(values) }
    for plane in (0..<form.bytes).reversed() {
      let shift = UInt32(8 * plane)
      var previous: UInt8 = 0
      for number in numbers {
        let byte = UInt8(truncatingIfNeeded: number >> shift)
        plain.append(byte &- previous)
        previous = byte
      }
    }
    return [1, form.rawValue, hasMask ? 1 : 0] + Self.deflate(plain)
  }

  private func numbers(of values: [Float]) -> (Form, [UInt32]) {
    switch type {
    case .int16:
      return (.int16, values.map { $0.isNaN ? 0 : UInt32(bitPattern: Int32($0)) & 0xFFFF })
    case .uint8: return (.uint8, values.map { $0.isNaN ? 0 : UInt32($0) })
    case .float32:
      for form in Form.decimals {
        if let numbers = Self.differences(values, divisor: form.divisor!) { return (form, numbers) }
      }
      return (.float, values.map { $0.isNaN ? Float.nan.bitPattern : $0.bitPattern })
    }
  }

  /// The differences of the whole numbers that divided give exactly the values; `nil` where a value
  /// is none such.
  ///
  /// A gap repeats the number before.
  private static func differences(_ values: [Float], divisor: Double) -> [UInt32]? {
    var differences: [UInt32] = []
    differences.reserveCapacity(values.count)
    var previous: Int32 = 0
    for value in values {
      if value.isNaN {
        differences.append(0)
        continue
      }
      let number = (Double(value) * divisor).rounded()
      guard abs(number) < 1e9 else { return nil }
      let whole = Int32(number)
      // By bits, so that minus zero is none of them.
      guard Float(Double(whole) / divisor).bitPattern == value.bitPattern else { return nil }
      let difference = whole &- previous
      // Sign last, so that small differences have leading bytes of zero either way.
      differences.append(UInt32(bitPattern: difference << 1 ^ difference >> 31))
      previous = whole
    }
    return differences
  }

  private static func mask(_ values: [Float]) -> [UInt8] {
    var mask = [UInt8](repeating: 0, count: cellCount / 8)
    for (i, value) in values.enumerated() where !value.isNaN { mask[i / 8] |= 1 << UInt8(i % 8) }
    return mask
  }

  private static func deflate(_ plain: [UInt8]) -> [UInt8] {
    var compressor = Compressor(level: level)
    return compressor.compress(plain, as: .zlib)
  }

  // MARK: Reading

  /// The values of a tile.
  ///
  /// - Throws: ``RasterError`` `damaged-tile` for bytes that this did not write.
  static func decode(_ bytes: [UInt8]) throws -> [Float] {
    guard bytes.count > 3, bytes[0] == 1, let form = Form(rawValue: bytes[1]), bytes[2] < 2 else {
      throw damaged
    }
    let maskBytes = bytes[2] == 1 ? cellCount / 8 : 0
    let plain = try inflate(bytes, from: 3, count: maskBytes + cellCount * form.bytes)
    var numbers = [UInt32](repeating: 0, count: cellCount)
    var place = maskBytes
    for _ in 0..<form.bytes {
      var byte: UInt8 = 0
      for i in 0..<cellCount {
        byte &+= plain[place + i]
        numbers[i] = numbers[i] << 8 | UInt32(byte)
      }
      place += cellCount
    }
    var values = self.values(of: numbers, form)
    if maskBytes > 0 {
      for i in 0..<cellCount where plain[i / 8] >> UInt8(i % 8) & 1 == 0 { values[i] = .nan }
    }
    return values
  }

  private static func values(of numbers: [UInt32], _ form: Form) -> [Float] {
    if let divisor = form.divisor {
      var sum: Int32 = 0
      return numbers.map { number in
        let difference = Int32(bitPattern: number >> 1) ^ -Int32(number & 1)
        sum = sum &+ difference
        return Float(Double(sum) / divisor)
      }
    }
    switch form {
    case .int16: return numbers.map { Float(Int16(truncatingIfNeeded: $0)) }
    case .uint8: return numbers.map { Float($0) }
    default: return numbers.map { Float(bitPattern: $0) }
    }
  }

  private static func inflate(_ bytes: [UInt8], from start: Int, count: Int) throws -> [UInt8] {
    guard let plain = Decompressor().decompress(bytes[start...], as: .zlib, exactly: count) else {
      throw damaged
    }
    return plain
  }

  private static var damaged: RasterError {
    RasterError(
      .damagedTile, "a tile of a raster in the city file is damaged",
      hint: "restore a backup: yutu backup --replace BACKUP CITY")
  }
}
