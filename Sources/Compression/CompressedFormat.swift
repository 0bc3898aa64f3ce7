internal import CDeflate

/// What stands around deflated data (RFC 1951).
public enum CompressedFormat: Sendable {
  /// Nothing.
  case deflate
  /// The header and checksum of zlib (RFC 1950).
  case zlib
  /// The header, checksum and length of gzip (RFC 1952), without name and time.
  case gzip
}

/// CRC-32 of bytes, or of all until them where that of those before is given.
public func crc32(_ bytes: ArraySlice<UInt8>, after sum: UInt32 = 0) -> UInt32 {
  unsafe bytes.withUnsafeBytes { source in
    unsafe libdeflate_crc32(sum, source.baseAddress, source.count)
  }
}
