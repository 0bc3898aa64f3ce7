import Catalog
import FeatureStore
import GeometryCore
import SimpleFeatures

/// Where a city lies, by what it holds already: what comes in from afar is most likely misread.
struct CityArea {
  /// The box around all features, in degrees of CGCS2000.
  private let box: Envelope
  /// A feature that is farther off than this is told of, in metres: no city reaches so far, and the
  /// next zone of 3 degrees is farther in all of China.
  private static let farMetres = 200_000.0
  /// What a degree of latitude has at most, in metres.
  private static let metresPerDegree = 112_000.0

  /// - Returns: `nil` for a city without features, which may lie anywhere.
  init?(_ store: SpatiaLiteStore) throws {
    let layers = try store.readNow(.latest) { try $0.layers() }
    var box = Envelope.empty
    for layer in layers where layer.definition.id != ProblemLayer.id {
      if let extent = layer.extent { box.formUnion(extent) }
    }
    guard !box.isEmpty else { return nil }
    self.box = box
  }

  /// How far a shape lies from the city, in metres; `nil` where it is not far.
  func farness(of shape: Envelope) -> Double? {
    let degrees = Self.farMetres / Self.metresPerDegree
    guard !box.expanded(by: degrees).intersects(shape) else { return nil }
    let (cityX, shapeX) = Self.nearest(box.minX, box.maxX, shape.minX, shape.maxX)
    let (cityY, shapeY) = Self.nearest(box.minY, box.maxY, shape.minY, shape.maxY)
    let metres = Ellipsoid.cgcs2000.distanceMetres(
      fromLongitude: cityX, latitude: cityY, toLongitude: shapeX, latitude: shapeY)
    return metres > Self.farMetres ? metres : nil
  }

  /// The places of two intervals that are nearest to each other; the same one where they overlap.
  private static func nearest(
    _ min: Double, _ max: Double, _ otherMin: Double, _ otherMax: Double
  ) -> (Double, Double) {
    if max < otherMin { return (max, otherMin) }
    if min > otherMax { return (min, otherMax) }
    let middle = (Swift.max(min, otherMin) + Swift.min(max, otherMax)) / 2
    return (middle, middle)
  }
}
