import Catalog
public import SUMOFiles
public import SimpleFeatures

/// Delay, queue, level of service and congestion index of each road, from a simulation.
public struct LinkReport: Sendable {
  /// A road's figures.
  public struct Link: Sendable, Equatable {
    /// The edge, as a place in the network's edges.
    public var edge: Int
    /// Vehicles that left it.
    public var vehicles: Double
    /// Mean seconds that they spent on it; `nil` where nobody left it.
    public var travelTimeSeconds: Double?
    /// Seconds it takes in free flow.
    public var freeTimeSeconds: Double
    /// Mean delay in seconds a vehicle.
    public var delaySeconds: Double?
    /// Mean number of vehicles standing on it.
    public var queue: Double
    /// The most of them in an interval.
    public var longestQueue: Double
    /// Whether vehicles stood on it and none left.
    public var isBlocked: Bool
    /// The signal at its end; `nil` where there is none.
    public var signal: String?

    /// Whether it is too short for its speed to mean anything.
    ///
    /// Below 25 m, or below 2 s in free flow: it has no index of its own, and counts for the
    /// network's by its vehicles' seconds.
    public var isStub: Bool

    /// Travel time by free-flow travel time, at least 1; `nil` where nobody left it and on stubs.
    public var travelTimeIndex: Double? {
      isStub ? nil : travelTimeSeconds.map { max(1, $0 / freeTimeSeconds) }
    }
  }

  /// The figures of all edges, in the network's order.
  public let links: [Link]
  /// What all vehicles spent on all roads, stubs among them, by what they would have in free flow,
  /// at least 1; `nil` where nobody drove.
  public let travelTimeIndex: Double?
  private let network: SUMONetwork
  private let scale: CongestionScale
  private let measures: TrafficMeasures

  /// The figures that a simulation came to.
  ///
  /// - Throws: ``SignalError`` `invalid-value` for measures of another network.
  public init(_ measures: TrafficMeasures, of network: SUMONetwork, _ scale: CongestionScale)
    throws(SignalError)
  {
    let count = network.lanes.count * measures.intervals
    guard measures.intervals > 0, measures.queues.count == count, measures.flows.count == count,
      measures.travelTimesSeconds.count == count
    else {
      throw SignalError(.invalidValue, "the measures are not of this network's lanes")
    }
    var signals: [Int: String] = [:]
    for connection in network.connections where connection.signal != nil {
      signals[network.lanes[connection.from].edge] = connection.signal
    }
    var links: [Link] = []
    var (spent_s, freeSeconds) = (0.0, 0.0)
    for (number, edge) in network.edges.enumerated() {
      let link = Link(number, edge, network, measures, signal: signals[number])
      spent_s += (link.travelTimeSeconds ?? 0) * link.vehicles
      freeSeconds += link.freeTimeSeconds * link.vehicles
      links.append(link)
    }
    self.links = links
    travelTimeIndex = freeSeconds > 0 ? max(1, spent_s / freeSeconds) : nil
    self.network = network
    self.scale = scale
    self.measures = measures
  }

  /// The index of 0 to 10 of a road: 10 where it is blocked, none where nobody drove and on stubs.
  public func index(of link: Link) -> Double? {
    link.isBlocked && !link.isStub
      ? 10 : link.travelTimeIndex.map { scale.index(travelTimeIndex: $0) }
  }

  /// The level of service of a road: F where it is blocked, none where nobody drove.
  public func levelOfService(of link: Link) -> Character? {
    link.isBlocked ? "F" : link.delaySeconds.map { scale.levelOfService(delaySeconds: $0) }
  }

