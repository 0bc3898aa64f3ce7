import SimpleFeatures

/// Opens a file as a stream of records, by what it holds and not by what it is called.
package enum SourceFile {
  /// - Throws: ``FormatError`` or ``ImportError`` for a file that cannot be read.
  package static func open(_ request: SourceRequest) throws -> any RecordSource {
    // Standard input is GeoJSON.
    guard request.file != "-" else { return try GeoJSONSource(request) }
    let file = try PlainFile(request.file)
    guard !file.isFolder else { return try folder(file, request) }
    let head = file.head()
    guard !head.isEmpty else {
      throw ImportError(.unreadableFile, "\(file.name) is empty", hint: "fetch it again")
    }
    switch FileSignature(head, ending: file.ending).kind {
    case .geoJSON:
      try refuseEncoding(of: "GeoJSON", request.encoding)
      return try GeoJSONSource(request)
    case .table: return try GeoreferencedTable(CSVSource(file, request), request)
    case .openStreetMap: return try OSMSource(file.name, for: request.layer)
    case .gdal, .zip: return try dataset(request)
    case .other(let what, let hint): throw ImportError.notRead(file.name, what, hint: hint)
    case .raster(let what): throw ImportError.notRead(file.name, what, hint: rasterHint)
    }
  }

  /// A file geodatabase, which is the only dataset that is a folder.
  private static func folder(
    _ file: PlainFile, _ request: SourceRequest
  ) throws -> any RecordSource {
    let names = file.contents.sorted()
    let shapes = names.filter { $0.lowercased().hasSuffix(".shp") }
    guard names.contains(where: { $0.lowercased().hasSuffix(".gdbtable") }) else {
      throw ImportError(
        .unreadableFile, "\(file.name) is a folder",
        hint: shapes.isEmpty
          ? "name a file in it" : "name one of " + shapes.prefix(8).joined(separator: ", "))
    }
    guard file.ending == "gdb" else {
      throw ImportError(
        .unreadableFile, "\(file.name) is a file geodatabase whose name does not end in .gdb",
        hint: "rename the folder to \(file.name).gdb")
    }
    return try dataset(request)
  }

  private static func dataset(_ request: SourceRequest) throws -> any RecordSource {
    var wanted = DatasetRequest(request)
    let source = try wanted.open()
    if source.format == .workbook, TitledTable.isTitle(source.columnNames) {
      wanted.hasHeaderRow = false
      return try GeoreferencedTable(TitledTable(try wanted.open(), request.file), request)
    }
    return source.hasShapes && request.coordinateColumns.isEmpty
      ? source : try GeoreferencedTable(source, request)
  }

  static func refuseEncoding(of format: String, _ encoding: String?) throws(ImportError) {
    guard encoding != nil else { return }
    throw ImportError(
      .unclearEncoding, "the texts of \(format) files are always Unicode",
      hint: "leave out --encoding")
  }

  /// Whether the file is OpenStreetMap, which holds objects of many layers.
  package static func isOpenStreetMap(_ path: String) throws -> Bool {
    try kind(path) == .openStreetMap
  }

  /// What a raster file is called, as "a TIFF image"; `nil` for all other files.
  package static func rasterName(_ path: String) throws -> String? {
    if case .raster(let name) = try kind(path) { name } else { nil }
  }

  /// Where rasters go, which no layer of features takes.
  package static let rasterHint =
    "rasters go into layers of kind raster, and replace the cells that they cover there"

  private static func kind(_ path: String) throws -> FileKind? {
    guard path != "-" else { return nil }
    let file = try PlainFile(path)
    guard !file.isFolder else { return nil }
    return FileSignature(file.head(), ending: file.ending).kind
  }
}
