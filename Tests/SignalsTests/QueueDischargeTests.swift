import SUMOFiles
import Testing

@testable import Signals

@Suite("Queues cross the line as Krauss' car-following has it")
struct QueueDischargeTests {
  static func type(
    length_m: Double = 5, gap_m: Double = 2.5, acceleration_ms2: Double = 2.6,
    headway_s: Double = 1, imperfection: Double = 0.5, deviation: Double = 0.1
  ) -> SUMODemand.VehicleType {
    var type = SUMODemand.VehicleType(id: "car", vehicleClass: "passenger")
    (type.length_m, type.minimumGap_m) = (length_m, gap_m)
    (type.acceleration_ms2, type.headway_s) = (acceleration_ms2, headway_s)
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
    length_m: Double, gap_m: Double, limit_ms: Double, headways_s: [Double], speeds_ms: [Double]
  ) {
    let queue = QueueDischarge(
      Self.type(length_m: length_m, gap_m: gap_m), places: 16, limit_ms: limit_ms)
    for (place, expected) in headways_s.enumerated() {
      let before = place == 0 ? 0 : queue.times_s[place - 1]
      let headway = Double(queue.times_s[place] - before)
      #expect(abs(headway - expected) < 0.2, "place \(place): \(headway) s")
    }
    for (place, expected) in speeds_ms.enumerated() {
      #expect(abs(Double(queue.speeds_ms[place]) - expected) < 0.5)
    }
  }

  @Test(
    "Drivers that do not dawdle follow at their headway and the space they take",
    arguments: [(10.0, 1.0), (8, 1), (8, 2)])
  func steady(limit_ms: Double, headway_s: Double) {
    let queue = QueueDischarge(
      Self.type(headway_s: headway_s, imperfection: 0, deviation: 0), places: 16,
      limit_ms: limit_ms)
    let last = Double(queue.times_s[15] - queue.times_s[14])
    #expect(abs(last - (headway_s + 7.5 / limit_ms)) < 0.03, "\(last) s")
    // Those who wait for more room are still a little slower there.
    #expect(Double(queue.speeds_ms[15]) > 0.95 * limit_ms)
  }

  @Test("Room moves up a queue later where drivers take longer to follow")
  func holes() {
    let quick = QueueDischarge(Self.type(), places: 16, limit_ms: 13.89)
    let slow = QueueDischarge(
      Self.type(acceleration_ms2: 2, headway_s: 2), places: 16, limit_ms: 13.89)
    #expect((1.1...1.35).contains(quick.holeLag_s))
    #expect(slow.holeLag_s > 1.5 * quick.holeLag_s)
  }
}
