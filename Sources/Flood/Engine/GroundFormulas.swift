import FloodCells
import Foundation

/// The curve number method of the US Soil Conservation Service (NEH-4, 1972).
enum CurveNumber {
  /// Runoff of so much rain, both mm.
  static func runoff(_ rain: Double, number: Double, ratio: Double) -> Double {
    let retention = 25400 / number - 254
    let abstraction = ratio * retention
    guard rain > abstraction else { return 0 }
    return (rain - abstraction) * (rain - abstraction) / (rain - abstraction + retention)
  }
}

/// What Horton's ground takes beyond its final rate, by how much it has taken.
///
/// With f = f_c + (f_0 − f_c) exp(−k t) and F = f_c t + (f_0 − f_c) (1 − exp(−k t)) / k, t is the
/// time for which ground under water would have taken F, as in SWMM: ground that little rain has
/// fallen on is as fresh as at the beginning.
struct HortonRates<Real: BinaryFloatingPoint & Sendable> {
  /// For no time at all.
  private let table: FadingTable<Real>
  /// k of each class, 1/s; 0 where nothing fades.
  private let decays: [Double]

  /// So many rates lie on a straight line to 1e-5 of it.
  private static var count: Int { 1024 }
  /// k t from which on nothing counts any more.
  private static var faded: Double { 14 }

  /// - Parameter classes: `nil` comes of those of which none fades.
  init?(_ classes: [Infiltration.Model]) {
    var (rates, ratesPerMetre, decays): ([Real], [Real], [Double]) = ([], [], [])
    for model in classes {
      guard case .horton(let initial, let final, let decay) = model, initial > final, decay > 0
      else {
        rates += Array(repeating: 0, count: Self.count)
        ratesPerMetre.append(0)
        decays.append(0)
        continue
      }
      let (excess, rest, k) = ((initial - final) / 3.6e6, final / 3.6e6, decay / 3600)
      let deepest = rest * Self.faded / k + excess * (1 - exp(-Self.faded)) / k
      let perMetre = Double(Self.count - 1) / deepest
      for index in 0..<Self.count - 1 {
        let t = Self.time(toTake: Double(index) / perMetre, excess, rest, k)
        rates.append(Real(excess * exp(-k * t)))
      }
      rates.append(0)
      ratesPerMetre.append(Real(perMetre))
      decays.append(k)
    }
    guard decays.contains(where: { $0 > 0 }) else { return nil }
    table = FadingTable(
      rates: rates, count: Self.count, ratesPerMetre: ratesPerMetre,
      seconds: Array(repeating: 0, count: decays.count))
    self.decays = decays
  }

  /// How long ground under water takes to take so many metres, s.
  private static func time(
    toTake metres: Double, _ excess: Double, _ rest: Double, _ k: Double
  ) -> Double {
    let end = faded / k
    var (low, high) = (0.0, end)
    while high - low > 1e-12 * end {
      let middle = (low + high) / 2
      let taken = rest * middle + excess * (1 - exp(-k * middle)) / k
      if taken < metres { low = middle } else { high = middle }
    }
    return low
  }

  /// The table for a while of so many seconds.
  func table(seconds: Double) -> FadingTable<Real> {
    var table = table
    table.seconds = decays.map { Real($0 > 0 ? (1 - exp(-$0 * seconds)) / $0 : 0) }
    return table
  }
}
