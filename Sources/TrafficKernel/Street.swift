/// The road network as the queue simulation reads it: lanes and the connections between them.
///
/// Lanes `0 ..< laneCount` are those of the network. After them comes a bay for each connection whose
/// vehicles wait inside the junction: there the connection is split in two, into the bay and out of it.
public struct Street: Sendable {
  /// The lanes of the network.
  public let laneCount: Int
  /// Metres of each lane and bay.
  public var lengths_m: [Float] = []
  /// Speed limit of each lane and bay in m/s.
  public var speeds_ms: [Float] = []
  /// The edge of each lane; -1 for bays.
  public var edges: [Int32] = []
  /// The connection out of a bay; -1 for lanes.
  public var bayExits: [Int32] = []

  /// The connections.
  public var connections: [Connection] = []
  /// The connections that each must yield to, one list after the other.
  public var yields: [Int32] = []
  /// The signals by id, in the order of their first programme.
  public let signals: [String]

  /// A way from a lane or bay over a junction.
  public struct Connection: Sendable {
    /// The lane or bay it leaves.
    public var from: Int32
    /// The lane or bay it enters.
    public var to: Int32
    /// The lane of the network it leads to.
    public var lane: Int32
    /// Metres inside the junction.
    public var length_m: Float
    /// The speed allowed inside the junction in m/s.
    public var speed_ms: Float
    /// The signal; -1 where none governs it.
    public var signal: Int32
    /// Its letter in the states of the signal.
    public var link: Int32
    /// Its part of `yields`.
    public var yields: Range<Int32>
    /// Metres to drive until what it must yield to is passed.
    public var clearance_m: Float
    /// Whether a sign makes it the minor one.
    public var isMinor: Bool
    /// Whether vehicles leave a bay over it, so that the signal was passed before.
    public var leavesBay: Bool

    /// A connection with its parts.
    public init(
      from: Int32, to: Int32, lane: Int32, length_m: Float, speed_ms: Float, signal: Int32,
      link: Int32, yields: Range<Int32>, clearance_m: Float, isMinor: Bool, leavesBay: Bool
    ) {
      self.from = from
      self.to = to
      self.lane = lane
      self.length_m = length_m
      self.speed_ms = speed_ms
      self.signal = signal
      self.link = link
      self.yields = yields
      self.clearance_m = clearance_m
      self.isMinor = isMinor
      self.leavesBay = leavesBay
    }
  }

  /// A street of `laneCount` lanes yet to come, with its signals.
  public init(laneCount: Int, signals: [String]) {
    self.laneCount = laneCount
    self.signals = signals
  }
}
