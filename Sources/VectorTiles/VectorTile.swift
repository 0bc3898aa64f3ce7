/// Vector tiles by the Mapbox Vector Tile specification 2.1 (media type
/// `application/vnd.mapbox-vector-tile`).
public enum VectorTile {
  /// The tile of `layers` in their order; layers without features are left out.
  ///
  /// The names of the layers must differ. A tile without any feature is zero bytes.
  public static func encode(_ layers: consuming [VectorTileLayer]) -> [UInt8] {
    // In place: a copy of the layers would copy all that they hold.
    for index in layers.indices { layers[index].finish() }
    var tile = ByteWriter()
    tile.reserve(
      layers.reduce(0) { $0 + $1.features.count + $1.tags.values.byteCount + 1024 })
    for layer in layers where !layer.isEmpty {
      var keys = ByteWriter()
      for key in layer.tags.usedKeys { keys.append(tag: 0x1a, text: key) }
      var head = ByteWriter()
      head.append(byte: 0x78)
      head.append(byte: 2)
      head.append(tag: 0x0a, text: layer.name)
      var tail = ByteWriter()
      tail.append(byte: 0x28)
      tail.append(varint: UInt64(layer.extent))
      let length =
        head.count + layer.features.count + keys.count + layer.tags.values.byteCount
        + tail.count
      tile.append(byte: 0x1a)
      tile.append(varint: UInt64(length))
      tile.append(head)
      tile.append(layer.features)
      tile.append(keys)
      layer.tags.values.write(to: &tile)
      tile.append(tail)
    }
    return tile.bytes
  }
}
