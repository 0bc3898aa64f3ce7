/// On which side of a directed line a point lies, decided exactly.
///
/// The sign of the determinant (a − c) × (b − c) is taken from plain arithmetic where Shewchuk's
/// error bound proves it, and otherwise from an error-free expansion of the six products.
/// Source: J. R. Shewchuk, Adaptive Precision Floating-Point Arithmetic (1997),
/// doi:10.1007/PL00009321. Exact unless a product over- or underflows (coordinates between
/// 1e-140 and 1e150 in size, or zero, are safe).
enum Orientation {
  /// 1 when c lies left of the line from a to b, −1 when right, 0 when on it.
  static func sign(
    _ ax: Double, _ ay: Double, _ bx: Double, _ by: Double, _ cx: Double, _ cy: Double
  ) -> Int {
    let left = (ax - cx) * (by - cy)
    let right = (ay - cy) * (bx - cx)
    let determinant = left - right
    let bound = 3.330_669_073_875_471_6e-16 * (abs(left) + abs(right))
    if abs(determinant) > bound, bound > 1e-280 { return determinant > 0 ? 1 : -1 }
    return exactSign(ax, ay, bx, by, cx, cy)
  }

  /// The sign of ax·by − ay·bx + bx·cy − by·cx + cx·ay − cy·ax without rounding.
  static func exactSign(
    _ ax: Double, _ ay: Double, _ bx: Double, _ by: Double, _ cx: Double, _ cy: Double
  ) -> Int {
    var expansion = Expansion()
    expansion.add(productOf: ax, by)
    expansion.add(productOf: -ay, bx)
    expansion.add(productOf: bx, cy)
    expansion.add(productOf: -by, cx)
    expansion.add(productOf: cx, ay)
    expansion.add(productOf: -cy, ax)
    return expansion.sign
  }
}

/// An exact sum as a list of non-overlapping doubles, smallest first.
private struct Expansion {
  private var terms: [Double] = []

  init() { terms.reserveCapacity(12) }

  /// Adds x · y exactly, as the rounded product and its error.
  mutating func add(productOf x: Double, _ y: Double) {
    let high = x * y
    let low = (-high).addingProduct(x, y)
    add(low)
    add(high)
  }

  /// Shewchuk's GROW-EXPANSION, with zero terms dropped.
  private mutating func add(_ value: Double) {
    var carry = value
    var count = 0
    for term in terms {
      let sum = carry + term
      let virtual = sum - carry
      let error = (carry - (sum - virtual)) + (term - virtual)
      carry = sum
      if error != 0 {
        terms[count] = error
        count += 1
      }
    }
    terms.removeSubrange(count...)
    if carry != 0 { terms.append(carry) }
  }

  /// The sign of the sum, which is that of its largest term.
  var sign: Int {
    guard let last = terms.last else { return 0 }
    return last > 0 ? 1 : -1
  }
}
