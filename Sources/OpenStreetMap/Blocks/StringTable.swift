/// The strings of a block by their numbers.
@usableFromInline
@safe struct StringTable {
  @usableFromInline let bytes: UnsafePointer<UInt8>
  @usableFromInline let starts: UnsafePointer<UInt32>
  @usableFromInline let lengths: UnsafePointer<UInt32>
  @usableFromInline let count: Int

  init(_ memory: BlockMemory) {
    unsafe bytes = memory.bytes.pointer
    unsafe starts = memory.stringStarts.pointer
    unsafe lengths = memory.stringLengths.pointer
    count = memory.stringStarts.count
  }

  @inlinable
  func buffer(_ index: Int32) -> UnsafeBufferPointer<UInt8> {
    let place = Int(index)
    precondition(place >= 0 && place < count, "no such string in the block")
    return unsafe UnsafeBufferPointer(
      start: bytes + Int(starts[place]), count: Int(lengths[place]))
  }

  func text(_ index: Int32) -> String {
    unsafe String(decoding: buffer(index), as: UTF8.self)
  }

  @inlinable
  func isString(_ index: Int32, _ other: Span<UInt8>) -> Bool {
    let own = unsafe buffer(index)
    guard own.count == other.count else { return false }
    for place in 0..<other.count where unsafe own[place] != other[unchecked: place] { return false }
    return true
  }
}

extension String {
  /// The bytes of the string, in place where it has them in one piece.
  @inlinable
  func withBytes<R>(_ body: (Span<UInt8>) -> R) -> R {
    var copy = self
    return copy.withUTF8 { body(unsafe $0.span) }
  }
}
