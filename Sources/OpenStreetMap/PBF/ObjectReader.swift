/// Nodes, ways and relations that are messages of their own.
struct ObjectReader {
  private let block: PrimitiveBlock
  private var memory: BlockMemory { block.memory }
  private let strings: UInt32
  private let base: BlockBytes

  init(_ block: PrimitiveBlock) {
    self.block = block
    strings = block.stringCount
    base = block.base
  }

  static func noSuchString(_ index: UInt64, _ count: UInt32, _ start: Int) -> OSMError {
    OSMError.damaged("string \(index) is named where the block has \(count)", at: start)
  }

  /// What objects of all kinds have.
  private struct Common {
    var id: Int64?
    var keys = PackedField()
    var values = PackedField()
    var isVisible = true

    /// Takes a field that all kinds have; false for another.
    @inline(__always)
    mutating func take(_ tag: Wire.Tag, _ wire: inout Wire) throws(OSMError) -> Bool {
      switch tag {
      case 0x12: try keys.add(packed: &wire)
      case 0x10: try keys.add(single: &wire)
      case 0x1A: try values.add(packed: &wire)
      case 0x18: try values.add(single: &wire)
      case 0x22:
        var info = try wire.message()
        while let tag = try info.next() {
          if tag == 0x30 { isVisible = try info.varint() != 0 } else { try info.skip(tag) }
        }
      default: return false
      }
      return true
    }
  }

  // MARK: Kinds

  mutating func readNode(_ message: Wire) throws(OSMError) {
    var wire = message
    let start = wire.place
    var common = Common()
    var latitude: Int64?
    var longitude: Int64?
    while let tag = try wire.next() {
      switch tag {
      case 0x08: common.id = try wire.signedVarint()
      case 0x40: latitude = try wire.signedVarint()
      case 0x48: longitude = try wire.signedVarint()
      default: if !(try common.take(tag, &wire)) { try wire.skip(tag) }
      }
    }
    guard common.isVisible else { return }
    guard let id = common.id, let latitude, let longitude else {
      throw OSMError.damaged("a node without id or place", at: start)
    }
    guard let x = block.scale.longitude(longitude), let y = block.scale.latitude(latitude) else {
      throw block.scale.fault(id, longitude, latitude)
    }
    try readTags(common, &memory.nodeTags, start)
    memory.nodeIDs.append(id)
    memory.nodeLongitudes.append(x)
    memory.nodeLatitudes.append(y)
  }

  mutating func readWay(_ message: Wire) throws(OSMError) {
    var wire = message
    let start = wire.place
    var common = Common()
    var references = PackedField()
    var latitudes = PackedField()
    var longitudes = PackedField()
    while let tag = try wire.next() {
      switch tag {
      case 0x08: common.id = Int64(bitPattern: try wire.varint())
      case 0x42: try references.add(packed: &wire)
      case 0x40: try references.add(single: &wire)
      case 0x4A: try latitudes.add(packed: &wire)
      case 0x48: try latitudes.add(single: &wire)
      case 0x52: try longitudes.add(packed: &wire)
      case 0x50: try longitudes.add(single: &wire)
      default: if !(try common.take(tag, &wire)) { try wire.skip(tag) }
      }
    }
    guard common.isVisible else { return }
    guard let id = common.id else { throw OSMError.damaged("a way without id", at: start) }
    let memory = memory
    let before = memory.wayReferences.count
    try references.read(base) { (numbers) throws(OSMError) in
      unsafe try numbers.sums(memory.wayReferences.room(for: numbers.count))
      memory.wayReferences.commit(numbers.count)
    }
    if !latitudes.isEmpty || !longitudes.isEmpty || !memory.wayLongitudes.isEmpty {
      try readPlaces(id, before, longitudes, latitudes, start)
    }
    memory.wayReferenceEnds.append(UInt32(truncatingIfNeeded: memory.wayReferences.count))
    try readTags(common, &memory.wayTags, start)
    memory.wayIDs.append(id)
  }

