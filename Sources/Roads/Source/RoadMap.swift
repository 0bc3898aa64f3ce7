import SimpleFeatures

/// The roads of a map as they were drawn: nodes, ways over them, and what is said of both.
public struct RoadMap: Sendable {
  /// Ids of the nodes, rising.
  public var nodeIDs: [Int64] = []
  /// Longitude of each node, 1e-7 degrees.
  public var longitudes: [Int32] = []
  /// Latitude of each node, 1e-7 degrees.
  public var latitudes: [Int32] = []
  /// The ways.
  public var ways: [RoadWay] = []
  /// The nodes of all ways, one way after another, as indices of nodes.
  public var wayNodes: [UInt32] = []
  /// What is said of single nodes, by index of the node.
  public var nodeTags: [UInt32: RoadNodeTags] = [:]
  /// Turns that are forbidden or the only ones allowed.
  public var restrictions: [TurnRestriction] = []
  /// Names of roads; the first one is empty.
  public var names: [String] = [""]
  /// What was passed over, for people.
  public var remarks: [String] = []

  /// An empty map.
  public init() {}

  /// The place of a node in the arrays; `nil` where there is no such node.
  public func index(ofNode id: Int64) -> UInt32? {
    let place = nodeIDs.partitioningIndex { $0 >= id }
    return place < nodeIDs.count && nodeIDs[place] == id ? UInt32(place) : nil
  }

  /// The nodes of a way.
  public func nodes(of way: RoadWay) -> ArraySlice<UInt32> {
    wayNodes[Int(way.firstNode)..<Int(way.firstNode) + Int(way.nodeCount)]
  }
}

/// A road, or a part of one.
public struct RoadWay: Sendable {
  /// Which directions vehicles may go.
  public enum Direction: UInt8, Sendable { case both, forward, backward }

  /// What a way is besides a road.
  public struct Traits: OptionSet, Sendable {
    /// The bits.
    public var rawValue: UInt8
    /// Traits of bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// On a bridge.
    public static let bridge = Traits(rawValue: 1)
    /// In a tunnel or an underpass.
    public static let tunnel = Traits(rawValue: 2)
    /// Without a paved surface.
    public static let unpaved = Traits(rawValue: 4)
    /// Part of a roundabout.
    public static let roundabout = Traits(rawValue: 8)
  }

  /// The way's id.
  public var id: Int64
  /// Place of its first node in ``RoadMap/wayNodes``.
  public var firstNode: UInt32 = 0
  /// How many nodes it has, at least 2.
  public var nodeCount: UInt32 = 0
  /// Place of its class in `RoadClasses.all`, 0 for the greatest.
  public var roadClass: UInt8
  /// Which directions vehicles may go.
  public var direction: Direction = .both
  /// Who may use it.
  public var access = ModeAccess()
  /// What it is besides a road.
  public var traits: Traits = []
  /// The posted limit along the way, km/h; 0 where there is none.
  public var limitForward: Float = 0
  /// The posted limit against the way, km/h; 0 where there is none.
  public var limitBackward: Float = 0
  /// The greatest height that passes, metres; 0 where there is no limit.
  public var heightMetres: Float = 0
  /// The greatest weight that may pass, tonnes; 0 where there is no limit.
  public var weightTonnes: Float = 0
  /// Place of its name in ``RoadMap/names``.
  public var name: UInt32 = 0
  /// Lanes of both directions together; 0 where they are not told.
  public var lanes: UInt8 = 0
  /// Lanes along the way; 0 where they are not told.
  public var lanesForward: UInt8 = 0
  /// Lanes against the way; 0 where they are not told.
  public var lanesBackward: UInt8 = 0

  /// Whether it joins greater roads, as a ramp does.
  var isLink: Bool { RoadClasses.all[Int(roadClass)].hasSuffix("_link") }

  /// A way of a class.
  public init(id: Int64, roadClass: UInt8) {
    self.id = id
    self.roadClass = roadClass
  }
}

/// What is said of a node.
public struct RoadNodeTags: Sendable {
  /// Which directions of the way something at a node concerns.
  public enum Side: UInt8, Sendable { case none, both, forward, backward }

  /// Traffic lights.
  public var signal: Side = .none
  /// A sign to give way or to stop.
  public var giveWay: Side = .none
  /// Who passes the barrier that stands here; `nil` where none does.
  public var barrier: ModeAccess?

  /// Nothing said.
  public init() {}
}

/// A turn that is forbidden, or the only one that is allowed.
public struct TurnRestriction: Sendable {
  /// The relation's id.
  public var id: Int64
  /// The way that one comes on.
  public var from: Int64
  /// The way that one may not, or must, go on to.
  public var to: Int64
  /// The node between them, by id; `nil` where ways lie between.
  public var viaNode: Int64?
  /// The ways between them, in order, by id.
  public var viaWays: [Int64] = []
  /// Whether it is the only turn that is allowed.
  public var isOnly: Bool
  /// The modes that it binds.
  public var modes: Set<RoadProfile.TravelMode>
}
