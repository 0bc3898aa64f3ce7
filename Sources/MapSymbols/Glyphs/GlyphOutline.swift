internal import CFreeType

/// The contours of a glyph as straight segments, in pixels with y upwards from the baseline.
struct GlyphOutline {
  typealias Point = SIMD2<Float>

  /// From where to where each goes.
  private(set) var segments: [(from: Point, to: Point)] = []
  private var start = Point.zero
  private var pen = Point.zero

  /// How far a segment may lie off its curve, in pixels.
  private static let tolerance: Float = 0.02

  mutating func move(to point: Point) {
    close()
    (start, pen) = (point, point)
  }

  mutating func line(to point: Point) {
    if point != pen { segments.append((pen, point)) }
    pen = point
  }

  /// A quadratic Bézier curve.
  mutating func curve(_ control: Point, to end: Point) {
    let from = pen
    let bend = length(from - 2 * control + end) / 4
    divide(bend) { t in
      let s = 1 - t
      return s * s * from + 2 * s * t * control + t * t * end
    }
  }

  /// A cubic Bézier curve.
  mutating func curve(_ first: Point, _ second: Point, to end: Point) {
    let from = pen
    let bend = 0.75 * max(length(from - 2 * first + second), length(first - 2 * second + end))
    divide(bend) { t in
      let s = 1 - t
      let middle = 3 * s * s * t * first + 3 * s * t * t * second
      return s * s * s * from + middle + t * t * t * end
    }
  }

  /// Ends a contour where it began.
  mutating func close() { line(to: start) }

  /// - Parameter bend: How far the chord of the whole curve lies off it at most.
  private mutating func divide(_ bend: Float, _ point: (Float) -> Point) {
    let count = max(1, Int((bend / Self.tolerance).squareRoot().rounded(.up)))
    for step in 1...count { line(to: point(Float(step) / Float(count))) }
  }

  private func length(_ vector: Point) -> Float { (vector * vector).sum().squareRoot() }
}

extension GlyphOutline {
  /// The outline of a glyph that FreeType has loaded.
  init(_ outline: inout FT_Outline) {
    var functions = unsafe FT_Outline_Funcs(
      move_to: { to, outline in
        unsafe GlyphOutline.draw(outline) { unsafe $0.move(to: Point(to)) }
      },
      line_to: { to, outline in
        unsafe GlyphOutline.draw(outline) { unsafe $0.line(to: Point(to)) }
      },
      conic_to: { control, to, outline in
        unsafe GlyphOutline.draw(outline) { unsafe $0.curve(Point(control), to: Point(to)) }
      },
      cubic_to: { first, second, to, outline in
        unsafe GlyphOutline.draw(outline) {
          unsafe $0.curve(Point(first), Point(second), to: Point(to))
        }
      }, shift: 0, delta: 0)
    unsafe withUnsafeMutablePointer(to: &self) {
      _ = unsafe FT_Outline_Decompose(&outline, &functions, $0)
    }
    close()
  }

  private static func draw(
    _ outline: UnsafeMutableRawPointer?, _ body: (inout GlyphOutline) -> Void
  ) -> Int32 {
    guard let outline = unsafe outline else { return 1 }
    unsafe body(&outline.assumingMemoryBound(to: GlyphOutline.self).pointee)
    return 0
  }
}

extension GlyphOutline.Point {
  /// A point of FreeType, whose units are 1/64 of a pixel.
  fileprivate init(_ vector: UnsafePointer<FT_Vector>?) {
    guard let vector = unsafe vector?.pointee else {
      self = .zero
      return
    }
    self.init(Float(vector.x) / 64, Float(vector.y) / 64)
  }
}
