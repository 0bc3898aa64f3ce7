import Compression

/// The records of a file of frames.
///
/// The file begins with ``magic``. Then records follow: length of the content (32 bits), CRC-32 of
/// kind, length and content, kind (8 bits), content. The first is the head, the last of a run that
/// ended the summary.
enum FrameRecords {
  static let magic: [UInt8] = Array("yutufr1\n".utf8)
  /// Bytes of a record before its content.
  static let prefix = 9

  /// What a record holds.
  enum Kind: UInt8 {
    case head = 1
    case frame = 2
    case summary = 3
  }

  /// A record as it lies in the file.
  struct Place {
    var kind: Kind
    /// Where it begins.
    var offset: Int
    /// Bytes of its content.
    var count: Int

    var end: Int { offset + prefix + count }
  }

  static func record(_ kind: Kind, _ content: [UInt8]) -> [UInt8] {
    var writer = StateWriter()
    writer.put(UInt32(content.count))
    writer.put(checksum(kind, content))
    writer.put(kind.rawValue)
    return writer.bytes + content
  }

  /// The record whose prefix stands at `offset`; `nil` where none does or it ends beyond the file.
  static func place(at offset: Int, in file: StoredFile) throws(SimulationError) -> Place? {
    guard offset + prefix <= (try file.length()) else { return nil }
    var reader = StateReader(try file.read(at: offset, count: prefix))
    let (count, _) = (Int(try reader.get(UInt32.self)), try reader.get(UInt32.self))
    guard let kind = Kind(rawValue: try reader.get(UInt8.self)) else { return nil }
    let place = Place(kind: kind, offset: offset, count: count)
    return place.end <= (try file.length()) ? place : nil
  }

  /// What a record holds; `nil` where its checksum does not fit.
  static func content(_ place: Place, in file: StoredFile) throws(SimulationError) -> [UInt8]? {
    var reader = StateReader(try file.read(at: place.offset, count: prefix + place.count))
    let (_, sum) = (try reader.get(UInt32.self), try reader.get(UInt32.self))
    let content = Array(try file.read(at: place.offset + prefix, count: place.count))
    return sum == checksum(place.kind, content) ? content : nil
  }

  private static func checksum(_ kind: Kind, _ content: [UInt8]) -> UInt32 {
    crc32(([kind.rawValue] + content)[...]) ^ UInt32(truncatingIfNeeded: content.count)
  }
}
