import Foundation

/// A file read from front to back in chunks, so that its size does not matter.
public final class FileChunks {
  private let handle: FileHandle
  private let path: String
  private let chunkBytes: Int
  /// Size of the file in bytes; `nil` for pipes.
  public let byteCount: Int?
  /// How many bytes have been read, for progress.
  public private(set) var readBytes = 0

  /// Opens the file at `path`; `-` is standard input.
  public init(path: String, chunkBytes: Int = 1 << 18) throws(FormatError) {
    self.path = path
    self.chunkBytes = chunkBytes
    if path == "-" {
      handle = .standardInput
      byteCount = nil
      return
    }
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    let type = attributes?[.type] as? FileAttributeType
    guard FileManager.default.fileExists(atPath: path) else {
      throw FormatError(.unreadable, "there is no file \(path)", hint: "check the path")
    }
    guard type != .typeDirectory else {
      throw FormatError(.unreadable, "\(path) is a folder", hint: "name a file in it")
    }
    guard let handle = FileHandle(forReadingAtPath: path) else {
      throw FormatError(.unreadable, "\(path) cannot be opened", hint: "check who may read it")
    }
    self.handle = handle
    byteCount = type == .typeRegular ? attributes?[.size] as? Int : nil
  }

  /// The next chunk; empty at the end of the file.
  public func next() throws(FormatError) -> [UInt8] {
    var failure: Int32 = 0
    // Not by the handle, which asks for 4 KiB at a time.
    let chunk = unsafe [UInt8](unsafeUninitializedCapacity: chunkBytes) { buffer, filled in
      var count = 0
      repeat {
        count = unsafe read(handle.fileDescriptor, buffer.baseAddress, chunkBytes)
        failure = count < 0 ? errno : 0
      } while failure == EINTR
      filled = max(count, 0)
    }
    guard failure == 0 else {
      let reason = unsafe String(cString: strerror(failure))
      throw FormatError(.unreadable, "\(path) cannot be read: \(reason)")
    }
    readBytes += chunk.count
    return chunk
  }
}
