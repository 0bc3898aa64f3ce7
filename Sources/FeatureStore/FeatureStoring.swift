package import Catalog
package import SimpleFeatures
package import VectorTiles

/// Where layers of features live.
///
/// The SpatiaLite city file is the first store; others keep this contract.
package protocol FeatureStoring: Sendable {
  /// Throws where what is read is no longer what stands at the store's place.
  func check() async throws
  /// Runs `body` on the features as they are seen from `mapVersion`, while others may write.
  ///
  /// - Parameter isBrief: Whether `body` is done within a few milliseconds, so that it may run on
  ///   the caller's thread where that saves the way to another.
  func read<Result: Sendable>(
    _ mapVersion: MapVersion, isBrief: Bool,
    _ body: @escaping @Sendable (any FeatureSnapshot) throws -> Result
  ) async throws -> Result
  /// Like ``read(_:_:)``, on the caller's thread, which waits for it.
  func readNow<Result>(
    _ mapVersion: MapVersion, _ body: (any FeatureSnapshot) throws -> Result
  ) throws -> Result
  /// The commits before number `before`, the last first.
  ///
  /// - Parameter layer: Only those to this layer; `nil` for all.
  func log(layer: String?, before: Int, limit: Int) async throws -> [Commit]
  /// One commit with its report; throws ``StoreErrorCode/unknownCommit``.
  func commit(_ number: Int) async throws -> CommitRecord
  /// At most `limit` features of a layer that differ between two mapVersions, in the order of the
  /// bytes of their ids; `next` is the `after` of the page that follows.
  func changes(
    of layerID: String, from old: MapVersion, to new: MapVersion, after: String, limit: Int
  ) async throws -> (changes: [FeatureChange], next: String?)
}

/// The layers and features of a store, as of one commit.
package protocol FeatureSnapshot {
  /// The layers that a commit has made, by id.
  func layers() throws -> [StoredLayer]
  /// One layer, empty before its first commit; throws ``StoreErrorCode/unknownLayer``.
  func layer(_ id: String) throws -> StoredLayer
  /// One feature; `nil` where the layer has none of that id.
  func feature(_ id: String, in layer: StoredLayer) throws -> StoredFeature?
  /// One page of the features that `query` selects, in the order of their rows.
  func features(_ query: FeatureQuery, in layer: StoredLayer) throws -> FeaturePage
  /// The features whose names, addresses, codes or ids hold what is looked for, the best first, and
  /// the layers whose titles do.
  func search(_ query: SearchQuery) throws -> SearchAnswer
  /// Calls `body` for each feature of `layer` in the order of rows.
  func forEachFeature(
    of layer: StoredLayer, _ body: (borrowing FeatureRow) throws -> Void
  ) throws
  /// Calls `body` for each feature of `layer` whose box meets `box`, in no order.
  ///
  /// Some may lie just outside the box, since the index rounds boxes outwards.
  ///
  /// - Parameter weight: Features of a smaller weight (``FeatureRank``) may be left out, where that
  ///   is quicker; 0 gives all.
  func forEachFeature(
    of layer: StoredLayer, meeting box: Envelope, weighing weight: Double,
    _ body: (borrowing FeatureRow) throws -> Void
  ) throws
  /// A name for the state of each of `layers` in a tile: it changes with the commits that concern
  /// the tile.
  ///
  /// - Complexity: A row of an index for each layer, however much the tile shows.
  func states(of layers: [StoredLayer], in tile: TileCoordinate) throws -> [String]
  /// Number of the city's last commit, whatever the mapVersion; 0 before the first.
  func lastCommit() throws -> Int
}

extension FeatureStoring {
  /// Runs `body` on the features as they are seen from `mapVersion`, however long it takes.
  package func read<Result: Sendable>(
    _ mapVersion: MapVersion, _ body: @escaping @Sendable (any FeatureSnapshot) throws -> Result
  ) async throws -> Result {
    try await read(mapVersion, isBrief: false, body)
  }
}

