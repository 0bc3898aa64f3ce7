import Catalog
import FeatureStore
import GeometryCore
package import SimpleFeatures
import Simulation

/// The city at one commit, as processes ask it.
///
/// Nothing is opened before something is asked, and nothing stays open; each answer is of the same
/// commit, since the city keeps its history. Asking waits on the caller's thread.
package struct CitySnapshot: MapSnapshot {
  package let commit: Int
  private let map: CityMap

  /// The city as it is now.
  package init(_ map: CityMap) async throws {
    self.map = map.seen(from: .latest)
    commit = try await map.lastCommit()
  }

  package func raster(_ layer: String, on lattice: RasterLattice) throws -> RasterGrid {
    try map.store.readRastersNow(MapVersion(.commit(commit))) { snapshot in
      guard let raster = try snapshot.raster(layer) else {
        throw StoreError(
          .unknownLayer, "the city has no raster layer \"\(layer)\"",
          hint: "it has: " + (try snapshot.rasters().map(\.id).joined(separator: ", ")))
      }
      return try RasterWay(raster, to: lattice).grid(from: snapshot, by: raster.method)
    }
  }

  package func features(_ layer: String, in area: Envelope, crs: String) throws -> [Feature] {
    let system = try CoordinateReferenceSystem(crs)
    let outward = try CoordinateTransform(from: .cgcs2000, to: system)
    let box = try CoordinateTransform(from: system, to: .cgcs2000).transform(area)
    return try read { snapshot in
      let layer = try snapshot.layer(layer)
      var features: [Feature] = []
      try snapshot.forEachFeature(of: layer, meeting: box) { row in
        if features.count.isMultiple(of: 256) { try Task.checkCancellation() }
        let geometry = try outward.transform(try row.geometry())
        guard geometry.intersects(area) else { return }
        let properties = layer.definition.fields.enumerated().map { index, field in
          Property(field.name, row.value(index))
        }
        features.append(Feature(id: row.id, geometry: geometry, properties: properties))
      }
      return features
    }
  }

  /// Runs `body` on the features as the commit left them: the present, as long as it is that.
  private func read<Result>(_ body: (any FeatureSnapshot) throws -> Result) throws -> Result {
    let present = try map.store.readNow(.latest) { snapshot in
      try snapshot.lastCommit() == commit ? try body(snapshot) : nil
    }
    return try present ?? map.store.readNow(MapVersion(.commit(commit)), body)
  }
}
