import GeometryCore
import SimpleFeatures

extension Geometry {
  /// The area on the ellipsoid in whole square metres, as registers have it; null without one.
  var registeredArea: PropertyValue {
    groundArea.map { .measure($0, 0) } ?? .null
  }

  /// The length on the ellipsoid in metres; null without one.
  var registeredLength: PropertyValue {
    groundLength.map { .measure($0) } ?? .null
  }

  /// The area on the ellipsoid in square metres; `nil` for what has none.
  var groundArea: Double? { try? geodesicAreaSquareMetres() }

  /// The length on the ellipsoid in metres; `nil` for what has none.
  var groundLength: Double? { try? geodesicLengthMetres() }

  /// The ring of a polygon without holes, the other way round: as the hole of another.
  var turnedRing: [Double] {
    Swift.stride(from: ordinates.count - 2, through: 0, by: -2).flatMap { ordinates[$0...$0 + 1] }
  }
}
