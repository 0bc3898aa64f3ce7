import Foundation

/// A foreign file with the parts beside it, which are one dataset: what may be read of the disk.
struct FileParts {
  let files: [String]
  /// Where files are looked for by name.
  let folders: [String]
  let limits: ReadingLimits

  init(_ name: String) throws(ImportError) {
    let file = try PlainFile(name)
    guard !file.isFolder else {
      files = [file.path]
      folders = []
      limits = ReadingLimits(
        byteCount: file.contents.reduce(0) { $0 + Self.byteCount("\(file.path)/\($1)") },
        isPacked: false)
      return
    }
    let url = URL(fileURLWithPath: file.path)
    let folder = url.deletingLastPathComponent().path
    let stem = url.deletingPathExtension().lastPathComponent.lowercased()
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let parts = names.filter { Self.isPart($0.lowercased(), of: stem) }.map { "\(folder)/\($0)" }
    files = [file.path] + parts
    folders = [folder]
    let kind = FileSignature(file.head(), ending: file.ending).kind
    limits = ReadingLimits(
      byteCount: max(file.byteCount, parts.reduce(0) { $0 + Self.byteCount($1) }),
      isPacked: [.zip, .gdal(.kml), .gdal(.workbook)].contains(kind))
  }

  /// `a.dbf`, `a.shp.xml` and `a.gpkg-wal` are parts of `a`.
  private static func isPart(_ name: String, of stem: String) -> Bool {
    name.hasPrefix(stem) && [".", nil].contains(name.dropFirst(stem.count).first)
  }

  private static func byteCount(_ path: String) -> Int {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? Int(status.st_size) : 0
  }
}
