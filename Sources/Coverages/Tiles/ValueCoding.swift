public import SimpleFeatures

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// How the values of a raster become colours that programs turn back into values.
///
/// value = base + step · (65536 · red + 256 · green + blue), for opaque pixels; a pixel with alpha
/// 0 has no value (it is black too, since drawing software multiplies by alpha). It is rounded to
/// the nearest step; those beyond the ends are taken as the ends.
public struct ValueCoding: Equatable, Sendable {
  /// The value of black, in the raster's unit.
  public var base: Double
  /// The distance between neighbouring values, in the raster's unit.
  public var step: Double

  /// A coding by its two numbers.
  ///
  /// - Precondition: `step` is positive.
  public init(base: Double, step: Double) {
    precondition(step > 0)
    self.base = base
    self.step = step
  }

  /// Mapbox's Terrain-RGB: from −10,000 m in steps of 0.1 m; what MapLibre's `raster-dem` source
  /// reads with `encoding: mapbox`.
  public static let terrainRGB = ValueCoding(base: -10_000, step: 0.1)

  /// Heights from −1,000 m in steps of a millimetre: slopes of gentle ground stay smooth, where
  /// steps of a decimetre would show as terraces.
  public static let fineHeights = ValueCoding(base: -1000, step: 0.001)

  /// The largest code: 24 bits.
  public static let largestCode = 0xFF_FFFF

  /// The coding with the finest step, a power of ten, that holds all values from `low` to `high`;
  /// the base is a whole number of steps.
  ///
  /// - Parameter precision: A step that is fine enough: coarser codes make smaller tiles. It is
  ///   taken where it is coarser than the finest.
  public init(covering range: ClosedRange<Double>, precision: Double = 0) {
    let width = max(range.upperBound - range.lowerBound, .leastNormalMagnitude)
    // One step is lost where the base is rounded down.
    var exponent = Int(log10(width / Double(Self.largestCode - 1)).rounded(.up))
    // Float32 has no finer steps than these.
    let magnitude = max(abs(range.lowerBound), abs(range.upperBound), 1e-30)
    exponent = max(exponent, Int(log10(magnitude).rounded(.down)) - 8)
    let finest = exponent < 0 ? 1 / pow(10, Double(-exponent)) : pow(10, Double(exponent))
    step = max(finest, precision)
    base = (range.lowerBound / step).rounded(.down) * step
  }

  /// The coding with the finest step, a power of ten, that holds all values from 0, or from as far
  /// below 0 as above, to those of the largest magnitude: it stays when values change a little.
  ///
  /// - Parameter precision: A step that is fine enough.
  public init(ofMagnitude range: ClosedRange<Double>, precision: Double = 0) {
    let magnitude = max(abs(range.lowerBound), abs(range.upperBound))
    let isSigned = range.lowerBound < 0
    self.init(covering: isSigned ? -magnitude...magnitude : 0...magnitude, precision: precision)
    base = isSigned ? -step * Double((Self.largestCode + 1) / 2) : 0
  }

  /// The code of a value; `nil` for NaN.
  public func code(of value: Float) -> Int? {
    value.isNaN ? nil : knownCode(of: value)
  }

  /// The code of a value that is a number.
  @inline(__always)
  fileprivate func knownCode(of value: Float) -> Int {
    let code = min(max((Double(value) - base) / step, 0), Double(Self.largestCode))
    // What is not below zero is rounded by cutting off: `rounded` is a call.
    return Int(code + 0.5)
  }

  /// The value of a code.
  public func value(ofCode code: Int) -> Double { base + step * Double(code) }
}

extension RasterGrid {
  /// The raster as a PNG file whose colours are values by `coding`; one pixel a cell.
  public func valuePNG(_ coding: ValueCoding) -> [UInt8] {
    var pixels = [UInt8](repeating: 0, count: 4 * values.count)
    var target = pixels.mutableSpan
    let source = values.span
    for i in source.indices where !source[i].isNaN {
      let code = coding.knownCode(of: source[i])
      target[4 * i] = UInt8(truncatingIfNeeded: code >> 16)
      target[4 * i + 1] = UInt8(truncatingIfNeeded: code >> 8)
      target[4 * i + 2] = UInt8(truncatingIfNeeded: code)
      target[4 * i + 3] = 0xFF
    }
    return PNGImage.encode(rgba: pixels, width: columns, height: rows)
  }
}
