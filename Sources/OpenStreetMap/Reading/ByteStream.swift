import CZlib

/// The bytes of a text, from front to back.
protocol ByteStream: AnyObject {
  /// Fills the buffer; less only at the end.
  func read(_ buffer: UnsafeMutableBufferPointer<UInt8>) throws(OSMError) -> Int
  /// How many bytes of the file were taken for what was read.
  var position: Int { get }
}

/// A file as it is.
final class PlainStream: ByteStream {
  private let file: InputFile
  private(set) var position = 0

  init(_ file: InputFile) {
    self.file = file
  }

  func read(_ buffer: UnsafeMutableBufferPointer<UInt8>) throws(OSMError) -> Int {
    let got = unsafe try file.read(buffer, at: position)
    position += got
    return got
  }
}

/// What a file that gzip made holds; of one part or of several.
///
/// zlib and not libdeflate, which would need the whole text in memory.
@safe final class GzipStream: ByteStream {
  private static let inputBytes = 1 << 16

  private let file: InputFile
  private var next = 0
  private var input = Column<UInt8>()
  private var left = 0
  /// Where it is: zlib's state points back to it.
  private let stream: UnsafeMutablePointer<z_stream>
  private var isWithinPart = true
  private var hasEnded = false

  init(_ file: InputFile) throws(OSMError) {
    self.file = file
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    // 15 bits of window, and 16 for gzip's frame.
    let result = unsafe inflateInit2_(
      stream, 31, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard result == Z_OK else {
      throw OSMError(.unreadable, "there is no memory to unpack \(file.path)")
    }
  }

  deinit {
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  var position: Int { next - left }

  func read(_ buffer: UnsafeMutableBufferPointer<UInt8>) throws(OSMError) -> Int {
    var done = 0
    while done < buffer.count, !hasEnded {
      if left == 0 { try refill() }
      if hasEnded { break }
      let room = min(buffer.count - done, Int(Int32.max))
      unsafe stream.pointee.next_in =
        UnsafeMutablePointer(mutating: input.pointer) + (input.count - left)
      unsafe stream.pointee.avail_in = UInt32(left)
      unsafe stream.pointee.next_out = buffer.baseAddress! + done
      unsafe stream.pointee.avail_out = UInt32(room)
      let result = unsafe inflate(stream, Z_NO_FLUSH)
      left = Int(unsafe stream.pointee.avail_in)
      done += room - Int(unsafe stream.pointee.avail_out)
      switch result {
      case Z_OK, Z_BUF_ERROR: isWithinPart = true
      case Z_STREAM_END:
        isWithinPart = false
        unsafe inflateReset(stream)
      default:
        throw OSMError.damaged("the packed data before byte \(position) is damaged", at: position)
      }
    }
    return done
  }

  private func refill() throws(OSMError) {
    input.removeAll()
    let room = unsafe UnsafeMutableBufferPointer(
      start: input.room(for: Self.inputBytes), count: Self.inputBytes)
    left = unsafe try file.read(room, at: next)
    input.commit(left)
    next += left
    guard left == 0 else { return }
    hasEnded = true
    if isWithinPart {
      throw OSMError.truncated("the file ends within its packed data", at: next)
    }
  }
}
