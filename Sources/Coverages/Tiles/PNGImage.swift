import CPNG
import SimpleFeatures

/// PNG files by libpng's simplified interface, which reports errors instead of jumping out.
enum PNGImage {
  /// A PNG file of pixels of red, green, blue and alpha, row by row from the top.
  static func encode(
    rgba pixels: [UInt8], width: Int, height: Int
  ) throws(CoverageError) -> [UInt8] {
    try encode(
      pixels, palette: nil, format: yutu_png_format_rgba, width: width, height: height)
  }

  /// A PNG file of pixels that are indices into a palette of red, green, blue and alpha.
  static func encode(
    palette: [UInt8], indices: [UInt8], width: Int, height: Int
  ) throws(CoverageError) -> [UInt8] {
    try encode(
      indices, palette: palette, format: yutu_png_format_rgba_colormap, width: width,
      height: height)
  }

  private static func encode(
    _ pixels: [UInt8], palette: [UInt8]?, format: UInt32, width: Int, height: Int
  ) throws(CoverageError) -> [UInt8] {
    var image = unsafe png_image()
    unsafe image.version = png_uint_32(PNG_IMAGE_VERSION)
    unsafe image.width = png_uint_32(width)
    unsafe image.height = png_uint_32(height)
    unsafe image.format = format
    unsafe image.flags = png_uint_32(PNG_IMAGE_FLAG_FAST)
    unsafe image.colormap_entries = png_uint_32((palette?.count ?? 0) / 4)
    // Room for stored blocks: pixels, a filter byte a row, and what frames them.
    let room = pixels.count + pixels.count / 8 + 64 * height + 4096
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      var size = png_alloc_size_t(room)
      let isDone = unsafe pixels.withUnsafeBytes { pixels in
        unsafe (palette ?? []).withUnsafeBytes { palette in
          unsafe png_image_write_to_memory(
            &image, buffer.baseAddress, &size, 0, pixels.baseAddress, 0, palette.baseAddress)
        }
      }
      count = isDone == 0 ? 0 : Int(size)
    }
    unsafe png_image_free(&image)
    guard !bytes.isEmpty else {
      throw CoverageError(
        .encodingFailed, "no PNG of \(width) x \(height) pixels could be made",
        hint: "is there memory?")
    }
    return bytes
  }
}
