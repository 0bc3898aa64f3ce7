public import SimpleFeatures

/// A way from one coordinate reference system to another that is known to be right.
///
/// Goes from the source to its geographic base, across the datums, and on to the target. Across
/// datums only these are allowed: none at all, WGS 84 = CGCS2000 (stated ±1 m), or a transformation
/// that EPSG publishes for the very place. A guess ("ballpark" in PROJ's words) is refused.
/// Heights are passed through unless both systems name their zero points (see ``HeightOffset``);
/// measures always. Straight edges stay straight between their vertices.
///
/// ```swift
/// let toCity = try CoordinateTransform(from: .crs84, to: CoordinateReferenceSystem("EPSG:4547"))
/// let (easting, northing) = try toCity.transform(x: 114.305556, y: 30.592778)
/// // 529305.238, 3385867.029
/// ```
public struct CoordinateTransform: Sendable {
  /// The system of the coordinates that come in.
  public let from: CoordinateReferenceSystem
  /// The system of the coordinates that go out.
  public let to: CoordinateReferenceSystem
  /// How the two datums are bridged.
  let bridge: Bridge
  /// What happens to heights.
  let heights: HeightStep

  /// The three allowed ways across datums.
  enum Bridge: Sendable {
    case sameDatum
    case equality
    /// At least one, best first; the first whose area of use holds the geometry is taken.
    case published([DatumShift], thenEquality: Bool)
  }

  /// Plans the way; nothing is computed yet.
  ///
  /// - Parameter heightOffset: What somebody states to lie between the two height systems.
  /// - Throws: ``GeometryError`` `no-transformation` when only a guess would lead across,
  ///   `height-mismatch` when heights would change their zero point without a stated offset.
  public init(
    from: CoordinateReferenceSystem, to: CoordinateReferenceSystem,
    heightOffset: HeightOffset? = nil
  ) throws(GeometryError) {
    self.from = from
    self.to = to
    heights = try HeightStep(from: from, to: to, offset: heightOffset)
    if from.base == to.base {
      bridge = .sameDatum
    } else if DatumShift.equals.isSuperset(of: [from.base, to.base]) {
      bridge = .equality
    } else {
      bridge = try Self.publishedBridge(from: from, to: to)
    }
  }

  private static func publishedBridge(
    from: CoordinateReferenceSystem, to: CoordinateReferenceSystem
  ) throws(GeometryError) -> Bridge {
    let direct = try DatumShift.published(from: from.base, to: to.base)
    if !direct.isEmpty { return .published(direct, thenEquality: false) }
    // Into or out of the pair WGS 84 = CGCS2000 by the member that has a transformation.
    var ways: [(String, String)] = []
    if DatumShift.equals.contains(to.base) {
      ways = DatumShift.equals.subtracting([to.base]).map { (from.base, $0) }
    } else if DatumShift.equals.contains(from.base) {
      ways = DatumShift.equals.subtracting([from.base]).map { ($0, to.base) }
    }
    for (source, target) in ways {
      let shifts = try DatumShift.published(from: source, to: target)
      if !shifts.isEmpty { return .published(shifts, thenEquality: true) }
    }
    throw GeometryError(
      .noTransformation,
      "no transformation from \(from) to \(to) has been published; PROJ would copy the numbers, "
        + "which is tens of metres wrong",
      hint: "have the data transformed to CGCS2000 (EPSG:4490) by the surveying authority, "
        + "or give its parameters and check points as a local frame (documentation: Coordinates)")
  }

  /// Whether x and y pass through unchanged.
  public var isIdentity: Bool {
    if from.horizontal == to.horizontal, from.frame == to.frame { return true }
    if case .published = bridge { return false }
    return from.isGeographic && to.isGeographic && from.mapShift == nil && to.mapShift == nil
  }

  /// How far a result may be off, in metres: 0 within one datum, else as published or stated.
  ///
  /// The shifts of GCJ-02 and BD-09 add nothing: their public algorithm is taken at its word.
  public var accuracyMetres: Double {
    var metres = 0.0
    if from.frame != to.frame {
      metres += (from.frame?.accuracyMetres ?? 0) + (to.frame?.accuracyMetres ?? 0)
    }
    switch bridge {
    case .sameDatum: break
    case .equality: metres += DatumShift.equalityAccuracyMetres
    case .published(let shifts, let thenEquality):
      metres += (shifts.map(\.accuracyMetres).max() ?? 0)
      metres += (thenEquality ? DatumShift.equalityAccuracyMetres : 0)
    }
    return metres
  }

  /// The steps in words, for metadata and response headers.
  public var operation: String {
    var steps: [String] = []
    let isSame = isIdentity && from.horizontal == to.horizontal
    if !isSame, let step = Self.words(for: from, inverse: true) { steps.append(step) }
    switch bridge {
    case .sameDatum: break
    case .equality: steps.append("\(from.base) taken as \(to.base) (±1 m)")
    case .published(let shifts, let thenEquality):
      steps.append(shifts.map(\.name).joined(separator: " or "))
      if thenEquality { steps.append("EPSG:4326 taken as EPSG:4490 (±1 m)") }
    }
    if !isSame, let step = Self.words(for: to, inverse: false) { steps.append(step) }
    switch heights {
    case .added(let offset):
      steps.append(
        "heights \(offset.metres) m from \(offset.from) to \(offset.to) (\(offset.source), "
          + "±\(offset.accuracyMetres) m)")
    case .kept: if let datum = from.vertical { steps.append("heights stay \(datum)") }
    }
    return steps.isEmpty ? "none" : steps.joined(separator: ", then ")
  }

  private static func words(
    for crs: CoordinateReferenceSystem, inverse: Bool
  ) -> String? {
    switch crs.realm {
    case .shifted(let shift):
      "\(inverse ? "inverse of " : "")the public algorithm of \(shift.rawValue), which leaves "
        + "places outside 72.004-137.8347°E 0.8293-55.8271°N \(shift == .gcj02 ? "" : "of GCJ-02 ")"
        + "unchanged"
    case .local(let frame):
      "\(inverse ? "" : "inverse of ")\(frame.shift.parameterCount) parameters of \(frame.name) "
        + "(\(frame.source), ±\(frame.accuracyMetres) m)"
    case .registry:
      crs.isGeographic ? nil : "\(inverse ? "inverse of " : "")\(crs.name)"
    }
  }
}
