/// A vector tile read by the letter of the Mapbox Vector Tile specification 2.1: whatever the
/// specification forbids is an error, so that decoding a tile is a test of its own.
struct DecodedTile: Equatable {
  var layers: [Layer] = []

  struct Layer: Equatable {
    var name = ""
    var version: UInt64 = 0
    var extent: UInt64 = 0
    var keys: [String] = []
    var values: [Value] = []
    var features: [Feature] = []
  }

  struct Feature: Equatable {
    var id: UInt64?
    var type = 0
    var tags: [String: Value] = [:]
    var commands: [UInt32] = []
    /// Points, lines, or rings without the repeated first vertex, in tile units.
    var paths: [[Vertex]] = []
  }

  struct Vertex: Hashable {
    var x: Int
    var y: Int
  }

  enum Value: Hashable {
    case string(String)
    case double(Double)
    case unsigned(UInt64)
    case signed(Int64)
    case boolean(Bool)
  }

  struct Violation: Error {
    var rule: String
  }

  init(_ bytes: [UInt8]) throws {
    var reader = FieldReader(bytes)
    while let field = try reader.next() {
      guard field.number == 3, let body = field.bytes else { throw Violation(rule: "tile field") }
      layers.append(try Layer(body))
    }
    let names = layers.map(\.name)
    guard Set(names).count == names.count else { throw Violation(rule: "layer names differ") }
  }
}

extension DecodedTile.Layer {
  init(_ bytes: [UInt8]) throws {
    var reader = FieldReader(bytes)
    var bodies: [[UInt8]] = []
    while let field = try reader.next() {
      switch (field.number, field.bytes) {
      case (1, let body?): name = String(decoding: body, as: UTF8.self)
      case (2, let body?): bodies.append(body)
      case (3, let body?): keys.append(String(decoding: body, as: UTF8.self))
      case (4, let body?): values.append(try DecodedTile.Value(body))
      case (5, nil): extent = field.varint
      case (15, nil): version = field.varint
      default: throw DecodedTile.Violation(rule: "layer field \(field.number)")
      }
    }
    guard version == 2, extent > 0, !bodies.isEmpty else {
      throw DecodedTile.Violation(rule: "version 2, an extent, at least one feature")
    }
    guard Set(keys).count == keys.count, Set(values).count == values.count else {
      throw DecodedTile.Violation(rule: "keys and values are there once")
    }
    var usedKeys: Set<Int> = []
    var usedValues: Set<Int> = []
    for body in bodies {
      features.append(try DecodedTile.Feature(body, of: self, &usedKeys, &usedValues))
    }
    guard usedKeys.count == keys.count, usedValues.count == values.count else {
      throw DecodedTile.Violation(rule: "all keys and values are used")
    }
  }
}

extension DecodedTile.Value {
  init(_ bytes: [UInt8]) throws {
    var reader = FieldReader(bytes)
    guard let field = try reader.next(), try reader.next() == nil else {
      throw DecodedTile.Violation(rule: "a value has one field")
    }
    switch field.number {
    case 1: self = .string(String(decoding: field.bytes ?? [], as: UTF8.self))
    case 3: self = .double(Double(bitPattern: field.varint))
    case 5: self = .unsigned(field.varint)
    case 6: self = .signed(Int64(bitPattern: field.varint >> 1) ^ -Int64(field.varint & 1))
    case 7: self = .boolean(field.varint != 0)
    default: throw DecodedTile.Violation(rule: "value field \(field.number)")
    }
  }
}

/// Reads the fields of a protocol-buffers message.
struct FieldReader {
  struct Field {
    var number: Int
    var varint: UInt64 = 0
    var bytes: [UInt8]?
  }

  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  mutating func next() throws -> Field? {
    guard !rest.isEmpty else { return nil }
    let key = try varint()
    var field = Field(number: Int(key >> 3))
    switch key & 7 {
    case 0: field.varint = try varint()
    case 1: field.varint = try take(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    case 2: field.bytes = try take(Int(varint()))
    default: throw DecodedTile.Violation(rule: "wire type \(key & 7)")
    }
    return field
  }

  mutating func varints() throws -> [UInt64] {
    var list: [UInt64] = []
    while !rest.isEmpty { list.append(try varint()) }
    return list
  }

  private mutating func take(_ count: Int) throws -> [UInt8] {
    guard rest.count >= count else { throw DecodedTile.Violation(rule: "the message is whole") }
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }

  private mutating func varint() throws -> UInt64 {
    var value: UInt64 = 0
    for shift in stride(from: 0, to: 64, by: 7) {
      guard let byte = rest.popFirst() else { throw DecodedTile.Violation(rule: "varint ends") }
      value |= UInt64(byte & 0x7f) << UInt64(shift)
      if byte < 0x80 { return value }
    }
    throw DecodedTile.Violation(rule: "varint of ten bytes at most")
  }
}
