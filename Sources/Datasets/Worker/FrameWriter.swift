import Foundation

/// Writes frames to a pipe; ends the process once nobody reads them any more.
struct FrameWriter {
  private let descriptor: Int32

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  func write(_ frame: RecordFrame) {
    let bytes = frame.bytes
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe Foundation.write(
          descriptor, buffer.baseAddress?.advanced(by: written), bytes.count - written)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { exit(1) }
      written += count
    }
  }
}
