/// How vehicles get onto the road, and which of their ways they take.
extension QueueSimulation {
  static let ticksPerLook = 30
  /// Looks that a driver's choice rests on: those of the last three minutes, as in SUMO.
  static let looks = 12

  /// Looks how fast the edges are that tell alternatives apart, as a share of their free speed.
  func look(_ now_s: Float) {
    lookNumber = (lookNumber + 1) % Self.looks
    for (place, edge) in ways.watched.enumerated() {
      var all: Float = 0
      var moving: Float = 0
      for lane in Int(edgeLanes[Int(edge)])..<Int(edgeLanes[Int(edge)] + ways.laneCounts[Int(edge)])
      {
        all += Float(counts[lane])
        let isFlowing = !stuck[lane] && holds_s[lane] <= now_s
        for ahead in 0..<counts[lane] {
          let vehicle = Int(rings[slot(lane, ahead)])
          let isThere = arrivals_s[vehicle] < now_s
          moving += !isThere ? 1 : isFlowing ? driving.queueSpeed : 0
        }
      }
      let speed = all == 0 ? 1 : moving / all
      edgeSpeeds[Int(edge)] += (speed - seen[place * Self.looks + lookNumber]) / Float(Self.looks)
      seen[place * Self.looks + lookNumber] = speed
    }
  }

  /// The fastest way of a vehicle's group as things stand.
  func fastestWay(_ group: Int) -> Int {
    var best = -1
    var least = Float.infinity
    for way in ways.groups[group] {
      var cost = ways.fixedTimes_s[way]
      for step in ways.starts[way]..<ways.starts[way + 1] {
        let edge = Int(ways.edges[Int(step)])
        cost += ways.edgeTimes_s[edge] / max(edgeSpeeds[edge], 0.03)
      }
      if cost < least {
        least = cost
        best = way
      }
    }
    return best
  }

  /// Lets the vehicles of an edge start, in the order in which they want to.
  func insert(_ edge: Int, _ end_s: Float) {
    let actor = Int32(street.lengths_m.count + edge)
    while starts[edge] < fleet.startRanges[edge].upperBound {
      let vehicle = Int(fleet.starters[Int(starts[edge])])
      let group = Int(fleet.groups[vehicle])
      if group >= 0, ways.groups[group].count > 1 {
        steps[vehicle] = ways.starts[fastestWay(group)]
      }
      let step = Int(steps[vehicle])
      let lane = bestLane(step, -1)
      let time = max(
        fleet.departs_s[vehicle], lastStart_s[lane] + driving.insertionHeadway_s,
        end_s - Self.tick_s)
      guard time < end_s else { return schedule(actor, time) }
      let room_s = roomTime_s(lane, time)
      guard room_s <= time else {
        return schedule(actor, max(end_s, min(room_s, time + Self.patience_s)))
      }
      starts[edge] += 1
      lastStart_s[lane] = time
      inserted_s[vehicle] = time
      outcome.departDelay_s += Double(time - fleet.departs_s[vehicle])
      enter(lane, vehicle, time, speed_ms: fleet.startSpeeds_ms[vehicle])
    }
  }
}
