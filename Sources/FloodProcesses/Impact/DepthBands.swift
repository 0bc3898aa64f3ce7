import Coverages
import GeometryCore
import SimpleFeatures

/// Where the water of a flood stands between two depths: the features of the layer `bands`.
enum DepthBands {
  /// The name of the layer.
  static let layer = "bands"

  /// From which depths on bands go, metres: those of which areas are told.
  static func levels(_ rules: ImpactRules) -> [Float] {
    Set([rules.wetMetres] + rules.areaMetres).sorted()
  }

  /// The bands in which there is water, the shallowest first, in degrees.
  ///
  /// - Parameter depth: Metres.
  static func features(of depth: RasterGrid, _ rules: ImpactRules) throws -> [Feature] {
    let toDegrees = try CoordinateTransform(
      from: CoordinateReferenceSystem(depth.lattice.crs), to: .cgcs2000)
    return try depth.cellBands(levels(rules).map { Double($0) }).map { band in
      let name = ImpactRules.name(ofDepth: Float(band.lower))
      return Feature(
        id: name, geometry: try toDegrees.transform(band.geometry),
        properties: [
          Property("band", .text(name)), Property("from_m", metres(band.lower)),
          Property("to_m", band.upper.isFinite ? metres(band.upper) : .null),
          Property("area", .real(band.geometry.planarArea.rounded())),
        ])
    }
  }

  private static func metres(_ depth: Double) -> PropertyValue {
    .real((depth * 1000).rounded() / 1000)
  }
}
