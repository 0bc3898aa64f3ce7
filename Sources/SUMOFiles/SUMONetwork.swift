/// A road network as SUMO's `net.xml` holds it.
///
/// Indices are positions in the arrays of this value. Internal edges, the ones inside junctions,
/// are not listed: each connection holds the length and speed of its way through the junction.
public struct SUMONetwork: Sendable, Equatable {
  /// The version the file says it was written for, as "1.9".
  public var version: String
  /// What was added to projected coordinates, in metres.
  public var offset: SIMD2<Double>
  /// PROJ's words for the projection; "!" where coordinates are local.
  public var projection: String
  /// Whether traffic keeps to the left.
  public var leftHand: Bool
  /// The edges between junctions, in the file's order.
  public var edges: [Edge]
  /// The lanes, edge after edge, the outermost first.
  public var lanes: [Lane]
  /// The connections between lanes, in the file's order.
  public var connections: [Connection]
  /// The crossings for people on foot.
  public var crossings: [Crossing]
  /// The junctions, without the ones that SUMO makes inside others.
  public var junctions: [Junction]
  /// The programmes of the signals, in the file's order.
  public var programs: [SignalProgram]

  /// A directed road between two junctions.
  public struct Edge: Sendable, Equatable {
    /// Its id.
    public var id: String
    /// The junction where it begins.
    public var from: Int
    /// The junction where it ends.
    public var to: Int
    /// The lanes, as places in `lanes`.
    public var lanes: Range<Int>
    /// SUMO's rank of the road, higher goes first.
    public var priority: Int
    /// The type the file gives, as "highway.primary".
    public var type: String
    /// Its name; empty where it has none.
    public var name: String
  }

  /// A lane of an edge.
  public struct Lane: Sendable, Equatable {
    /// Its id, as "edge_0".
    public var id: String
    /// The edge it belongs to.
    public var edge: Int
    /// Its length in metres.
    public var lengthMetres: Double
    /// Its speed limit in metres a second.
    public var speedMetresPerSecond: Double
    /// Its width in metres.
    public var widthMetres: Double
    /// Its centre line in the network's plane.
    public var shape: [SIMD2<Double>]
    /// Who may use it.
    public var access: SUMOAccess
  }

  /// A way from one lane over a junction into another.
  public struct Connection: Sendable, Equatable {
    /// The lane it leaves.
    public var from: Int
    /// The lane it enters.
    public var to: Int
    /// The signal that governs it.
    public var signal: String?
    /// The place of its letter in the signal's states.
    public var linkIndex: Int?
    /// `s`, `l`, `r`, `L`, `R`, `t` or `T`: straight, left, right, partly left or right, around.
    public var direction: Character
    /// What the sign or signal at its start is, as SUMO writes it: `M`, `m`, `o`, `O`, `=`, `s`,
    /// `w`, `Z`.
    public var state: Character
    /// Its place among the requests of its junction; `nil` where nothing crosses it.
    public var request: Int?
    /// The way inside the junction in metres.
    public var lengthMetres: Double
    /// The speed allowed inside the junction in metres a second.
    public var speedMetresPerSecond: Double
    /// The metres inside the junction before the place where turning vehicles wait; 0 where there
    /// is none.
    public var waitingLengthMetres: Double
    /// Its centre line inside the junction.
    public var shape: [SIMD2<Double>]
    /// Whether vehicles keep off the junction while the road beyond is full.
    public var keepsClear: Bool
  }

  /// A crossing for people on foot at a junction.
  public struct Crossing: Sendable, Equatable {
    /// Its id, as ":junction_c0".
    public var id: String
    /// The junction it belongs to.
    public var junction: Int
    /// The edges it leads over.
    public var edges: [Int]
    /// How far people walk on it, in metres.
    public var lengthMetres: Double
    /// Its width in metres.
    public var widthMetres: Double
    /// Its centre line in the network's plane.
    public var shape: [SIMD2<Double>]
    /// The signal that governs it.
    public var signal: String?
    /// The places of its letters in the signal's states: one, or one for each direction.
    public var links: [Int]
    /// Its place among the requests of its junction; `nil` where nothing crosses it.
    public var request: Int?
  }

  /// A junction.
  public struct Junction: Sendable, Equatable {
    /// Its id.
    public var id: String
    /// Its kind as SUMO names it, as "traffic_light" or "right_before_left".
    public var kind: String
    /// Where it lies in the network's plane.
    public var place: SIMD2<Double>
    /// Its outline in the network's plane.
    public var shape: [SIMD2<Double>]
    /// What each way over it must yield to and crosses, by request.
    public var requests: [Request]
  }

  /// What one way over a junction must yield to and crosses.
  public struct Request: Sendable, Equatable {
    /// The requests it must yield to.
    public var yieldsTo: [Int]
    /// The requests it crosses or merges with.
    public var crosses: [Int]
    /// Whether vehicles wait inside the junction.
    public var waitsInside: Bool
  }
}