extension FeatureSnapshot {
  /// Calls `body` for each feature of `layer` whose box meets `box`, in no order.
  ///
  /// Some may lie just outside the box, since the index rounds boxes outwards.
  package func forEachFeature(
    of layer: StoredLayer, meeting box: Envelope, _ body: (borrowing FeatureRow) throws -> Void
  ) throws {
    try forEachFeature(of: layer, meeting: box, weighing: 0, body)
  }
}

/// A layer as the store holds it.
package struct StoredLayer: Equatable, Sendable {
  package var definition: LayerDefinition
  package var featureCount: Int
  /// Number of the commit that last changed the layer.
  package var lastCommit: Int
  /// A random name of that commit, unlike any in another city.
  package var lastCommitToken: String
  /// Time of that commit, RFC 3339.
  package var lastCommitTime: String
  /// Time of the first commit to the layer, RFC 3339: what it was before is not known.
  package var firstCommitTime: String
  /// Longitude and latitude of all features; `nil` for an empty layer.
  package var extent: Envelope?
  package var id: String { definition.id }

  /// A layer of its parts.
  package init(
    definition: LayerDefinition, featureCount: Int, lastCommit: Int, lastCommitToken: String,
    lastCommitTime: String, firstCommitTime: String, extent: Envelope?
  ) {
    self.definition = definition
    self.featureCount = featureCount
    self.lastCommit = lastCommit
    self.lastCommitToken = lastCommitToken
    self.lastCommitTime = lastCommitTime
    self.firstCommitTime = firstCommitTime
    self.extent = extent
  }

  /// As the layer was before its first commit.
  mutating func becomeEmpty() {
    (featureCount, lastCommit, lastCommitToken, extent) = (0, 0, "", nil)
  }
}

/// A feature of a layer.
package struct StoredFeature: Equatable, Sendable {
  /// Number of the row, stable for the life of the feature.
  package var row: Int64
  package var id: String
  package var geometry: Geometry
  /// One value for each field of the layer, in the layer's order.
  package var values: [PropertyValue]
  /// Number of the commit that wrote this version.
  package var commit: Int

  /// A feature of its parts.
  package init(
    row: Int64, id: String, geometry: Geometry, values: [PropertyValue], commit: Int
  ) {
    self.row = row
    self.id = id
    self.geometry = geometry
    self.values = values
    self.commit = commit
  }

  /// What its geometry takes in memory.
  var geometryBytes: Int { geometry.ordinates.count * MemoryLayout<Double>.stride }
}

/// Which features of a layer are wanted.
package struct FeatureQuery: Equatable, Sendable {
  /// What is true of the features.
  package var predicate: FeaturePredicate
  /// Only rows after this one: where the page before ended.
  package var afterRow: Int64
  package var limit: Int
  /// A page ends with the feature whose geometry makes it so long, however many are asked for.
  package var enoughBytes = enoughBytes

  /// 16 MB.
  static let enoughBytes = 16 << 20

  package init(
    _ predicate: FeaturePredicate = .everything, afterRow: Int64 = .min, limit: Int = 10
  ) {
    self.predicate = predicate
    self.afterRow = afterRow
    self.limit = limit
  }
}

/// Some of the features that a query selects.
package struct FeaturePage: Sendable {
  package var features: [StoredFeature]
  /// ``FeatureQuery/afterRow`` of the next page; `nil` on the last.
  package var nextAfterRow: Int64?
  /// How many features the query selects over all pages, exactly.
  package var matchedCount: Int

  /// A page of its parts.
  package init(features: [StoredFeature], nextAfterRow: Int64?, matchedCount: Int) {
    self.features = features
    self.nextAfterRow = nextAfterRow
    self.matchedCount = matchedCount
  }
}

/// Why a store cannot answer.
package typealias StoreError = CodedError<StoreErrorCode>

/// The kinds of ``StoreError``, as stable names for programs.
package enum StoreErrorCode: String, Sendable {
  case unknownLayer = "unknown-layer"
  case incompatibleDefinition = "incompatible-definition"
  case damagedDefinition = "damaged-definition"
  case unknownCommit = "unknown-commit"
  case historyNotKept = "history-not-kept"
  case outsideTime = "outside-time"
  case brokenRule = "broken-rule"
}
