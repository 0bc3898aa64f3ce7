/// What is noted of each lane and interval of a simulation.
public struct LaneRecord: Sendable {
  /// How many lanes are noted.
  public let lanes: Int
  /// How many intervals there are.
  public let intervals: Int
  /// The length of an interval in seconds.
  public let intervalSeconds: Float
  /// The length of the simulation in seconds.
  public let durationSeconds: Float
  /// Seconds that vehicles stood.
  public var stoodSeconds: [Float]
  /// Vehicles that left a lane.
  public var flows: [Float]
  /// Seconds that those vehicles spent on it, in all.
  public var travelTimesSeconds: [Float]

  /// An empty record.
  public init(lanes: Int, intervalSeconds: Float, durationSeconds: Float) {
    self.lanes = lanes
    self.intervalSeconds = intervalSeconds
    self.durationSeconds = durationSeconds
    intervals = max(Int((durationSeconds / intervalSeconds).rounded(.up)), 1)
    stoodSeconds = [Float](repeating: 0, count: lanes * intervals)
    flows = stoodSeconds
    travelTimesSeconds = stoodSeconds
  }

  /// Notes a vehicle that left a lane, or at the end is still on it.
  mutating func add(
    _ lane: Int, enteredSeconds: Float, arrivedSeconds: Float, leftSeconds: Float?, place: Int32
  ) {
    guard lane < lanes else { return }
    if let leftSeconds {
      let interval = min(max(Int(leftSeconds / intervalSeconds), 0), intervals - 1)
      flows[lane * intervals + interval] += 1
      travelTimesSeconds[lane * intervals + interval] += leftSeconds - enteredSeconds
    }
    // A vehicle of a queue moves up before it crosses the line: that time it does not stand.
    let moving: Float = leftSeconds == nil ? 0 : 1.4 + 0.4 * Float(min(place, 20))
    let end = leftSeconds ?? durationSeconds
    var from = arrivedSeconds + moving
    guard from < end else { return }
    var interval = min(max(Int(from / intervalSeconds), 0), intervals - 1)
    while from < end, interval < intervals {
      let until = min(end, Float(interval + 1) * intervalSeconds)
      stoodSeconds[lane * intervals + interval] += until - from
      from = until
      interval += 1
    }
  }
}
