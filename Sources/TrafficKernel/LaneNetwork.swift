/// The road network as the queue simulation reads it: lanes and the connections between them.
///
/// Lanes `0 ..< laneCount` are those of the network. After them comes a bay for each connection
/// whose vehicles wait inside the junction: there the connection is split in two, into the bay and
/// out of it.
public struct LaneNetwork: Sendable {
  /// The lanes of the network.
  public let laneCount: Int
  /// Metres of each lane and bay.
  public var lengthsMetres: [Float] = []
  /// Speed limit of each lane and bay in m/s.
  public var speedsMetresPerSecond: [Float] = []
  /// The edge of each lane; -1 for bays.
  public var edges: [Int32] = []
  /// The connection out of a bay; -1 for lanes.
  public var bayExits: [Int32] = []

  /// The speeds over lines that are told apart, in m/s.
  public var speedClassesMetresPerSecond: [Float] = []
  /// The connections.
  public var connections: [Connection] = []
  /// The connections that each must yield to, one list after the other.
  public var yields: [Int32] = []
  /// The connections that lead to the same lane from another lane of an edge, one list after the
  /// other.
  public var merges: [Int32] = []
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
    public var lengthMetres: Float
    /// The speed allowed inside the junction in m/s.
    public var speedMetresPerSecond: Float
    /// The place of that speed among the street's classes.
    public var speedClass: Int32 = 0
    /// The same where drivers must be ready to yield.
    public var yieldClass: Int32 = 0
    /// The signal; -1 where none governs it.
    public var signal: Int32
    /// Its letter in the states of the signal.
    public var link: Int32
    /// Its part of `yields`.
    public var yields: Range<Int32>
    /// Its part of `merges`.
    public var merges: Range<Int32> = 0..<0
    /// Metres to drive until what it must yield to is passed.
    public var clearanceMetres: Float
    /// Whether its drivers must be ready to yield where no signal says otherwise.
    public var isMinor: Bool
    /// Whether there is anyone to yield to, here or out of the bay it leads to.
    public var canYield = false
    /// Whether vehicles leave a bay over it, so that the signal was passed before.
    public var leavesBay: Bool

    /// A connection with its parts.
    public init(
      from: Int32, to: Int32, lane: Int32, lengthMetres: Float, speedMetresPerSecond: Float,
      signal: Int32,
      link: Int32, yields: Range<Int32>, clearanceMetres: Float, isMinor: Bool, leavesBay: Bool
    ) {
      self.from = from
      self.to = to
      self.lane = lane
      self.lengthMetres = lengthMetres
      self.speedMetresPerSecond = speedMetresPerSecond
      self.signal = signal
      self.link = link
      self.yields = yields
      self.clearanceMetres = clearanceMetres
      self.isMinor = isMinor
      self.leavesBay = leavesBay
    }
  }

  /// Sorts the connections by the speed at which their lines may be crossed, to 1 m/s.
  ///
  /// Who must be ready to yield crosses at `yieldSpeedMetresPerSecond` at most.
  public mutating func setSpeedClasses(yieldSpeedMetresPerSecond: Float) {
    let speedsMetresPerSecond = connections.map { connection in
      max(
        min(connection.speedMetresPerSecond, self.speedsMetresPerSecond[Int(connection.from)])
          .rounded(), 1)
    }
    let yieldSpeedsMetresPerSecond = speedsMetresPerSecond.map {
      min($0, yieldSpeedMetresPerSecond)
    }
    speedClassesMetresPerSecond = Set(speedsMetresPerSecond + yieldSpeedsMetresPerSecond).sorted()
    let places = Dictionary(
      uniqueKeysWithValues: zip(speedClassesMetresPerSecond, speedClassesMetresPerSecond.indices))
    for number in connections.indices {
      connections[number].speedClass = Int32(places[speedsMetresPerSecond[number]]!)
      connections[number].yieldClass = Int32(places[yieldSpeedsMetresPerSecond[number]]!)
    }
  }

  /// A street of `laneCount` lanes yet to come, with its signals.
  public init(laneCount: Int, signals: [String]) {
    self.laneCount = laneCount
    self.signals = signals
  }
}
