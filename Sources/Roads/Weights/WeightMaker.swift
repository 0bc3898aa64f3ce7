import Networks

/// Makes the weights of a profile on the chains of a network.
struct WeightMaker {
  let map: RoadMap
  let chains: RoadChains
  let delays: ArrivalDelays
  let profile: RoadProfile

  /// The times of all segments on free roads, milliseconds.
  func times() -> SegmentWeights {
    let paces = map.ways.map { EdgePace(profile, $0) }
    var weights = closedWeights()
    for chain in 0..<chains.count {
      for segment in chains.segmentRange(chain) {
        let way = chains.segmentWays[segment]
        if way == RoadChains.noWay {
          let access = map.nodeTags[chains.points[segment]]?.barrier?[profile.mode] ?? .open
          let time = profile.accessFactor(access) > 0 ? 0 : Weight.unreachable
          weights.along[segment] = time
          weights.against[segment] = time
          continue
        }
        let pace = paces[Int(way >> 1)]
        let length = Float(chains.lengthsCentimetres[segment])
        let isAgainst = way & 1 == 1
        weights.along[segment] = UInt32(weight: length * (isAgainst ? pace.against : pace.along))
        weights.against[segment] = UInt32(weight: length * (isAgainst ? pace.along : pace.against))
      }
    }
    for (segment, delay) in delays.along {
      weights.along[segment] = weights.along[segment].reached(adding: milliseconds(delay))
    }
    for (segment, delay) in delays.against {
      weights.against[segment] = weights.against[segment].reached(adding: milliseconds(delay))
    }
    return weights
  }

  private func closedWeights() -> SegmentWeights {
    let closed = [UInt32](repeating: Weight.unreachable, count: chains.points.count)
    return SegmentWeights(along: closed, against: closed)
  }

  /// The lengths of the segments that may be used, centimetres.
  func lengths(where times: SegmentWeights) -> SegmentWeights {
    var weights = times
    for segment in chains.points.indices {
      let length = chains.lengthsCentimetres[segment]
      if weights.along[segment] < Weight.unreachable { weights.along[segment] = length }
      if weights.against[segment] < Weight.unreachable { weights.against[segment] = length }
    }
    return weights
  }

  /// What the end of a segment costs besides driving it, milliseconds.
  func delay(ofSegment segment: Int, isAgainst: Bool) -> UInt32 {
    guard let delay = isAgainst ? delays.against[segment] : delays.along[segment] else { return 0 }
    return milliseconds(delay)
  }

  private func milliseconds(_ delay: ArrivalDelays.Cause) -> UInt32 {
    switch delay {
    case .signal: Self.milliseconds(profile.turns.signal.throughSeconds)
    case .giveWay: Self.milliseconds(profile.turns.giveWaySeconds)
    }
  }

  /// What each turn takes by its code, milliseconds.
  func turnTimes() -> [UInt32] {
    let signal = profile.turns.signal
    return turns { movement in
      switch movement {
      case .free: 0
      case .left: signal.leftSeconds
      case .through: signal.throughSeconds
      case .right: signal.rightSeconds
      case .uTurnAtSignal: signal.uTurnSeconds
      case .innerLeft: max(0, signal.leftSeconds - signal.throughSeconds)
      case .innerUTurn: max(0, signal.uTurnSeconds - signal.throughSeconds)
      case .uTurn: profile.turns.uTurnSeconds
      }
    }
  }

  /// What each turn costs where lengths count: nothing, unless it is forbidden.
  func turnLengths() -> [UInt32] { turns { _ in 0 } }

  private func turns(_ seconds: (TurnCode.Movement) -> Double) -> [UInt32] {
    let forbidden = TurnCode(forbidding: profile.mode)
    return (0...UInt8.max).map { value in
      let code = TurnCode(rawValue: value)
      guard let movement = TurnCode.Movement(rawValue: value & 15) else { return 0 }
      if profile.turns.obeysRestrictions, code.contains(forbidden) { return Weight.unreachable }
      return Self.milliseconds(seconds(movement))
    }
  }

  private static func milliseconds(_ seconds: Double) -> UInt32 {
    UInt32((seconds * 1000).rounded())
  }
}
