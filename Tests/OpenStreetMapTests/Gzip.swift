import CDeflate

/// Packs as gzip does.
enum Gzip {
  static func packed(_ content: [UInt8]) -> [UInt8] {
    let compressor = libdeflate_alloc_compressor(6)
    defer { libdeflate_free_compressor(compressor) }
    let room = libdeflate_gzip_compress_bound(compressor, content.count)
    return [UInt8](unsafeUninitializedCapacity: room) { out, count in
      count = content.withUnsafeBytes {
        libdeflate_gzip_compress(compressor, $0.baseAddress, $0.count, out.baseAddress, room)
      }
    }
  }
}
