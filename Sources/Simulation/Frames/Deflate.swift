import Compression

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

  /// The most that so many bytes can become (https://zlib.net/zlib_tech.html).
  static func mostPlain(of count: Int) -> Int { count * 1032 }

  /// The bytes of the stream at `place`, which moves behind it; `nil` where there is none such.
  static func next(_ bytes: [UInt8], _ place: inout Int, atMost limit: Int) -> [UInt8]? {
    guard place + 8 <= bytes.count else { return nil }
    var lengths = StateReader(Array(bytes[place..<place + 8]))
    guard let count = try? Int(lengths.get(UInt32.self)),
      let coded = try? Int(lengths.get(UInt32.self)),
      count <= min(limit, mostPlain(of: coded)), coded <= count, place + 8 + coded <= bytes.count
    else { return nil }
    let start = place + 8
    place = start + coded
    if coded == count { return Array(bytes[start..<place]) }
    return Decompressor().decompress(bytes[start..<place], as: .deflate, exactly: count)
  }

  /// `plain` deflated; as it is where that is no longer.
  private static func compressed(_ plain: [UInt8]) -> [UInt8] {
    var compressor = Compressor(level: level)
    // What needs more room than it has plain is not worth coding.
    return compressor.compress(plain, as: .deflate, limit: plain.count - 1) ?? plain
  }

  /// What is left after prediction hardly repeats, so that looking longer finds no more.
  private static let level = 1
}
