public import SUMOFiles
public import SimpleFeatures

/// Signals that follow each other along a road, there and back.
public struct Corridor: Sendable, Equatable {
  /// A signal on the way.
  public struct Stop: Sendable, Equatable {
    /// The signal.
    public var signal: String
    /// How far it is from the first, in metres.
    public var distanceMetres: Double
    /// The links by which traffic goes on along the corridor.
    public var links: [Int]
    /// The links by which traffic of the other direction does; none on a one-way road.
    public var linksBack: [Int]
  }

  /// The signals in order.
  public private(set) var stops: [Stop]
  /// Free-flow seconds from each signal to the next; one less than there are signals.
  public private(set) var timesSeconds: [Double]
  /// Free-flow seconds from each next signal back; `nil` where no road leads back.
  public private(set) var timesBackSeconds: [Double?]

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
    let back = zip(signals, signals.dropFirst()).map { roads.ways(from: $0.1, through: true)[$0.0] }
    self.init(signals, ways, back, roads)
  }

  /// The busiest corridor: from the busiest pair of neighbours straight on in both directions.
  ///
  /// Busy is what the simulation counted; without one, what the lanes could carry. It goes on as
  /// long as the road bends by no more than 45° at a junction, somebody drives there, and traffic
  /// along it may be green; it passes no signal twice.
  ///
  /// - Throws: ``SignalError`` `no-route` where no two signals follow each other on a road.
  public init(busiestOn network: SUMONetwork, _ measures: TrafficMeasures? = nil)
    throws(SignalError)
  {
    let roads = SignalRoads(network, measures)
    let ways = roads.straightWays()
    let busiest = ways.max { ($0.value.way.flow, $1.key) < ($1.value.way.flow, $0.key) }
    guard let busiest else {
      throw SignalError(
        .noRoute, "no two signals of the network follow each other straight along a road",
        hint: "A time-space diagram needs two signals or more; name those of another corridor.")
    }
    var signals = [busiest.value.from, busiest.value.to]
    var chain = [busiest.value.way]
    while signals.count < Self.mostSignals {
      let onward = chain[chain.count - 1].edges.last.flatMap { roads.straightOn(from: $0) }
        .flatMap { ways[$0] }
        .flatMap { signals.contains($0.to) ? nil : $0 }
      let first = chain[0].edges[0]
      let before = ways.filter { way in
        way.value.to == signals[0] && !signals.contains(way.value.from)
          && way.value.way.edges.last.flatMap { roads.straightOn(from: $0) } == first
      }.max { ($0.value.way.flow, $1.key) < ($1.value.way.flow, $0.key) }?.value
      if let onward, before.map({ onward.way.flow >= $0.way.flow }) ?? true {
        signals.append(onward.to)
        chain.append(onward.way)
      } else if let before {
        signals.insert(before.from, at: 0)
        chain.insert(before.way, at: 0)
      } else {
        break
      }
    }
    // Back on the same road; not by streets around it.
    let byEnds = ways.values.sorted { $0.way.flow > $1.way.flow }
    let back = zip(signals, signals.dropFirst()).map { one, next in
      byEnds.first { $0.from == next && $0.to == one }?.way
    }
    self.init(signals, chain, back, roads)
  }

  /// The most signals of a drawing that can still be read.
  private static let mostSignals = 12

  private init(
    _ signals: [String], _ ways: [SignalRoads.Way], _ back: [SignalRoads.Way?],
    _ roads: SignalRoads
  ) {
    var distanceMetres = 0.0
    stops = []
    for (number, signal) in signals.enumerated() {
      if number > 0 { distanceMetres += ways[number - 1].lengthMetres }
      stops.append(
        Stop(
          signal: signal, distanceMetres: distanceMetres,
          links: roads.links(
            of: signal, from: number > 0 ? ways[number - 1].edges.last : nil,
            to: number < ways.count ? ways[number].edges.first : nil),
          linksBack: roads.links(
            of: signal, from: number < ways.count ? back[number]?.edges.last : nil,
            to: number > 0 ? back[number - 1]?.edges.first : nil)))
    }
    timesSeconds = ways.map(\.timeSeconds)
    timesBackSeconds = back.map { $0?.timeSeconds }
  }
}
