/// The nodes of a block.
@safe public struct OSMNodes {
  /// How many there are.
  public let count: Int
  @usableFromInline let ids: UnsafePointer<Int64>
  @usableFromInline let longitudes: UnsafePointer<Int32>
  @usableFromInline let latitudes: UnsafePointer<Int32>
  @usableFromInline let tagLists: TagLists

  init(_ memory: BlockMemory, _ strings: StringTable) {
    count = memory.nodeIDs.count
    unsafe ids = memory.nodeIDs.pointer
    unsafe longitudes = memory.nodeLongitudes.pointer
    unsafe latitudes = memory.nodeLatitudes.pointer
    tagLists = TagLists(memory.nodeTags, memory, strings)
  }

  /// The id of node `index`.
  @inlinable
  public func id(_ index: Int) -> Int64 {
    precondition(index >= 0 && index < count)
    return unsafe ids[index]
  }

  /// The longitude of node `index` in 1e-7 degrees, between -180 and 180 degrees.
  @inlinable
  public func longitude(_ index: Int) -> Int32 {
    precondition(index >= 0 && index < count)
    return unsafe longitudes[index]
  }

  /// The latitude of node `index` in 1e-7 degrees, between -90 and 90 degrees.
  @inlinable
  public func latitude(_ index: Int) -> Int32 {
    precondition(index >= 0 && index < count)
    return unsafe latitudes[index]
  }

  /// The tags of node `index`.
  @inlinable
  public func tags(_ index: Int) -> OSMTags {
    precondition(index >= 0 && index < count)
    return tagLists[index]
  }
}
