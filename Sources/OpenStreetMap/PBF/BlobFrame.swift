/// Where a blob lies in its file, and what it says it holds.
struct BlobFrame {
  /// Counted from 0.
  let number: Int
  /// Where its frame starts in the file.
  let position: Int
  let type: String
  /// Where its data lies in the file.
  let data: Range<Int>

  static let headerType = "OSMHeader"
  static let dataType = "OSMData"

  /// Puts the blob before an error's words; places in them are of its unpacked data.
  func located(_ error: OSMError) -> OSMError {
    let inside = error.position.map { ", byte \($0) of its data" } ?? ""
    let isOfBlob = error.message.hasPrefix("it ")
    let words = isOfBlob ? error.message.dropFirst(2) : ": " + error.message
    return OSMError(
      error.code, "blob \(number) at byte \(position)\(inside)\(words)", at: position,
      hint: error.hint)
  }
}

/// The frames of a PBF file in its order.
struct BlobFrames {
  /// A header or blob of more is refused, as the format says.
  static let mostHeaderBytes = 64 << 10
  static let mostBlobBytes = 32 << 20

  let file: InputFile
  private var number = 0
  private var place = 0

  init(_ file: InputFile) {
    self.file = file
  }

  /// The next frame; `nil` at the end of the file.
  mutating func next() throws(OSMError) -> BlobFrame? {
    var head = try file.bytes(256, at: place)
    guard !head.isEmpty else { return nil }
    let name = "blob \(number) at byte \(place)"
    guard head.count >= 4 else {
      throw OSMError.truncated("the file ends within the length of \(name)", at: place)
    }
    let headerCount = head[..<4].reduce(0) { $0 << 8 | Int($1) }
    guard headerCount <= Self.mostHeaderBytes else {
      throw OSMError.damaged(
        "\(name) has a header of \(headerCount) bytes; the most are \(Self.mostHeaderBytes)",
        at: place)
    }
    if head.count < 4 + headerCount { head = try file.bytes(4 + headerCount, at: place) }
    guard head.count >= 4 + headerCount else {
      throw OSMError.truncated("the file ends within the header of \(name)", at: place)
    }
    let start = place + 4 + headerCount
    let (type, count) = try header(Array(head[4..<4 + headerCount]), name)
    // The packed blob may be a little larger than what it holds.
    guard count <= Self.mostBlobBytes + (64 << 10) else {
      throw OSMError.damaged(
        "\(name) has \(count) bytes; the most are \(Self.mostBlobBytes)", at: place)
    }
    guard count <= file.byteCount - start else {
      throw OSMError.truncated(
        "the file ends \(file.byteCount - start) bytes into the \(count) of \(name)", at: place)
    }
    let frame = BlobFrame(
      number: number, position: place, type: type, data: start..<start + count)
    number += 1
    place = start + count
    return frame
  }

  /// Type and size of data that a blob header says.
  private func header(
    _ bytes: [UInt8], _ name: String
  ) throws(OSMError) -> (type: String, count: Int) {
    let parsed: Result<(String?, UInt64?), OSMError> = unsafe bytes.withUnsafeBufferPointer {
      buffer in
      do throws(OSMError) {
        guard let base = buffer.baseAddress else { return .success((nil, nil)) }
        return .success(try Self.header(unsafe Wire(BlockBytes(base), 0..<buffer.count)))
      } catch {
        return .failure(error)
      }
    }
    let type: String?
    let count: UInt64?
    do throws(OSMError) {
      (type, count) = try parsed.get()
    } catch {
      throw OSMError.damaged("the header of \(name) cannot be read: \(error.message)", at: place)
    }
    guard let type else {
      throw OSMError.damaged("\(name) has no type", at: place)
    }
    guard let count, count <= UInt64(Int32.max) else {
      throw OSMError.damaged("\(name) has no size that can be", at: place)
    }
    return (type, Int(count))
  }

  private static func header(_ message: Wire) throws(OSMError) -> (String?, UInt64?) {
    var wire = message
    var type: String?
    var count: UInt64?
    while let tag = try wire.next() {
      switch tag {
      case 0x0A: type = try wire.text()
      case 0x18: count = try wire.varint()
      default: try wire.skip(tag)
      }
    }
    return (type, count)
  }
}
