import Foundation
import SUMOFiles
import TrafficKernel

extension VehicleTable {
  /// Sets who starts from each edge, in order of departure.
  mutating func setStarters(_ lists: [[Int32]]) {
    (starters, startRanges) = ([], [])
    for list in lists {
      startRanges.append(Int32(starters.count)..<Int32(starters.count + list.count))
      starters += list
    }
  }

  /// Sets the kinds of vehicles, one for each type.
  mutating func addKinds(_ types: [SUMODemand.VehicleType], _ driving: CarFollowingParameters) {
    kinds = types.map { type in
      VehicleKind(
        spacingMetres: Float(type.lengthMetres + type.minimumGapMetres),
        lengthMetres: Float(type.lengthMetres),
        accelerationMetresPerSecondSquared: Float(type.accelerationMetresPerSecondSquared),
        decelerationMetresPerSecondSquared: Float(type.decelerationMetresPerSecondSquared),
        headwaySeconds: Float(type.headwaySeconds),
        maximumSpeedMetresPerSecond: Float(type.maximumSpeedMetresPerSecond),
        dawdlingMetresPerSecond: driving.dawdlingSeconds
          * Float(type.imperfection * type.accelerationMetresPerSecondSquared))
    }
  }

  /// Finds how queues of each type cross lines at each speed.
  mutating func addQueues(_ types: [SUMODemand.VehicleType], _ limitsMetresPerSecond: [Float]) {
    speedClasses = limitsMetresPerSecond.count
    var lagsSeconds: [Float] = []
    // Where each driver is of a type of his own, means need fewer of each.
    let queues = types.count > 32 ? 2 : 24
    for type in types {
      for limitMetresPerSecond in limitsMetresPerSecond {
        let queue = QueueDischarge(
          type, places: VehicleKind.places, limitMetresPerSecond: Double(limitMetresPerSecond),
          queues: queues)
        for place in 0..<VehicleKind.places {
          queueHeadwaysSeconds.append(
            queue.timesSeconds[place] - (place > 0 ? queue.timesSeconds[place - 1] : 0))
        }
        queueSpeedsMetresPerSecond += queue.speedsMetresPerSecond
        if limitMetresPerSecond == limitsMetresPerSecond.last {
          lagsSeconds.append(queue.holeLagSeconds)
        }
      }
    }
    holeLagSeconds = kindNumbers.reduce(0) { $0 + lagsSeconds[Int($1)] } / Float(kindNumbers.count)
  }
}

extension SUMODemand.VehicleType {
  /// Whether vehicles of another type drive the same, whatever they are called.
  func drives(as other: Self) -> Bool {
    var other = other
    (other.id, other.vehicleClass) = (id, vehicleClass)
    return self == other
  }

  /// By how much one of the type's drivers exceeds limits.
  func drawnSpeedFactor(using random: inout some RandomNumberGenerator) -> Double {
    // Box-Muller; the second of each pair is not used.
    let radius = (-2 * log(Double.random(in: 1e-6..<1, using: &random))).squareRoot()
    let normal = radius * cos(2 * .pi * Double.random(in: 0..<1, using: &random))
    return min(max(speedFactor + speedDeviation * normal, 0.2), 2)
  }
}