  /// The roads as GeoJSON, a feature on a line.
  ///
  /// `place` turns coordinates of the network into longitude and latitude; without it they stay as
  /// they are, in metres, and the member `coordinate_system` says so.
  ///
  /// - Throws: What `place` throws.
  public func geoJSON(_ place: ((SIMD2<Double>) throws -> SIMD2<Double>)? = nil) throws -> String {
    var text = JSONText(capacity: 1 << 16)
    text.raw("{\"type\":\"FeatureCollection\",\"coordinate_system\":")
    text.string(place == nil ? "local metres of the network" : "longitude latitude, WGS 84")
    text.raw(",\"begin_s\":")
    text.number(measures.beginSeconds)
    text.raw(",\"end_s\":")
    text.number(measures.endSeconds)
    text.raw(",\"travel_time_index\":")
    text.value(travelTimeIndex.map { .real($0) } ?? .null)
    text.raw(",\"congestion_index\":")
    text.value(travelTimeIndex.map { .real(scale.index(travelTimeIndex: $0)) } ?? .null)
    text.raw(",\"features\":[")
    for (number, link) in links.enumerated() {
      text.raw(number == 0 ? "\n" : ",\n")
      text.feature(
        id: network.edges[link.edge].id, geometry: try line(of: link, place),
        properties: properties(of: link))
    }
    text.raw("\n]}\n")
    return String(decoding: text.bytes, as: UTF8.self)
  }

  /// The middle of the lanes: the mean of the outermost and the innermost lane where these agree.
  private func line(
    of link: Link, _ place: ((SIMD2<Double>) throws -> SIMD2<Double>)?
  ) throws -> Geometry? {
    let lanes = network.edges[link.edge].lanes
    let outer = network.lanes[lanes.lowerBound].shape
    let inner = network.lanes[lanes.upperBound - 1].shape
    let points = outer.count == inner.count ? zip(outer, inner).map { ($0 + $1) / 2 } : outer
    guard points.count > 1 else { return nil }
    return .lineString(try points.map { try place?($0) ?? $0 }.flatMap { [$0.x, $0.y] })
  }

  private func properties(of link: Link) -> [Property] {
    func real(_ value: Double?) -> PropertyValue { value.map { .real($0) } ?? .null }
    let index = index(of: link)
    let grade = index.map { scale.grade(ofIndex: $0) }
    let edge = network.edges[link.edge]
    return [
      Property("name", edge.name.isEmpty ? .null : .text(edge.name)),
      Property("vehicles", .real(link.vehicles)),
      Property("travel_time_s", real(link.travelTimeSeconds)),
      Property("free_time_s", .real(link.freeTimeSeconds)),
      Property("delay_s", real(link.delaySeconds)),
      Property("queue", .real(link.queue)), Property("longest_queue", .real(link.longestQueue)),
      Property("blocked", .boolean(link.isBlocked)),
      Property("signal", link.signal.map { .text($0) } ?? .null),
      Property("level_of_service", levelOfService(of: link).map { .text(String($0)) } ?? .null),
      Property("travel_time_index", real(link.travelTimeIndex)),
      Property("congestion_index", real(index)),
      Property("grade_zh", grade.map { .text($0.title.zh) } ?? .null),
      Property("grade_en", grade.map { .text($0.title.en) } ?? .null),
    ]
  }
}

extension LinkReport.Link {
  fileprivate init(
    _ number: Int, _ edge: SUMONetwork.Edge, _ network: SUMONetwork, _ measures: TrafficMeasures,
    signal: String?
  ) {
    var (vehicles, time, queue, longest) = (0.0, 0.0, 0.0, 0.0)
    for interval in 0..<measures.intervals {
      var standing = 0.0
      for lane in edge.lanes {
        let place = lane * measures.intervals + interval
        vehicles += Double(measures.flows[place])
        time += Double(measures.travelTimesSeconds[place])
        standing += Double(measures.queues[place])
      }
      queue += standing / Double(measures.intervals)
      longest = max(longest, standing)
    }
    let lane = network.lanes[edge.lanes.lowerBound]
    let freeSeconds = lane.lengthMetres / lane.speedMetresPerSecond
    self.init(
      edge: number, vehicles: vehicles, travelTimeSeconds: vehicles > 0 ? time / vehicles : nil,
      freeTimeSeconds: freeSeconds,
      delaySeconds: vehicles > 0 ? max(0, time / vehicles - freeSeconds) : nil,
      queue: queue, longestQueue: longest, isBlocked: vehicles == 0 && longest > 0.5,
      signal: signal, isStub: lane.lengthMetres < 25 || freeSeconds < 2)
  }
}
