import Compression

/// PNG files (ISO/IEC 15948) of 8 bits a sample, compressed by libdeflate.
///
/// A tile is made while someone waits: libpng, which brings zlib with it, takes three times as long
/// for more bytes.
enum PNGImage {
  /// The kinds of pixels, by the numbers of the header.
  private enum ColourType: UInt8 {
    case palette = 3
    case rgba = 6
  }

  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// libdeflate's level.
  private static let level = 1

  /// A PNG file of pixels of red, green, blue and alpha, row by row from the top.
  static func encode(rgba pixels: [UInt8], width: Int, height: Int) -> [UInt8] {
    file(.rgba, pixels, bytesPerRow: 4 * width, width: width, height: height, chunks: [])
  }

  /// A PNG file of pixels that are indices into a palette of red, green, blue and alpha.
  static func encode(
    palette: [UInt8], indices: [UInt8], width: Int, height: Int
  ) -> [UInt8] {
    let colours = stride(from: 0, to: palette.count, by: 4).flatMap { palette[$0..<$0 + 3] }
    let alphas = stride(from: 3, to: palette.count, by: 4).map { palette[$0] }
    return file(
      .palette, indices, bytesPerRow: width, width: width, height: height,
      chunks: [("PLTE", colours), ("tRNS", alphas)])
  }

  private static func file(
    _ type: ColourType, _ pixels: [UInt8], bytesPerRow: Int, width: Int, height: Int,
    chunks: [(String, [UInt8])]
  ) -> [UInt8] {
    precondition(pixels.count == bytesPerRow * height)
    var header = bigEndian(width) + bigEndian(height)
    // 8 bits a sample; the one compression and the one filter method that there are; no interlace.
    header += [8, type.rawValue, 0, 0, 0]
    var compressor = Compressor(level: level)
    let data = compressor.compress(
      scanlines(pixels, bytesPerRow: bytesPerRow, height: height), as: .zlib)
    var file = signature
    file.reserveCapacity(data.count + 2048)
    for (name, bytes) in [("IHDR", header)] + chunks + [("IDAT", data), ("IEND", [])] {
      file += bigEndian(bytes.count)
      let start = file.count
      file += name.utf8
      file += bytes
      file += bigEndian(Int(crc32(file[start...])))
    }
    return file
  }

  /// The rows as differences to the row above (filter 2, "Up"), each after the filter's number.
  ///
  /// Values of neighbours differ little: the file is a quarter smaller than without a filter.
  private static func scanlines(_ pixels: [UInt8], bytesPerRow: Int, height: Int) -> [UInt8] {
    var lines = [UInt8](repeating: 2, count: (bytesPerRow + 1) * height)
    let source = pixels.span
    var target = lines.mutableSpan
    for row in 0..<height {
      let (from, to) = (row * bytesPerRow, row * (bytesPerRow + 1) + 1)
      if row == 0 {
        for byte in 0..<bytesPerRow { target[to + byte] = source[from + byte] }
      } else {
        for byte in 0..<bytesPerRow {
          target[to + byte] = source[from + byte] &- source[from - bytesPerRow + byte]
        }
      }
    }
    return lines
  }

  private static func bigEndian(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
