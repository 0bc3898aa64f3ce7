import Foundation

/// The probabilities of a Poisson variable, cut off where what is left out is below a bound.
///
/// Outward from the mode by ratios, so that no factor is ever out of range, and scaled to a sum of
/// 1 (B. L. Fox, P. W. Glynn 1988). The tails beyond `first` and `last` together hold less than
/// `bound`: each is bounded by the geometric series of its first left-out ratio.
struct PoissonWeights {
  /// The least count that is kept.
  let first: Int
  /// The probability of `first`, `first + 1` and so on.
  let weights: [Double]

  var last: Int { first + weights.count - 1 }

  init(mean: Double, bound: Double) {
    precondition(mean >= 0 && mean.isFinite && bound > 0)
    guard mean > 0 else {
      first = 0
      weights = [1]
      return
    }
    let mode = Int(mean)
    // The mode's own probability is at least 1 / (3 (1 + sqrt(mean))), so tails relative to it
    // are bounded by that much less.
    let least = bound / 2 / (3 * (1 + mean.squareRoot()))
    var below: [Double] = []
    var value = 1.0
    var k = mode
    while k > 0 {
      let ratio = Double(k) / mean
      value *= ratio
      k -= 1
      // The rest is at most value / (1 - next ratio).
      let next = Double(k) / mean
      if next < 1, value / (1 - next) < least { break }
      below.append(value)
    }
    var above: [Double] = []
    value = 1
    k = mode
    while true {
      k += 1
      value *= mean / Double(k)
      let next = mean / Double(k + 1)
      if next < 1, value / (1 - next) < least { break }
      above.append(value)
    }
    first = mode - below.count
    let all = below.reversed() + [1] + above
    // From both ends inward, small ones first.
    let sum = below.reversed().reduce(0, +) + above.reversed().reduce(0, +) + 1
    weights = all.map { $0 / sum }
  }
}