  /// The places of a way's nodes, where the file keeps them on ways.
  private func readPlaces(
    _ id: Int64, _ before: Int, _ longitudes: PackedField, _ latitudes: PackedField, _ start: Int
  ) throws(OSMError) {
    let count = memory.wayReferences.count - before
    guard memory.wayLongitudes.count == before else {
      throw OSMError.damaged("ways before way \(id) have no places, and it has", at: start)
    }
    var x: [Int64] = []
    var y: [Int64] = []
    for isLatitude in [false, true] {
      try (isLatitude ? latitudes : longitudes).read(base) { (numbers) throws(OSMError) in
        var sum: Int64 = 0
        try numbers.forEachNumber { (_, value) throws(OSMError) in
          sum &+= Varints.signed(value)
          if isLatitude { y.append(sum) } else { x.append(sum) }
        }
      }
    }
    guard x.count == count, y.count == count else {
      throw OSMError.damaged(
        "way \(id) of \(count) nodes has \(x.count) longitudes and \(y.count) latitudes",
        at: start)
    }
    for (index, (longitude, latitude)) in zip(x, y).enumerated() {
      guard let eastward = block.scale.longitude(longitude),
        let northward = block.scale.latitude(latitude)
      else {
        throw block.scale.fault(memory.wayReferences[before + index], longitude, latitude)
      }
      memory.wayLongitudes.append(eastward)
      memory.wayLatitudes.append(northward)
    }
  }

  mutating func readRelation(_ message: Wire) throws(OSMError) {
    var wire = message
    let start = wire.place
    var common = Common()
    var roles = PackedField()
    var references = PackedField()
    var kinds = PackedField()
    while let tag = try wire.next() {
      switch tag {
      case 0x08: common.id = Int64(bitPattern: try wire.varint())
      case 0x42: try roles.add(packed: &wire)
      case 0x40: try roles.add(single: &wire)
      case 0x4A: try references.add(packed: &wire)
      case 0x48: try references.add(single: &wire)
      case 0x52: try kinds.add(packed: &wire)
      case 0x50: try kinds.add(single: &wire)
      default: if !(try common.take(tag, &wire)) { try wire.skip(tag) }
      }
    }
    guard common.isVisible else { return }
    guard let id = common.id else { throw OSMError.damaged("a relation without id", at: start) }
    let memory = memory
    let strings = strings
    try references.read(base) { (numbers) throws(OSMError) in
      unsafe try numbers.sums(memory.memberReferences.room(for: numbers.count))
      memory.memberReferences.commit(numbers.count)
    }
    try kinds.read(base) { (numbers) throws(OSMError) in
      try numbers.forEachNumber { (_, value) throws(OSMError) in
        guard value <= 2 else {
          throw OSMError.damaged("relation \(id) has a member of kind \(value)", at: start)
        }
        memory.memberKinds.append(UInt8(value))
      }
    }
    try roles.read(base) { (numbers) throws(OSMError) in
      try numbers.forEachNumber { (_, value) throws(OSMError) in
        guard value < UInt64(strings) else { throw Self.noSuchString(value, strings, start) }
        memory.memberRoles.append(UInt32(value))
      }
    }
    let count = memory.memberReferences.count
    guard memory.memberKinds.count == count, memory.memberRoles.count == count else {
      throw OSMError.damaged(
        "relation \(id) has different counts of members, roles and kinds", at: start)
    }
    memory.memberEnds.append(UInt32(truncatingIfNeeded: count))
    try readTags(common, &memory.relationTags, start)
    memory.relationIDs.append(id)
  }

  // MARK: Tags

  private func readTags(
    _ common: Common, _ columns: inout TagColumns, _ start: Int
  ) throws(OSMError) {
    if common.keys.isEmpty, common.values.isEmpty {
      columns.endObject()
      return
    }
    let strings = UInt64(strings)
    let keys = try common.keys.read(base) { (numbers) throws(OSMError) in numbers.count }
    let values = try common.values.read(base) { (numbers) throws(OSMError) in numbers.count }
    guard keys == values else {
      throw OSMError.damaged("an object has \(keys) keys and \(values) values", at: start)
    }
    let room = unsafe columns.pairs.room(for: 2 * keys)
    try common.keys.read(base) { (numbers) throws(OSMError) in
      try numbers.forEachNumber { (index, value) throws(OSMError) in
        guard value < strings else { throw Self.noSuchString(value, self.strings, start) }
        unsafe room[2 * index] = UInt32(truncatingIfNeeded: value)
      }
    }
    try common.values.read(base) { (numbers) throws(OSMError) in
      try numbers.forEachNumber { (index, value) throws(OSMError) in
        guard value < strings else { throw Self.noSuchString(value, self.strings, start) }
        unsafe room[2 * index + 1] = UInt32(truncatingIfNeeded: value)
      }
    }
    columns.pairs.commit(2 * keys)
    columns.endObject()
  }
}
