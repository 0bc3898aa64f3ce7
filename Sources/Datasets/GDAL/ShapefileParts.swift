import Foundation
import SimpleFeatures

/// The files that make up a Shapefile, beside each other in a folder or an archive.
struct ShapefileParts {
  /// What GDAL opens: the `.shp` file, a lone `.dbf` table, or the folder of an archive.
  let path: String
  private let file: PlainFile
  private let folder: String
  /// The files of the folder by their names in lower case.
  private let names: [String: String]
  /// That attributes are missing; `nil` where the table is there.
  private(set) var missingTable: String?

  init(_ path: String, _ file: PlainFile) throws(ImportError) {
    self.file = file
    let isArchive = path.hasPrefix("/vsizip/")
    folder = isArchive ? path : URL(fileURLWithPath: path).deletingLastPathComponent().path
    let listed =
      isArchive
      ? VirtualFile.names(in: path)
      : (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    names = Dictionary(listed.map { ($0.lowercased(), $0) }) { first, _ in first }
    guard !isArchive else {
      self.path = path
      return
    }
    guard ["shp", "dbf", "shx"].contains(file.ending) else {
      throw ImportError(
        .unreadableFile, "\(file.name) is the .shp or .shx part of a Shapefile by its content",
        hint: "give it its ending again, beside its .shp, .shx, .dbf and .prj")
    }
    let base = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    let shapes = names["\(base).shp".lowercased()]
    guard let shapes else {
      guard file.ending == "dbf" else {
        throw Self.missing(".shp", of: file.name)
      }
      self.path = path
      return
    }
    guard names["\(base).shx".lowercased()] != nil else {
      throw Self.missing(".shx", of: file.name)
    }
    if names["\(base).dbf".lowercased()] == nil {
      missingTable = "\(base).dbf is missing: shapes come without attributes"
    }
    self.path = "\(folder)/\(shapes)"
    for ending in ["shx", "dbf", "cpg", "prj"] {
      if let part = names["\(base).\(ending)".lowercased()] {
        try Self.checkKind("\(folder)/\(part)", part)
      }
    }
    try Self.checkLength(self.path, of: file.name)
    if let table = names["\(base).dbf".lowercased()] {
      try Self.checkTable("\(folder)/\(table)", table)
    }
  }

  /// Refuses pipes, devices and links that lead nowhere.
  private static func checkKind(_ path: String, _ name: String) throws(ImportError) {
    let real = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let attributes = try? FileManager.default.attributesOfItem(atPath: real)
    guard attributes?[.type] as? FileAttributeType == .typeRegular else {
      throw ImportError(
        .unreadableFile, "\(name) is no ordinary file", hint: "fetch all parts again")
    }
  }

  /// Refuses a `.dbf` file that is shorter than its head says: GDAL would pass over it.
  private static func checkTable(_ path: String, _ name: String) throws(ImportError) {
    let head = VirtualFile.head(path, 32)
    let length = VirtualFile.byteCount(path) ?? 0
    // Counts stand with the lowest byte first.
    func number(_ bytes: Range<Int>) -> Int {
      head[bytes].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    guard head.count == 32 else {
      throw ImportError(
        .unreadableFile, "\(name) is cut off or damaged", hint: "fetch it again")
    }
    let stated = number(8..<10) + number(4..<8) * number(10..<12)
    guard length >= stated, number(8..<10) > 32 else {
      throw ImportError(
        .unreadableFile, "\(name) is cut off: \(length) of \(stated) bytes are there",
        hint: "fetch it again")
    }
  }

  /// Refuses a `.shp` file that is shorter than its head says: GDAL would read what is there.
  private static func checkLength(_ path: String, of name: String) throws(ImportError) {
    let head = VirtualFile.head(path, 28)
    guard head.count == 28, let length = VirtualFile.byteCount(path) else { return }
    // The length stands in 16-bit words, the highest byte first.
    let stated = head[24..<28].reduce(0) { $0 << 8 | Int($1) } * 2
    guard length < stated else { return }
    throw ImportError(
      .unreadableFile, "\(name) is cut off: \(length) of \(stated) bytes are there",
      hint: "fetch it again")
  }

  private static func missing(_ part: String, of name: String) -> ImportError {
    ImportError(
      .unreadableFile, "the \(part) file beside \(name) is missing",
      hint: part == ".shx"
        ? "fetch all parts again, or make it: ogrinfo --config SHAPE_RESTORE_SHX YES \(name)"
        : "fetch all parts again: .shp, .shx, .dbf, .prj and .cpg")
  }

  /// How the texts of a layer's table are encoded, and what was decided without being told.
  ///
  /// What the person says, else the `.cpg` file, else the table's own mark where it is that of
  /// GBK, else the bytes of the first records.
  func encoding(
    ofLayer name: String, named given: String?
  ) throws(ImportError) -> (encoding: TextEncoding, remark: String?) {
    if let given { return (try TextEncoding.named(given), nil) }
    let part = { (ending: String) in
      names["\(name).\(ending)".lowercased()].map { "\(folder)/\($0)" }
    }
    if let words = part("cpg").map({ VirtualFile.head($0, 64) }), !words.isEmpty {
      let text = String(decoding: words, as: UTF8.self)
        .trimmingCharacters(in: .whitespacesAndNewlines)
      if let encoding = TextEncoding(name: text) { return (encoding, nil) }
    }
    guard let table = part("dbf") else { return (.utf8, nil) }
    let sample = DBFSample(VirtualFile.head(table, 1 << 20))
    if sample.isMarkedGBK { return (.gb18030, nil) }
    guard sample.texts.contains(where: { $0.contains { $0 >= 0x80 } }) else { return (.utf8, nil) }
    for encoding in [TextEncoding.utf8, .gb18030]
    where sample.texts.allSatisfy({ encoding.clippedText($0) != nil }) {
      return (
        encoding,
        "texts are read as \(encoding.name): there is no .cpg file, and the bytes look like that"
      )
    }
    throw TextEncoding.unclear(file.name)
  }
}
