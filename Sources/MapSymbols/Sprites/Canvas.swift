internal import CRsvg
import Catalog

/// The owner of a picture that cairo draws: RGBA, at first transparent.
@safe struct Canvas: ~Copyable {
  private let surface: OpaquePointer
  private let context: OpaquePointer

  /// - Parameters:
  ///   - width: In pixels, like `height`.
  ///   - scale: Pixels to a unit of what is drawn.
  init(width: Int, height: Int, scale: Double = 1) {
    guard
      let surface = unsafe cairo_image_surface_create(
        CAIRO_FORMAT_ARGB32, Int32(width), Int32(height)),
      let context = unsafe cairo_create(surface)
    else { fatalError("cairo has no memory for a picture of \(width) x \(height) pixels") }
    unsafe self.surface = surface
    unsafe self.context = context
    unsafe cairo_scale(context, scale, scale)
  }

  deinit {
    unsafe cairo_destroy(context)
    unsafe cairo_surface_destroy(surface)
  }

  /// Fills a circle.
  func fillCircle(x: Double, y: Double, radius: Double, _ colour: SRGBColour) {
    unsafe cairo_arc(context, x, y, radius, 0, 2 * Double.pi)
    choose(colour)
    unsafe cairo_fill(context)
  }

  /// Fills a polygon and all that is within `radius` of it, so that its corners are round.
  func fillPolygon(_ corners: [(x: Double, y: Double)], radius: Double, _ colour: SRGBColour) {
    for corner in corners { unsafe cairo_line_to(context, corner.x, corner.y) }
    unsafe cairo_close_path(context)
    choose(colour)
    unsafe cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
    unsafe cairo_set_line_width(context, 2 * radius)
    unsafe cairo_fill_preserve(context)
    unsafe cairo_stroke(context)
  }

  /// Draws an icon into a square, in `colour` wherever it is opaque.
  ///
  /// What colours it has itself does not matter.
  func stamp(_ icon: Icon, x: Double, y: Double, side: Double, _ colour: SRGBColour) {
    unsafe cairo_push_group(context)
    _ = unsafe icon.withHandle { handle in
      var box = RsvgRectangle(x: x, y: y, width: side, height: side)
      return unsafe rsvg_handle_render_document(handle, context, &box, nil) != 0
    }
    let mask = unsafe cairo_pop_group(context)
    choose(colour)
    unsafe cairo_mask(context, mask)
    unsafe cairo_pattern_destroy(mask)
  }

  /// Copies another picture to a place, both in pixels.
  func draw(_ other: borrowing Canvas, x: Int, y: Int) {
    unsafe cairo_set_source_surface(context, other.surface, Double(x), Double(y))
    unsafe cairo_paint(context)
  }

  private func choose(_ colour: SRGBColour) {
    unsafe cairo_set_source_rgb(context, colour.red, colour.green, colour.blue)
  }

  /// The picture as PNG.
  func png() -> [UInt8] {
    var bytes: [UInt8] = []
    unsafe withUnsafeMutablePointer(to: &bytes) { target in
      _ = unsafe cairo_surface_write_to_png_stream(
        surface,
        { target, data, count in
          if let target = unsafe target {
            unsafe target.assumingMemoryBound(to: [UInt8].self).pointee.append(
              contentsOf: UnsafeBufferPointer(start: data, count: Int(count)))
          }
          return CAIRO_STATUS_SUCCESS
        }, target)
    }
    return bytes
  }
}
