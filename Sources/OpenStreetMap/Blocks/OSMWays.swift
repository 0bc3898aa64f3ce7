/// The ways of a block.
@safe public struct OSMWays {
  /// How many there are.
  public let count: Int
  @usableFromInline let ids: UnsafePointer<Int64>
  @usableFromInline let references: UnsafePointer<Int64>
  @usableFromInline let referenceEnds: UnsafePointer<UInt32>
  @usableFromInline let longitudes: UnsafePointer<Int32>?
  @usableFromInline let latitudes: UnsafePointer<Int32>?
  @usableFromInline let tagLists: TagLists

  init(_ memory: BlockMemory, _ strings: StringTable) {
    count = memory.wayIDs.count
    unsafe ids = memory.wayIDs.pointer
    unsafe references = memory.wayReferences.pointer
    unsafe referenceEnds = memory.wayReferenceEnds.pointer
    let hasLocations =
      !memory.wayReferences.isEmpty && memory.wayLongitudes.count == memory.wayReferences.count
    unsafe longitudes = hasLocations ? memory.wayLongitudes.pointer : nil
    unsafe latitudes = hasLocations ? memory.wayLatitudes.pointer : nil
    tagLists = TagLists(memory.wayTags, memory, strings)
  }

  /// The id of way `index`.
  @inlinable
  public func id(_ index: Int) -> Int64 {
    precondition(index >= 0 && index < count)
    return unsafe ids[index]
  }

  /// The ids of the nodes of way `index`, in its direction.
  @inlinable
  public func refs(_ index: Int) -> OSMReferences {
    let (start, end) = range(index)
    return unsafe OSMReferences(tagLists.memory, references + start, count: end - start)
  }

  /// The tags of way `index`.
  @inlinable
  public func tags(_ index: Int) -> OSMTags {
    precondition(index >= 0 && index < count)
    return tagLists[index]
  }

  /// Whether the ways of this block carry the places of their nodes.
  public var haveLocations: Bool { unsafe longitudes != nil }

  /// The place of node `position` of way `index` in 1e-7 degrees; `nil` where ways have none.
  @inlinable
  public func location(_ index: Int, _ position: Int) -> (longitude: Int32, latitude: Int32)? {
    let (start, end) = range(index)
    precondition(position >= 0 && position < end - start)
    guard let longitudes = unsafe longitudes, let latitudes = unsafe latitudes else { return nil }
    return unsafe (longitudes[start + position], latitudes[start + position])
  }

  @inlinable
  func range(_ index: Int) -> (start: Int, end: Int) {
    precondition(index >= 0 && index < count)
    let start = index == 0 ? 0 : Int(unsafe referenceEnds[index - 1])
    return (start, Int(unsafe referenceEnds[index]))
  }
}

/// The ids of the nodes of a way.
@safe public struct OSMReferences: RandomAccessCollection {
  /// How many there are.
  public let count: Int
  @usableFromInline let base: UnsafePointer<Int64>
  @usableFromInline let memory: BlockMemory

  @inlinable
  init(_ memory: BlockMemory, _ base: UnsafePointer<Int64>, count: Int) {
    self.memory = memory
    unsafe self.base = unsafe base
    self.count = count
  }

  /// 0.
  public var startIndex: Int { 0 }
  /// The count.
  @inlinable public var endIndex: Int { count }

  /// The id at a place.
  @inlinable
  public subscript(_ index: Int) -> Int64 {
    precondition(index >= 0 && index < count)
    return unsafe base[index]
  }

  /// Hands all ids to `body` as one span.
  @inlinable
  public func withSpan<R>(_ body: (Span<Int64>) throws -> R) rethrows -> R {
    try withExtendedLifetime(memory) {
      try body(unsafe UnsafeBufferPointer(start: base, count: count).span)
    }
  }
}
