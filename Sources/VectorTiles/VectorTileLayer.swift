public import SimpleFeatures

/// One layer of a vector tile in the making, by the Mapbox Vector Tile specification 2.1.
///
/// Geometries come in degrees of longitude and latitude (CRS84 or CGCS2000) and are projected to
/// the tile's pyramid, clipped to the tile and its buffer, rounded and simplified. Nothing
/// that is added can stop the program: vertices that are not finite are left out, latitudes beyond
/// 89.99° are moved there and features of which nothing is left in the tile are dropped.
///
/// ```swift
/// var layer = VectorTileLayer(name: "building", tile: tile)
/// let height = layer.key("height")
/// layer.add(id: 7, geometry: footprint, tags: [(height, .real(23.5))])
/// let bytes = Gzip.compress(VectorTile.encode([layer]))
/// ```
public struct VectorTileLayer {
  /// The layer's name, which must be unique within a tile.
  public let name: String
  /// The tile that is being cut.
  public let tile: TileCoordinate
  /// The number of grid units along a side of the tile.
  public let extent: Int
  /// The number of features so far, those counted that simplification may yet leave nothing of.
  public var featureCount: Int { writtenCount + waiting.features.count + specks.groups.count }
  private var writtenCount = 0

  /// The features as fields of the layer message.
  var features = ByteWriter()
  /// The values as fields of the layer message.
  var values = ValueTable()
  /// The keys that features use, in the order of their wire indices.
  private(set) var usedKeys: [String] = []

  private var encoder: GeometryEncoder
  private var keyIndices: [String: Int] = [:]
  private var keyNames: [String] = []
  /// For each key its index in the tile, −1 until a feature uses it.
  private var wireIndices: [Int] = []
  /// For each key the number, counted from 1, of the last feature that has a value for it.
  private var lastFeatures: [Int] = []
  private var tagBytes = ByteWriter()
  /// How many features have had their tags encoded.
  private var taggedCount = 0
  private var waiting = WaitingPolygons()
  private var spareRings = GridRings()
  private var specks = Specks()

  /// An empty layer of `tile`.
  ///
  /// - Parameters:
  ///   - name: The layer's name, unique within its tile.
  ///   - tile: The tile to cut, of either pyramid.
  ///   - extent: Grid units along a side, brought into 1...65,536.
  ///   - buffer: How far beyond the tile geometries are kept, in 1/4096 tile, brought into
  /// 0...4096.
  ///   - simplification: The Douglas–Peucker tolerance in 1/4096 tile; 0 or less keeps every vertex
  ///     that is not in line with its neighbours on the grid.
  ///   - minimumArea: Rings whose area before clipping is smaller vanish, a shell with its holes;
  ///     in squares of 1/4096 tile.
  public init(
    name: String, tile: TileCoordinate, extent: Int = 4096, buffer: Int = 64,
    simplification: Double = 0, minimumArea: Double = 0
  ) {
    self.name = name
    self.tile = tile
    self.extent = min(max(extent, 1), 65_536)
    let unit = Double(self.extent) / 4096
    encoder = GeometryEncoder(
      frame: TileFrame(
        tile: tile, extent: self.extent, buffer: Double(min(max(buffer, 0), 4096)) * unit),
      tolerance: simplification * unit, minimumArea: minimumArea * unit * unit)
  }

  /// Whether no feature is in the layer.
  public var isEmpty: Bool { featureCount == 0 }

  /// The handle of the property `name` for ``add(id:geometry:tags:)``; the same for the same name.
  ///
  /// Keys that no feature uses do not reach the tile.
  public mutating func key(_ name: String) -> Int {
    if let index = keyIndices[name] { return index }
    keyNames.append(name)
    wireIndices.append(-1)
    lastFeatures.append(0)
    keyIndices[name] = keyNames.count - 1
    return keyNames.count - 1
  }

  /// Cuts a feature for the tile and adds what is left of it.
  ///
  /// A collection becomes one feature for each of points, lines and polygons that it holds at any
  /// depth, with the same id and tags. Tags with a null value, a number that is not finite or a key
  /// that is not of this layer are left out, and so is a key's second value.
  ///
  /// Linear in the number of vertices; simplification takes at most ~500 steps a vertex.
  ///
  /// - Parameters:
  ///   - id: The feature's id, which should be unique within the layer.
  ///   - geometry: Longitudes and latitudes in degrees; further ordinates are passed over.
  ///   - tags: Handles from ``key(_:)`` and values.
  public mutating func add(
    id: UInt64?, geometry: Geometry, tags: [(key: Int, value: PropertyValue)]
  ) {
    encoder.removeAll()
    switch TileGeometryType(geometry.kind) {
    case .point?:
      encoder.append(points: [geometry])
      finish(.point, id: id, tags: tags)
    case .line?:
      encoder.append(lines: geometry)
      finish(.line, id: id, tags: tags)
    case .polygon?: add(id: id, polygons: [geometry], tags: tags)
    case nil: add(id: id, collection: geometry, tags: tags)
    }
  }

