/// A stretch of an XML file from the start of one object to that of another.
struct XMLChunk {
  /// Counted from 0.
  var number: Int
  /// Without comments, declarations and such: blanks stand in their place.
  var bytes: [UInt8]
  /// Where it starts in the text.
  var offset: Int
  /// The line in which it starts, counted from 1.
  var line: Int
  var isLast: Bool
  /// How many bytes of the file were read for it.
  var endByte: Int

  var isFirst: Bool { number == 0 }

  /// Puts the line before an error's words; places in them are of the chunk.
  func located(_ error: OSMError) -> OSMError {
    guard let place = error.position else { return error }
    let before = bytes[..<min(max(place, 0), bytes.count)]
    let lines = before.count { $0 == UInt8(ascii: "\n") }
    return OSMError(
      error.code, "line \(line + lines): \(error.message)", at: offset + place, hint: error.hint)
  }
}

/// Cuts an XML file where objects start, so that several threads can read it.
///
/// `<` stands nowhere in XML but before a tag, once comments and such are gone.
final class XMLFeed: PieceFeed {
  /// How much is read at a time.
  static let usualChunkBytes = 1 << 19
  /// An object of more is refused: none of OpenStreetMap comes near.
  static let mostObjectBytes = 64 << 20

  private let stream: any ByteStream
  private let chunkBytes: Int
  private var pending: [UInt8] = []
  /// Up to here comments are gone from what is pending.
  private var cleaned = 0
  private var number = 0
  private var offset = 0
  private var line = 1
  private var isAtEnd = false
  private var isDone = false

  init(_ stream: any ByteStream, chunkBytes: Int = usualChunkBytes) {
    self.stream = stream
    self.chunkBytes = chunkBytes
  }

  func next() throws(OSMError) -> Piece? {
    try nextChunk().map { .text($0) }
  }

  func nextChunk() throws(OSMError) -> XMLChunk? {
    guard !isDone else { return nil }
    while true {
      try readMore()
      do throws(OSMError) {
        cleaned = try XMLMarkup.blankOut(&pending, from: cleaned, isAtEnd: isAtEnd)
      } catch {
        throw chunk(pending.count).located(error)
      }
      if isAtEnd {
        isDone = true
        return take(pending.count)
      }
      if let cut = XMLMarkup.lastObject(in: pending[..<cleaned]), cut > 0 { return take(cut) }
      guard pending.count <= Self.mostObjectBytes else {
        throw chunk(pending.count).located(
          OSMError.damaged(
            "what starts here goes on for more than \(Self.mostObjectBytes) bytes", at: 0))
      }
    }
  }

  private func readMore() throws(OSMError) {
    guard !isAtEnd else { return }
    // Long objects are read in steps that grow with them, so that they cost no more than others.
    let count = max(chunkBytes, pending.count)
    let start = pending.count
    pending.append(contentsOf: repeatElement(0, count: count))
    let stream = stream
    let got: Result<Int, OSMError> = unsafe pending.withUnsafeMutableBufferPointer { buffer in
      do throws(OSMError) {
        return .success(unsafe try stream.read(.init(rebasing: buffer[start...])))
      } catch {
        return .failure(error)
      }
    }
    let read = try got.get()
    pending.removeLast(count - read)
    if read < count { isAtEnd = true }
  }

  private func chunk(_ count: Int) -> XMLChunk {
    XMLChunk(
      number: number, bytes: Array(pending[..<count]), offset: offset, line: line, isLast: isDone,
      endByte: stream.position)
  }

  private func take(_ count: Int) -> XMLChunk {
    let chunk = chunk(count)
    pending.removeSubrange(..<count)
    cleaned -= count
    number += 1
    offset += count
    var lines = 0
    for byte in chunk.bytes where byte == UInt8(ascii: "\n") { lines += 1 }
    line += lines
    return chunk
  }
}
