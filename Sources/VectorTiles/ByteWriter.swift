/// A growing message of the protocol-buffers wire format (proto2 encoding, varints and blobs).
package struct ByteWriter {
  /// The bytes; those from ``count`` on are room to grow.
  var storage: [UInt8] = []
  /// The length of the message in bytes.
  package var count = 0

  /// An empty message.
  package init() {}

  /// The message.
  package var bytes: [UInt8] { Array(storage.prefix(count)) }

  /// Makes room for `extra` bytes after the message.
  @inline(__always)
  mutating func reserve(_ extra: Int) {
    if storage.count - count < extra { grow(by: extra) }
  }

  @inline(never)
  private mutating func grow(by extra: Int) {
    let capacity = max(count + extra, 2 * storage.count, 64)
    storage.append(contentsOf: repeatElement(0, count: capacity - storage.count))
  }

  /// Appends one byte.
  @inline(__always)
  package mutating func append(byte: UInt8) {
    reserve(1)
    storage[count] = byte
    count &+= 1
  }

  /// Appends a varint.
  @inline(__always)
  package mutating func append(varint value: UInt64) {
    reserve(10)
    var index = count
    var bytes = storage.mutableSpan
    putVarint(value, into: &bytes, at: &index)
    count = index
  }

  /// Appends `bytes` as they are.
  package mutating func append(_ bytes: Span<UInt8>) {
    reserve(bytes.count)
    var index = count
    var room = storage.mutableSpan
    putBytes(bytes, into: &room, at: &index)
    count = index
  }

  /// Appends the message of `other`.
  package mutating func append(_ other: borrowing ByteWriter) {
    append(other.storage.span.extracting(first: other.count))
  }

  /// Appends a length-delimited field: its key `tag`, the length and the UTF-8 of `text`.
  package mutating func append(tag: UInt8, text: String) {
    let utf8 = text.utf8Span.span
    append(byte: tag)
    append(varint: UInt64(utf8.count))
    append(utf8)
  }
}

/// Writes `value` as a varint at `index` and moves `index` past it; at most ten bytes.
///
/// The caller has made sure that they fit.
@inline(__always)
func putVarint(_ value: UInt64, into bytes: inout MutableSpan<UInt8>, at index: inout Int) {
  var rest = value
  while rest >= 0x80 {
    unsafe bytes[unchecked: index] = UInt8(truncatingIfNeeded: rest) | 0x80
    index &+= 1
    rest &>>= 7
  }
  unsafe bytes[unchecked: index] = UInt8(truncatingIfNeeded: rest)
  index &+= 1
}

/// Writes `bytes` at `index` and moves `index` past them; the caller has made sure that they fit.
@inline(__always)
func putBytes(_ bytes: Span<UInt8>, into room: inout MutableSpan<UInt8>, at index: inout Int) {
  let (start, count) = (index, bytes.count)
  unsafe bytes.withUnsafeBufferPointer { source in
    unsafe room.withUnsafeMutableBufferPointer { target in
      guard let source = source.baseAddress, let target = target.baseAddress else { return }
      unsafe (target + start).update(from: source, count: count)
    }
  }
  index &+= count
}

/// Writes one byte at `index` and moves `index` past it; the caller has made sure that it fits.
@inline(__always)
func putByte(_ byte: UInt8, into room: inout MutableSpan<UInt8>, at index: inout Int) {
  unsafe room[unchecked: index] = byte
  index &+= 1
}

/// The number of bytes of `value` as a varint, 1 to 10.
@inline(__always)
func varintLength(_ value: UInt64) -> Int {
  (70 &- (value | 1).leadingZeroBitCount) / 7
}

/// Zigzag encoding of protocol buffers: 0, −1, 1, −2 … become 0, 1, 2, 3 ….
@inline(__always)
package func zigzag(_ value: Int64) -> UInt64 {
  UInt64(bitPattern: (value &<< 1) ^ (value &>> 63))
}
