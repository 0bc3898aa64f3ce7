import Networks

/// Finds ways on one metric of a road network; several threads may use one.
public struct Router: Sendable {
  /// The roads.
  public let network: RoadNetwork
  /// The weights.
  public let metric: RoadMetric

  /// A router on a metric of the network.
  public init(_ network: RoadNetwork, _ metric: RoadMetric) {
    self.network = network
    self.metric = metric
  }

  /// The best way between two places; `nil` where there is none.
  public func route(from: RoadPlace, to: RoadPlace) -> Route? {
    let starts = network.starts(at: from, on: metric)
    let goals = network.goals(at: to, on: metric)
    let direct = self.direct(from, to)
    guard !starts.terminals.isEmpty, !goals.terminals.isEmpty || direct != nil else {
      return direct.map { finish($0.pieces, from, to) }
    }
    return network.withSearch { search in
      let found = search.run(from: starts.terminals, to: goals.terminals, on: metric.searched)
      if let direct, direct.cost <= found?.distance ?? Weight.unreachable {
        return finish(direct.pieces, from, to)
      }
      guard let found else { return nil }
      let path = search.path()
      return finish(
        pieces(path, starts.ends[found.source], goals.ends[found.target]), from, to)
    }
  }

  /// What the best way between two places costs, in the metric's unit; `nil` where there is none.
  public func cost(from: RoadPlace, to: RoadPlace) -> UInt32? {
    let starts = network.starts(at: from, on: metric)
    let goals = network.goals(at: to, on: metric)
    let direct = self.direct(from, to)?.cost
    let found = network.withSearch {
      $0.run(from: starts.terminals, to: goals.terminals, on: metric.searched)?.distance
    }
    return [direct, found].compactMap { $0 }.min()
  }

  /// The way from one place to another that leaves no chain, or none at all.
  private func direct(
    _ from: RoadPlace, _ to: RoadPlace
  ) -> (cost: UInt32, pieces: [RoutePiece])? {
    if from.spot == to.spot { return (0, []) }
    if case .junctions(let one) = from.spot, case .junctions(let other) = to.spot,
      !Set(one).isDisjoint(with: other)
    {
      return (0, [])
    }
    guard case .segment(let segment, let fraction) = to.spot else { return nil }
    let chain = network.chains.chain(ofSegment: segment)
    var best: (cost: UInt32, pieces: [RoutePiece])?
    for arc in [2 * chain, 2 * chain + 1] {
      var piece = RoutePiece(arc: arc, turn: 0, start: nil, end: (segment, fraction))
      let cost: UInt32
      switch from.spot {
      case .junctions(let junctions):
        guard junctions.contains(network.chains.tail(ofArc: arc)) else { continue }
        cost = metric.costs.beginning(ofArc: arc, to: segment, fraction, network.chains)
      case .segment(let first, let share):
        guard network.chains.segmentRange(chain).contains(first) else { return nil }
        piece.start = (first, share)
        cost = metric.costs.between(
          RoadEnd(arc: arc, segment: first, fraction: share),
          RoadEnd(arc: arc, segment: segment, fraction: fraction), arc, network.chains)
      }
      if cost < best?.cost ?? Weight.unreachable { best = (cost, [piece]) }
    }
    return best
  }

  /// What ``direct(_:_:)`` costs.
  func directCost(_ from: RoadPlace, _ to: RoadPlace) -> UInt32? { direct(from, to)?.cost }

  private func pieces(_ path: [Int], _ start: RoadEnd, _ goal: RoadEnd) -> [RoutePiece] {
    var pieces: [RoutePiece] = []
    pieces.reserveCapacity(path.count + 2)
    if let arc = start.arc {
      pieces.append(
        RoutePiece(arc: arc, turn: 0, start: (start.segment, start.fraction), end: nil))
    }
    for searched in path {
      pieces.append(
        RoutePiece(
          arc: Int(network.graph.roadArcs[searched]), turn: network.graph.turns[searched],
          start: nil, end: nil))
    }
    if let arc = goal.arc {
      pieces.append(
        RoutePiece(arc: arc, turn: goal.turn, start: nil, end: (goal.segment, goal.fraction)))
    }
    return pieces
  }

  private func finish(_ pieces: [RoutePiece], _ from: RoadPlace, _ to: RoadPlace) -> Route {
    var milliseconds = 0.0
    var centimetres = 0.0
    let chains = network.chains
    for piece in pieces {
      milliseconds += Double(metric.turnTimes[Int(piece.turn)])
      let isAgainst = piece.arc & 1 == 1
      if piece.start == nil, piece.end == nil {
        centimetres += Double(network.chainLengths[piece.arc >> 1])
        milliseconds += Double(metric.arcTimes[piece.arc])
        continue
      }
      piece.forEachSegment(chains) { segment, start, end in
        let share = (end - start).magnitude
        guard share > 0 else { return }
        milliseconds += share * Double(metric.times[segment, isAgainst: isAgainst])
        centimetres += share * Double(chains.lengthsCentimetres[segment])
      }
    }
    return Route(
      durationSeconds: milliseconds / 1000, lengthMetres: centimetres / 100, from: from, to: to,
      pieces: pieces)
  }
}

extension RoadNetwork {
  /// Lends a work space for searches, an idle one if there is any.
  func withSearch<T>(_ body: (RouteSearch) -> T) -> T {
    searches.lending({ RouteSearch(hierarchy) }, body)
  }
}
