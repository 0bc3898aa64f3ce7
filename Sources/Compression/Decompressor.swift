internal import CDeflate

/// The owner of a libdeflate decompressor; for one thread at a time.
@safe public struct Decompressor: ~Copyable {
  /// Why bytes cannot be decompressed.
  public enum Failure: Error {
    /// They are not of the format, cut off, or fail their checksum.
    case damaged
    /// They hold more than there is room for.
    case insufficientSpace
  }

  private let decompressor: OpaquePointer

  /// A decompressor.
  public init() {
    guard let made = unsafe libdeflate_alloc_decompressor() else {
      fatalError("libdeflate has no memory for a decompressor")
    }
    unsafe decompressor = made
  }

  deinit { unsafe libdeflate_free_decompressor(decompressor) }

  /// Decompresses the data at the begin of `packed` into `room`.
  ///
  /// - Returns: How many bytes were written, and how many of `packed` the data takes.
  public func decompress(
    _ packed: UnsafeBufferPointer<UInt8>, as format: CompressedFormat,
    into room: UnsafeMutableBufferPointer<UInt8>
  ) throws(Failure) -> (written: Int, consumed: Int) {
    var (written, consumed) = (0, 0)
    let (from, length) = (packed.baseAddress, packed.count)
    let (into, space) = (room.baseAddress, room.count)
    let result =
      switch format {
      case .deflate:
        unsafe libdeflate_deflate_decompress_ex(
          decompressor, from, length, into, space, &consumed, &written)
      case .zlib:
        unsafe libdeflate_zlib_decompress_ex(
          decompressor, from, length, into, space, &consumed, &written)
      case .gzip:
        unsafe libdeflate_gzip_decompress_ex(
          decompressor, from, length, into, space, &consumed, &written)
      }
    switch result {
    case LIBDEFLATE_SUCCESS: return (written, consumed)
    case LIBDEFLATE_INSUFFICIENT_SPACE: throw .insufficientSpace
    default: throw .damaged
    }
  }

  /// The data at the begin of `packed`, of at most `room` bytes, and how many of `packed` it takes.
  public func decompress(
    _ packed: ArraySlice<UInt8>, as format: CompressedFormat, room: Int
  ) throws(Failure) -> (bytes: [UInt8], consumed: Int) {
    var result = Result<(written: Int, consumed: Int), Failure>.failure(.damaged)
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: room) { out, count in
      result = unsafe packed.withUnsafeBufferPointer { source in
        do throws(Failure) {
          return .success(try unsafe decompress(source, as: format, into: out))
        } catch {
          return .failure(error)
        }
      }
      if case .success(let sizes) = result { count = sizes.written }
    }
    return (bytes, try result.get().consumed)
  }

  /// The data that `packed` holds, where it is exactly `count` bytes; `nil` where it is not.
  public func decompress(
    _ packed: ArraySlice<UInt8>, as format: CompressedFormat, exactly count: Int
  ) -> [UInt8]? {
    guard let (bytes, _) = try? decompress(packed, as: format, room: count), bytes.count == count
    else { return nil }
    return bytes
  }
}
