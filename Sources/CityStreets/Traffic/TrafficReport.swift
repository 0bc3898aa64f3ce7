/// What became of counts, and what of the traffic nobody counted.
public struct TrafficReport: Sendable, Equatable {
  /// How well the traffic meets a counted street.
  public struct Fit: Sendable, Equatable {
    /// The edge.
    public var edge: String
    /// Vehicles counted over all intervals.
    public var counted: Double
    /// Vehicles of the traffic in the same intervals.
    public var modelled: Double
    /// √(2 (m − c)² / (m + c)) of the flows an hour (GEH); below 5 is usual for good fits.
    public var geh: Double
  }

  /// Each counted street with traffic.
  public var fits: [Fit] = []
  /// Detectors with counts, as the table has them.
  public var detectors = 0
  /// Detectors of the table that the map does not have.
  public var unknownDetectors: [String] = []
  /// Detectors more than 30 m from each street, or on none of its lanes.
  public var offRoad: [String] = []
  /// Detectors that do not tell which direction of their street they count.
  public var undirected: [String] = []
  /// Negative counts and those that are no numbers, left out.
  public var negativeCounts: [String] = []
  /// Counts of more than one vehicle a second and lane, left out.
  public var impossibleCounts: [String] = []
  /// Second counts of the same detector and time, left out.
  public var duplicateCounts: [String] = []
  /// Detectors with intervals that have no count; there their street counts as not known.
  public var gaps: [String] = []
  /// Detectors whose counts end before the others do.
  public var stale: [String] = []
  /// Detectors that tell the same number over and over, left out there.
  public var stuck: [String] = []
  /// Counted streets of which only some lanes have a detector: the others are taken as alike.
  public var partlyCounted: [String] = []
  /// Counted streets that no way through the network leads over.
  public var unreachable: [String] = []
  /// Streets into signals.
  public var approaches = 0
  /// Streets into signals without a detector.
  public var uncountedApproaches = 0
  /// Signals that no traffic reaches, as nothing before or behind them is counted.
  public var signalsWithoutTraffic: [String] = []
  /// Whether the network has no border, so that vehicles begin and end on its lesser streets.
  public var isClosed = false
  /// Whether the traffic is assumed by class of road and nothing is counted.
  public var isAssumed = false

  /// The share of counted streets whose GEH is below 5.
  public var goodShare: Double {
    fits.isEmpty ? 0 : Double(fits.count { $0.geh < 5 }) / Double(fits.count)
  }

  /// What people should know of it, a sentence each.
  public var remarks: [String] {
    var remarks: [String] = []
    func list(_ ids: [String], _ many: String, _ one: String) {
      guard !ids.isEmpty else { return }
      let some = ids.prefix(3).joined(separator: ", ") + (ids.count > 3 ? ", …" : "")
      remarks.append("\(ids.count) \(ids.count == 1 ? one : many): \(some)")
    }
    if isAssumed {
      remarks.append("the traffic is assumed by class of road: nothing of it was counted")
    }
    if isClosed {
      remarks.append("no street leads out of the network: vehicles start on its lesser streets")
    }
    list(
      unknownDetectors, "detectors with counts are not in the map",
      "detector with counts is not in the map")
    list(
      offRoad, "detectors stand on no street within 30 m",
      "detector stands on no street within 30 m")
    list(
      undirected, "detectors do not tell which direction they count",
      "detector does not tell which direction it counts")
    list(
      negativeCounts, "counts are negative or no numbers, left out",
      "count is negative or no number, left out")
    list(
      impossibleCounts, "counts exceed a vehicle a second and lane, left out",
      "count exceeds a vehicle a second and lane, left out")
    list(
      duplicateCounts, "counts come twice, the first is taken",
      "count comes twice, the first is taken")
    list(
      gaps, "detectors miss intervals, not known there",
      "detector misses intervals, not known there")
    list(
      stale, "detectors stopped before the others, not known from then on",
      "detector stopped before the others, not known from then on")
    list(
      stuck, "detectors repeat one number, left out there",
      "detector repeats one number, left out there")
    list(
      partlyCounted, "streets have detectors on some of their lanes only, the others as these",
      "street has detectors on some of its lanes only, the others as these")
    list(
      unreachable, "counted streets lie on no way through the network",
      "counted street lies on no way through the network")
    if uncountedApproaches > 0, !isAssumed {
      remarks.append(
        "\(uncountedApproaches) of \(approaches) approaches of signals "
          + "have no detector: their traffic is what counted streets and usual turns leave for them"
      )
    }
    list(
      signalsWithoutTraffic, "signals get no traffic from what is counted",
      "signal gets no traffic from what is counted")
    let poor = fits.filter { $0.geh >= 5 }.sorted { $0.geh > $1.geh }
    list(
      poor.map { fit in
        let (counted, modelled) = (Int(fit.counted.rounded()), Int(fit.modelled.rounded()))
        return "\(fit.edge) (\(counted) counted, \(modelled) drive)"
      },
      "counted streets cannot be met (GEH 5 or more): counts contradict each other",
      "counted street cannot be met (GEH 5 or more): counts contradict each other")
    return remarks
  }
}
