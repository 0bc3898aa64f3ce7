import SimpleFeatures

/// Finds the one dataset in a ZIP archive: a workbook, a KMZ, or packed files.
struct ZipContents {
  /// What it is.
  let format: GDALFormat
  /// The path by which GDAL opens it.
  let path: String

  /// Entries beyond which an archive is refused.
  private static let mostEntries = 10_000

  /// - Throws: ``ImportError`` for an archive with nothing or several things to read in it.
  init(_ file: PlainFile) throws(ImportError) {
    guard !file.path.contains(where: { "{}".contains($0) }) else {
      throw ImportError(
        .unreadableFile, "\(file.name) has a brace in its name", hint: "rename the archive")
    }
    let root = "/vsizip/{\(file.path)}"
    let names = VirtualFile.names(in: root).filter { !$0.hasPrefix("__MACOSX") }
    guard !names.isEmpty else {
      throw ImportError(
        .unreadableFile, "\(file.name) is a ZIP archive that is empty, cut off or damaged",
        hint: "fetch it again")
    }
    guard names.count <= Self.mostEntries else {
      throw ImportError(
        .unreadableFile, "\(file.name) is a ZIP archive of more than \(Self.mostEntries) files",
        hint: "unpack it and name the file in it")
    }
    if names.contains("xl/workbook.xml") || names.contains("xl/workbook.bin") {
      try Self.checkSizes(of: names, in: root, .workbook, file)
      (format, path) = (.workbook, file.path)
      return
    }
    if let office = Self.office(names) {
      throw ImportError.notRead(file.name, office, hint: "save its tables as .xlsx or CSV UTF-8")
    }
    let found = Self.datasets(names)
    guard found.count == 1, let (format, inner) = found.first else {
      let list = (found.isEmpty ? names : found.map(\.path)).prefix(8).joined(separator: ", ")
      let what = found.isEmpty ? "nothing to read" : "several datasets"
      throw ImportError(
        .unreadableFile, "\(file.name) is a ZIP archive with \(what): \(list)",
        hint: found.isEmpty
          ? FileKind.knownFormats : "unpack it and name the file that is meant")
    }
    if format == .kml { try Self.checkSizes(of: names, in: root, .kml, file) }
    self.format = format
    // GDAL follows the links between the documents of an archive only when it is called .kmz.
    path =
      format == .kml && file.ending == "kmz" ? file.path : inner.isEmpty ? root : "\(root)/\(inner)"
  }

  /// The datasets among the entries; Shapefiles of one folder are one dataset with layers.
  private static func datasets(_ names: [String]) -> [(format: GDALFormat, path: String)] {
    var found: [String: GDALFormat] = [:]
    let geodatabases = Set(names.compactMap(geodatabase))
    for folder in geodatabases { found[folder] = .fileGDB }
    for name in names where geodatabase(name) == nil {
      switch name.lowercased().split(separator: ".").last {
      case "shp": found[folder(of: name)] = .shapefile
      case "kml": found[name] = .kml
      case "gpkg": found[name] = .geoPackage
      case "fgb": found[name] = .flatGeobuf
      case "dxf": found[name] = .dxf
      case "tab", "mif": found[name] = .mapInfo
      default: break
      }
    }
    // A KMZ's own document is doc.kml, which may link others of the archive.
    if found["doc.kml"] == .kml { return [(.kml, "doc.kml")] }
    return found.map { ($0.value, $0.key) }.sorted { $0.1 < $1.1 }
  }

  private static func folder(of name: String) -> String {
    name.lastIndex(of: "/").map { String(name[..<$0]) } ?? ""
  }

  /// The folder `….gdb` that an entry lies in.
  private static func geodatabase(_ name: String) -> String? {
    let parts = name.split(separator: "/")
    guard let index = parts.firstIndex(where: { $0.lowercased().hasSuffix(".gdb") }) else {
      return nil
    }
    return parts[...index].joined(separator: "/")
  }

  private static func office(_ names: [String]) -> String? {
    if names.contains("word/document.xml") { return "a Word document (.docx)" }
    if names.contains("ppt/presentation.xml") { return "a presentation (.pptx)" }
    return names.contains("content.xml") && names.contains("mimetype")
      ? "an OpenDocument file (.ods, .odt)" : nil
  }

  /// Refuses archives that would fill the memory, by the sizes that they state.
  private static func checkSizes(
    of names: [String], in root: String, _ format: GDALFormat, _ file: PlainFile
  ) throws(ImportError) {
    let bytes = names.reduce(0) { $0 + (VirtualFile.byteCount("\(root)/\($1)") ?? 0) }
    guard let most = format.largestByteCount, bytes > most else { return }
    throw ImportError.tooLarge(file.name, format, bytes, most)
  }
}

extension ImportError {
  static func notRead(_ name: String, _ what: String, hint: String) -> ImportError {
    ImportError(.unknownFormat, "\(name) is \(what), which is not read", hint: hint)
  }

  static func tooLarge(_ name: String, _ format: GDALFormat, _ bytes: Int, _ most: Int)
    -> ImportError
  {
    ImportError(
      .unreadableFile,
      "\(name) is a \(format.name) of \(bytes >> 20) MB, at most \(most >> 20) MB are read",
      hint: format == .workbook
        ? "save the sheet as CSV UTF-8, which may have any size"
        : "convert it: ogr2ogr -f GPKG OUT.gpkg IN")
  }
}
