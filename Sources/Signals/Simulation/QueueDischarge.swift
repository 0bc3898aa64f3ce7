import SUMOFiles
import Simulation

/// How a standing queue crosses the line once it may: when, and how fast, at each place of it.
///
/// Found by driving queues as SUMO does: Krauss' car-following in steps of a second, with drivers
/// that differ and dawdle. Means of several queues are kept, so that a queue costs the simulation
/// two look-ups a vehicle.
struct QueueDischarge {
  /// Seconds after green at which the vehicle at each place crosses the line.
  private(set) var times_s: [Float]
  /// Its speed there in m/s.
  private(set) var speeds_ms: [Float]
  /// Seconds by which each vehicle makes room behind it later than the one ahead.
  private(set) var holeLag_s: Float = 0

  /// Metres that the first vehicle stands before the line.
  private static let stand_m = 1.0
  /// A queue that has not crossed by then never will.
  private static let longest_s = 300

  /// The queue of vehicles of a type before a line that may be crossed at `limit_ms`.
  ///
  /// `queues` of them are driven.
  init(_ type: SUMODemand.VehicleType, places: Int, limit_ms: Double, queues: Int = 24) {
    var random = RandomSource(seed: 1).source(named: "queue-discharge")
    let rules = Follower.Rules(type)
    let spacing = type.length_m + type.minimumGap_m
    times_s = [Float](repeating: 0, count: places)
    speeds_ms = times_s
    for _ in 0..<queues {
      var queue = (0..<places).map { place in
        Follower(
          place_m: -Self.stand_m - Double(place) * spacing,
          limit_ms: limit_ms * type.drawnSpeedFactor(using: &random), rules)
      }
      let standing = queue.map(\.place_m)
      var first = 0
      for second in 0..<Self.longest_s where first < places {
        // From the front: each follows where its leader stood a second ago.
        var leader: Follower?
        for place in queue.indices {
          let before = queue[place]
          queue[place].move(after: leader, rules, using: &random)
          leader = before
          if place == 0 || place == places - 1, before.place_m < standing[place] + spacing,
            queue[place].place_m >= standing[place] + spacing
          {
            holeLag_s +=
              Float(place == 0 ? -second : second) / Float((places - 1) * queues)
          }
          guard before.place_m < 0, queue[place].place_m >= 0 else { continue }
          let part = -before.place_m / queue[place].speed_ms
          times_s[place] += Float((Double(second) + part) / Double(queues))
          speeds_ms[place] += Float(queue[place].speed_ms / Double(queues))
          first = place + 1
        }
      }
      for place in first..<places { times_s[place] += Float(Self.longest_s) / Float(queues) }
    }
  }
}

/// A driver of a queue, after Krauss (1998) as SUMO has it in steps of a second.
private struct Follower {
  /// Metres beyond the line.
  var place_m: Double
  var speed_ms = 0.0
  let limit_ms: Double

  /// What drivers of a type share.
  struct Rules {
    let spacing_m: Double
    let acceleration_ms2: Double
    let deceleration_ms2: Double
    let headway_s: Double
    let imperfection: Double
    let maximumSpeed_ms: Double

    init(_ type: SUMODemand.VehicleType) {
      spacing_m = type.length_m + type.minimumGap_m
      acceleration_ms2 = type.acceleration_ms2
      deceleration_ms2 = type.deceleration_ms2
      headway_s = type.headway_s
      imperfection = type.imperfection
      maximumSpeed_ms = type.maximumSpeed_ms
    }
  }

  init(place_m: Double, limit_ms: Double, _ rules: Rules) {
    self.place_m = place_m
    self.limit_ms = max(min(limit_ms, rules.maximumSpeed_ms), 0.5)
  }

  mutating func move(
    after leader: Follower?, _ rules: Rules, using random: inout some RandomNumberGenerator
  ) {
    let least = max(speed_ms - rules.deceleration_ms2, 0)
    var next = min(speed_ms + rules.acceleration_ms2, limit_ms)
    if let leader {
      let gap = leader.place_m - rules.spacing_m - place_m
      next = min(next, rules.safeSpeed_ms(gap + rules.brakeGap_m(leader.speed_ms)))
    }
    next = max(next, least)
    let dawdling =
      rules.imperfection * min(next, rules.acceleration_ms2)
      * Double.random(in: 0..<1, using: &random)
    speed_ms = max(next - dawdling, least)
    place_m += speed_ms
  }
}

extension Follower.Rules {
  /// Metres to a stop, braking once a second.
  func brakeGap_m(_ speed_ms: Double) -> Double {
    let steps = (speed_ms / deceleration_ms2).rounded(.down)
    return steps * speed_ms - deceleration_ms2 * steps * (steps + 1) / 2
  }

  /// The highest speed from which a stop within `gap_m` is possible, after the time of reaction.
  func safeSpeed_ms(_ gap_m: Double) -> Double {
    guard gap_m > 0 else { return 0 }
    let squared = 1 + 4 * (2 * gap_m / deceleration_ms2 - headway_s + headway_s * headway_s)
    let steps = (0.5 - headway_s + max(squared, 0).squareRoot() / 2).rounded(.down)
    let stretch =
      0.5 * steps * (steps - 1) * deceleration_ms2 + steps * deceleration_ms2 * headway_s
    return max(steps * deceleration_ms2 + (gap_m - stretch) / (steps + headway_s), 0)
  }
}
