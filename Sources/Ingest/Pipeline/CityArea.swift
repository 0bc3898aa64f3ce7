import Catalog
import FeatureStore
import GeometryCore
import SimpleFeatures

/// Where a city lies, by what it holds already: what comes in from afar is most likely misread.
struct CityArea {
  /// The boxes around the features or cells of each layer, in degrees of CGCS2000.
  private let boxes: [Envelope]
  /// A feature that is farther off than this is told of, in metres: no city reaches so far, and the
  /// next zone of 3 degrees is farther in all of China.
  private static let farMetres = 200_000.0
  /// What a degree of latitude has at most, in metres.
  private static let metresPerDegree = 112_000.0

  /// - Parameter layer: The layer that something is to come into.
  /// - Returns: `nil` for a city without features and cells, which may lie anywhere.
  init?(_ store: SpatiaLiteStore, for layer: String) throws {
    let features = try store.readNow(.latest) { try $0.layers() }
      .filter { $0.definition.id != ProblemLayer.id }
      .compactMap { held in held.extent.map { (id: held.definition.id, box: $0) } }
    let cells = try store.readRastersNow(.latest) { try $0.rasters() }
      .map { (id: $0.id, box: $0.extent) }
    let held = (features + cells).filter { !$0.box.isEmpty }
    guard !held.isEmpty else { return nil }
    // A layer wider than a city holds something from afar, and hides where the city is; but what
    // comes into it may lie where it lies.
    let narrow = held.filter { $0.id == layer || !Self.isWide($0.box) }
    boxes = (narrow.isEmpty ? held : narrow).map(\.box)
  }

  /// How far a shape lies from the city, in metres; `nil` where it is not far.
  func farness(of shape: Envelope) -> Double? {
    var least = Double.infinity
    for box in boxes {
      guard let metres = Self.farness(of: shape, from: box) else { return nil }
      least = min(least, metres)
    }
    return least
  }

  private static func isWide(_ box: Envelope) -> Bool {
    Ellipsoid.cgcs2000.distanceMetres(
      fromLongitude: box.minX, latitude: box.minY, toLongitude: box.maxX, latitude: box.maxY)
      > 2 * farMetres
  }

  private static func farness(of shape: Envelope, from box: Envelope) -> Double? {
    let degrees = farMetres / metresPerDegree
    guard !box.expanded(by: degrees).intersects(shape) else { return nil }
    let (cityX, shapeX) = nearest(box.minX, box.maxX, shape.minX, shape.maxX)
    let (cityY, shapeY) = nearest(box.minY, box.maxY, shape.minY, shape.maxY)
    let metres = Ellipsoid.cgcs2000.distanceMetres(
      fromLongitude: cityX, latitude: cityY, toLongitude: shapeX, latitude: shapeY)
    return metres > farMetres ? metres : nil
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
