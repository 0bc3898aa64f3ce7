/// What is noted of each lane and interval of a simulation.
public struct LaneRecord: Sendable {
  /// How many lanes are noted.
  public let lanes: Int
  /// How many intervals there are.
  public let intervals: Int
  /// The length of an interval in seconds.
  public let interval_s: Float
  /// The length of the simulation in seconds.
  public let duration_s: Float
  /// Seconds that vehicles stood.
  public var stood_s: [Float]
  /// Vehicles that left a lane.
  public var flows: [Float]
  /// Seconds that those vehicles spent on it, in all.
  public var travelTimes_s: [Float]

  /// An empty record.
  public init(lanes: Int, interval_s: Float, duration_s: Float) {
    self.lanes = lanes
    self.interval_s = interval_s
    self.duration_s = duration_s
    intervals = max(Int((duration_s / interval_s).rounded(.up)), 1)
    stood_s = [Float](repeating: 0, count: lanes * intervals)
    flows = stood_s
    travelTimes_s = stood_s
  }

  /// Notes a vehicle that left a lane, or at the end is still on it.
  mutating func add(
    _ lane: Int, entered_s: Float, arrived_s: Float, left_s: Float?, place: Int32
  ) {
    guard lane < lanes else { return }
    if let left_s {
      let interval = min(max(Int(left_s / interval_s), 0), intervals - 1)
      flows[lane * intervals + interval] += 1
      travelTimes_s[lane * intervals + interval] += left_s - entered_s
    }
    // A vehicle of a queue moves up before it crosses the line: that time it does not stand.
    let moving: Float = left_s == nil ? 0 : 1.4 + 0.4 * Float(min(place, 20))
    let end = left_s ?? duration_s
    var from = arrived_s + moving
    guard from < end else { return }
    var interval = min(max(Int(from / interval_s), 0), intervals - 1)
    while from < end, interval < intervals {
      let until = min(end, Float(interval + 1) * interval_s)
      stood_s[lane * intervals + interval] += until - from
      from = until
      interval += 1
    }
  }
}
