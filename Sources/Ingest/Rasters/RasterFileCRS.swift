import CGDAL
import Catalog

/// What a raster file says of its CRS, and how it is told a CRS.
struct RasterFileCRS {
  /// Authority and code of the horizontal system; empty where the file names none that is known.
  let identifier: String
  /// What heights count from; `nil` where the CRS does not say.
  let datum: VerticalDatum?

  /// EPSG codes of vertical systems by datum.
  private static let codes: [VerticalDatum: String] = [
    .yellowSea1985: "5737", .yellowSea1956: "5736",
  ]

  init(of dataset: GDALDatasetH) {
    guard let declared = unsafe GDALGetSpatialRef(dataset) else {
      identifier = ""
      datum = nil
      return
    }
    let system = unsafe OSRClone(declared)
    defer { unsafe OSRDestroySpatialReference(system) }
    let vertical = unsafe Self.code(system, "VERT_CS")
    datum = Self.codes.first { "EPSG:\($0.value)" == vertical }?.key
    let root = unsafe OSRIsProjected(system) != 0 ? "PROJCS" : "GEOGCS"
    if let known = unsafe Self.code(system, root) {
      identifier = known
    } else {
      // A description without a code may still be that of a registered system.
      unsafe OSRStripVertical(system)
      _ = GDALSession.run { unsafe OSRAutoIdentifyEPSG(system) }
      identifier = unsafe Self.code(system, root) ?? ""
    }
  }

  private static func code(_ system: OGRSpatialReferenceH?, _ part: String) -> String? {
    guard let authority = unsafe OSRGetAuthorityName(system, part),
      let code = unsafe OSRGetAuthorityCode(system, part)
    else { return nil }
    return unsafe "\(String(cString: authority)):\(String(cString: code))"
  }

  /// Tells a new file its CRS, with what heights count from where that has a code.
  ///
  /// - Returns: Whether GDAL knows the system.
  static func set(_ identifier: String, _ datum: VerticalDatum?, on dataset: GDALDatasetH) -> Bool {
    guard !identifier.isEmpty else { return true }
    let system = unsafe OSRNewSpatialReference(nil)
    defer { unsafe OSRDestroySpatialReference(system) }
    var name = identifier
    if let code = datum.flatMap({ codes[$0] }), identifier.hasPrefix("EPSG:") { name += "+\(code)" }
    let (isDone, _) = GDALSession.run {
      unsafe OSRSetFromUserInput(system, name) == OGRERR_NONE
        && GDALSetSpatialRef(dataset, system) == CE_None
    }
    return isDone
  }
}
