internal import CDeflate

/// A libdeflate compressor that is kept from one call to the next; for one thread at a time.
///
/// Its tables take about a megabyte, which is what makes keeping it worthwhile.
@safe public struct GzipSession: ~Copyable {
  /// The compression level, 0 (none) to 12 (slowest).
  public let level: Int
  private let compressor: OpaquePointer

  /// A compressor of `level`, brought into 0...12.
  public init(level: Int) {
    self.level = min(max(level, 0), 12)
    guard let compressor = unsafe libdeflate_alloc_compressor(Int32(self.level)) else {
      fatalError("libdeflate has no memory for a compressor of level \(self.level)")
    }
    unsafe self.compressor = compressor
  }

  deinit {
    unsafe libdeflate_free_compressor(compressor)
  }

  /// The gzip file (RFC 1952) of `bytes`: one member without name and time.
  public mutating func compress(_ bytes: [UInt8]) -> [UInt8] {
    let room = unsafe libdeflate_gzip_compress_bound(compressor, bytes.count)
    return unsafe Array(unsafeUninitializedCapacity: room) { out, count in
      count = unsafe bytes.withUnsafeBytes { source in
        unsafe libdeflate_gzip_compress(
          compressor, source.baseAddress, source.count, out.baseAddress, out.count)
      }
    }
  }
}
