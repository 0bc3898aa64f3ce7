import Foundation

/// The share of cars that find a lot full in the long run: Erlang's loss formula.
///
/// B(c, a) = (aᶜ / c!) / Σₖ aᵏ / k!, with c spaces and an offered load of a cars: arrivals per
/// second by the mean stay in seconds. It holds for any distribution of stays.
///
/// Source: A. K. Erlang 1917; the recursion B(k) = a B(k − 1) / (k + a B(k − 1)), B(0) = 1, is
/// stable and takes c steps. A number of spaces that is not whole begins the recursion at its
/// fraction f, with 1 / B(f, a) = ∫₀^∞ e^(−u) (1 + u / a)^f du (D. L. Jagerman 1974).
enum ErlangLoss {
  /// The share of cars turned away, 0 to 1; 1 for no spaces, `nil` for numbers that mean nothing.
  ///
  /// `spaces` and `load` must not be below 0; spaces may be a mean and so have a fraction.
  static func blocking(spaces: Double, load: Double) -> Double? {
    guard spaces.isFinite, load.isFinite, spaces >= 0, load >= 0, spaces <= 1e9 else { return nil }
    if load == 0 { return spaces == 0 ? 1 : 0 }
    let whole = spaces.rounded(.down)
    let fraction = spaces - whole
    var blocked = fraction == 0 ? 1 : 1 / inverse(fraction: fraction, load: load)
    var k = fraction
    while k < spaces {
      k += 1
      blocked = load * blocked / (k + load * blocked)
      // Below the load of a lot that is far too large, nothing is left that a Double could hold.
      if blocked < 1e-300 { return 0 }
    }
    return blocked
  }

  /// The mean number of cars in the lot in the long run, up to `spaces`.
  static func meanOccupied(spaces: Double, load: Double) -> Double? {
    blocking(spaces: spaces, load: load).map { load * (1 - $0) }
  }

  /// 1 / B(f, a) for f from 0 to 1, by double exponential quadrature with u = exp(x − exp(−x)).
  private static func inverse(fraction f: Double, load a: Double) -> Double {
    let step = 1.0 / 64
    var sum = 0.0
    for index in -400...400 {
      let x = Double(index) * step
      let u = exp(x - exp(-x))
      let weight = u * (1 + exp(-x))
      let value = exp(-u) * pow(1 + u / a, f) * weight
      if value.isFinite { sum += value }
    }
    return sum * step
  }
}
