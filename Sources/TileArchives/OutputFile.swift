import Foundation

/// The file of a draft, written from its start and read back where contents are compared.
final class OutputFile {
  private let target: String
  private let handle: FileHandle
  /// How many bytes have been written.
  private(set) var length = 0
  /// Bytes that wait to be written in one step.
  private var waiting: [UInt8] = []

  init(_ draft: ArchiveDraft) throws(TileArchiveError) {
    target = draft.target
    guard let handle = FileHandle(forUpdatingAtPath: draft.path) else {
      throw TileArchiveError(draft.target, errno: errno)
    }
    self.handle = handle
  }

  /// Appends `bytes`.
  func write(_ bytes: [UInt8]) throws(TileArchiveError) {
    waiting += bytes
    length += bytes.count
    if waiting.count >= 1 << 20 { try flush() }
  }

  /// Writes `bytes` over those at `offset`.
  func write(_ bytes: [UInt8], at offset: Int) throws(TileArchiveError) {
    try flush()
    try perform {
      try handle.seek(toOffset: UInt64(offset))
      try handle.write(contentsOf: bytes)
      try handle.seekToEnd()
    }
  }

  /// The bytes from `offset` on.
  func read(at offset: Int, count: Int) throws(TileArchiveError) -> [UInt8] {
    let first = length - waiting.count
    if offset >= first { return Array(waiting[offset - first..<offset - first + count]) }
    try flush()
    return try perform {
      try handle.seek(toOffset: UInt64(offset))
      let bytes = try handle.read(upToCount: count)
      try handle.seekToEnd()
      return Array(bytes ?? .init())
    }
  }

  /// Writes what waits.
  func close() throws(TileArchiveError) {
    try flush()
    try perform { try handle.close() }
  }

  private func flush() throws(TileArchiveError) {
    guard !waiting.isEmpty else { return }
    try perform { try handle.write(contentsOf: waiting) }
    waiting.removeAll(keepingCapacity: true)
  }

  /// Runs `body`, whose errors are the file system's.
  @discardableResult
  private func perform<Result>(_ body: () throws -> Result) throws(TileArchiveError) -> Result {
    do {
      return try body()
    } catch {
      let system = (error as? CocoaError)?.userInfo[NSUnderlyingErrorKey] as? POSIXError
      if let system { throw TileArchiveError(target, errno: system.code.rawValue) }
      throw TileArchiveError(target, error.localizedDescription)
    }
  }
}
