import Foundation
import SimpleFeatures

/// A file or folder of the disk by what a person wrote, and never anything else that GDAL would
/// understand under a name: addresses, connections, parts of other files.
struct PlainFile {
  /// The absolute path, in a form that GDAL takes for nothing but a path.
  let path: String
  /// The name as the person wrote it, for messages.
  let name: String
  let isFolder: Bool
  /// 0 for folders.
  let byteCount: Int

  /// - Throws: ``ImportError`` `unreadable-file` where nothing is there, links run in a circle, it
  ///   may not be read, or it is a pipe or a device.
  init(_ name: String) throws(ImportError) {
    self.name = name
    path = name.hasPrefix("/") ? "/.\(name)" : FileManager.default.currentDirectoryPath + "/" + name
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { throw Self.fault(name, errno) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: isFolder = false
    case S_IFDIR: isFolder = true
    default:
      throw ImportError(
        .unreadableFile, "\(name) is a pipe or a device, not a file",
        hint: "GeoJSON can come from standard input: cat \(name.shellQuoted) | yutu import --city "
          + "CITY --layer ID -")
    }
    byteCount = isFolder ? 0 : Int(status.st_size)
    guard unsafe access(path, R_OK) == 0 else { throw Self.fault(name, errno) }
  }

  private static func fault(_ name: String, _ number: Int32) -> ImportError {
    switch number {
    case ENOENT, ENOTDIR:
      ImportError(.unreadableFile, "there is no file \(name)", hint: "check the path")
    case ELOOP:
      ImportError(
        .unreadableFile, "\(name) is a symbolic link that leads back to itself",
        hint: "name the file that it should lead to")
    case EACCES, EPERM:
      ImportError(.unreadableFile, "\(name) may not be read", hint: "check who may read it")
    default:
      unsafe ImportError(
        .unreadableFile, "\(name) cannot be opened: \(String(cString: strerror(number)))",
        hint: "check the path")
    }
  }

  /// The first bytes.
  func head(_ count: Int = 4096) -> [UInt8] {
    guard let handle = FileHandle(forReadingAtPath: path) else { return [] }
    defer { try? handle.close() }
    return (try? handle.read(upToCount: count)).map { [UInt8]($0) } ?? []
  }

  /// The ending of the name in lower case, without the dot.
  var ending: String {
    let packed = "osm.gz"
    if name.lowercased().hasSuffix("." + packed) { return packed }
    return URL(fileURLWithPath: name).pathExtension.lowercased()
  }

  /// The names in the folder; empty for files.
  var contents: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] }
}
