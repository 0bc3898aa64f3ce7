import Networks

/// What a segment is other than on free roads, in one direction.
public struct SegmentChange: Equatable, Sendable {
  /// Place of the segment in ``RoadChains``.
  public var segment: Int
  /// Whether it is meant for those who go against the chain.
  public var isAgainst: Bool
  /// The speed, km/h; 0 closes.
  public var speedKilometresPerHour: Float
  /// Whether the speed is only an upper limit.
  public var isLimit: Bool

  /// A speed on a segment.
  public init(
    segment: Int, isAgainst: Bool, speedKilometresPerHour: Float, isLimit: Bool = false
  ) {
    self.segment = segment
    self.isAgainst = isAgainst
    self.speedKilometresPerHour = speedKilometresPerHour
    self.isLimit = isLimit
  }

  /// Both directions of a segment.
  static func both(_ segment: Int, limit: Float) -> [SegmentChange] {
    [false, true].map {
      SegmentChange(
        segment: segment, isAgainst: $0, speedKilometresPerHour: limit, isLimit: true)
    }
  }
}

extension RoadNetwork {
  /// The weights of a metric with some segments changed; `base` stays as it is and is of use to
  /// others meanwhile.
  ///
  /// What the profile may not use stays closed, whatever the change says. Changes apply in their
  /// order.
  public func metric(_ base: RoadMetric, changing changes: [SegmentChange]) -> RoadMetric {
    guard !changes.isEmpty else { return base }
    let maker = weightMaker(profile: base.profile)
    let free = metric(profile: base.profile, .time).times
    var (times, costs) = (base.times, base.costs)
    var touched: [UInt32] = []
    var changedSegments = 0
    for change in changes {
      let (segment, isAgainst) = (change.segment, change.isAgainst)
      let before = times[segment, isAgainst: isAgainst]
      guard free[segment, isAgainst: isAgainst] < Weight.unreachable else { continue }
      let length = chains.lengthsCentimetres[segment]
      let pace = EdgePace.pace(change.speedKilometresPerHour)
      var time = UInt32(weight: Float(length) * pace)
        .reached(adding: maker.delay(ofSegment: segment, isAgainst: isAgainst))
      if change.isLimit { time = max(time, before) }
      guard time != before else { continue }
      changedSegments += 1
      times[segment, isAgainst: isAgainst] = time
      costs[segment, isAgainst: isAgainst] =
        time >= Weight.unreachable ? time : base.objective == .time ? time : length
      touched.append(UInt32(2 * chains.chain(ofSegment: segment) + (isAgainst ? 1 : 0)))
    }
    guard changedSegments > 0 else { return base }
    touched.sort()
    var arcTimes = base.arcTimes
    var searched: [(arc: Int, weight: UInt32)] = []
    var last: UInt32?
    for arc in touched where arc != last {
      last = arc
      arcTimes[Int(arc)] = times.weight(ofArc: Int(arc), chains)
      let weight = costs.weight(ofArc: Int(arc), chains)
      for place in graph.searchArcs(ofRoadArc: Int(arc)) {
        searched.append(
          (place, weight.reached(adding: base.turnCosts[Int(graph.turns[place])])))
      }
    }
    return RoadMetric(
      profile: base.profile, objective: base.objective,
      searched: base.searched.changing(searched, threads: 2), times: times, arcTimes: arcTimes,
      costs: costs, turnCosts: base.turnCosts, turnTimes: base.turnTimes,
      changedSegmentCount: base.changedSegmentCount + changedSegments)
  }

  /// The segments that lead from one node of the map to the next one, and whether against their
  /// chain; none where no road leads from the one to the other without a node between.
  public func segments(fromNode: Int64, toNode: Int64) -> [(segment: Int, isAgainst: Bool)] {
    guard let from = map.index(ofNode: fromNode), let to = map.index(ofNode: toNode),
      let spot = nodeSpots.spot(from)
    else { return [] }
    var found: [(segment: Int, isAgainst: Bool)] = []
    switch spot {
    case .segment(let place, _):
      if chains.points[place + 1] == to { found.append((place, false)) }
      if chains.points[place - 1] == to { found.append((place - 1, true)) }
    case .junctions(let junctions):
      for arc in junctions.flatMap({ armsByJunction.outgoing($0) }) {
        let segments = chains.segmentRange(arc >> 1)
        let segment = arc & 1 == 0 ? segments.lowerBound : segments.upperBound - 1
        let next = chains.points[arc & 1 == 0 ? segment + 1 : segment]
        if next == to, chains.segmentWays[segment] != RoadChains.noWay {
          found.append((segment, arc & 1 == 1))
        }
      }
    }
    return found
  }
}
