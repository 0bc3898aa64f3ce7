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
struct HortonRates {
  /// Of each class, m/s at evenly spaced F.
  private var rates: [[Double]]
  private var ratesPerMetre: [Double]
  /// k, 1/s.
  private var decays: [Double]

  /// So many rates lie on a straight line to 1e-5 of it.
  private static let count = 1024
  /// k t from which on nothing counts any more.
  private static let faded = 14.0

  /// - Parameter classes: `nil` comes of those of which none fades.
  init?(_ classes: [Infiltration.Model]) {
    var fades = false
    (rates, ratesPerMetre, decays) = ([], [], [])
    for model in classes {
      guard case .horton(let initial, let final, let decay) = model, initial > final, decay > 0
      else {
        rates.append(Array(repeating: 0, count: Self.count))
        ratesPerMetre.append(0)
        decays.append(0)
        continue
      }
      fades = true
      let (excess, rest, k) = ((initial - final) / 3.6e6, final / 3.6e6, decay / 3600)
      func taken(_ seconds: Double) -> Double {
        rest * seconds + excess * (1 - exp(-k * seconds)) / k
      }
      let (end, last) = (Self.faded / k, Double(Self.count - 1))
      let deepest = taken(end)
      rates.append(
        (0..<Self.count).map { index in
          guard index < Self.count - 1 else { return 0 }
          var (low, high) = (0.0, end)
          while high - low > 1e-12 * end {
            let middle = (low + high) / 2
            if taken(middle) < deepest * Double(index) / last {
              low = middle
            } else {
              high = middle
            }
          }
          return excess * exp(-k * low)
        })
      ratesPerMetre.append(last / deepest)
      decays.append(k)
    }
    guard fades else { return nil }
  }

  /// The table for a while of so many seconds.
  func table<Real: BinaryFloatingPoint & Sendable>(seconds: Double) -> FadingTable<Real> {
    FadingTable(
      rates: rates.flatMap { $0.map { Real($0) } }, count: Self.count,
      ratesPerMetre: ratesPerMetre.map { Real($0) },
      seconds: decays.map { Real($0 > 0 ? (1 - exp(-$0 * seconds)) / $0 : 0) })
  }
}
