import Foundation

/// A file that several threads read from, each where it wants.
final class InputFile: Sendable {
  let path: String
  private let descriptor: Int32
  let byteCount: Int

  init(_ path: String) throws(OSMError) {
    self.path = path
    descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw OSMError(.unreadable, "\(path) cannot be opened: \(Self.systemError)")
    }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw OSMError(
        .unreadable, "\(path) is no plain file", hint: "store the data in a file and name that")
    }
    byteCount = Int(status.st_size)
  }

  deinit {
    close(descriptor)
  }

  private static var systemError: String { unsafe String(cString: strerror(errno)) }

  /// Fills `buffer` from the file's bytes at `offset`; less only at the end of the file.
  func read(_ buffer: UnsafeMutableBufferPointer<UInt8>, at offset: Int) throws(OSMError) -> Int {
    var done = 0
    while done < buffer.count {
      let got = unsafe pread(
        descriptor, buffer.baseAddress! + done, buffer.count - done, off_t(offset + done))
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else {
        throw OSMError(
          .unreadable, "\(path) cannot be read: \(Self.systemError)", at: offset + done)
      }
      if got == 0 { break }
      done += got
    }
    return done
  }

  /// The `count` bytes at `offset`; fewer at the end of the file.
  func bytes(_ count: Int, at offset: Int) throws(OSMError) -> [UInt8] {
    var column = Column<UInt8>()
    let room = unsafe column.room(for: count)
    let got = unsafe try read(UnsafeMutableBufferPointer(start: room, count: count), at: offset)
    return unsafe Array(UnsafeBufferPointer(start: room, count: got))
  }
}
