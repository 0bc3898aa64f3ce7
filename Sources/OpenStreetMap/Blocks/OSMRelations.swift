/// The relations of a block.
@safe public struct OSMRelations {
  /// How many there are.
  public let count: Int
  @usableFromInline let ids: UnsafePointer<Int64>
  @usableFromInline let references: UnsafePointer<Int64>
  @usableFromInline let kinds: UnsafePointer<UInt8>
  @usableFromInline let roles: UnsafePointer<UInt32>
  @usableFromInline let ends: UnsafePointer<UInt32>
  @usableFromInline let tagLists: TagLists

  init(_ memory: BlockMemory, _ strings: StringTable) {
    count = memory.relationIDs.count
    unsafe ids = memory.relationIDs.pointer
    unsafe references = memory.memberReferences.pointer
    unsafe kinds = memory.memberKinds.pointer
    unsafe roles = memory.memberRoles.pointer
    unsafe ends = memory.memberEnds.pointer
    tagLists = TagLists(memory.relationTags, memory, strings)
  }

  /// The id of relation `index`.
  @inlinable
  public func id(_ index: Int) -> Int64 {
    precondition(index >= 0 && index < count)
    return unsafe ids[index]
  }

  /// The members of relation `index`, in its order.
  @inlinable
  public func members(_ index: Int) -> OSMMembers {
    precondition(index >= 0 && index < count)
    let start = index == 0 ? 0 : Int(unsafe ends[index - 1])
    let end = Int(unsafe ends[index])
    return unsafe OSMMembers(
      count: end - start, references: references + start, kinds: kinds + start,
      roles: roles + start, tagLists: tagLists)
  }

  /// The tags of relation `index`.
  @inlinable
  public func tags(_ index: Int) -> OSMTags {
    precondition(index >= 0 && index < count)
    return tagLists[index]
  }
}

/// The members of a relation.
@safe public struct OSMMembers: RandomAccessCollection {
  /// An object in a role.
  public struct Member {
    /// What it is.
    public let kind: OSMMemberKind
    /// Its id.
    public let ref: Int64
    /// The number of the role's text in the block; the text may be empty.
    public let roleIndex: Int32
    @usableFromInline let tagLists: TagLists

    @inlinable
    init(kind: OSMMemberKind, ref: Int64, roleIndex: Int32, tagLists: TagLists) {
      self.kind = kind
      self.ref = ref
      self.roleIndex = roleIndex
      self.tagLists = tagLists
    }

    /// The role; often empty.
    public var role: String { tagLists.strings.text(roleIndex) }

    /// Whether the role is `text`, without making a string of it.
    public func hasRole(_ text: String) -> Bool {
      text.withBytes { tagLists.strings.isString(roleIndex, $0) }
    }
  }

  /// How many there are.
  public let count: Int
  @usableFromInline let references: UnsafePointer<Int64>
  @usableFromInline let kinds: UnsafePointer<UInt8>
  @usableFromInline let roles: UnsafePointer<UInt32>
  @usableFromInline let tagLists: TagLists

  @inlinable
  init(
    count: Int, references: UnsafePointer<Int64>, kinds: UnsafePointer<UInt8>,
    roles: UnsafePointer<UInt32>, tagLists: TagLists
  ) {
    self.count = count
    unsafe self.references = unsafe references
    unsafe self.kinds = unsafe kinds
    unsafe self.roles = unsafe roles
    self.tagLists = tagLists
  }

  /// 0.
  public var startIndex: Int { 0 }
  /// The count.
  @inlinable public var endIndex: Int { count }

  /// The member at a place.
  @inlinable
  public subscript(_ index: Int) -> Member {
    precondition(index >= 0 && index < count)
    return unsafe Member(
      kind: OSMMemberKind(rawValue: kinds[index]) ?? .node, ref: references[index],
      roleIndex: Int32(bitPattern: roles[index]), tagLists: tagLists)
  }
}
