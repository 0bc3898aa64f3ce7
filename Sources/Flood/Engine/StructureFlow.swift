/// The water at one end of a gate or pump.
struct WaterEnd {
  /// Height of the water, m.
  var level: Double
  /// By how many m² its level falls as water is taken, and rises as it comes; infinite beyond the
  /// model.
  var falling, rising: Double
}

/// The way of water from one end to another over a while that is short for both.
struct StructureFlow {
  let upper, lower: WaterEnd

  /// The volume after which both ends stand at one level, m³: more would make the flow swing.
  var settling: Double {
    let joined = 1 / (1 / upper.falling + 1 / lower.rising)
    return joined.isFinite ? max(0, upper.level - lower.level) * joined : .infinity
  }

  /// What passes, m³.
  ///
  /// The flow at the levels in the middle of the while, which its own water has changed by then. A
  /// single cell stands lower after it has given water and fills up again from around; in the
  /// middle it is as the water around it.
  ///
  /// - Parameter flow: m³/s at a level of the upper and one of the lower end.
  func volume(
    in seconds: Double, atMost most: Double, _ flow: (_ upper: Double, _ lower: Double) -> Double
  ) -> Double {
    /// What would pass at the levels that this volume leads to.
    func passing(_ volume: Double) -> Double {
      flow(upper.level - volume / 2 / upper.falling, lower.level + volume / 2 / lower.rising)
        * seconds
    }
    var (low, high) = (0.0, min(most, flow(upper.level, lower.level) * seconds))
    guard high > 0 else { return 0 }
    if passing(high) >= high { return high }
    while high - low > 1e-9 * high {
      let middle = (low + high) / 2
      if passing(middle) > middle { low = middle } else { high = middle }
    }
    return low
  }
}
