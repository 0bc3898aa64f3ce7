import Foundation

/// The file of a draft, written from its start and read back where contents are compared.
final class OutputFile {
  private let target: String
  private let descriptor: Int32
  /// How many bytes have been written.
  private(set) var length = 0
  /// Bytes that wait to be written in one step.
  private var waiting: [UInt8] = []

  init(_ draft: ArchiveDraft) throws(TileArchiveError) {
    target = draft.target
    descriptor = unsafe open(draft.path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw TileArchiveError(target, errno: errno) }
  }

  deinit { close(descriptor) }

  /// Appends `bytes`.
  func write(_ bytes: [UInt8]) throws(TileArchiveError) {
    waiting += bytes
    length += bytes.count
    if waiting.count >= 1 << 20 { try flush() }
  }

  /// Writes `bytes` over those at `offset`, all of which have been written.
  func write(_ bytes: [UInt8], at offset: Int) throws(TileArchiveError) {
    try flush()
    try put(bytes, at: offset)
  }

  /// The bytes from `offset` on.
  func read(at offset: Int, count: Int) throws(TileArchiveError) -> [UInt8] {
    let first = length - waiting.count
    if offset >= first { return Array(waiting[offset - first..<offset - first + count]) }
    try flush()
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = unsafe max(pread(descriptor, buffer.baseAddress, count, off_t(offset)), 0)
    }
    guard bytes.count == count else { throw TileArchiveError(target, errno: EIO) }
    return bytes
  }

  /// Writes what waits.
  func flush() throws(TileArchiveError) {
    guard !waiting.isEmpty else { return }
    try put(waiting, at: length - waiting.count)
    waiting.removeAll(keepingCapacity: true)
  }

  private func put(_ bytes: [UInt8], at offset: Int) throws(TileArchiveError) {
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe pwrite(
          descriptor, buffer.baseAddress?.advanced(by: done), bytes.count - done,
          off_t(offset + done))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw TileArchiveError(target, errno: count < 0 ? errno : EIO) }
      done += count
    }
  }
}
