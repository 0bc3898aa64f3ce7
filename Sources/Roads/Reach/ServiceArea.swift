import Networks

/// Which parts of the roads lie within a time, or a length, of places.
public struct ServiceArea: Sendable {
  /// A part of a segment, 0 at its beginning and 1 at its end.
  struct Part: Sendable {
    var segment: UInt32
    var from: Float
    var to: Float
  }

  /// Parts of segments; a segment that is reached from both its ends may be there twice.
  var parts: [Part] = []

  /// How many parts of segments are reached.
  public var partCount: Int { parts.count }
}

extension Router {
  /// What is within `bound` (milliseconds or centimetres, as the metric counts) of a place, or what
  /// the place is within `bound` of (`towards`).
  public func reach(_ place: RoadPlace, within bound: UInt32, towards: Bool = false) -> ServiceArea
  {
    let ends =
      towards ? network.goals(at: place, on: metric) : network.starts(at: place, on: metric)
    let terminals = ends.terminals.filter { $0.cost <= bound }
    let distances = network.withSweep {
      $0.reach(from: terminals, on: metric.searched, reverse: towards, bound: bound)
    }
    var maker = ReachMaker(network, metric, bound, towards: towards)
    maker.add(around: place)
    maker.addChains(distances)
    return maker.reach
  }
}

/// Collects the reached parts of chains.
private struct ReachMaker {
  private let network: RoadNetwork
  private let metric: RoadMetric
  private let bound: UInt32
  private let towards: Bool
  private(set) var reach = ServiceArea()

  init(_ network: RoadNetwork, _ metric: RoadMetric, _ bound: UInt32, towards: Bool) {
    self.network = network
    self.metric = metric
    self.bound = bound
    self.towards = towards
  }

  mutating func add(around place: RoadPlace) {
    guard case .segment(let segment, let fraction) = place.spot else { return }
    let chain = network.chains.chain(ofSegment: segment)
    for isAgainst in [false, true] {
      // To leave a place along its chain, and to come to it against the chain, is to look ahead.
      follow(
        chain, isAgainst: isAgainst, looksAhead: isAgainst == towards, budget: bound,
        from: (segment, fraction))
    }
  }

  /// Each chain from the ends that are reached in time.
  mutating func addChains(_ reached: [(node: UInt32, distance: UInt32)]) {
    let graph = network.graph
    var isWhole = [Bool](repeating: false, count: network.chains.count)
    // The least cost of each arc that begins at a reached state, or ends there.
    for (state, distance) in reached {
      let junction = Int(graph.junctionOfState[Int(state)])
      network.armsByJunction.forEachOutgoing(junction) { outgoing in
        let arc = towards ? outgoing ^ 1 : outgoing
        guard !isWhole[arc >> 1], let cost = self.cost(state, arc), distance + cost <= bound
        else { return }
        let segments = network.chains.segmentRange(arc >> 1)
        let isAgainst = arc & 1 == 1
        let looksAhead = isAgainst == towards
        isWhole[arc >> 1] = follow(
          arc >> 1, isAgainst: isAgainst, looksAhead: looksAhead,
          budget: bound - distance - cost,
          from: looksAhead ? (segments.lowerBound, 0) : (segments.upperBound - 1, 1))
      }
    }
  }

  /// What it costs to begin an arc in a state, or to be in a state by having come by an arc; `nil`
  /// where the state does not belong to the arc.
  private func cost(_ state: UInt32, _ arc: Int) -> UInt32? {
    let graph = network.graph
    if towards { return graph.arrivals[arc] == state ? 0 : nil }
    for searched in graph.searchArcs(ofRoadArc: arc) where graph.tails[searched] == state {
      let turn = metric.turnCosts[Int(graph.turns[searched])]
      return turn < Weight.unreachable ? turn : nil
    }
    return nil
  }

  /// Adds what a budget allows from a place on, with or against the order of segments.
  ///
  /// Returns whether it allows everything to the chain's end.
  @discardableResult
  private mutating func follow(
    _ chain: Int, isAgainst: Bool, looksAhead: Bool, budget: UInt32,
    from start: (segment: Int, fraction: Double)
  ) -> Bool {
    let segments = network.chains.segmentRange(chain)
    var left = budget
    var segment = start.segment
    var fraction = start.fraction
    while segments.contains(segment) {
      let weight = metric.costs[segment, isAgainst: isAgainst]
      guard weight < Weight.unreachable else { return false }
      let share = looksAhead ? 1 - fraction : fraction
      let cost = UInt32(Double(weight) * share)
      if cost > left {
        let part = weight == 0 ? 0 : Double(left) / Double(weight)
        add(segment, fraction, looksAhead ? fraction + part : fraction - part)
        return false
      }
      add(segment, fraction, looksAhead ? 1 : 0)
      left -= cost
      segment += looksAhead ? 1 : -1
      fraction = looksAhead ? 0 : 1
    }
    return true
  }

  private mutating func add(_ segment: Int, _ one: Double, _ other: Double) {
    guard network.chains.segmentWays[segment] != RoadChains.noWay, one != other else { return }
    reach.parts.append(
      ServiceArea.Part(
        segment: UInt32(segment), from: Float(min(one, other)), to: Float(max(one, other))))
  }
}

extension RoadNetwork {
  /// Lends a work space for sweeps, an idle one if there is any.
  func withSweep<T>(_ body: (OneToAll) -> T) -> T {
    sweeps.lending({ OneToAll(hierarchy) }, body)
  }
}