  private mutating func add(
    id: UInt64?, collection: Geometry, tags: [(key: Int, value: PropertyValue)]
  ) {
    var leaves: [TileGeometryType: [Geometry]] = [:]
    var waiting = [collection]
    while let next = waiting.popLast() {
      if let type = TileGeometryType(next.kind) {
        leaves[type, default: []].append(next)
      } else {
        waiting.append(contentsOf: next.members.reversed())
      }
    }
    for type in TileGeometryType.allCases {
      guard let geometries = leaves[type] else { continue }
      encoder.removeAll()
      switch type {
      case .point: encoder.append(points: geometries)
      case .line: for line in geometries { encoder.append(lines: line) }
      case .polygon:
        add(id: id, polygons: geometries, tags: tags)
        continue
      }
      finish(type, id: id, tags: tags)
    }
  }

  /// Cuts polygons, which, where they are simplified, wait for the others of the layer: borders
  /// that they share are simplified as one.
  private mutating func add(
    id: UInt64?, polygons: [Geometry], tags: [(key: Int, value: PropertyValue)]
  ) {
    guard encoder.tolerance > 0 else {
      var rings = GridRings()
      swap(&rings, &spareRings)
      rings.removeAll()
      for polygon in polygons { encoder.cut(polygons: polygon, into: &rings) }
      encoder.append(polygons: rings, 0..<rings.count, nodes: nil)
      swap(&rings, &spareRings)
      return finish(.polygon, id: id, tags: tags)
    }
    for polygon in polygons { encoder.cut(polygons: polygon, into: &waiting.rings) }
    waiting.endFeature(id: id, tags: tags)
  }

  /// Adds a mark of the size of a pixel for a line or polygon that is smaller.
  ///
  /// Marks with the same tags are drawn as one feature without an id.
  ///
  /// - Parameter pixel: Its side in 1/4096 tile.
  public mutating func add(
    speckOf geometry: Geometry, pixel: Double = 8, tags: [(key: Int, value: PropertyValue)]
  ) {
    guard let type = TileGeometryType(geometry.kind), type != .point else {
      return add(id: nil, geometry: geometry, tags: tags)
    }
    encode(tags)
    let side = pixel * Double(extent) / 4096
    encoder.commands = specks.take(type, tagBytes)
    if type == .line {
      encoder.append(speckOf: geometry, length: side)
    } else {
      encoder.append(speckOf: geometry.envelope, side: side)
    }
    specks.put(encoder.commands)
    encoder.commands = GeometryCommands()
  }

  /// Writes the features that wait for others.
  mutating func finish() {
    let nodes =
      waiting.features.count > 1
      ? Optional(waiting.rings.nodes(between: waiting.features.lazy.map(\.rings))) : nil
    for feature in waiting.features {
      encoder.removeAll()
      encoder.append(polygons: waiting.rings, feature.rings, nodes: nodes)
      finish(.polygon, id: feature.id, tags: feature.tags)
    }
    waiting = WaitingPolygons()
    for group in specks.groups where !group.commands.isEmpty {
      writtenCount += 1
      appendFeature(
        id: nil, type: group.type, tags: group.tags, geometry: group.commands.bytes, to: &features)
    }
    specks = Specks()
  }

  /// Writes the feature whose geometry the encoder holds, unless nothing is left of it.
  private mutating func finish(
    _ type: TileGeometryType, id: UInt64?, tags: [(key: Int, value: PropertyValue)]
  ) {
    guard !encoder.commands.isEmpty else { return }
    writtenCount += 1
    encode(tags)
    appendFeature(
      id: id, type: type, tags: tagBytes, geometry: encoder.commands.bytes, to: &features)
  }

  /// Fills ``tagBytes`` with the pairs of key and value index of the feature being written.
  private mutating func encode(_ tags: [(key: Int, value: PropertyValue)]) {
    tagBytes.count = 0
    taggedCount += 1
    for (key, value) in tags {
      guard keyNames.indices.contains(key), lastFeatures[key] != taggedCount,
        let valueIndex = values.index(of: value)
      else { continue }
      lastFeatures[key] = taggedCount
      if wireIndices[key] < 0 {
        wireIndices[key] = usedKeys.count
        usedKeys.append(keyNames[key])
      }
      tagBytes.append(varint: UInt64(truncatingIfNeeded: wireIndices[key]))
      tagBytes.append(varint: UInt64(truncatingIfNeeded: valueIndex))
    }
  }
}
