/// The Mercator ordinate near one latitude by its Taylor series, where that is exact enough.
///
/// With d = φ − φ₀ in degrees: 2 artanh(sin φ) = c₀ + c₁d + c₂d² + c₃d³ + c₄d⁴ + R, |R| ≤ the error
/// asked for while |d| ≤ ``reachDegrees``. Over a city tile this saves a sine and a logarithm a
/// vertex; ``WebMercator`` is the plain formula that it is tested against.
struct MercatorSeries {
  /// The latitude φ₀ in degrees.
  let centre: Double
  /// How far from φ₀ the series may be used.
  let reachDegrees: Double
  private let c0: Double
  private let c1: Double
  private let c2: Double
  private let c3: Double
  private let c4: Double

  /// The series around `latitude` (degrees, within ±86) with an error of at most `error`.
  init(latitude: Double, error: Double) {
    let degree = Double.pi / 180
    // The derivatives of the Gudermannian's inverse y: y′ = s, with s = sec φ and t = tan φ.
    let sine = WebMercator.sine(degrees: latitude)
    let s = 1 / (1 - sine * sine).squareRoot()
    let t = sine * s
    let (s3, t2) = (s * s * s, t * t)
    let y3 = s * t2 + s3
    let y4 = s * t2 * t + 5 * s3 * t
    let y5 = s * t2 * t2 + 18 * s3 * t2 + 5 * s3 * s * s
    centre = latitude
    c0 = WebMercator.twiceArtanhSine(latitude: latitude)
    c1 = 2 * degree * s
    c2 = degree * degree * s * t
    c3 = degree * degree * degree * y3 / 3
    c4 = degree * degree * degree * degree * y4 / 12
    // The first term left out, doubled for those after it, stays below the error.
    let c5 = degree * degree * degree * degree * degree * y5 / 60
    reachDegrees = WebMercator.fifthRoot(error / (2 * c5))
  }

  /// 2 artanh(sin φ) for φ = `latitude` in degrees; by the plain formula beyond the reach.
  @inline(__always)
  func twiceArtanhSine(latitude: Double) -> Double {
    let d = latitude - centre
    guard abs(d) <= reachDegrees else { return WebMercator.twiceArtanhSine(latitude: latitude) }
    return c0 + d * (c1 + d * (c2 + d * (c3 + d * c4)))
  }
}
