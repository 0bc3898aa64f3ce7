import SUMOFiles
import Testing

@testable import Signals

@Suite("Queues cross the line as Krauss' car-following has it")
struct QueueDischargeTests {
  static func type(
    lengthMetres: Double = 5, gapMetres: Double = 2.5,
    accelerationMetresPerSecondSquared: Double = 2.6,
    headwaySeconds: Double = 1, imperfection: Double = 0.5, deviation: Double = 0.1
  ) -> SUMODemand.VehicleType {
    var type = SUMODemand.VehicleType(id: "car", vehicleClass: "passenger")
    (type.lengthMetres, type.minimumGapMetres) = (lengthMetres, gapMetres)
    (type.accelerationMetresPerSecondSquared, type.headwaySeconds) = (
      accelerationMetresPerSecondSquared, headwaySeconds
    )
    (type.imperfection, type.speedDeviation) = (imperfection, deviation)
    return type
  }

  // Means of SUMO 1.28 at the stop lines of ingolstadt7 and cologne1, of queues of twenty and more
  // cycles: seconds after green of the first, then those between two; speeds of the first two.
  @Test(
    "Crossing times and speeds are those of SUMO's queues",
    arguments: [
      (5.0, 2.5, 13.89, [0.5, 3.22, 2.48, 2.3], [1.9, 5.3]),
      (4.3, 1.5, 16.7, [0.5, 2.97, 2.3, 2.08, 1.96, 1.85], [2.0, 5.1]),
    ])
  func measured(
    lengthMetres: Double, gapMetres: Double, limitMetresPerSecond: Double,
    headwaysSeconds: [Double], speedsMetresPerSecond: [Double]
  ) {
    let queue = QueueDischarge(
      Self.type(lengthMetres: lengthMetres, gapMetres: gapMetres), places: 16,
      limitMetresPerSecond: limitMetresPerSecond)
    for (place, expected) in headwaysSeconds.enumerated() {
      let before = place == 0 ? 0 : queue.timesSeconds[place - 1]
      let headway = Double(queue.timesSeconds[place] - before)
      #expect(abs(headway - expected) < 0.2, "place \(place): \(headway) s")
    }
    for (place, expected) in speedsMetresPerSecond.enumerated() {
      #expect(abs(Double(queue.speedsMetresPerSecond[place]) - expected) < 0.5)
    }
  }

  @Test(
    "Drivers that do not dawdle follow at their headway and the space they take",
    arguments: [(10.0, 1.0), (8, 1), (8, 2)])
  func steady(limitMetresPerSecond: Double, headwaySeconds: Double) {
    let queue = QueueDischarge(
      Self.type(headwaySeconds: headwaySeconds, imperfection: 0, deviation: 0), places: 16,
      limitMetresPerSecond: limitMetresPerSecond)
    let last = Double(queue.timesSeconds[15] - queue.timesSeconds[14])
    #expect(abs(last - (headwaySeconds + 7.5 / limitMetresPerSecond)) < 0.03, "\(last) s")
    // Those who wait for more room are still a little slower there.
    #expect(Double(queue.speedsMetresPerSecond[15]) > 0.95 * limitMetresPerSecond)
  }

  @Test("Room moves up a queue later where drivers take longer to follow")
  func holes() {
    let quick = QueueDischarge(Self.type(), places: 16, limitMetresPerSecond: 13.89)
    let slow = QueueDischarge(
      Self.type(accelerationMetresPerSecondSquared: 2, headwaySeconds: 2), places: 16,
      limitMetresPerSecond: 13.89)
    #expect((1.1...1.35).contains(quick.holeLagSeconds))
    #expect(slow.holeLagSeconds > 1.5 * quick.holeLagSeconds)
  }
}
