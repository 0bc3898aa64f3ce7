/// How vehicles get onto the road, and which of their ways they take.
extension QueueSimulation {
  static let ticksPerLook = 30
  /// Looks that a driver's choice rests on: those of the last three minutes, as in SUMO.
  static let looks = 12

  /// Looks how fast the edges are that tell alternatives apart, as a share of their free speed.
  func look(_ nowSeconds: Float) {
    lookNumber = (lookNumber + 1) % Self.looks
    for (place, edge) in ways.watched.enumerated() {
      var all: Float = 0
      var moving: Float = 0
      for lane in Int(edgeLanes[Int(edge)])..<Int(edgeLanes[Int(edge)] + ways.laneCounts[Int(edge)])
      {
        all += Float(lanes[lane].count)
        let isFlowing = !lanes[lane].isStuck && lanes[lane].holdSeconds <= nowSeconds
        for ahead in 0..<lanes[lane].count {
          let vehicle = Int(rings[slot(lane, ahead)])
          let isThere = vehicles[vehicle].arrivalSeconds < nowSeconds
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
      var cost = ways.fixedTimesSeconds[way]
      for step in ways.starts[way]..<ways.starts[way + 1] {
        let edge = Int(ways.edges[Int(step)])
        cost += ways.edgeTimesSeconds[edge] / max(edgeSpeeds[edge], 0.03)
      }
      if cost < least {
        least = cost
        best = way
      }
    }
    return best
  }

  /// Lets the vehicles of an edge start, in the order in which they want to.
  func insert(_ edge: Int, _ endSeconds: Float) {
    let actor = Int32(laneCount + edge)
    while starts[edge] < fleet.startRanges[edge].upperBound {
      let vehicle = Int(fleet.starters[Int(starts[edge])])
      let group = Int(fleet.groups[vehicle])
      if group >= 0, ways.groups[group].count > 1 {
        vehicles[vehicle].step = ways.starts[fastestWay(group)]
      }
      let step = Int(vehicles[vehicle].step)
      let lane = bestLane(step, -1)
      let time = max(
        fleet.departsSeconds[vehicle], lastStartSeconds[lane] + driving.insertionHeadwaySeconds,
        endSeconds - Self.tickSeconds)
      guard time < endSeconds else { return schedule(actor, time) }
      let roomSeconds = roomTimeSeconds(lane, time)
      guard roomSeconds <= time else {
        return schedule(actor, max(endSeconds, min(roomSeconds, time + Self.patienceSeconds)))
      }
      starts[edge] += 1
      lastStartSeconds[lane] = time
      vehicles[vehicle].insertedSeconds = time
      outcome.departDelaySeconds += Double(time - fleet.departsSeconds[vehicle])
      enter(lane, vehicle, time, speedMetresPerSecond: fleet.startSpeedsMetresPerSecond[vehicle])
    }
  }
}
