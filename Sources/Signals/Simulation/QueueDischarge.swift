import SUMOFiles
import Simulation

/// How a standing queue crosses the line once it may: when, and how fast, at each place of it.
///
/// Found by driving queues as SUMO does: Krauss' car-following in steps of a second, with drivers
/// that differ and dawdle. Means of several queues are kept, so that a queue costs the simulation
/// two look-ups a vehicle.
struct QueueDischarge {
  /// Seconds after green at which the vehicle at each place crosses the line.
  private(set) var timesSeconds: [Float]
  /// Its speed there in m/s.
  private(set) var speedsMetresPerSecond: [Float]
  /// Seconds by which each vehicle makes room behind it later than the one ahead.
  private(set) var holeLagSeconds: Float = 0

  /// Metres that the first vehicle stands before the line.
  private static let standMetres = 1.0
  /// A queue that has not crossed by then never will.
  private static let longestSeconds = 300

  /// The queue of vehicles of a type before a line that may be crossed at `limitMetresPerSecond`.
  ///
  /// `queues` of them are driven.
  init(_ type: SUMODemand.VehicleType, places: Int, limitMetresPerSecond: Double, queues: Int = 24)
  {
    var random = RandomSource(seed: 1).source(named: "queue-discharge")
    let rules = Follower.Rules(type)
    let spacing = type.lengthMetres + type.minimumGapMetres
    timesSeconds = [Float](repeating: 0, count: places)
    speedsMetresPerSecond = timesSeconds
    for _ in 0..<queues {
      var queue = (0..<places).map { place in
        Follower(
          placeMetres: -Self.standMetres - Double(place) * spacing,
          limitMetresPerSecond: limitMetresPerSecond * type.drawnSpeedFactor(using: &random), rules)
      }
      let standing = queue.map(\.placeMetres)
      var first = 0
      for second in 0..<Self.longestSeconds where first < places {
        // From the front: each follows where its leader stood a second ago.
        var leader: Follower?
        for place in queue.indices {
          let before = queue[place]
          queue[place].move(after: leader, rules, using: &random)
          leader = before
          if place == 0 || place == places - 1, before.placeMetres < standing[place] + spacing,
            queue[place].placeMetres >= standing[place] + spacing
          {
            holeLagSeconds +=
              Float(place == 0 ? -second : second) / Float((places - 1) * queues)
          }
          guard before.placeMetres < 0, queue[place].placeMetres >= 0 else { continue }
          let part = -before.placeMetres / queue[place].speedMetresPerSecond
          timesSeconds[place] += Float((Double(second) + part) / Double(queues))
          speedsMetresPerSecond[place] += Float(queue[place].speedMetresPerSecond / Double(queues))
          first = place + 1
        }
      }
      for place in first..<places {
        timesSeconds[place] += Float(Self.longestSeconds) / Float(queues)
      }
    }
  }
}

/// A driver of a queue, after Krauss (1998) as SUMO has it in steps of a second.
private struct Follower {
  /// Metres beyond the line.
  var placeMetres: Double
  var speedMetresPerSecond = 0.0
  let limitMetresPerSecond: Double

  /// What drivers of a type share.
  struct Rules {
    let spacingMetres: Double
    let accelerationMetresPerSecondSquared: Double
    let decelerationMetresPerSecondSquared: Double
    let headwaySeconds: Double
    let imperfection: Double
    let maximumSpeedMetresPerSecond: Double

    init(_ type: SUMODemand.VehicleType) {
      spacingMetres = type.lengthMetres + type.minimumGapMetres
      accelerationMetresPerSecondSquared = type.accelerationMetresPerSecondSquared
      decelerationMetresPerSecondSquared = type.decelerationMetresPerSecondSquared
      headwaySeconds = type.headwaySeconds
      imperfection = type.imperfection
      maximumSpeedMetresPerSecond = type.maximumSpeedMetresPerSecond
    }
  }

  init(placeMetres: Double, limitMetresPerSecond: Double, _ rules: Rules) {
    self.placeMetres = placeMetres
    self.limitMetresPerSecond = max(
      min(limitMetresPerSecond, rules.maximumSpeedMetresPerSecond), 0.5)
  }

  mutating func move(
    after leader: Follower?, _ rules: Rules, using random: inout some RandomNumberGenerator
  ) {
    let least = max(speedMetresPerSecond - rules.decelerationMetresPerSecondSquared, 0)
    var next = min(
      speedMetresPerSecond + rules.accelerationMetresPerSecondSquared, limitMetresPerSecond)
    if let leader {
      let gap = leader.placeMetres - rules.spacingMetres - placeMetres
      next = min(
        next,
        rules.safeSpeedMetresPerSecond(gap + rules.brakeGapMetres(leader.speedMetresPerSecond)))
    }
    next = max(next, least)
    let dawdling =
      rules.imperfection * min(next, rules.accelerationMetresPerSecondSquared)
      * Double.random(in: 0..<1, using: &random)
    speedMetresPerSecond = max(next - dawdling, least)
    placeMetres += speedMetresPerSecond
  }
}

extension Follower.Rules {
  /// Metres to a stop, braking once a second.
  func brakeGapMetres(_ speedMetresPerSecond: Double) -> Double {
    let steps = (speedMetresPerSecond / decelerationMetresPerSecondSquared).rounded(.down)
    return steps * speedMetresPerSecond - decelerationMetresPerSecondSquared * steps * (steps + 1)
      / 2
  }

  /// The highest speed from which a stop within `gapMetres` is possible, after the time of
  /// reaction.
  func safeSpeedMetresPerSecond(_ gapMetres: Double) -> Double {
    guard gapMetres > 0 else { return 0 }
    let squared =
      1 + 4
      * (2 * gapMetres / decelerationMetresPerSecondSquared - headwaySeconds + headwaySeconds
        * headwaySeconds)
    let steps = (0.5 - headwaySeconds + max(squared, 0).squareRoot() / 2).rounded(.down)
    let stretch =
      0.5 * steps * (steps - 1) * decelerationMetresPerSecondSquared + steps
      * decelerationMetresPerSecondSquared * headwaySeconds
    return max(
      steps * decelerationMetresPerSecondSquared + (gapMetres - stretch) / (steps + headwaySeconds),
      0)
  }
}
