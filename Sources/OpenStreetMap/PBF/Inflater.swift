import CDeflate

/// Unpacks zlib streams; one for each thread.
@safe struct Inflater: ~Copyable {
  private let decompressor: OpaquePointer

  init() {
    guard let made = unsafe libdeflate_alloc_decompressor() else {
      fatalError("libdeflate has no memory for a decompressor")
    }
    unsafe decompressor = made
  }

  deinit {
    unsafe libdeflate_free_decompressor(decompressor)
  }

  /// Unpacks `packed` into `out`; what is wrong where it is not exactly that many bytes.
  func unpack(
    _ packed: UnsafeBufferPointer<UInt8>, into out: UnsafeMutableBufferPointer<UInt8>
  ) -> String? {
    var written = 0
    let result = unsafe libdeflate_zlib_decompress(
      decompressor, packed.baseAddress, packed.count, out.baseAddress, out.count, &written)
    switch result {
    case LIBDEFLATE_SUCCESS where written == out.count: return nil
    case LIBDEFLATE_SUCCESS:
      return "it unpacks to \(written) bytes, and its raw_size says \(out.count)"
    case LIBDEFLATE_INSUFFICIENT_SPACE:
      return "it unpacks to more than the \(out.count) bytes that its raw_size says"
    default: return "its zlib data is damaged"
    }
  }
}
