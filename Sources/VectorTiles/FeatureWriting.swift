extension GeometryCommands {
  /// Appends a feature of this geometry to the features of a layer (MVT specification 2.1, §4.2).
  ///
  /// - Parameter tags: The packed pairs of key and value index; left out where there are none.
  func write(
    id: UInt64?, _ type: TileGeometryType, tags: borrowing ByteWriter,
    to features: inout ByteWriter
  ) {
    var length = 3 + varintLength(UInt64(bytes.count)) + bytes.count
    if let id { length += 1 + varintLength(id) }
    if tags.count > 0 { length += 1 + varintLength(UInt64(tags.count)) + tags.count }

    features.reserve(length + 11)
    var index = features.count
    var out = features.storage.mutableSpan
    putByte(0x12, into: &out, at: &index)
    putVarint(UInt64(length), into: &out, at: &index)
    if let id {
      putByte(0x08, into: &out, at: &index)
      putVarint(id, into: &out, at: &index)
    }
    if tags.count > 0 {
      putByte(0x12, into: &out, at: &index)
      putVarint(UInt64(tags.count), into: &out, at: &index)
      putBytes(tags.storage.span.extracting(first: tags.count), into: &out, at: &index)
    }
    putByte(0x18, into: &out, at: &index)
    putByte(type.rawValue, into: &out, at: &index)
    putByte(0x22, into: &out, at: &index)
    putVarint(UInt64(bytes.count), into: &out, at: &index)
    putBytes(bytes.storage.span.extracting(first: bytes.count), into: &out, at: &index)
    features.count = index
  }
}
