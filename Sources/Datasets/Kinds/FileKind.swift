/// What a file is, by its content.
enum FileKind: Equatable {
  /// GeoJSON and GeoJSON lines.
  case geoJSON
  /// Text in columns between commas, semicolons or tabs.
  case table
  /// OpenStreetMap, as PBF or XML.
  case openStreetMap
  /// A format that one of GDAL's drivers reads.
  case gdal(GDALFormat)
  /// An archive; ``ZipContents`` tells what is in it.
  case zip
  /// A file that is known and not read: what it is, and what to do.
  case other(String, hint: String)
  /// A raster, which no layer of features takes: what it is.
  case raster(String)
}

/// The formats that GDAL reads for us, and nothing beside them.
enum GDALFormat: String, CaseIterable {
  case geoPackage = "GPKG"
  case shapefile = "ESRI Shapefile"
  case fileGDB = "OpenFileGDB"
  case flatGeobuf = "FlatGeobuf"
  case workbook = "XLSX"
  case kml = "LIBKML"
  case dxf = "DXF"
  case mapInfo = "MapInfo File"

  /// What people call it.
  var name: String {
    switch self {
    case .geoPackage: "GeoPackage"
    case .shapefile: "Shapefile"
    case .fileGDB: "Esri file geodatabase"
    case .flatGeobuf: "FlatGeobuf"
    case .workbook: "Excel workbook"
    case .kml: "KML"
    case .dxf: "DXF"
    case .mapInfo: "MapInfo"
    }
  }

  /// Whether texts may be in an encoding of the person's choice.
  var hasOpenEncoding: Bool { [.shapefile, .mapInfo, .dxf].contains(self) }

  /// The size in bytes, unpacked, beyond which a file is refused, since GDAL holds it whole.
  var largestByteCount: Int? { [.workbook, .kml].contains(self) ? 512 << 20 : nil }
}
