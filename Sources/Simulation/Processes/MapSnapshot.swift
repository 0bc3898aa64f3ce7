public import Catalog
public import SimpleFeatures

/// The one map as a process may ask it: all answers are of one commit.
public protocol MapSnapshot: Sendable {
  /// Number of the commit that is seen.
  var commit: Int { get }

  /// The ids of the layers that have a role, in their order; none where the city has no such layer.
  ///
  /// - Throws: Where a layer of the city is damaged.
  func layers(withRole role: LayerRole) throws -> [String]

  /// The raster layers that have a role, in their order; none where the city has no such layer.
  func rasters(withRole role: LayerRole) throws -> [MapRaster]

  /// A raster layer on the cells of a lattice, in the lattice's CRS; NaN where it has no value.
  ///
  /// - Throws: Where there is no such raster layer or the CRS cannot be reached exactly.
  func raster(_ layer: String, on lattice: RasterLattice) throws -> RasterGrid

  /// The features of a layer that share a point with an area; both in `crs`, such as `EPSG:4547`.
  ///
  /// - Throws: Where there is no such layer or the CRS cannot be reached exactly.
  func features(_ layer: String, in area: Envelope, crs: String) throws -> [Feature]

  /// What the heights in the fields of a layer are counted from, by the fields that say it.
  ///
  /// - Throws: Where there is no such layer, or it is damaged.
  func datums(of layer: String) throws -> [String: VerticalDatum]

  /// The map with the edits of a scenario, as of the commit that is seen.
  ///
  /// - Throws: Where an edit does not fit the city.
  func with(_ scenario: Scenario) throws -> any MapSnapshot

  /// Calls `body` for each feature of a layer, in degrees of longitude and latitude (CGCS2000).
  ///
  /// - Parameter area: Only features whose boxes meet it; some may lie just outside.
  /// - Throws: Where there is no such layer, or it is damaged.
  func forEachFeature(
    of layer: String, meeting area: Envelope?, _ body: (Feature) throws -> Void
  ) throws
}

/// A raster layer as a process may know it.
public struct MapRaster: Sendable {
  /// The layer's id.
  public let id: String
  /// Its own cells.
  public let lattice: RasterLattice
  /// What heights are counted from; `nil` where values are no heights or nothing is known of it.
  public let datum: VerticalDatum?

  /// A raster layer with its cells.
  public init(id: String, lattice: RasterLattice, datum: VerticalDatum?) {
    self.id = id
    self.lattice = lattice
    self.datum = datum
  }
}

extension MapSnapshot {
  /// None: nothing is known of a map that says nothing.
  public func datums(of layer: String) throws -> [String: VerticalDatum] { [:] }

  /// Calls `body` for each feature of all layers that have a role.
  ///
  /// - Returns: Whether the city has such a layer.
  @discardableResult
  public func forEachFeature(
    withRole role: LayerRole, meeting area: Envelope? = nil, _ body: (Feature) throws -> Void
  ) throws -> Bool {
    let layers = try layers(withRole: role)
    for layer in layers { try forEachFeature(of: layer, meeting: area, body) }
    return !layers.isEmpty
  }

  /// The ids of the features of all layers that have a role.
  public func ids(withRole role: LayerRole) throws -> Set<String> {
    var ids = Set<String>()
    try forEachFeature(withRole: role) { if let id = $0.id { ids.insert(id) } }
    return ids
  }

  /// The features of all layers that have a role, in no order.
  public func features(withRole role: LayerRole, meeting area: Envelope? = nil) throws -> [Feature]
  {
    var features: [Feature] = []
    try forEachFeature(withRole: role, meeting: area) { features.append($0) }
    return features
  }
}
