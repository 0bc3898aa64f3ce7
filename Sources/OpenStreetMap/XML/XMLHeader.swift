extension OSMHeader {
  /// The header of an XML file: its root and the elements before the first object.
  init(xml feed: XMLFeed) throws(OSMError) {
    self.init()
    guard let chunk = try feed.nextChunk() else { return }
    let result: Result<OSMHeader, OSMError> = unsafe chunk.bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return .success(OSMHeader()) }
      do throws(OSMError) {
        var cursor = unsafe XMLCursor(BlockBytes(base), 0..<buffer.count)
        return .success(try OSMHeader(&cursor))
      } catch {
        return .failure(chunk.located(error))
      }
    }
    self = try result.get()
  }

  private init(_ cursor: inout XMLCursor) throws(OSMError) {
    guard let root = try Self.readRoot(&cursor) else {
      self.init()
      return
    }
    self = root
    while cursor.enterTag(), !cursor.isClosing() {
      let name = try cursor.name()
      if cursor.is(name, "bounds") {
        bounds = try Self.readBounds(&cursor, name) ?? bounds
      } else if cursor.is(name, "node") || cursor.is(name, "way") || cursor.is(name, "relation") {
        return
      } else {
        try Self.readOther(&cursor, name)
      }
    }
  }

  /// Reads the tag of the root; `nil` where it is empty.
  static func readRoot(_ cursor: inout XMLCursor) throws(OSMError) -> OSMHeader? {
    cursor.skipByteOrderMark()
    let start = cursor.place
    guard cursor.enterTag() else {
      throw OSMError.truncated("the file ends before <osm>", at: start)
    }
    let name = try cursor.name()
    if cursor.is(name, "osmChange") || cursor.is(name, "osmAugmentedDiff") {
      throw changes(name, cursor)
    }
    guard cursor.is(name, "osm") else {
      throw OSMError(
        .unknownFormat,
        "the root is <\(cursor.text(name))>, and that of OpenStreetMap's XML is <osm>", at: start)
    }
    var header = OSMHeader()
    while true {
      switch try cursor.attribute() {
      case .open: return header
      case .closed: return nil
      case .pair(let attribute, let value, _):
        if cursor.is(attribute, "generator") { header.writingProgram = cursor.text(value) }
        if cursor.is(attribute, "version"), !cursor.is(value, "0.6") {
          throw OSMError(
            .unsupported, "the file is of version \(cursor.text(value)), and 0.6 is read",
            at: value.lowerBound, hint: "download the data again")
        }
      }
    }
  }

  private static func changes(_ name: Range<Int>, _ cursor: XMLCursor) -> OSMError {
    OSMError(
      .unsupported, "<\(cursor.text(name))>: the file holds changes, not the objects themselves",
      at: name.lowerBound,
      hint: "apply them to an extract: osmium apply-changes -o NEW.osm.pbf EXTRACT CHANGES")
  }

  /// Passes over what is no object, and refuses what would be misunderstood.
  static func readOther(_ cursor: inout XMLCursor, _ name: Range<Int>) throws(OSMError) {
    for word in ["create", "modify", "delete", "action"] as [StaticString]
    where cursor.is(name, word) {
      throw changes(name, cursor)
    }
    let start = cursor.place
    try cursor.skipElement(name)
    guard cursor.is(name, "remark") else { return }
    let words = cursor.text(start..<cursor.place)
    guard words.contains("error") else { return }
    throw OSMError(
      .truncated, "Overpass stopped before the end\(words.prefix(while: { $0 != "<" }))",
      at: name.lowerBound, hint: "ask for a smaller area, or with a longer timeout")
  }

  private static func readBounds(
    _ cursor: inout XMLCursor, _ name: Range<Int>
  ) throws(OSMError) -> Bounds? {
    var edges: [Double?] = [nil, nil, nil, nil]
    let names: [StaticString] = ["minlon", "minlat", "maxlon", "maxlat"]
    while let (attribute, value, _) = try cursor.nextAttribute(of: name) {
      for (index, word) in names.enumerated() where cursor.is(attribute, word) {
        edges[index] = cursor.degrees(value).map { Double($0) / 1e7 }
      }
    }
    guard let west = edges[0], let south = edges[1], let east = edges[2], let north = edges[3]
    else { return nil }
    return Bounds(west: west, south: south, east: east, north: north)
  }
}
