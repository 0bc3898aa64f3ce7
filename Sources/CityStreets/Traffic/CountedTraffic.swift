public import SUMOFiles
public import SimpleFeatures

/// Vehicles on a network that meet what detectors counted.
public struct CountedTraffic: Sendable {
  /// The vehicles; each has its whole way.
  public let demand: SUMODemand
  /// When the first may start, in seconds: before the first count by their way to it.
  public let beginSeconds: Double
  /// When the last count ends, in seconds.
  public let endSeconds: Double
  /// Mean flow of each lane in vehicles a second.
  public let laneFlows: [Double]
  /// What became of the counts.
  public let report: TrafficReport
}

extension CityStreets {
  /// The most likely traffic that meets the counts of detectors.
  ///
  /// Vehicles come in where the network begins and leave it where it ends. What no count says
  /// anything of has no traffic. Counts that cannot be used are left out and told.
  ///
  /// - Parameter intervalSeconds: The length of the counts' intervals; by default as they follow
  ///   each other.
  /// - Throws: ``StreetError`` `no-counts` where no count is left or leads anywhere,
  ///   `invalid-value` where the intervals cannot be told or make up more than ten million
  ///   vehicles.
  public func traffic(
    counts rows: [DetectorCount], of detectors: [DetectorPoint], intervalSeconds: Double? = nil
  ) throws(StreetError) -> CountedTraffic {
    var report = TrafficReport()
    let told = Set(rows.map(\.detector))
    let known = told.intersection(detectors.map(\.id))
    report.detectors = told.count
    report.unknownDetectors = told.subtracting(known).sorted()
    // What is wrong with the counts of detectors that are not there is of no interest.
    let usable = known.isEmpty ? rows : rows.filter { known.contains($0.detector) }
    let series = try CountSeries(usable, intervalSeconds: intervalSeconds, &report)
    let ids = Set(series.counts.keys)
    let places = try DetectorPlaces(detectors, of: ids, on: self)
    report.offRoad = places.offRoad
    report.undirected = places.undirected
    let edges = series.edges(places, on: self, &report)
      .filter { $0.value.contains { $0 != nil } }
    guard !edges.isEmpty else {
      throw StreetError(
        .noCounts, "none of the \(rows.count) counts is one of a street",
        hint: report.remarks.joined(separator: "; "))
    }
    return try fitted(
      edges, beginSeconds: series.beginSeconds, intervalSeconds: series.intervalSeconds,
      intervals: series.intervals,
      report)
  }

  /// Traffic as roads of each class may have it, for comparing plans where nothing is counted; the
  /// report says so.
  ///
  /// - Parameter factor: What the flows of ``StreetDefaults`` are multiplied by.
  public func traffic(
    assumedByClassFor durationSeconds: Double, beginSeconds: Double = 0, factor: Double = 1
  ) throws(StreetError) -> CountedTraffic {
    var report = TrafficReport()
    report.isAssumed = true
    let routes = try RouteSet(network)
    var edges: [Int: [Double?]] = [:]
    for entry in routes.entries {
      edges[entry] = [routes.size(ofEdge: entry) * factor * durationSeconds / 3600]
    }
    return try fitted(
      edges, beginSeconds: beginSeconds, intervalSeconds: durationSeconds, intervals: 1, report)
  }

  private func fitted(
    _ counts: [Int: [Double?]], beginSeconds: Double, intervalSeconds: Double, intervals: Int,
    _ told: TrafficReport
  ) throws(StreetError) -> CountedTraffic {
    var report = told
    var set = try RouteSet(network)
    report.isClosed = set.isClosed
    set.addPairs(over: Set(counts.keys))
    set.addTurns(at: Set(counts.keys))
    let edges = counts.keys.sorted()
    var places: [Int: Int] = [:]
    for (place, edge) in edges.enumerated() { places[edge] = place }
    var users = [[Int]](repeating: [], count: edges.count)
    for (number, route) in set.routes.enumerated() {
      for edge in route.edges { if let place = places[edge] { users[place].append(number) } }
    }
    var departures = Departures(self, set.routes, counted: places, intervalSeconds: intervalSeconds)
    var modelled = [Double](repeating: 0, count: edges.count)
    var counted = modelled
    for interval in 0..<intervals {
      let known = edges.indices.filter { counts[edges[$0]]![interval] != nil && !users[$0].isEmpty }
      let reached = Set(known.flatMap { users[$0] })
      let fit = CountFit(
        priors: set.routes.indices.map { reached.contains($0) ? set.routes[$0].prior : 0 },
        users: known.map { users[$0] }, counts: known.map { counts[edges[$0]]![interval]! })
      let flows = try departures.add(
        fit.flows, beginSeconds: beginSeconds + Double(interval) * intervalSeconds)
      for place in known {
        counted[place] += counts[edges[place]]![interval]!
        modelled[place] += users[place].reduce(0) { $0 + Double(flows[$1]) }
      }
    }
    for (place, edge) in edges.enumerated() {
      guard !users[place].isEmpty else {
        report.unreachable.append(network.edges[edge].id)
        continue
      }
      let hours = Double(intervals) * intervalSeconds / 3600
      let (m, c) = (modelled[place] / hours, counted[place] / hours)
      report.fits.append(
        TrafficReport.Fit(
          edge: network.edges[edge].id, counted: counted[place], modelled: modelled[place],
          geh: m + c > 0 ? (2 * (m - c) * (m - c) / (m + c)).squareRoot() : 0))
    }
    guard !departures.vehicles.isEmpty else {
      throw StreetError(
        .noCounts, "the counts leave no vehicle on any way through the network",
        hint: "Are all counts 0, or do the counted streets lead nowhere in the area?")
    }
    let flows = departures.laneFlows(Double(intervals) * intervalSeconds)
    addUncounted(&report, counts, flows)
    return departures.traffic(
      beginSeconds: beginSeconds, endSeconds: beginSeconds + Double(intervals) * intervalSeconds,
      flows, report)
  }

  private func addUncounted(
    _ report: inout TrafficReport, _ counts: [Int: [Double?]], _ flows: [Double]
  ) {
    var approaches: Set<Int> = []
    var reached: Set<String> = []
    var all: [String] = []
    for connection in network.connections {
      guard let signal = connection.signal else { continue }
      approaches.insert(network.lanes[connection.from].edge)
      if all.last != signal { all.append(signal) }
      if flows[connection.from] > 0 { reached.insert(signal) }
    }
    report.approaches = approaches.count
    report.uncountedApproaches = approaches.count { counts[$0] == nil }
    report.signalsWithoutTraffic = all.filter { !reached.contains($0) }
  }
}
