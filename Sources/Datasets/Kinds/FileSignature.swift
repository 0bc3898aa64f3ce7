import Foundation

/// Tells what a file is by its first bytes; its name decides only between texts.
struct FileSignature {
  private let head: [UInt8]
  /// The ending of the file's name in lower case.
  private let ending: String
  /// The first bytes as text without a byte order mark and white space, ASCII letters small.
  private let text: String

  /// - Parameter head: Some kilobytes; less only where the file is shorter.
  init(_ head: [UInt8], ending: String) {
    self.head = head
    self.ending = ending
    let marks: [UInt8] = [0xEF, 0xBB, 0xBF, 0x1E, 0x20, 0x0A, 0x0D, 0x09]
    text = String(decoding: head.drop { marks.contains($0) }, as: UTF8.self).lowercased()
  }

  var kind: FileKind {
    if let known = binary ?? document { return known }
    let isJSON =
      ending.hasPrefix("geojson") || ["json", "jsonl", "ndjson"].contains(ending)
    if text.hasPrefix("{") || isJSON { return .geoJSON }
    if ending == "dbf", let first = head.first, [0x02, 0x03, 0x30, 0x83, 0xF5].contains(first) {
      return .gdal(.shapefile)
    }
    if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) {
      return .other("text in UTF-16", hint: "save it as \"CSV UTF-8\"")
    }
    if head.contains(0) {
      return .other("no format that is known here", hint: FileKind.knownFormats)
    }
    return plainText ?? .table
  }

  private func begins(_ text: String, at offset: Int = 0) -> Bool {
    head.dropFirst(offset).starts(with: text.utf8)
  }

  // MARK: Bytes

  private var binary: FileKind? {
    if begins("SQLite format 3\0") { return database }
    if begins("fgb\u{3}") { return .gdal(.flatGeobuf) }
    if head.starts(with: [0, 0, 0x27, 0x0A]) { return .gdal(.shapefile) }
    if begins("PK\u{3}\u{4}") || begins("PK\u{5}\u{6}") { return .zip }
    if begins("OSMHeader", at: 6) { return .openStreetMap }
    if ending == "osm.gz", head.starts(with: [0x1F, 0x8B]) { return .openStreetMap }
    if begins("AC10"), head.count > 6 {
      return .other(
        "an AutoCAD drawing (DWG, \(String(decoding: head.prefix(6), as: UTF8.self)))",
        hint: "save it as DXF in AutoCAD, or convert it with ODA File Converter or dwg2dxf")
    }
    if begins("AutoCAD Binary DXF") {
      return .other("a binary DXF", hint: "save it as ASCII DXF")
    }
    for (start, what) in [
      ("II*\0", "a TIFF image"), ("MM\0*", "a TIFF image"), ("II+\0", "a TIFF image"),
      ("ncols", "an ESRI ASCII grid"),
    ] where begins(start) {
      return .raster(what)
    }
    let table = "save it as .xlsx or as CSV UTF-8"
    for (start, what, hint) in [
      ("%PDF", "a PDF document", "ask for the data that it was drawn from"),
      ("LASF", "a LAS point cloud", "point clouds are not read; make a raster or contours of it"),
      ("GIF8", "a GIF image", "ask for the data that it was drawn from"),
      ("Rar!", "a RAR archive", "unpack it and name the file in it"),
    ] where begins(start) {
      return .other(what, hint: hint)
    }
    for (start, what, hint) in [
      ([0x89, 0x50, 0x4E, 0x47], "a PNG image", "ask for the data that it was drawn from"),
      ([0xFF, 0xD8, 0xFF], "a JPEG image", "ask for the data that it was drawn from"),
      ([0x37, 0x7A, 0xBC, 0xAF], "a 7-Zip archive", "unpack it and name the file in it"),
      ([0x1F, 0x8B], "a gzip file", "unpack it with gunzip and name the file in it"),
      ([0xD0, 0xCF, 0x11, 0xE0], "a file of old Excel, Word or Visio (.xls, .doc)", table),
    ] as [([UInt8], String, String)] where head.starts(with: start) {
      return .other(what, hint: hint)
    }
    if begins("Standard Jet DB", at: 4) || begins("Standard ACE DB", at: 4) {
      return .other(
        "an Access database (.mdb)",
        hint: "export its tables as .xlsx, or a personal geodatabase as a file geodatabase (.gdb)")
    }
    return nil
  }

  /// An SQLite file by the number in its head that tells its use.
  private var database: FileKind {
    if ["GPKG", "GP10", "GP11"].contains(where: { begins($0, at: 68) }) || ending == "gpkg" {
      return .gdal(.geoPackage)
    }
    if begins("YUTU", at: 68) {
      return .other("a city of Yutu", hint: "yutu export writes its layers as files")
    }
    return .other(
      "an SQLite database but no GeoPackage",
      hint: "convert it: ogr2ogr -f GPKG OUT.gpkg IN")
  }

  // MARK: Texts

  private var document: FileKind? {
    if text.hasPrefix("<!doctype html") || text.hasPrefix("<html") {
      return .other(
        "a web page", hint: "was a log-in page saved in place of the file? fetch it again")
    }
    if text.hasPrefix("<") {
      if text.contains("<kml") { return .gdal(.kml) }
      if text.contains("<osm") { return .openStreetMap }
      if text.contains("opengis.net/gml") || text.contains("<gml:") {
        return .other("a GML document", hint: "convert it: ogr2ogr -f GPKG OUT.gpkg IN.gml")
      }
      return .other("an XML document that is no KML", hint: FileKind.knownFormats)
    }
    return nil
  }

  private var plainText: FileKind? {
    let lines = text.split(whereSeparator: \.isNewline).prefix(2).map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    if lines == ["0", "section"] || (lines.first == "999" && ending == "dxf") {
      return .gdal(.dxf)
    }
    if text.hasPrefix("!table") { return .gdal(.mapInfo) }
    if ending == "mif", text.hasPrefix("version") { return .gdal(.mapInfo) }
    return text.isEmpty ? .other("blank", hint: "fetch it again") : nil
  }
}

extension FileKind {
  /// The formats that can be read, as a hint.
  static let knownFormats =
    "GeoPackage, Shapefile, file geodatabase, FlatGeobuf, GeoJSON, CSV, XLSX, KML, DXF, MapInfo "
    + "and OpenStreetMap files are read"
}
