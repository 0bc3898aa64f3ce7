/// Bytes that stay where they are while something reads them; whoever reads keeps within them.
@safe struct BlockBytes {
  let pointer: UnsafePointer<UInt8>

  init(_ pointer: UnsafePointer<UInt8>) {
    unsafe self.pointer = unsafe pointer
  }
}

/// The fields of one protobuf message, one after the other.
///
/// Places are those of the buffer. Errors name them as bytes of what the buffer holds.
struct Wire {
  /// A field's number and wire type, as they are written: `number << 3 | type`.
  typealias Tag = UInt64

  let base: BlockBytes
  private(set) var place: Int
  let end: Int

  /// The message in `range` of the bytes at `base`, which must outlive the reader.
  init(_ base: BlockBytes, _ range: Range<Int>) {
    self.base = base
    place = range.lowerBound
    end = range.upperBound
  }

  /// The tag of the next field; `nil` at the end of the message.
  @inline(__always)
  mutating func next() throws(OSMError) -> Tag? {
    place < end ? try varint() : nil
  }

  @inline(__always)
  mutating func varint() throws(OSMError) -> UInt64 {
    if place < end {
      let byte = unsafe base.pointer[place]
      if byte < 0x80 {
        place += 1
        return UInt64(byte)
      }
    }
    return try longVarint()
  }

  private mutating func longVarint() throws(OSMError) -> UInt64 {
    let start = place
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while place < end {
      let byte = unsafe base.pointer[place]
      place += 1
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
      if shift > 63 { throw OSMError.damaged("a number of more than ten bytes", at: start) }
    }
    throw OSMError.damaged("a number goes on beyond its message", at: start)
  }

  /// A whole number with its sign in its lowest bit.
  mutating func signedVarint() throws(OSMError) -> Int64 {
    Varints.signed(try varint())
  }

  /// The place of a field of counted bytes.
  mutating func bytes() throws(OSMError) -> Range<Int> {
    let start = place
    let count = try varint()
    guard count <= UInt64(end - place) else {
      throw OSMError.damaged(
        "a field of \(count) bytes where \(end - place) are left", at: start)
    }
    let from = place
    place += Int(count)
    return from..<place
  }

  /// A message within this one.
  mutating func message() throws(OSMError) -> Wire {
    Wire(base, try bytes())
  }

  mutating func text() throws(OSMError) -> String {
    let range = try bytes()
    return unsafe String(
      decoding: UnsafeBufferPointer(start: base.pointer + range.lowerBound, count: range.count),
      as: UTF8.self)
  }

  /// Passes over a field of no interest.
  mutating func skip(_ tag: Tag) throws(OSMError) {
    let start = place
    switch tag & 7 {
    case 0: _ = try varint()
    case 1: place += 8
    case 2: _ = try bytes()
    case 5: place += 4
    default: throw OSMError.damaged("a field of the unknown wire type \(tag & 7)", at: start)
    }
    guard tag >> 3 != 0 else { throw OSMError.damaged("a field of number 0", at: start) }
    guard place <= end else {
      throw OSMError.damaged("a field goes on beyond its message", at: start)
    }
  }
}
