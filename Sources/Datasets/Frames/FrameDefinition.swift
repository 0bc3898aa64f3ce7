package import Catalog
package import SimpleFeatures

/// A city's own coordinate frame as its file states it; whether it is right is not known here.
package struct FrameDefinition: Equatable, Sendable {
  /// The ellipsoids that Chinese frames stand on.
  package enum Ellipsoid: String, CaseIterable, Sendable {
    /// That of CGCS2000.
    case cgcs2000 = "CGCS2000"
    /// Of Beijing 1954.
    case krassovsky = "Krassovsky"
    /// Of Xi'an 1980.
    case iag75 = "IAG75"
  }

  /// Which way the rotations of seven parameters are counted.
  package enum Convention: String, CaseIterable, Sendable {
    /// EPSG method 1033.
    case positionVector = "position-vector"
    /// EPSG method 1032.
    case coordinateFrame = "coordinate-frame"
  }

  /// A Gauss-Krüger plane.
  package struct Projection: Equatable, Sendable {
    /// The ellipsoid that is projected.
    package var ellipsoid: Ellipsoid
    /// In degrees east.
    package var centralMeridianDegrees: Double
    /// The easting of the central meridian.
    package var falseEastingMetres: Double
    /// The northing of the equator.
    package var falseNorthingMetres: Double
    /// The scale on the central meridian.
    package var scale: Double
  }

  /// How the frame comes to CGCS2000.
  package enum Shift: Equatable, Sendable {
    /// East and north in metres, rotation in arc-seconds counter-clockwise, scale in ppm.
    case four(east: Double, north: Double, arcSeconds: Double, scalePPM: Double)
    /// Three metres, three arc-seconds, scale in ppm.
    case seven(Convention, metres: [Double], arcSeconds: [Double], scalePPM: Double)
  }

  /// The place of a check point in CGCS2000.
  package enum Place: Equatable, Sendable {
    /// Longitude and latitude.
    case degrees(longitude: Double, latitude: Double)
    /// Metres in a Gauss-Krüger system of CGCS2000, by its identifier.
    case grid(String, easting: Double, northing: Double)
  }

  /// A place that is known in both systems.
  package struct CheckPoint: Equatable, Sendable {
    /// The point's name.
    package var name: String
    /// The easting in the frame.
    package var eastingMetres: Double
    /// The northing in the frame.
    package var northingMetres: Double
    /// Where it lies in CGCS2000.
    package var place: Place
    /// Where it stands in the file.
    package var position: TextPosition
  }

  /// The frame's name.
  package var name: String
  /// Who states the parameters.
  package var source: String
  /// How far a check point may be off, in metres.
  package var accuracyMetres: Double
  /// The plane: the frame's own for seven parameters, that of CGCS2000 for four.
  package var projection: Projection
  /// The parameters.
  package var shift: Shift
  /// Places known in both systems.
  package var checkPoints: [CheckPoint]
  /// Where the list of check points stands in the file.
  package var checkPointsPosition: TextPosition
}

extension FrameDefinition: ConfigFile {
  package static func read(
    _ tree: YAMLTree, text: String, by reader: inout ConfigReader
  ) -> FrameDefinition? {
    reader.frame(tree)
  }
}
