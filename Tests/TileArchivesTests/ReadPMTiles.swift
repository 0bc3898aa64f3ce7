import Foundation
import VectorTiles

/// A PMTiles file read by the letter of the specification of version 3.
struct ReadPMTiles {
  struct Entry: Equatable {
    var id: UInt64
    var runLength: UInt64
    var length: UInt64
    var offset: UInt64
  }

  struct Violation: Error {
    var rule: String
  }

  let bytes: [UInt8]
  /// The eleven numbers of 64 bits after the mark.
  let numbers: [UInt64]
  /// All entries that are not leaves, in the order of the directories.
  private(set) var entries: [Entry] = []
  /// How many leaf directories there are.
  private(set) var leafCount = 0

  init(_ bytes: [UInt8]) throws {
    self.bytes = bytes
    guard bytes.count > 127, bytes.starts(with: Array("PMTiles".utf8) + [3]) else {
      throw Violation(rule: "mark")
    }
    numbers = (0..<11).map { number in
      (0..<8).reduce(0) { $0 | UInt64(bytes[8 + 8 * number + $1]) << UInt64(8 * $1) }
    }
    guard numbers[0] + numbers[1] <= 16_384 else { throw Violation(rule: "root in 16 KiB") }
    let ends = [1, 3, 5, 7].map { numbers[$0 - 1] + numbers[$0] }
    guard ends.allSatisfy({ $0 <= UInt64(bytes.count) }) else { throw Violation(rule: "sections") }
    for entry in try directory(numbers[0], numbers[1]) {
      if entry.runLength > 0 {
        entries.append(entry)
      } else {
        leafCount += 1
        guard entry.offset + entry.length <= numbers[5] else { throw Violation(rule: "leaf") }
        let leaf = try directory(numbers[4] + entry.offset, entry.length)
        guard leaf.first?.id == entry.id else { throw Violation(rule: "first of leaf") }
        entries += leaf
      }
    }
    for (one, next) in zip(entries, entries.dropFirst())
    where one.id + one.runLength > next.id {
      throw Violation(rule: "ids rise")
    }
  }

  var metadata: String {
    get throws { String(decoding: try unpacked(numbers[2], numbers[3]), as: UTF8.self) }
  }

  /// The stored content of every tile by its number.
  var tiles: [UInt64: [UInt8]] {
    var tiles: [UInt64: [UInt8]] = [:]
    for entry in entries {
      let start = Int(numbers[6] + entry.offset)
      for id in entry.id..<entry.id + entry.runLength {
        tiles[id] = Array(bytes[start..<start + Int(entry.length)])
      }
    }
    return tiles
  }

  private func unpacked(_ offset: UInt64, _ length: UInt64) throws -> [UInt8] {
    try Gzip.decompress(Array(bytes[Int(offset)..<Int(offset + length)]))
  }

  private func directory(_ offset: UInt64, _ length: UInt64) throws -> [Entry] {
    var rest = try unpacked(offset, length)[...]
    func varint() throws -> UInt64 {
      var number: UInt64 = 0
      for shift in stride(from: UInt64(0), to: 64, by: 7) {
        guard let byte = rest.popFirst() else { throw Violation(rule: "varint") }
        number |= UInt64(byte & 0x7f) << shift
        if byte < 0x80 { return number }
      }
      throw Violation(rule: "varint")
    }
    let count = Int(try varint())
    var entries = [Entry](
      repeating: Entry(id: 0, runLength: 0, length: 0, offset: 0), count: count)
    var id: UInt64 = 0
    for i in 0..<count {
      id += try varint()
      entries[i].id = id
    }
    for i in 0..<count { entries[i].runLength = try varint() }
    for i in 0..<count { entries[i].length = try varint() }
    for i in 0..<count {
      let offset = try varint()
      if offset == 0 {
        guard i > 0 else { throw Violation(rule: "first offset") }
        entries[i].offset = entries[i - 1].offset + entries[i - 1].length
      } else {
        entries[i].offset = offset - 1
      }
    }
    guard rest.isEmpty else { throw Violation(rule: "end of directory") }
    return entries
  }
}
