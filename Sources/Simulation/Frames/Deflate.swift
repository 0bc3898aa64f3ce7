import CDeflate

/// Streams of deflate (RFC 1951), each behind its plain and coded lengths; what does not shrink
/// stands as it is.
enum Deflate {
  /// Appends `plain` to `bytes`.
  static func append(_ plain: [UInt8], to bytes: inout [UInt8]) {
    let coded = plain.count < 32 ? plain : compressed(plain)
    var lengths = StateWriter()
    lengths.put(UInt32(plain.count))
    lengths.put(UInt32(coded.count))
    bytes += lengths.bytes
    bytes += coded
  }

  /// The bytes of the stream at `place`, which moves behind it; `nil` where there is none such.
  static func next(_ bytes: [UInt8], _ place: inout Int, atMost limit: Int) -> [UInt8]? {
    guard place + 8 <= bytes.count else { return nil }
    var lengths = StateReader(Array(bytes[place..<place + 8]))
    guard let count = try? Int(lengths.get(UInt32.self)),
      let coded = try? Int(lengths.get(UInt32.self)),
      count <= limit, coded <= count, place + 8 + coded <= bytes.count
    else { return nil }
    let start = place + 8
    place = start + coded
    if coded == count { return Array(bytes[start..<place]) }
    guard let decompressor = unsafe libdeflate_alloc_decompressor() else {
      fatalError("libdeflate has no memory for a decompressor")
    }
    defer { unsafe libdeflate_free_decompressor(decompressor) }
    var result = LIBDEFLATE_BAD_DATA
    let plain = unsafe [UInt8](unsafeUninitializedCapacity: count) { out, filled in
      result = unsafe bytes.withUnsafeBytes { source in
        unsafe libdeflate_deflate_decompress(
          decompressor, source.baseAddress?.advanced(by: start), coded, out.baseAddress, count, nil)
      }
      filled = result == LIBDEFLATE_SUCCESS ? count : 0
    }
    return result == LIBDEFLATE_SUCCESS ? plain : nil
  }

  /// CRC-32 of bytes.
  static func checksum(_ bytes: [UInt8]) -> UInt32 { checksum(bytes[...]) }

  /// CRC-32 of bytes, or of all until them where that of those before is given.
  static func checksum(_ bytes: ArraySlice<UInt8>, after sum: UInt32 = 0) -> UInt32 {
    unsafe bytes.withUnsafeBytes { source in
      unsafe libdeflate_crc32(sum, source.baseAddress, source.count)
    }
  }

  /// `plain` deflated; as it is where that is no longer.
  private static func compressed(_ plain: [UInt8]) -> [UInt8] {
    guard let compressor = unsafe libdeflate_alloc_compressor(level) else {
      fatalError("libdeflate has no memory for a compressor")
    }
    defer { unsafe libdeflate_free_compressor(compressor) }
    // What needs more room than it has plain is not worth coding.
    let room = plain.count - 1
    let coded = unsafe [UInt8](unsafeUninitializedCapacity: room) { out, count in
      count = unsafe plain.withUnsafeBytes { source in
        unsafe libdeflate_deflate_compress(
          compressor, source.baseAddress, source.count, out.baseAddress, room)
      }
    }
    return coded.isEmpty ? plain : coded
  }

  /// What is left after prediction hardly repeats, so that looking longer finds no more.
  private static let level: Int32 = 1
}
