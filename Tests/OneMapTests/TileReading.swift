import Foundation
import VectorTiles

/// A vector tile as a client reads it: enough of the MVT specification 2.1 for these tests.
struct TileReading {
  struct Feature: Equatable {
    /// Attributes as text, by name.
    var values: [String: String] = [:]
    /// Corners in units of the tile's grid, all paths together.
    var corners: [[Int]] = []
    var id: String? { values["id"] }
  }

  /// Features by layer.
  private(set) var layers: [String: [Feature]] = [:]

  init(gzipped: [UInt8]) throws {
    guard !gzipped.isEmpty else { return }
    for case (3, .bytes(let layer)) in Message(try Gzip.decompress(gzipped)).fields {
      let fields = Message(layer).fields
      let keys = fields.compactMap { $0 == 3 ? $1.text : nil }
      let values = fields.compactMap { number, value -> String? in
        guard number == 4, case .bytes(let bytes) = value else { return nil }
        return Message(bytes).fields.first.map(Self.text)
      }
      let name = fields.first { $0.number == 1 }?.value.text ?? ""
      layers[name] = fields.compactMap { number, value in
        guard number == 2, case .bytes(let bytes) = value else { return nil }
        return Self.feature(Message(bytes).fields, keys, values)
      }
    }
  }

  private static func text(_ field: (number: Int, value: Value)) -> String {
    switch (field.number, field.value) {
    case (1, let value): value.text
    case (3, .number(let bits)): "\(Double(bitPattern: bits))"
    case (6, .number(let coded)): "\(Int64(bitPattern: coded >> 1) ^ -Int64(coded & 1))"
    case (7, .number(let flag)): "\(flag != 0)"
    case (_, .number(let number)): "\(number)"
    case (_, .bytes): "?"
    }
  }

  private static func feature(
    _ fields: [(number: Int, value: Value)], _ keys: [String], _ values: [String]
  ) -> Feature {
    var feature = Feature()
    for (number, value) in fields {
      let numbers = value.packed
      if number == 2 {
        for index in stride(from: 0, to: numbers.count - 1, by: 2) {
          feature.values[keys[numbers[index]]] = values[numbers[index + 1]]
        }
      } else if number == 4 {
        feature.corners = corners(numbers)
      }
    }
    return feature
  }

  /// Follows the commands MoveTo (1), LineTo (2) and ClosePath (7).
  private static func corners(_ commands: [Int]) -> [[Int]] {
    var (x, y, index) = (0, 0, 0)
    var corners: [[Int]] = []
    while index < commands.count {
      let (command, count) = (commands[index] & 7, commands[index] >> 3)
      index += 1
      guard command != 7 else { continue }
      for _ in 0..<count {
        x += commands[index] >> 1 ^ -(commands[index] & 1)
        y += commands[index + 1] >> 1 ^ -(commands[index + 1] & 1)
        corners.append([x, y])
        index += 2
      }
    }
    return corners
  }

  enum Value {
    case number(UInt64)
    case bytes([UInt8])

    var text: String {
      if case .bytes(let bytes) = self { String(decoding: bytes, as: UTF8.self) } else { "" }
    }

    var packed: [Int] {
      guard case .bytes(let bytes) = self else { return [] }
      var rest = bytes[...]
      var numbers: [Int] = []
      while !rest.isEmpty { numbers.append(Int(Message.varint(&rest))) }
      return numbers
    }
  }

  /// The fields of a protocol-buffers message.
  struct Message {
    private(set) var fields: [(number: Int, value: Value)] = []

    init(_ bytes: [UInt8]) {
      var rest = bytes[...]
      while !rest.isEmpty {
        let key = Self.varint(&rest)
        switch key & 7 {
        case 0: fields.append((Int(key >> 3), .number(Self.varint(&rest))))
        case 1:
          let bits = rest.prefix(8).reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
          rest = rest.dropFirst(8)
          fields.append((Int(key >> 3), .number(bits)))
        default:
          let count = Int(Self.varint(&rest))
          fields.append((Int(key >> 3), .bytes(Array(rest.prefix(count)))))
          rest = rest.dropFirst(count)
        }
      }
    }

    static func varint(_ rest: inout ArraySlice<UInt8>) -> UInt64 {
      var value: UInt64 = 0
      var shift: UInt64 = 0
      while let byte = rest.popFirst() {
        value |= UInt64(byte & 0x7F) << shift
        if byte < 0x80 { break }
        shift += 7
      }
      return value
    }
  }
}
