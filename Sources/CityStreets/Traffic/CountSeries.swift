import SUMOFiles
import SimpleFeatures

/// Counts of detectors by interval, with what cannot be used left out and named.
struct CountSeries {
  let beginSeconds: Double
  let intervalSeconds: Double
  let intervals: Int
  /// Vehicles by detector and interval; `nil` where nothing is known.
  private(set) var counts: [String: [Double?]] = [:]

  /// The most seconds of an interval.
  private static let longestIntervalSeconds = 86_400.0
  /// The latest begin of an interval, either way.
  private static let latestSeconds = 1e9

  /// The same number this often in a row is a fault.
  private static let mostRepeats = 6

  /// - Throws: ``StreetError`` `no-counts` where nothing can be used, `invalid-value` where the
  ///   length of intervals cannot be told.
  init(
    _ rows: [DetectorCount], intervalSeconds asked: Double?, _ report: inout TrafficReport
  ) throws(StreetError) {
    let rows = rows.sorted { ($0.detector, $0.beginSeconds) < ($1.detector, $1.beginSeconds) }
    guard let first = rows.map(\.beginSeconds).min(), let last = rows.map(\.beginSeconds).max()
    else {
      throw StreetError(
        .noCounts, "there are no counts", hint: "Give rows of detector,begin_s,vehicles.")
    }
    guard let interval = asked ?? Self.interval(rows), interval > 0 else {
      throw StreetError(
        .invalidValue, "the length of the counts' intervals cannot be told",
        hint: "Say it: --count-interval SECONDS.")
    }
    guard interval <= Self.longestIntervalSeconds else {
      throw StreetError(
        .invalidValue, "the counts are of intervals of \(interval) s",
        hint: "An interval is at most a day, \(Int(Self.longestIntervalSeconds)) s.")
    }
    guard first >= -Self.latestSeconds, last <= Self.latestSeconds,
      (last - first) / interval < 10_000
    else {
      throw StreetError(
        .invalidValue, "the counts go from \(first) s to \(last) s by intervals of \(interval) s",
        hint: "Are all times of one kind?")
    }
    beginSeconds = first
    intervalSeconds = interval
    intervals = Int(((last - first) / interval).rounded()) + 1
    for row in rows {
      let name = "\(row.detector) at \(Int(row.beginSeconds)) s"
      let place = Int(((row.beginSeconds - first) / interval).rounded())
      var own = counts[row.detector] ?? Array(repeating: nil, count: intervals)
      if !row.vehicles.isFinite || row.vehicles < 0 {
        report.negativeCounts.append(name)
      } else if own[place] != nil {
        report.duplicateCounts.append(name)
      } else {
        own[place] = row.vehicles
      }
      counts[row.detector] = own
    }
    for detector in counts.keys.sorted() { check(detector, &report) }
  }

  /// The most frequent time between successive counts of a detector.
  private static func interval(_ rows: [DetectorCount]) -> Double? {
    var seen: [Double: Int] = [:]
    for (one, next) in zip(rows, rows.dropFirst())
    where one.detector == next.detector && next.beginSeconds > one.beginSeconds {
      seen[next.beginSeconds - one.beginSeconds, default: 0] += 1
    }
    return seen.min { ($1.value, $0.key) < ($0.value, $1.key) }?.key
  }

  private mutating func check(_ detector: String, _ report: inout TrafficReport) {
    var own = counts[detector]!
    let known = own.indices.filter { own[$0] != nil }
    guard let first = known.first, let last = known.last else { return }
    if last + 2 < intervals {
      report.stale.append(
        "\(detector) (since \(Int(beginSeconds + Double(last + 1) * intervalSeconds)) s)")
    }
    if first > 0 || known.count < last - first + 1 || last + 2 == intervals {
      report.gaps.append(detector)
    }
    var start = 0
    while start < own.count {
      var end = start + 1
      while end < own.count, own[end] == own[start] { end += 1 }
      if let value = own[start], value > 0, end - start >= Self.mostRepeats {
        report.stuck.append("\(detector) (\(value) for \(end - start) intervals)")
        for place in start..<end { own[place] = nil }
      }
      start = end
    }
    counts[detector] = own
  }

  /// Vehicles by edge and interval: lanes added up; of several detectors of a lane the mean.
  func edges(_ places: DetectorPlaces, on streets: CityStreets, _ report: inout TrafficReport)
    -> [Int: [Double?]]
  {
    var byEdge: [Int: [(lane: Int?, counts: [Double?])]] = [:]
    for (detector, counts) in counts.sorted(by: { $0.key < $1.key }) {
      guard let place = places.places[detector] else { continue }
      let lanes = place.lane == nil ? streets.draft.edges[place.edge].street.lanes : 1
      var own = counts
      for interval in own.indices {
        if let value = own[interval], value > intervalSeconds * Double(lanes) {
          report.impossibleCounts.append(
            "\(detector) at \(Int(beginSeconds + Double(interval) * intervalSeconds)) s")
          own[interval] = nil
        }
      }
      byEdge[place.edge, default: []].append((place.lane, own))
    }
    var edges: [Int: [Double?]] = [:]
    for (edge, detectors) in byEdge.sorted(by: { $0.key < $1.key }) {
      let lanes = streets.draft.edges[edge].street.lanes
      let counted = Set(detectors.compactMap(\.lane))
      if !detectors.contains(where: { $0.lane == nil }), counted.count < lanes {
        report.partlyCounted.append(
          "\(streets.network.edges[edge].id) (\(counted.count) of \(lanes))")
      }
      edges[edge] = (0..<intervals).map { interval in
        Self.sum(detectors.map { ($0.lane, $0.counts[interval]) }, lanes: lanes)
      }
    }
    return edges
  }

  /// What passes a street in an interval; `nil` where no detector knows.
  private static func sum(_ seen: [(lane: Int?, count: Double?)], lanes: Int) -> Double? {
    func mean(_ values: [Double]) -> Double? {
      values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
    }
    let whole = mean(seen.filter { $0.lane == nil }.compactMap(\.count))
    let single = Dictionary(grouping: seen.filter { $0.lane != nil }, by: { $0.lane! })
      .values.compactMap { mean($0.compactMap(\.count)) }
    // Lanes without a count are taken to be like the others.
    let added =
      single.isEmpty
      ? nil : single.reduce(0, +) * Double(lanes) / Double(single.count)
    return whole ?? added
  }
}
