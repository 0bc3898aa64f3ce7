import CGDAL
import Catalog

/// What a file that GDAL reads says of its CRS, and how a new one is told.
struct GDALCRS {
  /// Authority and code of the horizontal system; empty where the file names none that is known.
  let identifier: String
  /// The system's own name; empty where the file has none.
  let name: String
  /// What heights count from; `nil` where the CRS does not say.
  let datum: VerticalDatum?

  /// EPSG codes of vertical systems by datum.
  private static let codes: [VerticalDatum: String] = [
    .yellowSea1985: "5737", .yellowSea1956: "5736",
  ]

  /// - Parameter declared: The system of a dataset or a layer, which keeps it.
  init(_ declared: OGRSpatialReferenceH?) {
    guard let declared = unsafe declared else {
      identifier = ""
      name = ""
      datum = nil
      return
    }
    let system = unsafe OSRClone(declared)
    defer { unsafe OSRDestroySpatialReference(system) }
    name = unsafe OSRGetName(system).map { unsafe String(cString: $0) } ?? ""
    let vertical = unsafe Self.code(system, "VERT_CS")
    datum = Self.codes.first { "EPSG:\($0.value)" == vertical }?.key
    let root = unsafe OSRIsProjected(system) != 0 ? "PROJCS" : "GEOGCS"
    if let known = unsafe Self.code(system, root) {
      identifier = known
    } else {
      // A description without a code may still be that of a registered system.
      unsafe OSRStripVertical(system)
      _ = GDALSession.run { unsafe OSRAutoIdentifyEPSG(system) }
      identifier = unsafe Self.code(system, root) ?? Self.match(system, root) ?? ""
    }
  }

  /// How sure a match must be, in percent: PROJ says 90 where only names differ.
  private static let leastConfidence: Int32 = 90

  /// The registered system that a description means, such as those that ArcGIS writes; `nil`
  /// where none or several are like it.
  private static func match(_ system: OGRSpatialReferenceH?, _ root: String) -> String? {
    var count: Int32 = 0
    var confidences: UnsafeMutablePointer<Int32>? = nil
    let (matches, _) = unsafe GDALSession.run {
      unsafe OSRFindMatches(system, nil, &count, &confidences)
    }
    defer {
      unsafe OSRFreeSRSArray(matches)
      unsafe VSIFree(confidences)
    }
    let sure = (0..<Int(count)).filter { index in
      unsafe confidences.map { unsafe $0[index] >= leastConfidence } ?? false
    }
    guard sure.count == 1, let index = sure.first else { return nil }
    return unsafe matches.flatMap { unsafe code($0[index], root) }
  }

  private static func code(_ system: OGRSpatialReferenceH?, _ part: String) -> String? {
    guard let authority = unsafe OSRGetAuthorityName(system, part),
      let code = unsafe OSRGetAuthorityCode(system, part)
    else { return nil }
    return unsafe "\(String(cString: authority)):\(String(cString: code))"
  }

  /// Runs `body` with the system that GDAL knows by an identifier; `nil` where it knows none.
  static func with<Result>(
    _ identifier: String, _ datum: VerticalDatum? = nil,
    _ body: (OGRSpatialReferenceH) -> Result
  ) -> Result? {
    guard let system = unsafe OSRNewSpatialReference(nil) else { return nil }
    defer { unsafe OSRDestroySpatialReference(system) }
    var name = identifier
    if let code = datum.flatMap({ codes[$0] }), identifier.hasPrefix("EPSG:") { name += "+\(code)" }
    let (isKnown, _) = GDALSession.run {
      unsafe OSRSetFromUserInput(system, name) == OGRERR_NONE
    }
    return isKnown ? unsafe body(system) : nil
  }
}
