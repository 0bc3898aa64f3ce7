public import SimpleFeatures

/// Why a geometry or a coordinate reference system cannot be used as asked.
public typealias GeometryError = CodedError<GeometryErrorCode>

/// The kinds of ``GeometryError``, as stable names for programs.
public enum GeometryErrorCode: String, Sendable {
  /// The buffers of a geometry contradict each other.
  case malformed
  /// A coordinate is NaN or infinite.
  case notFinite = "not-finite"
  /// The first and last vertex of a ring differ.
  case unclosedRing = "unclosed-ring"
  /// A line has fewer than two vertices or a ring fewer than four.
  case tooFewPoints = "too-few-points"
  /// A repair left nothing of the geometry's own dimension.
  case collapsed
  /// GEOS gave up.
  case operationFailed = "operation-failed"
  /// No such coordinate reference system in the registry.
  case unknownCRS = "unknown-crs"
  /// A coordinate reference system that is neither geographic 2D nor projected.
  case unsupportedCRS = "unsupported-crs"
  /// No transformation between the two datums has been published for the place.
  case noTransformation = "no-transformation"
  /// The coordinates lie outside what the coordinate reference system can hold.
  case outsideArea = "outside-area"
  /// The coordinates make sense only with x and y exchanged.
  case swappedAxes = "swapped-axes"
  /// The eastings carry another zone number than the coordinate reference system.
  case zoneMismatch = "zone-mismatch"
  /// A number or pattern that means nothing to the operation.
  case badArgument = "bad-argument"
  /// The answer does not exist for an empty geometry.
  case empty
  /// The operation is for another type of geometry.
  case wrongKind = "wrong-kind"
  /// The geometry is too wide for the plane in which it would be measured.
  case tooWide = "too-wide"
  /// Lengths and areas in this plane are not those on the ground.
  case notForMeasuring = "not-for-measuring"
  /// Heights of two zero points would be mixed.
  case heightMismatch = "height-mismatch"
  /// The file says one system and the person another, and one of the two is shifted.
  case contradictingCRS = "contradicting-crs"
  /// The check points of a local frame do not fit its parameters.
  case checkPointResiduals = "check-point-residuals"
}
