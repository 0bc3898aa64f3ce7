import SimpleFeatures

/// How likely each occupancy of a lot is, as a share of its capacity, 0…1.
///
/// Errors of one shape, scaled and moved, with what falls below 0 or above 1 taken as 0 and 1.
public struct OccupancyDistribution: Sendable {
  let location: Float
  let scale: Float
  let shape: ErrorShape
  /// How much of the distance from median to mean of the errors' shape the mean goes, 0…1.
  var skew: Float = 1

  private func value(_ index: Int) -> Double {
    Double(min(1, max(0, location + scale * shape.quantiles[index])))
  }

  /// The expected occupancy.
  ///
  /// Past errors give the sides of a distribution less surely than its middle. So this lies between
  /// the median and the mean of the distribution as it is, where the squared error was least in the
  /// latest two weeks before the forecast was issued, of errors known before these.
  public var mean: Double {
    let whole = wholeMean
    guard skew < 1 else { return whole }
    let median = quantile(0.5)
    return median + (whole - median) * Double(skew)
  }

  /// The mean of the distribution as it is.
  private var wholeMean: Double {
    var sum: Float = 0
    for z in shape.quantiles { sum += min(1, max(0, location + scale * z)) }
    return Double(sum) / Double(ErrorShape.size)
  }

  /// The occupancy that is not exceeded with probability `p`, 0…1.
  public func quantile(_ p: Double) -> Double {
    let size = Double(ErrorShape.size)
    let place = min(size - 1, max(0, p * size - 0.5))
    let below = Int(place)
    let above = min(below + 1, ErrorShape.size - 1)
    let share = place - Double(below)
    return value(below) + (value(above) - value(below)) * share
  }

  /// The probability that less than the share `occupancy` of the capacity is taken.
  ///
  /// 0 for shares of 0 and below, 1 for those above 1.
  public func probability(below occupancy: Double) -> Double {
    guard occupancy > 0 else { return 0 }
    guard occupancy <= 1 else { return 1 }
    let size = Double(ErrorShape.size)
    guard scale > 0 else { return Double(location) < occupancy ? 1 : 0 }
    let z = (Float(occupancy) - location) / scale
    let low = shape.quantiles.partitioningIndex { $0 >= z }
    if low == 0 || low == ErrorShape.size { return Double(low) / size }
    let (a, b) = (shape.quantiles[low - 1], shape.quantiles[low])
    return (Double(low) - 0.5 + (b > a ? Double((z - a) / (b - a)) : 1)) / size
  }

  /// The probability that at least one space of so many is free.
  public func probabilityOfSpace(capacity: Double) -> Double {
    // One space is taken or free: what is taken of it on average is how likely it is taken.
    if capacity >= 0.5, capacity < 1.5 { return 1 - wholeMean }
    return capacity >= 0.5 ? probability(below: 1 - 0.5 / capacity) : 0
  }
}
