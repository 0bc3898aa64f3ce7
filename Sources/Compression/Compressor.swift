internal import CDeflate

/// The owner of a libdeflate compressor; for one thread at a time.
@safe public struct Compressor: ~Copyable {
  private let compressor: OpaquePointer

  /// A compressor of a level, 0 (none) to 12 (smallest, slowest); others are clamped.
  public init(level: Int) {
    let level = min(max(level, 0), 12)
    guard let compressor = unsafe libdeflate_alloc_compressor(Int32(level)) else {
      fatalError("libdeflate has no memory for a compressor of level \(level)")
    }
    unsafe self.compressor = compressor
  }

  deinit { unsafe libdeflate_free_compressor(compressor) }

  /// The compressed bytes.
  public mutating func compress(_ bytes: [UInt8], as format: CompressedFormat) -> [UInt8] {
    let bound =
      switch format {
      case .deflate: unsafe libdeflate_deflate_compress_bound(compressor, bytes.count)
      case .zlib: unsafe libdeflate_zlib_compress_bound(compressor, bytes.count)
      case .gzip: unsafe libdeflate_gzip_compress_bound(compressor, bytes.count)
      }
    return compress(bytes, as: format, room: bound)
  }

  /// The compressed bytes; `nil` where they are more than `limit`.
  public mutating func compress(
    _ bytes: [UInt8], as format: CompressedFormat, limit: Int
  ) -> [UInt8]? {
    let compressed = compress(bytes, as: format, room: limit)
    return compressed.isEmpty ? nil : compressed
  }

  private func compress(_ bytes: [UInt8], as format: CompressedFormat, room: Int) -> [UInt8] {
    unsafe Array(unsafeUninitializedCapacity: room) { out, count in
      count = unsafe bytes.withUnsafeBytes { source in
        let (from, length, into) = (source.baseAddress, source.count, out.baseAddress)
        return switch format {
        case .deflate: unsafe libdeflate_deflate_compress(compressor, from, length, into, room)
        case .zlib: unsafe libdeflate_zlib_compress(compressor, from, length, into, room)
        case .gzip: unsafe libdeflate_gzip_compress(compressor, from, length, into, room)
        }
      }
    }
  }
}
