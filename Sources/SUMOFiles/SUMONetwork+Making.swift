// What makes networks that no file holds.

extension SUMONetwork {
  /// A network in a plane without anything in it yet.
  public init(projection: String, offset: SIMD2<Double>) {
    self.init(
      version: "1.20", offset: offset, projection: projection, leftHand: false, edges: [],
      lanes: [], connections: [], crossings: [], junctions: [], programs: [])
  }
}

extension SUMONetwork.Edge {
  /// An edge that has no lanes yet.
  public init(id: String, from: Int, to: Int, priority: Int, type: String, name: String) {
    self.init(
      id: id, from: from, to: to, lanes: 0..<0, priority: priority, type: type, name: name)
  }
}

extension SUMONetwork.Lane {
  /// A lane that all may use, as long as its line.
  public init(
    id: String, edge: Int, speedMetresPerSecond: Double, widthMetres: Double,
    shape: [SIMD2<Double>],
    lengthMetres: Double
  ) {
    self.init(
      id: id, edge: edge, lengthMetres: lengthMetres, speedMetresPerSecond: speedMetresPerSecond,
      widthMetres: widthMetres, shape: shape,
      access: .everyone)
  }
}

extension SUMONetwork.Connection {
  /// A connection that no signal governs and that has no request yet.
  public init(
    from: Int, to: Int, direction: Character, shape: [SIMD2<Double>], lengthMetres: Double,
    speedMetresPerSecond: Double
  ) {
    self.init(
      from: from, to: to, signal: nil, linkIndex: nil, direction: direction, state: "M",
      request: nil, lengthMetres: lengthMetres, speedMetresPerSecond: speedMetresPerSecond,
      waitingLengthMetres: 0, shape: shape,
      keepsClear: true)
  }
}

extension SUMONetwork.Junction {
  /// A junction that no requests are known of.
  public init(id: String, kind: String, place: SIMD2<Double>) {
    self.init(id: id, kind: kind, place: place, shape: [], requests: [])
  }
}

extension SUMONetwork.Request {
  /// A request that nothing crosses.
  public init() { self.init(yieldsTo: [], crosses: [], waitsInside: false) }
}

extension SUMODemand {
  /// Vehicles of types, in order of departure.
  public init(types: [VehicleType], vehicles: [Vehicle]) {
    self.init(
      types: Dictionary(types.map { ($0.id, $0) }, uniquingKeysWith: { $1 }), vehicles: vehicles)
  }
}

extension SUMODemand.Vehicle {
  /// A vehicle whose whole way is told, that starts on the lane that suits it best.
  public init(id: String, type: String, departSeconds: Double, route: [String]) {
    self.init(
      id: id, type: type, departSeconds: departSeconds, edges: route, isRouted: true,
      departLane: "best",
      departSpeed: "max")
  }
}
