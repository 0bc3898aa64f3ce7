/// Nodes in columns of differences, as nearly all files have them.
enum DenseNodes {
  /// Decodes a message of dense nodes.
  static func read(_ message: Wire, _ block: PrimitiveBlock) throws(OSMError) {
    var wire = message
    let start = wire.place
    var ids = PackedField()
    var latitudes = PackedField()
    var longitudes = PackedField()
    var tags = PackedField()
    var visible = PackedField()
    while let tag = try wire.next() {
      switch tag {
      case 0x0A: try ids.add(packed: &wire)
      case 0x08: try ids.add(single: &wire)
      case 0x2A: try readInfo(try wire.message(), &visible)
      case 0x42: try latitudes.add(packed: &wire)
      case 0x40: try latitudes.add(single: &wire)
      case 0x4A: try longitudes.add(packed: &wire)
      case 0x48: try longitudes.add(single: &wire)
      case 0x52: try tags.add(packed: &wire)
      case 0x50: try tags.add(single: &wire)
      default: try wire.skip(tag)
      }
    }
    let base = wire.base
    let count = try ids.read(base) { (numbers) throws(OSMError) in numbers.count }
    for (name, field) in [("latitudes", latitudes), ("longitudes", longitudes)] {
      let other = try field.read(base) { (numbers) throws(OSMError) in numbers.count }
      guard other == count else {
        throw OSMError.damaged("\(count) dense nodes have \(other) \(name)", at: start)
      }
    }
    let memory = block.memory
    let first = memory.nodeIDs.count
    let out = unsafe memory.nodeIDs.room(for: count)
    try ids.read(base) { (numbers) throws(OSMError) in unsafe try numbers.sums(out) }
    memory.nodeIDs.commit(count)
    try readPlaces(longitudes, latitudes, first, count, visible, block, base)
    try readTags(tags, count, block, base, start)
    if !visible.isEmpty { try leaveOut(visible, first, count, block, base, start) }
  }

  /// Only whether nodes are there is of interest: the flags of deleted ones.
  private static func readInfo(
    _ message: Wire, _ visible: inout PackedField
  ) throws(OSMError) {
    var wire = message
    while let tag = try wire.next() {
      switch tag {
      case 0x32: try visible.add(packed: &wire)
      case 0x30: try visible.add(single: &wire)
      default: try wire.skip(tag)
      }
    }
  }

  private static func readPlaces(
    _ longitudes: PackedField, _ latitudes: PackedField, _ first: Int, _ count: Int,
    _ visible: PackedField, _ block: PrimitiveBlock, _ base: BlockBytes
  ) throws(OSMError) {
    let memory = block.memory
    let eastward = unsafe memory.nodeLongitudes.room(for: count)
    let northward = unsafe memory.nodeLatitudes.room(for: count)
    if block.scale.isPlain {
      let isWithin = try longitudes.read(base) { (numbers) throws(OSMError) in
        unsafe try numbers.sums(eastward, within: CoordinateScale.mostLongitude)
      }
      let isBelow = try latitudes.read(base) { (numbers) throws(OSMError) in
        unsafe try numbers.sums(northward, within: CoordinateScale.mostLatitude)
      }
      if isWithin, isBelow {
        memory.nodeLongitudes.commit(count)
        memory.nodeLatitudes.commit(count)
        return
      }
    }
    // The way for other units, and to find the node that is off the earth.
    var wide = Column<Int64>()
    var tall = Column<Int64>()
    let x = unsafe wide.room(for: count)
    let y = unsafe tall.room(for: count)
    try longitudes.read(base) { (numbers) throws(OSMError) in unsafe try numbers.sums(x) }
    try latitudes.read(base) { (numbers) throws(OSMError) in unsafe try numbers.sums(y) }
    let isThere = try flags(visible, count, base)
    for index in 0..<count {
      let longitude = unsafe block.scale.longitude(x[index])
      let latitude = unsafe block.scale.latitude(y[index])
      if let longitude, let latitude {
        unsafe eastward[index] = longitude
        unsafe northward[index] = latitude
      } else if isThere.isEmpty || isThere[index] {
        throw unsafe block.scale.fault(memory.nodeIDs[first + index], x[index], y[index])
      } else {
        unsafe (eastward[index], northward[index]) = (0, 0)
      }
    }
    memory.nodeLongitudes.commit(count)
    memory.nodeLatitudes.commit(count)
  }

