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
  /// The keys and values that the features use.
  private(set) var tags = FeatureTags()

  private var encoder: GeometryEncoder
  private var tagBytes = ByteWriter()
  private var waiting = DeferredPolygons()
  /// The rings of a polygon that waits for no others.
  private var rings = GridRings()
  private var specks = SubpixelAggregates()

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

  /// The handle of the property `name` for ``FeatureTags``; the same for the same name.
  ///
  /// Keys that no feature uses do not reach the tile.
  public mutating func key(_ name: String) -> Int { tags.key(name) }

  /// Cuts a feature for the tile and adds what is left of it.
  ///
  /// A collection becomes one feature for each of points, lines and polygons that it holds at any
  /// depth, with the same id and tags.
  ///
  /// Linear in the number of vertices; simplification takes at most ~500 steps a vertex.
  ///
  /// - Parameters:
  ///   - id: The feature's id, which should be unique within the layer.
  ///   - geometry: Longitudes and latitudes in degrees; further ordinates are passed over.
  ///   - fill: Gives the feature its tags; called where something of the feature is in the tile,
  ///     for a collection up to three times.
  public mutating func add(
    id: UInt64?, geometry: Geometry, tags fill: (inout FeatureTags) -> Void
  ) {
    switch TileGeometryType(geometry.kind) {
    case let type?: add(id: id, type, CollectionOfOne(geometry), tags: fill)
    case nil:
      let leaves = leaves(of: geometry)
      for type in TileGeometryType.allCases {
        if let geometries = leaves[type] { add(id: id, type, geometries, tags: fill) }
      }
    }
  }

  /// Cuts a feature whose tags are at hand as handles from ``key(_:)`` and values.
  public mutating func add(
    id: UInt64?, geometry: Geometry, tags: [(key: Int, value: PropertyValue)]
  ) {
    add(id: id, geometry: geometry) { $0.append(tags) }
  }

  /// The points, lines and polygons that a collection holds at any depth.
  private func leaves(of collection: Geometry) -> [TileGeometryType: [Geometry]] {
    var leaves: [TileGeometryType: [Geometry]] = [:]
    var waiting = [collection]
    while let next = waiting.popLast() {
      if let type = TileGeometryType(next.kind) {
        leaves[type, default: []].append(next)
      } else {
        waiting.append(contentsOf: next.members.reversed())
      }
    }
    return leaves
  }

  private mutating func add(
    id: UInt64?, _ type: TileGeometryType, _ geometries: some Collection<Geometry>,
    tags fill: (inout FeatureTags) -> Void
  ) {
    encoder.removeAll()
    switch type {
    case .point: encoder.append(points: geometries)
    case .line: for line in geometries { encoder.append(lines: line) }
    case .polygon where encoder.tolerance > 0:
      // Borders that polygons share are simplified as one, so each waits for the others.
      for polygon in geometries { encoder.cut(polygons: polygon, into: &waiting.rings) }
      guard waiting.holdsLooseRings else { return }
      tags.beginFeature()
      fill(&tags)
      return waiting.endFeature(id: id, tags: tags.pairs)
    case .polygon:
      rings.removeAll()
      for polygon in geometries { encoder.cut(polygons: polygon, into: &rings) }
      encoder.append(polygons: rings, 0..<rings.count, nodes: nil)
    }
    guard !encoder.commands.isEmpty else { return }
    writtenCount += 1
    tags.beginFeature()
    fill(&tags)
    tags.encode(tags.pairs[...], into: &tagBytes)
    encoder.commands.write(id: id, type, tags: tagBytes, to: &features)
  }

  /// Adds a mark of the size of a pixel for a line or polygon that is smaller.
  ///
  /// Marks with the same tags are drawn as one feature without an id.
  ///
  /// - Parameters:
  ///   - pixel: Its side in 1/4096 tile.
  ///   - fill: Gives the feature its tags.
  public mutating func add(
    speckOf geometry: Geometry, pixel: Double = 8, tags fill: (inout FeatureTags) -> Void
  ) {
    guard let type = TileGeometryType(geometry.kind), type != .point else {
      return add(id: nil, geometry: geometry, tags: fill)
    }
    tags.beginFeature()
    fill(&tags)
    tags.encode(tags.pairs[...], into: &tagBytes)
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
    let nodes = waiting.nodes
    for feature in waiting.features {
      encoder.removeAll()
      encoder.append(polygons: waiting.rings, feature.rings, nodes: nodes)
      guard !encoder.commands.isEmpty else { continue }
      writtenCount += 1
      tags.encode(waiting.tags[feature.tags], into: &tagBytes)
      encoder.commands.write(id: feature.id, .polygon, tags: tagBytes, to: &features)
    }
    waiting = DeferredPolygons()
    for group in specks.groups where !group.commands.isEmpty {
      writtenCount += 1
      group.commands.write(id: nil, group.type, tags: group.tags, to: &features)
    }
    specks = SubpixelAggregates()
  }
}
