import Foundation
import GeometryCore
public import Networks
import SimpleFeatures
import Synchronization

/// A city's roads, ready to be searched: chains, turns, an order, and weights for each profile.
///
/// Everything but the weights is made once; weights follow from profiles and from what is closed.
public final class RoadNetwork: Sendable {
  /// The roads as they were drawn.
  public let map: RoadMap
  /// Roads cut at their junctions.
  public let chains: RoadChains
  /// Who may be asked for.
  public let profiles: [RoadProfile]
  /// Whether turns cost and are forbidden.
  public let usesTurns: Bool
  /// What was passed over, for people.
  public let remarks: [String]
  /// The order of the states and what follows from it.
  public let hierarchy: ContractionHierarchy

  let graph: SearchGraph
  let delays: ArrivalDelays
  let index: SegmentIndex
  /// Length of each chain, centimetres.
  let chainLengths: [UInt32]
  private let freeMetrics = Mutex<[String: RoadMetric]>([:])
  private let mainlands = Mutex<[Int: MainComponent]>([:])
  let nodeSpots: NodeSpots
  let armsByJunction: JunctionArms
  let searches = SpacePool<RouteSearch>()
  let sweeps = SpacePool<OneToAll>()

  /// A network of the roads that any of the profiles may use.
  ///
  /// `order` gives the order of the search graph, as from a file of an earlier one; by default it
  /// is made anew.
  ///
  /// - Throws: ``RoadError`` where no road is left.
  public init(
    _ map: RoadMap, profiles: [RoadProfile], usesTurns: Bool = true, threads: Int = 2,
    order: (Graph, _ x: [Float], _ y: [Float]) throws -> NodeOrder = {
      NodeOrder.nestedDissection(of: $0, x: $1, y: $2, threads: 2)
    }
  ) throws {
    let isPassable = RoadNetwork.passable(map, profiles)
    guard isPassable.contains(true) else {
      throw RoadError(
        .noRoads,
        "none of \(map.ways.count) roads may be used by "
          + profiles.map(\.id).joined(separator: ", "),
        hint: "the profile's `speeds` say which classes it may use")
    }
    let modes = profiles.filter { usesTurns && $0.turns.obeysRestrictions }.map(\.mode)
    let bound = TurnCode(binding: Set(modes))
    let chains = ChainTracer.chains(
      of: map, breaks: modes.isEmpty ? [] : RoadNetwork.breaks(map),
      barriers: RoadNetwork.barriers(map, profiles), isUsable: { isPassable[$0] })
    let arms = JunctionArms(chains)
    let rules = modes.isEmpty ? TurnRules() : TurnRules(map, chains, arms, modes: bound)
    let classifier = TurnClassifier(map, chains, usesSignals: usesTurns)
    let delays =
      usesTurns
      ? ArrivalDelays(map, chains, arms, classifier) : ArrivalDelays(map, chains)
    let graph = SearchGraphBuilder.graph(
      chains, arms, rules, classifier,
      isUsable: RoadNetwork.usable(map, chains, profiles))
    let searched = try Graph(nodeCount: graph.stateCount, tails: graph.tails, heads: graph.heads)
    let places = StatePlaces(map, chains, graph)
    hierarchy = ContractionHierarchy(searched, order: try order(searched, places.x, places.y))
    chainLengths = (0..<chains.count).map { chain in
      chains.segmentRange(chain).reduce(0) {
        $0.reached(adding: chains.lengthsCentimetres[$1])
      }
    }
    index = SegmentIndex(map, chains)
    nodeSpots = NodeSpots(map, chains)
    armsByJunction = arms
    self.map = map
    self.chains = chains
    self.profiles = profiles
    self.usesTurns = usesTurns
    self.graph = graph
    self.delays = delays
    remarks = map.remarks + rules.remarks
  }

  /// The weights of a profile on free roads; made when first asked for.
  public func metric(profile: Int, _ objective: RouteObjective) -> RoadMetric {
    let key = "\(profile) \(objective)"
    return freeMetrics.withLock { metrics in
      if let known = metrics[key] { return known }
      let new = makeMetric(profile: profile, objective)
      metrics[key] = new
      return new
    }
  }

  /// Where a profile gets about on free roads; made when first asked for.
  func mainland(profile: Int) -> MainComponent {
    let free = metric(profile: profile, .time)
    return mainlands.withLock { mainlands in
      if let known = mainlands[profile] { return known }
      let weights = free.searched.weights
      let new = MainComponent(chains, graph, weights: weights)
      mainlands[profile] = new
      return new
    }
  }

