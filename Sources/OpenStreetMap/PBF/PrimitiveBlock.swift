/// A block of objects, decoded into a ``BlockMemory`` whose `bytes` hold it.
struct PrimitiveBlock {
  let memory: BlockMemory
  let kinds: OSMKinds
  let base: BlockBytes
  var scale = CoordinateScale()
  private var table = 0..<0
  private var groups: [Range<Int>] = []

  /// Decodes the objects of those kinds.
  static func decode(_ memory: BlockMemory, _ kinds: OSMKinds) throws(OSMError) {
    var block = PrimitiveBlock(memory, kinds)
    try block.readOutline()
    try block.readStrings()
    for group in block.groups { try block.readGroup(Wire(block.base, group)) }
  }

  private init(_ memory: BlockMemory, _ kinds: OSMKinds) {
    self.memory = memory
    self.kinds = kinds
    base = unsafe BlockBytes(memory.bytes.pointer)
  }

  /// How many strings the block has.
  var stringCount: UInt32 { UInt32(truncatingIfNeeded: memory.stringStarts.count) }

  /// Where strings and groups lie; how coordinates are counted stands behind them.
  private mutating func readOutline() throws(OSMError) {
    var wire = Wire(base, 0..<memory.bytes.count)
    while let tag = try wire.next() {
      switch tag {
      case 0x0A: table = try wire.bytes()
      case 0x12:
        let group = try wire.bytes()
        if try hasWanted(group) { groups.append(group) }
      case 0x88: scale.granularity = Int64(bitPattern: try wire.varint())
      case 0x98: scale.latitudeOffset = Int64(bitPattern: try wire.varint())
      case 0xA0: scale.longitudeOffset = Int64(bitPattern: try wire.varint())
      default: try wire.skip(tag)
      }
    }
    guard scale.granularity > 0, scale.granularity <= 180_000_000_000 else {
      throw OSMError.damaged("its granularity is \(scale.granularity) nanodegrees")
    }
  }

  /// Whether a group may hold objects of the wanted kinds; a group is of one kind.
  private func hasWanted(_ group: Range<Int>) throws(OSMError) -> Bool {
    var wire = Wire(base, group)
    while let tag = try wire.next() {
      if let kind = Self.kind(of: tag), kinds.contains(kind) { return true }
      try wire.skip(tag)
    }
    return false
  }

  private static func kind(of tag: Wire.Tag) -> OSMKinds? {
    switch tag {
    case 0x0A, 0x12: .nodes
    case 0x1A: .ways
    case 0x22: .relations
    default: nil
    }
  }

  private func readStrings() throws(OSMError) {
    guard !groups.isEmpty else { return }
    var wire = Wire(base, table)
    while let tag = try wire.next() {
      guard tag == 0x0A else {
        try wire.skip(tag)
        continue
      }
      let range = try wire.bytes()
      memory.stringStarts.append(UInt32(range.lowerBound))
      memory.stringLengths.append(UInt32(range.count))
    }
  }

  private mutating func readGroup(_ group: Wire) throws(OSMError) {
    var wire = group
    var objects = ObjectReader(self)
    while let tag = try wire.next() {
      switch tag {
      case 0x0A where kinds.contains(.nodes): try objects.readNode(try wire.message())
      case 0x12 where kinds.contains(.nodes): try DenseNodes.read(try wire.message(), self)
      case 0x1A where kinds.contains(.ways): try objects.readWay(try wire.message())
      case 0x22 where kinds.contains(.relations): try objects.readRelation(try wire.message())
      default: try wire.skip(tag)
      }
    }
  }
}

/// How a block counts coordinates.
struct CoordinateScale {
  /// In 1e-9 degrees.
  var granularity: Int64 = 100
  var latitudeOffset: Int64 = 0
  var longitudeOffset: Int64 = 0

  static let mostLongitude: Int64 = 1_800_000_000
  static let mostLatitude: Int64 = 900_000_000

  /// Whether coordinates stand in the block as they are given out.
  var isPlain: Bool { granularity == 100 && latitudeOffset == 0 && longitudeOffset == 0 }

  func longitude(_ value: Int64) -> Int32? {
    isPlain
      ? (value.magnitude <= UInt64(Self.mostLongitude) ? Int32(truncatingIfNeeded: value) : nil)
      : scaled(value, longitudeOffset, Self.mostLongitude)
  }

  func latitude(_ value: Int64) -> Int32? {
    isPlain
      ? (value.magnitude <= UInt64(Self.mostLatitude) ? Int32(truncatingIfNeeded: value) : nil)
      : scaled(value, latitudeOffset, Self.mostLatitude)
  }

  /// 1e-7 degrees, to the nearest; `nil` beyond the limit.
  private func scaled(_ value: Int64, _ offset: Int64, _ most: Int64) -> Int32? {
    let (product, tooLarge) = value.multipliedReportingOverflow(by: granularity)
    let (nano, beyond) = product.addingReportingOverflow(offset)
    guard !tooLarge, !beyond, nano.magnitude <= UInt64(most) * 100 else { return nil }
    return Int32(truncatingIfNeeded: (nano + (nano < 0 ? -50 : 50)) / 100)
  }

  /// What is wrong with a node whose place cannot be.
  func fault(_ id: Int64, _ longitude: Int64, _ latitude: Int64) -> OSMError {
    func degrees(_ value: Int64, _ offset: Int64) -> Double {
      (Double(value) * Double(granularity) + Double(offset)) / 1e9
    }
    return OSMError.damaged(
      "node \(id) lies at longitude \(degrees(longitude, longitudeOffset)), latitude "
        + "\(degrees(latitude, latitudeOffset)), which is no place on the earth")
  }
}
