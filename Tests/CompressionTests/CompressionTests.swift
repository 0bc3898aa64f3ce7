import Compression
import TestSupport
import Testing

@Suite("Bytes are compressed and come back")
struct CompressionTests {
  private static let formats: [CompressedFormat] = [.deflate, .zlib, .gzip]

  private func text(_ count: Int, seed: UInt64) -> [UInt8] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in UInt8.random(in: 0..<8, using: &generator) }
  }

  @Test("What is compressed comes back, in each format and at each level", arguments: formats)
  func roundTrip(format: CompressedFormat) throws {
    for (level, count) in [(-3, 0), (0, 1), (1, 1000), (6, 70_000), (12, 500), (40, 20)] {
      let plain = text(count, seed: UInt64(count))
      var compressor = Compressor(level: level)
      let packed = compressor.compress(plain, as: format)
      let (bytes, consumed) = try Decompressor().decompress(
        packed[...], as: format, room: max(count, 1))
      #expect(bytes == plain && consumed == packed.count)
      #expect(Decompressor().decompress(packed[...], as: format, exactly: count) == plain)
    }
  }

  @Test("Another length, a cut, a wrong format and too little room are told", arguments: formats)
  func refused(format: CompressedFormat) throws {
    let plain = text(3000, seed: 5)
    var compressor = Compressor(level: 6)
    let packed = compressor.compress(plain, as: format)
    let decompressor = Decompressor()
    #expect(decompressor.decompress(packed[...], as: format, exactly: 3001) == nil)
    #expect(decompressor.decompress(packed[...], as: format, exactly: 2999) == nil)
    #expect(throws: Decompressor.Failure.insufficientSpace) {
      try decompressor.decompress(packed[...], as: format, room: 100)
    }
    #expect(throws: Decompressor.Failure.damaged) {
      try decompressor.decompress(packed.dropLast(9), as: format, room: 3000)
    }
    #expect(compressor.compress(plain, as: format, limit: 40) == nil)
  }

  @Test("A checksum is that of the whole, in one piece or in two")
  func checksum() {
    // The check value of CRC-32 (ISO-HDLC).
    #expect(crc32(Array("123456789".utf8)[...]) == 0xCBF4_3926)
    let bytes = text(1000, seed: 9)
    #expect(crc32(bytes[300...], after: crc32(bytes[..<300])) == crc32(bytes[...]))
  }
}