  private func makeMetric(profile: Int, _ objective: RouteObjective) -> RoadMetric {
    let maker = weightMaker(profile: profile)
    let times = maker.times()
    let costs = objective == .time ? times : maker.lengths(where: times)
    let turnTimes = maker.turnTimes()
    let turnCosts = objective == .time ? turnTimes : maker.turnLengths()
    return RoadMetric(
      profile: profile, objective: objective,
      searched: Metric(hierarchy, weights: searchWeights(costs, turnCosts), threads: 2),
      times: times, arcTimes: arcWeights(times), costs: costs, turnCosts: turnCosts,
      turnTimes: turnTimes)
  }

  private func arcWeights(_ weights: SegmentWeights) -> [UInt32] {
    (0..<chains.arcCount).map { weights.weight(ofArc: $0, chains) }
  }

  func weightMaker(profile: Int) -> WeightMaker {
    WeightMaker(map: map, chains: chains, delays: delays, profile: profiles[profile])
  }

  private func searchWeights(_ costs: SegmentWeights, _ turns: [UInt32]) -> [UInt32] {
    var weights = [UInt32](repeating: Weight.unreachable, count: graph.tails.count)
    for arc in 0..<chains.arcCount {
      let searched = graph.searchArcs(ofRoadArc: arc)
      guard !searched.isEmpty else { continue }
      let weight = costs.weight(ofArc: arc, chains)
      for place in searched {
        weights[place] = weight.reached(adding: turns[Int(graph.turns[place])])
      }
    }
    return weights
  }

  // MARK: What is built of

  private static func passable(_ map: RoadMap, _ profiles: [RoadProfile]) -> [Bool] {
    map.ways.map { way in profiles.contains { !EdgePace($0, way).isClosed } }
  }

  /// Nodes at which a restriction needs a junction.
  private static func breaks(_ map: RoadMap) -> Set<UInt32> {
    var breaks: Set<UInt32> = []
    var viaWays: Set<Int64> = []
    for restriction in map.restrictions {
      if let node = restriction.viaNode.flatMap({ map.index(ofNode: $0) }) { breaks.insert(node) }
      viaWays.formUnion(restriction.viaWays)
    }
    guard !viaWays.isEmpty else { return breaks }
    for way in map.ways where viaWays.contains(way.id) {
      let nodes = map.nodes(of: way)
      for node in [nodes.first, nodes.last] { breaks.insert(node!) }
    }
    return breaks
  }

  /// Barriers that some of the profiles do not pass.
  private static func barriers(_ map: RoadMap, _ profiles: [RoadProfile]) -> Set<UInt32> {
    Set(
      map.nodeTags.lazy.filter { entry in
        guard let barrier = entry.value.barrier else { return false }
        return profiles.contains { $0.accessFactor(barrier[$0.mode]) == 0 }
      }.map(\.key))
  }

  /// Which road arcs any of the profiles may use.
  private static func usable(
    _ map: RoadMap, _ chains: RoadChains, _ profiles: [RoadProfile]
  ) -> [Bool] {
    var usable = [Bool](repeating: false, count: chains.arcCount)
    for profile in profiles {
      let maker = WeightMaker(
        map: map, chains: chains, delays: ArrivalDelays(map, chains), profile: profile)
      let times = maker.times()
      for arc in 0..<chains.arcCount where !usable[arc] {
        let segments = chains.segmentRange(arc >> 1)
        // Also what can be driven only in part: one may live there.
        usable[arc] = segments.contains {
          times[$0, isAgainst: arc & 1 == 1] < Weight.unreachable
        }
      }
    }
    return usable
  }
}

/// Where the states of a search graph are, in metres, for finding an order.
private struct StatePlaces {
  var x: [Float] = []
  var y: [Float] = []

  init(_ map: RoadMap, _ chains: RoadChains, _ graph: SearchGraph) {
    let origin = chains.junctionNodes.first.map { Int($0) } ?? 0
    let scale = MetresPerDegree(latitude: Double(map.latitudes[origin]) * 1e-7)
    for (state, junction) in graph.junctionOfState.enumerated() {
      var node = Int(chains.junctionNodes[Int(junction)])
      var (east, north) = (0.0, 0.0)
      func add(_ place: Int, _ share: Double) {
        east += share * Double(Int(map.longitudes[place]) - Int(map.longitudes[origin]))
        north += share * Double(Int(map.latitudes[place]) - Int(map.latitudes[origin]))
      }
      add(node, graph.arcOfState[state] == .max ? 1 : 0.95)
      if graph.arcOfState[state] != .max {
        // An arrival lies a little before its junction, so that no two are in one place.
        let arc = Int(graph.arcOfState[state])
        let points = chains.pointRange(arc >> 1)
        node = Int(
          chains.points[arc & 1 == 0 ? points.upperBound - 2 : points.lowerBound + 1])
        add(node, 0.05)
      }
      x.append(Float(east * 1e-7 * scale.east))
      y.append(Float(north * 1e-7 * scale.north))
    }
  }
}
