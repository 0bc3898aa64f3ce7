/// The tags of an object: keys and values as numbers of the block's strings, and as texts.
@safe public struct OSMTags: RandomAccessCollection {
  /// How many there are.
  public let count: Int
  @usableFromInline let pairs: UnsafePointer<UInt32>
  @usableFromInline let lists: TagLists

  @inlinable
  init(_ lists: TagLists, _ pairs: UnsafePointer<UInt32>, count: Int) {
    self.lists = lists
    unsafe self.pairs = unsafe pairs
    self.count = count
  }

  /// 0.
  public var startIndex: Int { 0 }
  /// The count.
  @inlinable public var endIndex: Int { count }

  /// Key and value at a place, as texts.
  public subscript(_ index: Int) -> (key: String, value: String) { (key(index), value(index)) }

  /// The number of the key at a place, as ``OSMBlock/keyIndex(_:)`` tells it.
  @inlinable
  public func keyIndex(_ index: Int) -> Int32 {
    precondition(index >= 0 && index < count)
    return unsafe Int32(bitPattern: pairs[2 * index])
  }

  /// The number of the value's text at a place.
  @inlinable
  public func valueIndex(_ index: Int) -> Int32 {
    precondition(index >= 0 && index < count)
    return unsafe Int32(bitPattern: pairs[2 * index + 1])
  }

  /// The key at a place.
  public func key(_ index: Int) -> String { lists.strings.text(keyIndex(index)) }

  /// The value at a place.
  public func value(_ index: Int) -> String { lists.strings.text(valueIndex(index)) }

  /// The number of the value's text under the key of that number; `nil` where it has none.
  @inlinable
  public func valueIndex(ofKeyIndex key: Int32) -> Int32? {
    for index in 0..<count where unsafe pairs[2 * index] == UInt32(bitPattern: key) {
      return unsafe Int32(bitPattern: pairs[2 * index + 1])
    }
    return nil
  }

  /// The value of the key of that number; `nil` where it has none.
  public func value(ofKeyIndex key: Int32) -> String? {
    valueIndex(ofKeyIndex: key).map { lists.strings.text($0) }
  }

  /// The value under a key; `nil` where it has none.
  public func value(ofKey key: String) -> String? {
    place(of: key).map { value($0) }
  }

  /// Whether there is a tag of that key.
  public func has(_ key: String) -> Bool { place(of: key) != nil }

  /// Whether the key has exactly that value, without making a string of it.
  public func has(_ key: String, _ value: String) -> Bool {
    guard let place = place(of: key) else { return false }
    return value.withBytes { lists.strings.isString(valueIndex(place), $0) }
  }

  /// Hands the UTF-8 bytes of key and value at a place to `body`.
  public func withBytes<R>(
    _ index: Int, _ body: (_ key: Span<UInt8>, _ value: Span<UInt8>) throws -> R
  ) rethrows -> R {
    try withExtendedLifetime(lists) {
      try body(
        unsafe lists.strings.buffer(keyIndex(index)).span,
        unsafe lists.strings.buffer(valueIndex(index)).span)
    }
  }

  private func place(of key: String) -> Int? {
    guard count > 0 else { return nil }
    return key.withBytes { sought in
      (0..<count).first { lists.strings.isString(keyIndex($0), sought) }
    }
  }
}

/// The tags of all objects of a kind in a block.
@usableFromInline
@safe struct TagLists {
  @usableFromInline let memory: BlockMemory
  @usableFromInline let strings: StringTable
  @usableFromInline let pairs: UnsafePointer<UInt32>
  @usableFromInline let ends: UnsafePointer<UInt32>

  init(_ columns: borrowing TagColumns, _ memory: BlockMemory, _ strings: StringTable) {
    self.memory = memory
    self.strings = strings
    unsafe pairs = columns.pairs.pointer
    unsafe ends = columns.ends.pointer
  }

  /// The tags of an object that exists.
  @inlinable
  subscript(_ index: Int) -> OSMTags {
    let start = index == 0 ? 0 : Int(unsafe ends[index - 1])
    let end = Int(unsafe ends[index])
    return unsafe OSMTags(self, pairs + 2 * start, count: end - start)
  }
}
