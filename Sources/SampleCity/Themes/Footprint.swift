/// The shape of a building on the ground, in metres along and across its main wing, whose middle is
/// the zero.
enum Footprint: Hashable {
  /// A bar.
  case bar
  /// An L: a wing of some width and reach at one end.
  case angle(wing: Double, reach: Double, isEast: Bool)
  /// A U: wings at both ends.
  case yard(wing: Double, reach: Double)
  /// A ring around a courtyard of some depth.
  case court(wing: Double, reach: Double)
  /// A bar that steps out in the middle, on both sides.
  case cross(wing: Double, reach: Double)

  /// How far it goes beyond the main wing, forwards and backwards.
  var reach: (front: Double, back: Double) {
    switch self {
    case .bar: (0, 0)
    case .angle(_, let reach, _), .yard(_, let reach): (0, reach)
    case .court(let wing, let reach): (0, reach + wing)
    case .cross(_, let reach): (reach, reach)
    }
  }

  /// Its rings, each counter-clockwise; the first is the outer one.
  func rings(length: Double, depth: Double) -> [[(Double, Double)]] {
    let (x, y) = (length / 2, depth / 2)
    switch self {
    case .bar: return [[(-x, -y), (x, -y), (x, y), (-x, y)]]
    case .angle(let wing, let reach, let isEast):
      return isEast
        ? [[(-x, -y), (x, -y), (x, y + reach), (x - wing, y + reach), (x - wing, y), (-x, y)]]
        : [[(-x, -y), (x, -y), (x, y), (wing - x, y), (wing - x, y + reach), (-x, y + reach)]]
    case .yard(let wing, let reach):
      return [
        [
          (-x, -y), (x, -y), (x, y + reach), (x - wing, y + reach), (x - wing, y), (wing - x, y),
          (wing - x, y + reach), (-x, y + reach),
        ]
      ]
    case .court(let wing, let reach):
      return [
        [(-x, -y), (x, -y), (x, y + reach + wing), (-x, y + reach + wing)],
        [(wing - x, y), (x - wing, y), (x - wing, y + reach), (wing - x, y + reach)],
      ]
    case .cross(let wing, let reach):
      let half = wing / 2
      return [
        [
          (-x, -y), (-half, -y), (-half, -y - reach), (half, -y - reach), (half, -y), (x, -y),
          (x, y), (half, y), (half, y + reach), (-half, y + reach), (-half, y), (-x, y),
        ]
      ]
    }
  }
}
