import CGDAL
import Foundation

/// Files as GDAL sees them, those inside of archives included.
enum VirtualFile {
  /// The first bytes; empty where it cannot be read.
  static func head(_ path: String, _ count: Int) -> [UInt8] {
    let (bytes, _) = GDALSession.run { () -> [UInt8] in
      guard let file = unsafe VSIFOpenL(path, "rb") else { return [] }
      defer { _ = unsafe VSIFCloseL(file) }
      var bytes = [UInt8](repeating: 0, count: count)
      let read = unsafe bytes.withUnsafeMutableBytes {
        unsafe VSIFReadL($0.baseAddress, 1, count, file)
      }
      return Array(bytes.prefix(read))
    }
    return bytes
  }

  /// The size in bytes, unpacked; `nil` where there is no such file.
  static func byteCount(_ path: String) -> Int? {
    let (count, _) = GDALSession.run { () -> Int? in
      guard let file = unsafe VSIFOpenL(path, "rb") else { return nil }
      defer { _ = unsafe VSIFCloseL(file) }
      return unsafe VSIFSeekL(file, 0, SEEK_END) == 0 ? unsafe Int(VSIFTellL(file)) : nil
    }
    return count
  }

  /// The paths in a folder or archive and in all folders of it, from there on.
  static func names(in folder: String) -> [String] {
    let (names, _) = GDALSession.run { () -> [String] in
      let list = unsafe VSIReadDirRecursive(folder)
      defer { unsafe CSLDestroy(list) }
      return (0..<(unsafe CSLCount(list))).compactMap { index in
        unsafe list?[Int(index)].map { unsafe String(cString: $0) }
      }
    }
    return names
  }
}
