/// A protobuf message that is being written.
struct Message {
  var bytes: [UInt8] = []

  static func varint(_ value: UInt64) -> [UInt8] {
    var rest = value
    var bytes: [UInt8] = []
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    return bytes + [UInt8(rest)]
  }

  static func zigzag(_ value: Int64) -> UInt64 { UInt64(bitPattern: (value << 1) ^ (value >> 63)) }

  mutating func number(_ field: UInt64, _ value: UInt64) {
    bytes += Self.varint(field << 3) + Self.varint(value)
  }

  mutating func signed(_ field: UInt64, _ value: Int64) { number(field, Self.zigzag(value)) }

  mutating func data(_ field: UInt64, _ data: [UInt8]) {
    bytes += Self.varint(field << 3 | 2) + Self.varint(UInt64(data.count)) + data
  }

  mutating func text(_ field: UInt64, _ text: String) { data(field, Array(text.utf8)) }

  /// A repeated field: in one run, in two, or number by number, all of which are allowed.
  mutating func numbers(_ field: UInt64, _ values: [UInt64], _ style: RepeatedStyle) {
    switch style {
    case .packed where values.isEmpty: break
    case .packed: data(field, values.flatMap(Self.varint))
    case .split:
      let middle = values.count / 2
      data(field, values[..<middle].flatMap(Self.varint))
      data(field, values[middle...].flatMap(Self.varint))
    case .single: for value in values { number(field, value) }
    }
  }

  mutating func deltas(_ field: UInt64, _ values: [Int64], _ style: RepeatedStyle) {
    var last: Int64 = 0
    let differences = values.map { value in
      defer { last = value }
      return Self.zigzag(value &- last)
    }
    numbers(field, differences, style)
  }
}

/// How a repeated field is written.
enum RepeatedStyle: CaseIterable, Sendable {
  case packed
  case split
  case single
}
