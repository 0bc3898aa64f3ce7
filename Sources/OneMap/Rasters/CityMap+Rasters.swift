import Catalog
package import Coverages
package import FeatureStore
package import Foundation
import GeometryCore
package import SimpleFeatures

extension CityMap {
  /// The raster layers that a commit has made, by id; then those of the runs that are kept.
  package func rasters() async throws -> [StoredRaster] {
    try await store.readRasters(mapVersion) { try $0.rasters() } + runs.rasters()
  }

  /// One raster layer; `nil` where there is none of that id.
  ///
  /// A layer of a run is seen at the moment from which the map is seen: in simulated time.
  package func raster(_ id: String) async throws -> StoredRaster? {
    if let raster = try runs.raster(id, at: mapVersion.revision.moment) { return raster }
    return try await store.readRasters(mapVersion) { try $0.raster(id) }
  }

  /// The values of a raster layer on any cells of any CRS: what a model computes on.
  ///
  /// Coarser cells are answered from the resolution that is kept for them, so the cost follows the
  /// answer and not the layer.
  ///
  /// - Parameter lattice: In a CRS that a sure way leads to from the layer's.
  /// - Parameter method: `nil` for the way that the layer file gives.
  /// - Throws: ``GeometryError`` where no sure way leads between the systems; ``CoverageError``
  ///   `raster-too-large` where more than 2^28 cells would have to be read.
  package func grid(
    of raster: StoredRaster, on lattice: RasterLattice, by method: ResamplingMethod? = nil
  ) async throws -> RasterGrid {
    let way = try RasterWay(raster, to: lattice)
    let method = method ?? raster.method
    return try await read(raster) { try way.grid(from: $0, by: method) }
  }

  /// The value of a raster layer at a place, longitude and latitude; `nil` where there is none.
  package func value(
    of raster: StoredRaster, longitude: Double, latitude: Double
  ) async throws -> Float? {
    let crs = try CoordinateReferenceSystem(raster.lattice.crs)
    guard raster.reaches(longitude, latitude) else { return nil }
    let place = try CoordinateTransform(from: .cgcs2000, to: crs).transform(
      x: longitude, y: latitude)
    let column = Int(raster.lattice.columnPosition(place.x).rounded(.down)) + raster.firstColumn
    let row = Int(raster.lattice.rowPosition(place.y).rounded(.down)) + raster.firstRow
    let method = raster.methodAtPlace
    return try await read(raster) { snapshot in
      let around = try snapshot.grid(
        of: raster, level: 0, columns: column - 1..<column + 2, rows: row - 1..<row + 2)
      return around.value(x: place.x, y: place.y, by: method)
    }
  }

  /// The values of a run's layer at a place, longitude and latitude, over time; NaN where it has
  /// none.
  package func series(
    of raster: StoredRaster, longitude: Double, latitude: Double, since: Date?, until: Date?
  ) throws -> [(moment: Date, value: Float)] {
    guard raster.reaches(longitude, latitude) else { return [] }
    let crs = try CoordinateReferenceSystem(raster.lattice.crs)
    let place = try CoordinateTransform(from: .cgcs2000, to: crs).transform(
      x: longitude, y: latitude)
    return try runs.series(of: raster, x: place.x, y: place.y, since: since, until: until)
  }
}

extension Revision {
  /// The moment that is meant; `nil` for a commit, and for the latest.
  var moment: Date? {
    if case .instant(let text) = self { try? Date(text, strategy: .iso8601) } else { nil }
  }
}

extension StoredRaster {
  /// Whether a run gave it.
  package var isResult: Bool { id.hasPrefix(ResultLayers.prefix) }

  /// Whether a place lies in its extent, or hardly outside.
  fileprivate func reaches(_ longitude: Double, _ latitude: Double) -> Bool {
    let margin = extent.expanded(by: 1e-6)
    return (margin.minX...margin.maxX).contains(longitude)
      && (margin.minY...margin.maxY).contains(latitude)
  }

  /// How the value at a place is found: of a run it is that of the cell, as in its GeoTIFF and in
  /// what it does to the city.
  var methodAtPlace: ResamplingMethod { isResult ? .nearest : method }

  /// How values between cells are found.
  var method: ResamplingMethod {
    rule?.resampling == .bilinear ? .bilinear : .nearest
  }
}
