import Compression
public import SimpleFeatures

/// The gzip file format (RFC 1952) over libdeflate.
public enum Gzip {
  /// The largest answer that ``decompress(_:limit:)`` gives unless told otherwise: 256 MiB.
  public static let defaultLimitBytes = 1 << 28

  /// The level for tiles that are made while someone waits.
  ///
  /// Measured on a level-14 tile of 940 buildings (91,651 bytes): level 1 gives 50,757 bytes in
  /// 0.92 CPU-ms, level 6 gives 47,531 in 2.81, level 12 about 46,000 in 20.
  public static let defaultLevel = 1

  /// The gzip file of `bytes`: one member without name and time.
  ///
  /// Makes a compressor for each call; keeping them between calls was measured to save nothing.
  ///
  /// - Parameter level: 0 (none) to 12 (smallest, slowest); others are brought into this range.
  public static func compress(_ bytes: [UInt8], level: Int = defaultLevel) -> [UInt8] {
    var compressor = Compressor(level: level)
    return compressor.compress(bytes, as: .gzip)
  }

  /// The bytes that the gzip file `bytes` holds, all of its members one after another.
  ///
  /// Checks the header, the checksum and the length of each member.
  ///
  /// - Parameter limit: The largest answer in bytes.
  /// - Throws: ``FormatError`` `truncated` for an empty or cut file, `badEncoding` for anything
  ///   else
  ///   that is not gzip or fails its checksum, `tooLarge` beyond `limit`.
  public static func decompress(
    _ bytes: [UInt8], limit: Int = defaultLimitBytes
  ) throws(FormatError) -> [UInt8] {
    let decompressor = Decompressor()
    var answer: [UInt8] = []
    var offset = 0
    repeat {
      guard bytes.count - offset >= 18 else {
        throw FormatError(.truncated, "the gzip data ends early", offset: bytes.count)
      }
      let member = try decompress(
        member: bytes, from: offset, limit: limit - answer.count, with: decompressor)
      if answer.isEmpty {
        answer = member.bytes
      } else {
        answer.append(contentsOf: member.bytes)
      }
      offset += member.consumed
    } while offset < bytes.count
    return answer
  }

  private static func decompress(
    member bytes: [UInt8], from offset: Int, limit: Int, with decompressor: borrowing Decompressor
  ) throws(FormatError) -> (bytes: [UInt8], consumed: Int) {
    // The last four bytes give the length of the last member, which mostly is the only one.
    let hint = bytes.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    var room = min(max(hint, 64), max(limit, 0), 1032 * (bytes.count - offset) + 64)
    while true {
      do throws(Decompressor.Failure) {
        return try decompressor.decompress(bytes[offset...], as: .gzip, room: room)
      } catch {
        switch error {
        case .damaged:
          throw FormatError(.badEncoding, "not gzip data, or damaged", offset: offset)
        case .insufficientSpace:
          guard room < limit else {
            throw FormatError(.tooLarge, "the gzip data holds more than \(limit) bytes")
          }
          room = min(2 * room, limit)
        }
      }
    }
  }
}
