public import SUMOFiles

/// Signals that follow each other along a road, there and back.
public struct Corridor: Sendable, Equatable {
  /// A signal on the way.
  public struct Stop: Sendable, Equatable {
    /// The signal.
    public var signal: String
    /// How far it is from the first, in metres.
    public var distance_m: Double
    /// The links by which traffic goes on along the corridor.
    public var links: [Int]
    /// The links by which traffic of the other direction does; none on a one-way road.
    public var linksBack: [Int]
  }

  /// The signals in order.
  public private(set) var stops: [Stop]
  /// Free-flow seconds from each signal to the next; one less than there are signals.
  public private(set) var times_s: [Double]
  /// Free-flow seconds from each next signal back; `nil` where no road leads back.
  public private(set) var timesBack_s: [Double?]

  /// The corridor of signals in the order given.
  ///
  /// - Throws: ``SignalError`` `missing-reference` for a signal that is not there, `no-route` where
  ///   no road leads from one to the next, `invalid-value` for fewer than two.
  public init(_ signals: [String], on network: SUMONetwork) throws(SignalError) {
    guard signals.count > 1, Set(signals).count == signals.count else {
      throw SignalError(
        .invalidValue, "a corridor of \(signals.count) signals is none",
        hint: "Name two or more different signals in their order along the road.")
    }
    let known = Set(network.programs.map(\.signal))
    for signal in signals where !known.contains(signal) {
      throw SignalError(
        .missingReference, "the network has no signal \"\(signal)\"",
        hint: "Known are \(known.sorted().prefix(6).joined(separator: ", ")).")
    }
    let roads = SignalRoads(network)
    var ways: [SignalRoads.Way] = []
    for (from, to) in zip(signals, signals.dropFirst()) {
      guard let way = roads.ways(from: from, through: true)[to] else {
        throw SignalError(
          .noRoute, "no road leads from signal \"\(from)\" to signal \"\(to)\"",
          hint: "Name the signals in the direction of traffic.")
      }
      ways.append(way)
    }
    self.init(signals, ways, roads)
  }

  /// The busiest corridor: from the busiest pair of neighbours on in both directions.
  ///
  /// Busy is what the simulation counted; without one, what the lanes could carry.
  ///
  /// - Throws: ``SignalError`` `no-route` where no two signals follow each other.
  public init(busiestOn network: SUMONetwork, _ measures: TrafficMeasures? = nil)
    throws(SignalError)
  {
    let roads = SignalRoads(network, measures)
    var ways: [String: [String: SignalRoads.Way]] = [:]
    for signal in roads.signals { ways[signal] = roads.ways(from: signal, through: false) }
    let pairs = ways.flatMap { from, found in found.map { (from, $0.key, $0.value.flow) } }
      .sorted { ($1.2, $0.0, $0.1) < ($0.2, $1.0, $1.1) }
    guard let busiest = pairs.first else {
      throw SignalError(
        .noRoute, "no two signals of the network follow each other along a road",
        hint: "A time-space diagram needs two signals or more.")
    }
    var signals = [busiest.0, busiest.1]
    while signals.count < 12 {
      let onward = pairs.first { $0.0 == signals[signals.count - 1] && !signals.contains($0.1) }
      let before = pairs.first { $0.1 == signals[0] && !signals.contains($0.0) }
      guard onward != nil || before != nil else { break }
      if let onward, before.map({ onward.2 >= $0.2 }) ?? true {
        signals.append(onward.1)
      } else if let before {
        signals.insert(before.0, at: 0)
      }
    }
    self.init(
      signals, zip(signals, signals.dropFirst()).compactMap { ways[$0.0]?[$0.1] }, roads)
  }

  private init(_ signals: [String], _ ways: [SignalRoads.Way], _ roads: SignalRoads) {
    let back = zip(signals, signals.dropFirst()).map { roads.ways(from: $0.1, through: true)[$0.0] }
    var distance_m = 0.0
    stops = []
    for (number, signal) in signals.enumerated() {
      if number > 0 { distance_m += ways[number - 1].length_m }
      stops.append(
        Stop(
          signal: signal, distance_m: distance_m,
          links: roads.links(
            of: signal, from: number > 0 ? ways[number - 1].edges.last : nil,
            to: number < ways.count ? ways[number].edges.first : nil),
          linksBack: roads.links(
            of: signal, from: number < ways.count ? back[number]?.edges.last : nil,
            to: number > 0 ? back[number - 1]?.edges.first : nil)))
    }
    times_s = ways.map(\.time_s)
    timesBack_s = back.map { $0?.time_s }
  }
}
