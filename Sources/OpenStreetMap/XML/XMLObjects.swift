/// Decodes the objects of a piece of XML into a ``BlockMemory``; one for each thread.
struct XMLObjects: ~Copyable {
  private var pool = StringPool()

  /// What stands in an object's own tag.
  private struct Head {
    var id: Int64?
    var latitude: Int32?
    var longitude: Int32?
    var isThere = true
    var hasContent = false
  }

  mutating func decode(
    _ chunk: XMLChunk, _ kinds: OSMKinds, into memory: BlockMemory
  ) throws(OSMError) {
    pool.removeAll()
    let result: Result<Void, OSMError> = unsafe chunk.bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return .success(()) }
      do throws(OSMError) {
        var cursor = unsafe XMLCursor(BlockBytes(base), 0..<buffer.count)
        try readAll(&cursor, chunk, kinds, memory)
        return .success(())
      } catch {
        return .failure(chunk.located(error))
      }
    }
    try result.get()
  }

  private mutating func readAll(
    _ cursor: inout XMLCursor, _ chunk: XMLChunk, _ kinds: OSMKinds, _ memory: BlockMemory
  ) throws(OSMError) {
    if chunk.isFirst {
      guard try OSMHeader.readRoot(&cursor) != nil else {
        let end = cursor.place
        guard chunk.isLast, cursor.isOver() else {
          throw OSMError.damaged("the file goes on behind an empty <osm/>", at: end)
        }
        return
      }
    }
    while cursor.enterTag() {
      let start = cursor.place
      if cursor.isClosing() {
        let name = try cursor.name()
        guard cursor.is(name, "osm") else {
          throw OSMError.damaged("</\(cursor.text(name))> closes nothing", at: start)
        }
        guard chunk.isLast, try cursor.attribute().isOpen, cursor.isOver() else {
          throw OSMError.damaged("the file goes on behind </osm>", at: start)
        }
        return
      }
      let name = try cursor.name()
      if cursor.is(name, "node") {
        try readObject(.node, &cursor, name, kinds.contains(.nodes) ? memory : nil)
      } else if cursor.is(name, "way") {
        try readObject(.way, &cursor, name, kinds.contains(.ways) ? memory : nil)
      } else if cursor.is(name, "relation") {
        try readObject(.relation, &cursor, name, kinds.contains(.relations) ? memory : nil)
      } else {
        try OSMHeader.readOther(&cursor, name)
      }
    }
    if chunk.isLast {
      throw OSMError.truncated("the file ends before </osm>", at: cursor.place)
    }
  }

  // MARK: Kinds

  private mutating func readObject(
    _ kind: OSMMemberKind, _ cursor: inout XMLCursor, _ name: Range<Int>, _ memory: BlockMemory?
  ) throws(OSMError) {
    let head = try readHead(&cursor, isNode: kind == .node)
    guard let memory, head.isThere else {
      if head.hasContent { try cursor.skipContent(name) }
      return
    }
    guard let id = head.id else {
      throw OSMError.damaged("a \(kind) without id", at: name.lowerBound)
    }
    if kind == .node {
      guard let x = head.longitude, let y = head.latitude else {
        throw OSMError(
          .damaged, "node \(id) has no lat and lon", at: name.lowerBound,
          hint: "ask Overpass for bodies: out body;")
      }
      memory.nodeLongitudes.append(x)
      memory.nodeLatitudes.append(y)
    }
    if head.hasContent {
      while let child = try nextChild(&cursor, name) {
        if kind == .way, cursor.is(child, "nd") {
          memory.wayReferences.append(try readReference(&cursor, child))
        } else if kind == .relation, cursor.is(child, "member") {
          try readMember(&cursor, child, memory)
        } else if cursor.is(child, "tag") {
          switch kind {
          case .node: try readTag(&cursor, child, &memory.nodeTags, memory)
          case .way: try readTag(&cursor, child, &memory.wayTags, memory)
          case .relation: try readTag(&cursor, child, &memory.relationTags, memory)
          }
        } else {
          try cursor.skipElement(child)
        }
      }
    }
    switch kind {
    case .node:
      memory.nodeTags.endObject()
      memory.nodeIDs.append(id)
    case .way:
      memory.wayReferenceEnds.append(UInt32(memory.wayReferences.count))
      memory.wayTags.endObject()
      memory.wayIDs.append(id)
    case .relation:
      memory.memberEnds.append(UInt32(memory.memberReferences.count))
      memory.relationTags.endObject()
      memory.relationIDs.append(id)
    }
  }

  // MARK: Parts

  private func readHead(
    _ cursor: inout XMLCursor, isNode: Bool
  ) throws(OSMError) -> Head {
    var head = Head()
    while true {
      switch try cursor.attribute() {
      case .closed: return head
      case .open:
        head.hasContent = true
        return head
      case .pair(let name, let value, _):
        if cursor.is(name, "id") {
          head.id = try integer(value, &cursor, "id")
        } else if cursor.is(name, "visible") {
          if cursor.is(value, "false") { head.isThere = false }
        } else if cursor.is(name, "action") {
          if cursor.is(value, "delete") { head.isThere = false }
        } else if isNode, cursor.is(name, "lat") {
          guard let degrees = cursor.degrees(value), degrees.magnitude <= 900_000_000 else {
            throw noPlace("lat", value, cursor)
          }
          head.latitude = degrees
        } else if isNode, cursor.is(name, "lon") {
          guard let degrees = cursor.degrees(value) else { throw noPlace("lon", value, cursor) }
          head.longitude = degrees
        }
      }
    }
  }

  private func noPlace(_ name: String, _ value: Range<Int>, _ cursor: XMLCursor) -> OSMError {
    OSMError.damaged(
      "the \(name) \"\(cursor.text(value))\" is no place on the earth", at: value.lowerBound)
  }

  private func integer(
    _ value: Range<Int>, _ cursor: inout XMLCursor, _ name: String
  ) throws(OSMError) -> Int64 {
    guard let number = cursor.integer(value) else {
      throw OSMError.damaged(
        "the \(name) \"\(cursor.text(value))\" is no whole number", at: value.lowerBound)
    }
    return number
  }

  /// The name of the next element within `name`; `nil` behind its closing tag.
  private func nextChild(
    _ cursor: inout XMLCursor, _ name: Range<Int>
  ) throws(OSMError) -> Range<Int>? {
    guard cursor.enterTag() else {
      throw OSMError.truncated("<\(cursor.text(name))> is not closed", at: name.lowerBound)
    }
    if cursor.isClosing() {
      try cursor.close(name)
      return nil
    }
    let child = try cursor.name()
    try cursor.refuseObject(child, within: name)
    return child
  }

  private mutating func readTag(
    _ cursor: inout XMLCursor, _ name: Range<Int>, _ columns: inout TagColumns,
    _ memory: BlockMemory
  ) throws(OSMError) {
    var key: UInt32?
    var value: UInt32?
    while let (attribute, range, hasEntities) = try cursor.nextAttribute(of: name) {
      if cursor.is(attribute, "k") {
        key = try string(range, hasEntities, cursor, memory)
      } else if cursor.is(attribute, "v") {
        value = try string(range, hasEntities, cursor, memory)
      }
    }
    guard let key, let value else {
      throw OSMError.damaged("a tag without k or v", at: name.lowerBound)
    }
    columns.pairs.append(key)
    columns.pairs.append(value)
  }

  private func readReference(
    _ cursor: inout XMLCursor, _ name: Range<Int>
  ) throws(OSMError) -> Int64 {
    var reference: Int64?
    while let (attribute, range, _) = try cursor.nextAttribute(of: name) {
      if cursor.is(attribute, "ref") { reference = try integer(range, &cursor, "ref") }
    }
    guard let reference else { throw OSMError.damaged("a nd without ref", at: name.lowerBound) }
    return reference
  }

  private mutating func readMember(
    _ cursor: inout XMLCursor, _ name: Range<Int>, _ memory: BlockMemory
  ) throws(OSMError) {
    var kind: OSMMemberKind?
    var reference: Int64?
    var role: UInt32?
    while let (attribute, range, hasEntities) = try cursor.nextAttribute(of: name) {
      if cursor.is(attribute, "ref") {
        reference = try integer(range, &cursor, "ref")
      } else if cursor.is(attribute, "role") {
        role = try string(range, hasEntities, cursor, memory)
      } else if cursor.is(attribute, "type") {
        kind = memberKind(range, cursor)
      }
    }
    guard let kind, let reference else {
      throw OSMError.damaged("a member without ref or a known type", at: name.lowerBound)
    }
    if role == nil {
      role = unsafe pool.number(UnsafeBufferPointer(start: nil, count: 0), in: memory)
    }
    memory.memberReferences.append(reference)
    memory.memberKinds.append(kind.rawValue)
    memory.memberRoles.append(role ?? 0)
  }

  private func memberKind(_ range: Range<Int>, _ cursor: XMLCursor) -> OSMMemberKind? {
    if cursor.is(range, "node") { return .node }
    if cursor.is(range, "way") { return .way }
    return cursor.is(range, "relation") ? .relation : nil
  }

  private mutating func string(
    _ range: Range<Int>, _ hasEntities: Bool, _ cursor: XMLCursor, _ memory: BlockMemory
  ) throws(OSMError) -> UInt32 {
    guard hasEntities else {
      return unsafe pool.number(
        UnsafeBufferPointer(start: cursor.base.pointer + range.lowerBound, count: range.count),
        in: memory)
    }
    let text = try cursor.unescaped(range)
    return unsafe text.withUnsafeBufferPointer { unsafe pool.number($0, in: memory) }
  }
}

extension XMLCursor.Attribute {
  var isOpen: Bool { if case .open = self { true } else { false } }
}

extension XMLCursor {
  /// The next attribute in the tag of `element`; `nil` behind the element, content passed over.
  mutating func nextAttribute(
    of element: Range<Int>
  ) throws(OSMError) -> (name: Range<Int>, value: Range<Int>, hasEntities: Bool)? {
    switch try attribute() {
    case .pair(let name, let value, let hasEntities): return (name, value, hasEntities)
    case .open: try skipContent(element)
    case .closed: break
    }
    return nil
  }
}