  /// Keys and values of one node after the other, each node's ended by 0.
  private static func readTags(
    _ field: PackedField, _ count: Int, _ block: PrimitiveBlock, _ base: BlockBytes,
    _ start: Int
  ) throws(OSMError) {
    let memory = block.memory
    if field.isEmpty {
      let end = UInt32(memory.nodeTags.pairs.count / 2)
      memory.nodeTags.ends.append(repeating: end, count: count)
      return
    }
    let strings = block.stringCount
    try field.read(base) { (numbers) throws(OSMError) in
      // Room for all: no number is more than one half of a tag or one end.
      let before = memory.nodeTags.pairs.count
      let pairs = unsafe memory.nodeTags.pairs.room(for: numbers.count)
      let ends = unsafe memory.nodeTags.ends.room(for: count)
      var written = 0
      var node = 0
      try numbers.forEachNumber { (_, value) throws(OSMError) in
        if value == 0, written & 1 == 0 {
          guard node < count else {
            throw OSMError.damaged("tags of more than the \(count) dense nodes", at: start)
          }
          unsafe ends[node] = UInt32(truncatingIfNeeded: (before + written) >> 1)
          node += 1
        } else {
          guard value < UInt64(strings) else {
            throw ObjectReader.noSuchString(value, strings, start)
          }
          unsafe pairs[written] = UInt32(truncatingIfNeeded: value)
          written += 1
        }
      }
      guard node == count, written & 1 == 0 else {
        throw OSMError.damaged(
          "\(count) dense nodes have the tags of \(node), or a key without its value", at: start)
      }
      memory.nodeTags.pairs.commit(written)
      memory.nodeTags.ends.commit(count)
    }
  }

  private static func flags(
    _ visible: PackedField, _ count: Int, _ base: BlockBytes
  ) throws(OSMError) -> [Bool] {
    guard !visible.isEmpty else { return [] }
    var flags: [Bool] = []
    try visible.read(base) { (numbers) throws(OSMError) in
      try numbers.forEachNumber { (_, value) throws(OSMError) in flags.append(value != 0) }
    }
    guard flags.count == count else {
      throw OSMError.damaged("\(count) dense nodes have \(flags.count) marks of being there")
    }
    return flags
  }

  /// Takes deleted nodes out of the columns again.
  private static func leaveOut(
    _ visible: PackedField, _ first: Int, _ count: Int, _ block: PrimitiveBlock,
    _ base: BlockBytes, _ start: Int
  ) throws(OSMError) {
    let flags = try flags(visible, count, base)
    guard flags.contains(false) else { return }
    let memory = block.memory
    var place = first
    var tags = first == 0 ? 0 : Int(memory.nodeTags.ends[first - 1])
    var tagStart = tags
    for index in 0..<count {
      let tagEnd = Int(memory.nodeTags.ends[first + index])
      if flags[index] {
        memory.nodeIDs[place] = memory.nodeIDs[first + index]
        memory.nodeLongitudes[place] = memory.nodeLongitudes[first + index]
        memory.nodeLatitudes[place] = memory.nodeLatitudes[first + index]
        for tag in tagStart..<tagEnd {
          memory.nodeTags.pairs[2 * tags] = memory.nodeTags.pairs[2 * tag]
          memory.nodeTags.pairs[2 * tags + 1] = memory.nodeTags.pairs[2 * tag + 1]
          tags += 1
        }
        memory.nodeTags.ends[place] = UInt32(tags)
        place += 1
      }
      tagStart = tagEnd
    }
    memory.nodeIDs.truncate(to: place)
    memory.nodeLongitudes.truncate(to: place)
    memory.nodeLatitudes.truncate(to: place)
    memory.nodeTags.pairs.truncate(to: 2 * tags)
    memory.nodeTags.ends.truncate(to: place)
  }
}
