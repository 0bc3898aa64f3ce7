public import SimpleFeatures

/// What the cells of a zone amount to.
public struct ZonalStatistics: Equatable, Sendable {
  /// The number of cells with a value; with ``ZoneWeight/area`` the sum of the shares of cells.
  public var count: Double
  /// The sum of the values, each times its weight.
  public var sum: Double
  /// The smallest value.
  public var minimum: Float
  /// The largest value.
  public var maximum: Float
  /// The values asked for, in the order asked: the smallest value at or below which at least that
  /// share of the weight lies (the inverse of the distribution function; no interpolation).
  public var quantiles: [Float]
  /// The mean value.
  public var mean: Double { sum / count }
}

/// How much a cell counts in a zone.
public enum ZoneWeight: String, Sendable {
  /// 1 where its centre lies in the zone (``TouchRule/centre``), so that zones that share borders
  /// share no cell and sums over a partition add up.
  case centre
  /// The share of the cell's area that lies in the zone, exact.
  case area
}

extension RasterGrid {
  /// Count, sum, mean, smallest, largest and quantiles of the values in a zone; `nil` where no cell
  /// of it has a value.
  ///
  /// Cells without a value count nowhere.
  ///
  /// - Parameter zone: A polygon in the raster's CRS; lines and points take the cells that they
  ///   touch, each with weight 1.
  /// - Parameter quantiles: Shares, 0...1.
  /// - Complexity: O(cells of the zone); with quantiles O(n log n).
  public func statistics(
    in zone: Geometry, weight: ZoneWeight = .centre, quantiles: [Double] = []
  ) -> ZonalStatistics? {
    var tally = Tally(keepsValues: !quantiles.isEmpty)
    if weight == .area, zone.kind.isAreal {
      let cover = lattice.coverage(of: zone)
      for row in cover.rows {
        for column in cover.columns {
          tally.add(self[column, row], weight: cover[column, row])
        }
      }
    } else {
      for span in lattice.spans(of: zone, by: .centre) {
        for column in span.columns { tally.add(self[column, span.row], weight: 1) }
      }
    }
    return tally.statistics(quantiles)
  }
}

extension Geometry.Kind {
  fileprivate var isAreal: Bool { self == .polygon || self == .multiPolygon }
}

/// Values and weights as they come.
private struct Tally {
  private let keepsValues: Bool
  private var values: [(value: Float, weight: Double)] = []
  private var count = 0.0
  private var sum = 0.0
  private var low = Float.infinity
  private var high = -Float.infinity

  init(keepsValues: Bool) {
    self.keepsValues = keepsValues
  }

  mutating func add(_ value: Float, weight: Double) {
    guard !value.isNaN, weight > 0 else { return }
    count += weight
    sum += weight * Double(value)
    if value < low { low = value }
    if value > high { high = value }
    if keepsValues { values.append((value, weight)) }
  }

  func statistics(_ quantiles: [Double]) -> ZonalStatistics? {
    guard count > 0 else { return nil }
    let sorted = values.sorted { $0.value < $1.value }
    let answers = quantiles.map { share -> Float in
      // Rounding must not push the last share past the last value.
      let goal = share * count * (1 - 1e-12)
      var reached = 0.0
      for entry in sorted {
        reached += entry.weight
        if reached >= goal { return entry.value }
      }
      return high
    }
    return ZonalStatistics(
      count: count, sum: sum, minimum: low, maximum: high, quantiles: answers)
  }
}
