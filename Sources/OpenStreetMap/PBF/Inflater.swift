import Compression

/// Unpacks the zlib data of blobs; one for each thread.
struct Inflater: ~Copyable {
  private let decompressor = Decompressor()

  /// Unpacks `packed` into `out`; what is wrong where it is not exactly that many bytes.
  func unpack(
    _ packed: UnsafeBufferPointer<UInt8>, into out: UnsafeMutableBufferPointer<UInt8>
  ) -> String? {
    do throws(Decompressor.Failure) {
      let written = try unsafe decompressor.decompress(packed, as: .zlib, into: out).written
      return written == out.count
        ? nil : "it unpacks to \(written) bytes, and its raw_size says \(out.count)"
    } catch {
      return switch error {
      case .insufficientSpace:
        "it unpacks to more than the \(out.count) bytes that its raw_size says"
      case .damaged: "its zlib data is damaged"
      }
    }
  }
}
