public import SimpleFeatures

/// From where heights count.
///
/// The zero points of China differ by centimetres to metres from place to place, so heights are
/// never taken from one to another without a ``HeightOffset`` that somebody answers for.
public enum VerticalDatum: Hashable, Sendable, CustomStringConvertible {
  /// Above the ellipsoid of a geographic system (`EPSG:4490`): what satellites measure.
  case ellipsoid(of: String)
  /// National height datum 1985, EPSG:5737.
  case yellowSea1985
  /// Huanghai 1956, EPSG:5736; in Qingdao its zero lies 0.029 m below that of 1985.
  case yellowSea1956
  /// 吴淞, the zero of the Yangtze basin; its distance from 1985 differs with the place.
  case wusong
  /// The zero of one gauge or project.
  case station(String)
  /// Another height system of the EPSG registry in metres, upwards.
  case registered(code: String, name: String)

  /// How the datum is written after the `+` of a compound identifier: `5737`, `Wusong`.
  public var code: String {
    switch self {
    case .ellipsoid: "ellipsoid"
    case .yellowSea1985: "5737"
    case .yellowSea1956: "5736"
    case .wusong: "Wusong"
    case .station(let name): "station=\(name)"
    case .registered(let code, _): code
    }
  }

  /// The datum in words.
  public var description: String {
    switch self {
    case .ellipsoid(let base): "height above the ellipsoid of \(base)"
    case .yellowSea1985: "1985 national height (EPSG:5737)"
    case .yellowSea1956: "Huanghai 1956 height (EPSG:5736)"
    case .wusong: "Wusong (吴淞) height"
    case .station(let name): "height above the zero of station \(name)"
    case .registered(let code, let name): "\(name) (EPSG:\(code))"
    }
  }

  /// Whether heights are measured above an ellipsoid and not above a level surface.
  var isEllipsoidal: Bool {
    if case .ellipsoid = self { return true }
    return false
  }

  /// The datum of a name that is no EPSG code; `nil` for other text.
  init?(name: String) {
    let lowered = name.lowercased()
    if ["wusong", "吴淞", "吴淞高程"].contains(lowered) {
      self = .wusong
    } else if lowered.hasPrefix("station="), name.count > 8, name.count <= 80 {
      self = .station(String(name.dropFirst(8)))
    } else {
      return nil
    }
  }
}

/// By how much heights of one zero point differ from those of another, as somebody states it.
public struct HeightOffset: Hashable, Sendable {
  /// The datum of the heights that come in.
  public let from: VerticalDatum
  /// The datum of the heights that go out.
  public let to: VerticalDatum
  /// What is added to a height, in metres.
  public let metres: Double
  /// How far the offset may be off, in metres.
  public let accuracyMetres: Double
  /// Who states it: the surveying authority's letter, the station's record.
  public let source: String

  /// A stated offset.
  ///
  /// - Throws: ``GeometryError`` `bad-argument` for an offset that is not finite or beyond 100 m, a
  ///   negative accuracy or no source; `height-mismatch` between an ellipsoid and a level surface,
  ///   since no one number leads from one to the other.
  public init(
    from: VerticalDatum, to: VerticalDatum, metres: Double, accuracyMetres: Double,
    source: String
  ) throws(GeometryError) {
    guard metres.isFinite, abs(metres) <= 100, accuracyMetres >= 0, accuracyMetres.isFinite else {
      throw GeometryError(
        .badArgument, "an offset of \(metres) ± \(accuracyMetres) m joins no two height systems",
        hint: "give metres, at most 100, and an accuracy of 0 or more")
    }
    guard source.contains(where: { !$0.isWhitespace }) else {
      throw GeometryError(
        .badArgument, "the height offset has no source",
        hint: "say who states it: a letter, a station's record")
    }
    guard from.isEllipsoidal == to.isEllipsoidal else {
      throw GeometryError(
        .heightMismatch, "no one offset leads from \(from) to \(to)",
        hint: "the geoid rises and falls by metres within a province: have the heights converted "
          + "with the quasi-geoid model of the surveying authority")
    }
    (self.from, self.to, self.metres) = (from, to, metres)
    (self.accuracyMetres, self.source) = (accuracyMetres, source)
  }

  /// The offset the other way round.
  var reversed: HeightOffset? {
    try? HeightOffset(
      from: to, to: from, metres: -metres, accuracyMetres: accuracyMetres, source: source)
  }
}

/// What a transformation does with z.
enum HeightStep: Hashable, Sendable {
  /// Heights are passed through: they stay on the datum they are on.
  case kept
  /// A stated offset is added.
  case added(HeightOffset)

  /// The step between two systems.
  ///
  /// Heights of a system without a height datum pass through to another such; they may leave a
  /// compound system, which only forgets what they are, but not enter one.
  ///
  /// - Throws: ``GeometryError`` `height-mismatch` where heights would change their zero silently.
  init(
    from: CoordinateReferenceSystem, to: CoordinateReferenceSystem, offset: HeightOffset?
  ) throws(GeometryError) {
    let (source, target) = (from.vertical, to.vertical)
    if let offset {
      for way in [offset, offset.reversed].compactMap({ $0 })
      where way.from == source && way.to == target {
        self = .added(way)
        return
      }
      throw GeometryError(
        .heightMismatch,
        "the offset is between \(offset.from) and \(offset.to), not between the heights of "
          + "\(from.identifier) and \(to.identifier)",
        hint: "name both height systems: EPSG:4547+5737, EPSG:4547+Wusong, EPSG:4547+station=NAME")
    }
    let areTaken = [source, target].allSatisfy { $0.map(Self.isTakenAsEqual) ?? false }
    if target == nil || source == target || areTaken {
      self = .kept
      return
    }
    guard let source, let target else {
      throw GeometryError(
        .heightMismatch,
        "\(from.identifier) does not say from where its heights count; \(to.identifier) does",
        hint:
          "name the source's height system, as in \(from.identifier)+5737, or leave heights out "
          + "of the target")
    }
    throw GeometryError(
      .heightMismatch, "heights cannot go from \(source) to \(target) without a stated offset",
      hint: Self.hint(source, target))
  }

  /// Whether heights are above WGS 84 or CGCS2000, which are taken as one within a metre.
  private static func isTakenAsEqual(_ datum: VerticalDatum) -> Bool {
    if case .ellipsoid(let base) = datum { return DatumShift.equals.contains(base) }
    return false
  }

  private static func hint(_ source: VerticalDatum, _ target: VerticalDatum) -> String {
    if source.isEllipsoidal != target.isEllipsoidal {
      return "have the heights converted with the quasi-geoid model of the surveying authority; "
        + "PROJ would copy the numbers, which is tens of metres wrong"
    }
    if source.isEllipsoidal {
      return "the ellipsoids differ: leave heights out, or have them converted"
    }
    let isNational = Set([source, target]) == [.yellowSea1985, .yellowSea1956]
    return "give the offset that the surveying authority states for the place"
      + (isNational ? "; at the origin in Qingdao 1985 = 1956 − 0.029 m" : "")
  }
}
