import SimpleFeatures

/// The values of a layer, each once, as their MVT encoding (specification 2.1, §4.4).
///
/// Two values are the same where their encodings are, so the text "1", the integer 1 and the
/// number 1.0 stay apart. Handles and indices count from 0 in the order of first use, whatever the
/// hash seed.
struct ValueTable {
  private struct Entry {
    /// Where the value's bytes are.
    let start: Int
    let end: Int
    /// The index in the tile, −1 until a feature that is written uses the value.
    var wireIndex = -1
  }

  /// All values as fields of the layer message, one after another in the order of handles.
  private var bytes = ByteWriter()
  private var entries: [Entry] = []
  /// The handles of the values that are used, in the order of their indices.
  private var used: [Int32] = []
  /// The length of the values that are used in bytes.
  private(set) var byteCount = 0
  /// Open addressing with a power of two of slots: the hash above handle + 1, or 0 for a free slot.
  private var slots: [UInt64] = Array(repeating: 0, count: 256)

  /// The handle of `value`, stored at its first use; `nil` for what MVT cannot say.
  ///
  /// Null and numbers that are not finite have none. Integers from 0 up are unsigned varints,
  /// those below zigzag varints; arrays and objects are their JSON text.
  mutating func handle(of value: PropertyView) -> Int? {
    let start = bytes.count
    switch value {
    case .null: return nil
    case .text(let text), .json(let text): append(text: text.span)
    case .real(let number):
      guard number.isFinite else { return nil }
      append(fixed64: number.bitPattern)
    case .integer(let number) where number >= 0: append(tag: 0x28, UInt64(number))
    case .integer(let number): append(tag: 0x30, zigzag(number))
    case .boolean(let flag): append(tag: 0x38, flag ? 1 : 0)
    }
    return find(start)
  }

  private mutating func append(text utf8: Span<UInt8>) {
    bytes.reserve(utf8.count + 22)
    var index = bytes.count
    var room = bytes.storage.mutableSpan
    putByte(0x22, into: &room, at: &index)
    putVarint(
      UInt64(1 + varintLength(UInt64(utf8.count)) + utf8.count), into: &room, at: &index)
    putByte(0x0a, into: &room, at: &index)
    putVarint(UInt64(utf8.count), into: &room, at: &index)
    putBytes(utf8, into: &room, at: &index)
    bytes.count = index
  }

  private mutating func append(fixed64 value: UInt64) {
    bytes.reserve(11)
    var index = bytes.count
    var room = bytes.storage.mutableSpan
    putByte(0x22, into: &room, at: &index)
    putByte(9, into: &room, at: &index)
    putByte(0x19, into: &room, at: &index)
    for shift in 0..<8 {
      putByte(UInt8(truncatingIfNeeded: value &>> (8 &* shift)), into: &room, at: &index)
    }
    bytes.count = index
  }

  private mutating func append(tag: UInt8, _ value: UInt64) {
    bytes.reserve(13)
    var index = bytes.count
    var room = bytes.storage.mutableSpan
    putByte(0x22, into: &room, at: &index)
    putByte(UInt8(truncatingIfNeeded: 1 &+ varintLength(value)), into: &room, at: &index)
    putByte(tag, into: &room, at: &index)
    putVarint(value, into: &room, at: &index)
    bytes.count = index
  }

  /// The index in the tile of a value that a written feature has.
  mutating func wireIndex(of handle: Int) -> Int {
    let entry = entries[handle]
    if entry.wireIndex >= 0 { return entry.wireIndex }
    entries[handle].wireIndex = used.count
    used.append(Int32(handle))
    byteCount += entry.end - entry.start
    return used.count - 1
  }

  /// Appends the values that are used, in the order of their indices.
  func write(to message: inout ByteWriter) {
    if byteCount == bytes.count, used.indices.allSatisfy({ used[$0] == $0 }) {
      return message.append(bytes)
    }
    for handle in used {
      let entry = entries[Int(handle)]
      message.append(bytes.storage.span.extracting(entry.start..<entry.end))
    }
  }

  /// The handle of the value whose encoding starts at `start`; takes the bytes back if it is known.
  private mutating func find(_ start: Int) -> Int {
    let hash = ByteHash.hash(bytes.storage.span.extracting(start..<bytes.count)) &>> 32
    let mask = slots.count - 1
    var slot = Int(hash) & mask
    while slots[slot] != 0 {
      if slots[slot] &>> 32 == hash {
        let handle = Int(slots[slot] & 0xffff_ffff) - 1
        if isValue(handle, sameAs: start) {
          bytes.count = start
          return handle
        }
      }
      slot = (slot + 1) & mask
    }
    entries.append(Entry(start: start, end: bytes.count))
    slots[slot] = hash &<< 32 | UInt64(entries.count)
    if 2 * entries.count > slots.count { rehash() }
    return entries.count - 1
  }

  private func isValue(_ handle: Int, sameAs start: Int) -> Bool {
    let known = entries[handle]
    let length = bytes.count - start
    guard known.end - known.start == length else { return false }
    precondition(known.end <= bytes.storage.count && bytes.count <= bytes.storage.count)
    let span = bytes.storage.span
    for i in 0..<length
    where unsafe span[unchecked: known.start &+ i] != span[unchecked: start &+ i] {
      return false
    }
    return true
  }

  private mutating func rehash() {
    var larger: [UInt64] = Array(repeating: 0, count: 4 * slots.count)
    let mask = larger.count - 1
    for entry in slots where entry != 0 {
      var slot = Int(entry &>> 32) & mask
      while larger[slot] != 0 { slot = (slot + 1) & mask }
      larger[slot] = entry
    }
    slots = larger
  }
}
