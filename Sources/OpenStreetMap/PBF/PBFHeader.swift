extension OSMHeader {
  /// What files may require of this reader.
  private static let understood: Set<String> = [
    "OsmSchema-V0.6", "DenseNodes", OSMHeader.locationsOnWays,
  ]

  /// The header of a PBF file from its first blob.
  init(pbf file: InputFile) throws(OSMError) {
    var frames = BlobFrames(file)
    guard let frame = try frames.next() else {
      throw OSMError(.unknownFormat, "\(file.path) is empty", hint: "fetch it again")
    }
    guard frame.type == BlobFrame.headerType else {
      throw OSMError.damaged(
        "the first blob is \(frame.type) and should be \(BlobFrame.headerType)", at: 0)
    }
    var reader = BlobReader(file)
    var bytes = Column<UInt8>()
    do throws(OSMError) {
      try reader.read(frame, into: &bytes)
      try self.init(unsafe Wire(BlockBytes(bytes.pointer), 0..<bytes.count))
    } catch {
      throw frame.located(error)
    }
  }

  /// A header block.
  ///
  /// - Throws: Where it requires what this reader does not understand.
  init(_ message: Wire) throws(OSMError) {
    self.init()
    var wire = message
    while let tag = try wire.next() {
      switch tag {
      case 0x0A: bounds = try Bounds(try wire.message())
      case 0x22: requiredFeatures.append(try wire.text())
      case 0x2A: optionalFeatures.append(try wire.text())
      case 0x82: writingProgram = try wire.text()
      case 0x8A: source = try wire.text()
      default: try wire.skip(tag)
      }
    }
    guard let unknown = requiredFeatures.first(where: { !Self.understood.contains($0) }) else {
      return
    }
    throw OSMError(
      .unsupported, "the file requires the feature \(unknown), which this reader does not know",
      hint: unknown == "HistoricalInformation"
        ? "take one moment of it: osmium time-filter -o NEW.osm.pbf OLD 2025-01-01T00:00:00Z"
        : "write it without: osmium cat -o NEW.osm.pbf OLD")
  }
}

extension OSMHeader.Bounds {
  /// A box in units of 1e-9 degrees.
  fileprivate init(_ message: Wire) throws(OSMError) {
    var wire = message
    self.init(west: 0, south: 0, east: 0, north: 0)
    while let tag = try wire.next() {
      switch tag {
      case 0x08: west = Double(try wire.signedVarint()) / 1e9
      case 0x10: east = Double(try wire.signedVarint()) / 1e9
      case 0x18: north = Double(try wire.signedVarint()) / 1e9
      case 0x20: south = Double(try wire.signedVarint()) / 1e9
      default: try wire.skip(tag)
      }
    }
  }
}
