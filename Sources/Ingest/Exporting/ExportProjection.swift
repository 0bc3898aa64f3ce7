import Datasets
import FeatureStore
import GeometryCore
import SimpleFeatures

/// The coordinate system of an exported file, and the way there from the city's.
struct ExportProjection {
  let crs: CoordinateReferenceSystem
  /// The way; `nil` where coordinates stay the city's.
  private(set) var transform: CoordinateTransform?

  var identifier: String { crs.identifier }
  var isGeographic: Bool { crs.isGeographic }
  /// Whether it is what readers of GeoJSON take for granted; CGCS2000 is it within a metre.
  var isGeoJSONs: Bool { crs == .cgcs2000 || crs == .crs84 }

  /// - Parameter name: What the person asks for; `nil` for the city's own CGCS2000.
  /// - Throws: ``GeometryError`` for a system that is not known or cannot be reached,
  ///   ``ImportError`` `format-limit` for one that the file could not say.
  init(_ name: String?, for format: ExportFormat) throws {
    crs = try name.map { try CoordinateReferenceSystem($0) } ?? .cgcs2000
    guard !crs.authority.isEmpty, crs.vertical == nil, crs.frame == nil else {
      throw ImportError(
        .formatLimit, "a file cannot say that its coordinates are \(crs.identifier)",
        hint: "export in a flat system of the EPSG registry: EPSG:4490, EPSG:4547")
    }
    guard format != .geoJSONLines || isGeoJSONs else {
      throw ImportError(
        .formatLimit, "GeoJSON lines cannot say that their coordinates are \(crs.identifier)",
        hint: "name the file .geojson, .gpkg, .fgb or .shp")
    }
    if crs != .cgcs2000 { transform = try CoordinateTransform(from: .cgcs2000, to: crs) }
  }

  /// The feature with its coordinates in this system.
  ///
  /// - Throws: ``GeometryError`` with the feature's id where the system does not hold its place.
  func placed(_ feature: StoredFeature) throws(GeometryError) -> StoredFeature {
    guard let transform else { return feature }
    var placed = feature
    do throws(GeometryError) {
      placed.geometry = try transform.transform(feature.geometry)
    } catch {
      throw GeometryError(
        error.code, "feature \"\(feature.id)\": \(error.message)", hint: error.hint)
    }
    return placed
  }
}
