package import Catalog
import FeatureStore
import GeometryCore
package import SimpleFeatures
package import Simulation

/// The city at one commit, as processes ask it.
///
/// Nothing is opened before something is asked, and nothing stays open; each answer is of the same
/// commit, since the city keeps its history. Asking waits on the caller's thread.
package struct CitySnapshot: MapSnapshot {
  package let commit: Int
  private let map: CityMap
  /// Whose edits are seen.
  private let scenario: Scenario?

  /// The city as it is now.
  package init(_ map: CityMap) async throws {
    self.map = map.view(at: .latest)
    commit = try await map.lastCommit()
    scenario = nil
  }

  private init(_ map: CityMap, _ commit: Int, _ scenario: Scenario) {
    self.map = map
    self.commit = commit
    self.scenario = scenario
  }

  package func with(_ scenario: Scenario) throws -> any MapSnapshot {
    let seen = CitySnapshot(map, scenario.base ?? commit, scenario)
    // Edits that do not fit are told now and not amid a run.
    _ = try seen.read { try $0.layers() }
    return seen
  }

  package func rasters(withRole role: LayerRole) throws -> [MapRaster] {
    try map.store.readRastersNow(version) { snapshot in
      try snapshot.rasters().filter { ($0.definition.role ?? map.roles[$0.id]) == role }.map {
        MapRaster(id: $0.id, lattice: $0.lattice, datum: $0.rule?.datum)
      }
    }
  }

  private var version: MapVersion { MapVersion(.commit(commit), scenario: scenario) }

  package func layers(withRole role: LayerRole) throws -> [String] {
    try read { try map.layers(withRole: role, in: $0) }
  }

  package func raster(_ layer: String, on lattice: RasterLattice) throws -> RasterGrid {
    try map.store.readRastersNow(version) { snapshot in
      let known = try snapshot.rasters().map(\.definition)
      guard let raster = try snapshot.raster(known.named(layer)?.id ?? layer) else {
        throw StoreError(
          .unknownLayer, "the city has no raster layer \"\(layer)\"",
          hint: choices(for: layer, among: known.map(\.id)))
      }
      return try RasterWay(raster, to: lattice).grid(from: snapshot, by: raster.method)
    }
  }

  package func datums(of layer: String) throws -> [String: Catalog.VerticalDatum] {
    try read { snapshot in
      let known = try snapshot.layers().map(\.definition)
      let layer = try snapshot.layer(known.named(layer)?.id ?? layer)
      return Dictionary(
        uniqueKeysWithValues: layer.definition.fields.compactMap { field in
          field.datum.map { (field.name, $0) }
        })
    }
  }

  package func features(_ layer: String, in area: Envelope, crs: String) throws -> [Feature] {
    let system = try CoordinateReferenceSystem(crs)
    let outward = try CoordinateTransform(from: .cgcs2000, to: system)
    let box = try CoordinateTransform(from: system, to: .cgcs2000).transform(area)
    var features: [Feature] = []
    try forEachFeature(of: layer, meeting: box) { feature in
      var feature = feature
      feature.geometry = try feature.geometry.map { try outward.transform($0) }
      if feature.geometry?.intersects(area) ?? false { features.append(feature) }
    }
    return features
  }

  package func forEachFeature(
    of layer: String, meeting area: Envelope?, _ body: (Feature) throws -> Void
  ) throws {
    try read { snapshot in
      let known = try snapshot.layers().map(\.definition)
      let layer = try snapshot.layer(known.named(layer)?.id ?? layer)
      let names = layer.definition.fields.map(\.name)
      var count = 0
      func give(_ row: borrowing FeatureRow) throws {
        if count.isMultiple(of: 256) { try Task.checkCancellation() }
        count += 1
        var properties: [Property] = []
        properties.reserveCapacity(names.count)
        for (index, name) in names.enumerated() {
          properties.append(Property(name, row.value(index)))
        }
        try body(Feature(id: row.id, geometry: try row.geometry(), properties: properties))
      }
      if let area {
        try snapshot.forEachFeature(of: layer, meeting: area, weighing: 0) { try give($0) }
      } else {
        try snapshot.forEachFeature(of: layer) { try give($0) }
      }
    }
  }

  /// Runs `body` on the features as the commit left them: the present, as long as it is that.
  private func read<Result>(_ body: (any FeatureSnapshot) throws -> Result) throws -> Result {
    let present = try map.store.readNow(MapVersion(.latest, scenario: scenario)) { snapshot in
      try snapshot.lastCommit() == commit ? try body(snapshot) : nil
    }
    return try present ?? map.store.readNow(version, body)
  }
}

extension CityMap: LiveMap {
  package func snapshot() async throws -> any MapSnapshot { try await CitySnapshot(self) }

  package func lastCommit(ofRoles roles: [LayerRole]) async throws -> Int {
    let layers = try await store.read(.latest) { snapshot in
      try roles.flatMap { try self.layers(withRole: $0, in: snapshot) }
    }
    var last = 0
    for layer in layers {
      last = max(last, try await store.log(layer: layer, before: .max, limit: 1).first?.number ?? 0)
    }
    return last
  }

  func layers(withRole role: LayerRole, in snapshot: any FeatureSnapshot) throws -> [String] {
    try snapshot.layers().filter { ($0.definition.role ?? roles[$0.id]) == role }.map(\.id)
  }
}
