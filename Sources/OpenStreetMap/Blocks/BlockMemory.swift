/// What a block's objects lie in: flat columns that the next block of the same thread reuses.
///
/// Views of a block hold on to it, so memory that somebody still looks at is never written to.
@usableFromInline
final class BlockMemory {
  /// Columns above this many bytes are given back after the block that needed them.
  private static let mostKeptBytes = 16 << 20

  /// The unpacked bytes of a blob, or the texts of a piece of XML.
  var bytes = Column<UInt8>()
  /// Where each string starts in `bytes`, and how long it is.
  var stringStarts = Column<UInt32>()
  var stringLengths = Column<UInt32>()

  var nodeIDs = Column<Int64>()
  var nodeLongitudes = Column<Int32>()
  var nodeLatitudes = Column<Int32>()
  var nodeTags = TagColumns()

  var wayIDs = Column<Int64>()
  var wayReferences = Column<Int64>()
  var wayReferenceEnds = Column<UInt32>()
  /// As many as references where the file has places on ways; 0 otherwise.
  var wayLongitudes = Column<Int32>()
  var wayLatitudes = Column<Int32>()
  var wayTags = TagColumns()

  var relationIDs = Column<Int64>()
  var memberReferences = Column<Int64>()
  var memberKinds = Column<UInt8>()
  var memberRoles = Column<UInt32>()
  var memberEnds = Column<UInt32>()
  var relationTags = TagColumns()

  init() {}

  func removeAll() {
    trim()
    bytes.removeAll()
    stringStarts.removeAll()
    stringLengths.removeAll()
    nodeIDs.removeAll()
    nodeLongitudes.removeAll()
    nodeLatitudes.removeAll()
    nodeTags.removeAll()
    wayIDs.removeAll()
    wayReferences.removeAll()
    wayReferenceEnds.removeAll()
    wayLongitudes.removeAll()
    wayLatitudes.removeAll()
    wayTags.removeAll()
    relationIDs.removeAll()
    memberReferences.removeAll()
    memberKinds.removeAll()
    memberRoles.removeAll()
    memberEnds.removeAll()
    relationTags.removeAll()
  }

  /// One huge block must not set the size of all that follow.
  private func trim() {
    let most = Self.mostKeptBytes
    bytes.shrink(toAtMost: most)
    nodeIDs.shrink(toAtMost: most / 8)
    nodeLongitudes.shrink(toAtMost: most / 4)
    nodeLatitudes.shrink(toAtMost: most / 4)
    wayReferences.shrink(toAtMost: most / 8)
    wayLongitudes.shrink(toAtMost: most / 4)
    wayLatitudes.shrink(toAtMost: most / 4)
    memberReferences.shrink(toAtMost: most / 8)
  }

  /// Puts string `index` in place of `other` wherever a key is it.
  func replaceString(_ other: UInt32, by index: UInt32) {
    nodeTags.replace(other, by: index)
    wayTags.replace(other, by: index)
    relationTags.replace(other, by: index)
  }
}

/// The tags of all objects of a kind: pairs of strings, and where each object's end.
struct TagColumns: ~Copyable {
  /// Key and value in turn.
  var pairs = Column<UInt32>()
  /// For each object the count of tags up to its end.
  var ends = Column<UInt32>()

  mutating func removeAll() {
    pairs.shrink(toAtMost: 4 << 20)
    ends.shrink(toAtMost: 4 << 20)
    pairs.removeAll()
    ends.removeAll()
  }

  /// Ends the tags of an object.
  @inline(__always)
  mutating func endObject() {
    ends.append(UInt32(truncatingIfNeeded: pairs.count / 2))
  }

  /// Takes back the tags of an object that was not ended.
  mutating func dropObject() {
    pairs.truncate(to: ends.isEmpty ? 0 : 2 * Int(ends[ends.count - 1]))
  }

  mutating func replace(_ other: UInt32, by index: UInt32) {
    for place in stride(from: 0, to: pairs.count, by: 2) where pairs[place] == other {
      pairs[place] = index
    }
  }
}
