import SimpleFeatures
import TestSupport
import Testing
import VectorTiles

@Suite("Gzip")
struct GzipTests {
  @Test("What was compressed comes back, at every level", arguments: 0...12)
  func roundTrip(level: Int) throws {
    var random = SeededGenerator(seed: UInt64(level))
    for count in [0, 1, 17, 1000, 300_000] {
      let bytes = (0..<count).map { index in
        index % 3 == 0 ? UInt8.random(in: 0...255, using: &random) : UInt8(index & 15)
      }
      #expect(try Gzip.decompress(Gzip.compress(bytes, level: level)) == bytes)
    }
  }

  @Test("A gzip file has the header, the checksum and the length of RFC 1952")
  func trailer() {
    let text = Array("123456789".utf8)
    let file = Gzip.compress(text)
    #expect(file.prefix(4) == [0x1f, 0x8b, 8, 0])
    // The check value of CRC-32 for "123456789" is cbf43926, stored lowest byte first.
    #expect(file.suffix(8) == [0x26, 0x39, 0xf4, 0xcb, 9, 0, 0, 0])
  }

  @Test("A file that gzip itself wrote is read")
  func foreignFile() throws {
    // printf 'Yutu' | gzip -n | od -An -tx1
    let file: [UInt8] = [
      0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x03, 0x8b, 0x2c, 0x2d, 0x29, 0x05,
      0x00, 0xce, 0x0c, 0x47, 0xae, 0x04, 0x00, 0x00, 0x00,
    ]
    #expect(try Gzip.decompress(file) == Array("Yutu".utf8))
  }

  @Test("Members one after another are read as one file")
  func members() throws {
    let (first, second) = (Array("upstream ".utf8), [UInt8](repeating: 7, count: 100_000))
    #expect(try Gzip.decompress(Gzip.compress(first) + Gzip.compress(second)) == first + second)
    #expect(try Gzip.decompress(Gzip.compress(second) + Gzip.compress(first)) == second + first)
  }

  @Test("A damaged, cut or oversized file is refused")
  func damage() throws {
    let file = Gzip.compress((0..<5000).map { UInt8(truncatingIfNeeded: $0 * $0) })
    for index in file.indices where index < 4 || index >= file.count - 8 {
      var damaged = file
      damaged[index] ^= 0x55
      #expect(throws: FormatError.self) { try Gzip.decompress(damaged) }
    }
    for count in stride(from: 0, to: file.count, by: 97) {
      #expect(throws: FormatError.self) { try Gzip.decompress(Array(file.prefix(count))) }
    }
    let error = #expect(throws: FormatError.self) { try Gzip.decompress(file, limit: 4999) }
    #expect(error?.code == .tooLarge)
    #expect(try Gzip.decompress(file, limit: 5000).count == 5000)
  }

  @Test("Many threads compress at once and each gets its own bytes")
  func concurrency() async throws {
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for task in 0..<64 {
        group.addTask {
          let bytes = [UInt8](repeating: UInt8(task), count: 10_000 + task)
          return try Gzip.decompress(Gzip.compress(bytes, level: task % 3 * 6)) == bytes
        }
      }
      for try await same in group { #expect(same) }
    }
  }
}
