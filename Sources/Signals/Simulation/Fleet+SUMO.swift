import Foundation
import SUMOFiles
import TrafficKernel

extension Fleet {
  /// Sets who starts from each edge, in order of departure.
  mutating func setStarters(_ lists: [[Int32]]) {
    (starters, startRanges) = ([], [])
    for list in lists {
      startRanges.append(Int32(starters.count)..<Int32(starters.count + list.count))
      starters += list
    }
  }

  /// Sets the kinds of vehicles, one for each type.
  mutating func addKinds(_ types: [SUMODemand.VehicleType], _ driving: Driving) {
    kinds = types.map { type in
      VehicleKind(
        spacing_m: Float(type.length_m + type.minimumGap_m), length_m: Float(type.length_m),
        acceleration_ms2: Float(type.acceleration_ms2),
        deceleration_ms2: Float(type.deceleration_ms2), headway_s: Float(type.headway_s),
        maximumSpeed_ms: Float(type.maximumSpeed_ms),
        dawdling_ms: driving.dawdling_s * Float(type.imperfection * type.acceleration_ms2))
    }
  }

  /// Finds how queues of each type cross lines at each speed.
  mutating func addQueues(_ types: [SUMODemand.VehicleType], _ limits_ms: [Float]) {
    speedClasses = limits_ms.count
    var lags_s: [Float] = []
    // Where each driver is of a type of his own, means need fewer of each.
    let queues = types.count > 32 ? 2 : 24
    for type in types {
      for limit_ms in limits_ms {
        let queue = QueueDischarge(
          type, places: VehicleKind.places, limit_ms: Double(limit_ms), queues: queues)
        for place in 0..<VehicleKind.places {
          queueHeadways_s.append(queue.times_s[place] - (place > 0 ? queue.times_s[place - 1] : 0))
        }
        queueSpeeds_ms += queue.speeds_ms
        if limit_ms == limits_ms.last { lags_s.append(queue.holeLag_s) }
      }
    }
    holeLag_s = kindNumbers.reduce(0) { $0 + lags_s[Int($1)] } / Float(kindNumbers.count)
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
