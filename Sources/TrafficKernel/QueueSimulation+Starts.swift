/// How vehicles get onto the road, and which of their ways they take.
extension QueueSimulation {
  static let ticksPerLook = 30
  /// The weight of a new look at an edge: looks back over about three minutes, as SUMO's routing
  /// does.
  static let lookWeight: Float = 0.15

  /// Looks how fast the edges are that tell alternatives apart: the share of vehicles that move.
  func look(_ now_s: Float) {
    for edge in ways.watched {
      var all: Int32 = 0
      var standing: Int32 = 0
      for lane in Int(edgeLanes[Int(edge)])..<Int(edgeLanes[Int(edge)] + ways.laneCounts[Int(edge)])
      {
        all += counts[lane]
        for ahead in 0..<counts[lane] {
          let vehicle = Int(rings[slot(lane, serials[lane] - counts[lane] + ahead)])
          guard arrivals_s[vehicle] < now_s else { break }
          standing += 1
        }
      }
      let speed = all == 0 ? 1 : Float(all - standing) / Float(all)
      edgeSpeeds[Int(edge)] += (speed - edgeSpeeds[Int(edge)]) * Self.lookWeight
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
      guard hasRoom(lane, time) else { return schedule(actor, end_s) }
      starts[edge] += 1
      lastStart_s[lane] = time
      inserted_s[vehicle] = time
      outcome.departDelay_s += Double(time - fleet.departs_s[vehicle])
      enter(lane, vehicle, time, speed_ms: fleet.startSpeeds_ms[vehicle])
    }
  }
}
