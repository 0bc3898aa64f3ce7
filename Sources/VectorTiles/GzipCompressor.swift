internal import CDeflate

/// The owner of a libdeflate compressor; for one thread at a time.
@safe struct GzipCompressor: ~Copyable {
  private let compressor: OpaquePointer

  /// A compressor of `level`, brought into 0...12.
  init(level: Int) {
    let level = min(max(level, 0), 12)
    guard let compressor = unsafe libdeflate_alloc_compressor(Int32(level)) else {
      fatalError("libdeflate has no memory for a compressor of level \(level)")
    }
    unsafe self.compressor = compressor
  }

  deinit {
    unsafe libdeflate_free_compressor(compressor)
  }

  /// The gzip file (RFC 1952) of `bytes`: one member without name and time.
  mutating func compress(_ bytes: [UInt8]) -> [UInt8] {
    let room = unsafe libdeflate_gzip_compress_bound(compressor, bytes.count)
    return unsafe Array(unsafeUninitializedCapacity: room) { out, count in
      count = unsafe bytes.withUnsafeBytes { source in
        unsafe libdeflate_gzip_compress(
          compressor, source.baseAddress, source.count, out.baseAddress, out.count)
      }
    }
  }
}
