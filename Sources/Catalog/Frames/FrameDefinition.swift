public import SimpleFeatures

/// A city's own coordinate frame as its file states it; whether it is right is not known here.
public struct FrameDefinition: Equatable, Sendable {
  /// The ellipsoids that Chinese frames stand on.
  public enum Ellipsoid: String, CaseIterable, Sendable {
    case cgcs2000 = "CGCS2000"
    case krassovsky = "Krassovsky"
    case iag75 = "IAG75"
  }

  /// Which way the rotations of seven parameters are counted.
  public enum Convention: String, CaseIterable, Sendable {
    case positionVector = "position-vector"
    case coordinateFrame = "coordinate-frame"
  }

  /// A Gauss-Krüger plane.
  public struct Projection: Equatable, Sendable {
    public var ellipsoid: Ellipsoid
    public var centralMeridianDegrees: Double
    public var falseEastingMetres: Double
    public var falseNorthingMetres: Double
    public var scale: Double
  }

  /// How the frame comes to CGCS2000.
  public enum Shift: Equatable, Sendable {
    /// East and north in metres, rotation in arc-seconds counter-clockwise, scale in ppm.
    case four(east: Double, north: Double, arcSeconds: Double, scalePPM: Double)
    /// Three metres, three arc-seconds, scale in ppm.
    case seven(Convention, metres: [Double], arcSeconds: [Double], scalePPM: Double)
  }

  /// The place of a check point in CGCS2000.
  public enum Place: Equatable, Sendable {
    case degrees(longitude: Double, latitude: Double)
    /// Metres in a Gauss-Krüger system of CGCS2000, by its identifier.
    case grid(String, easting: Double, northing: Double)
  }

  /// A place that is known in both systems.
  public struct CheckPoint: Equatable, Sendable {
    public var name: String
    public var eastingMetres: Double
    public var northingMetres: Double
    public var place: Place
    /// Where it stands in the file.
    public var position: TextPosition
  }

  /// The frame's name.
  public var name: String
  /// Who states the parameters.
  public var source: String
  /// How far a check point may be off, in metres.
  public var accuracyMetres: Double
  public var projection: Projection
  public var shift: Shift
  public var checkPoints: [CheckPoint]
  /// Where the list of check points stands in the file.
  public var checkPointsPosition: TextPosition

  /// Reads the frame of a file.
  ///
  /// - Throws: ``CatalogError`` with every fault, each with line and column.
  public static func read(file: String) throws(CatalogError) -> FrameDefinition {
    switch CatalogFile.text(of: file) {
    case .success(let text): return try parse(yaml: text, file: file)
    case .failure(let fault): throw CatalogError(faults: [fault])
    }
  }

  /// Reads a frame from YAML text that came from `file`.
  ///
  /// - Throws: ``CatalogError`` with every fault, each with line and column.
  public static func parse(yaml: String, file: String) throws(CatalogError) -> FrameDefinition {
    var composer = YAMLComposer(file: file)
    let tree = composer.compose(yaml)
    var reader = LayerReader(file: file)
    reader.faults = composer.faults
    guard let tree, let frame = reader.frame(tree), reader.faults.isEmpty else {
      throw CatalogError(faults: CatalogFile.sorted(reader.faults))
    }
    return frame
  }
}
