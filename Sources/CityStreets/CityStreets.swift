public import Roads
public import SUMOFiles
public import Signals
public import SimpleFeatures

/// The one map's roads and signals as a network of lanes, connections and signal programmes.
///
/// What the map does not say is laid out as usual and told in the ``report``: lanes and limits by
/// class, turn lanes, who yields, the nodes that are one junction, stages and their times. Traffic
/// keeps to the right. The network is as SUMO's `net.xml` would hold it, in the plane of a UTM
/// zone, and its signals have the map's ids.
public struct CityStreets: Sendable {
  /// The network.
  public private(set) var network: SUMONetwork
  /// What it holds and what was guessed.
  public private(set) var report: StreetReport
  let draft: StreetDraft
  let plane: StreetPlane
  private var maker: ProgramMaker

  /// A network of the roads of a map, or of those in an area in degrees.
  ///
  /// - Throws: ``StreetError`` `no-roads` where no street is left, `no-signals` where no signal
  ///   stands at a junction of streets, `projection` for places in no UTM zone.
  public init(
    roads map: RoadMap, signals: [SignalPoint], area: Envelope? = nil,
    rules: SafetyRules = SafetyRules()
  ) throws(StreetError) {
    var inside = Self.inside(map, area)
    guard let middle = Self.middle(map, inside) else { throw Self.noRoads(in: area) }
    let plane = try StreetPlane(longitude: middle.x, latitude: middle.y)
    let (places, areFar) = try Self.places(of: map, on: plane, &inside)
    let signals = signals.filter { signal in
      area.map { $0.holds(signal.longitude, signal.latitude) } ?? true
    }
    let signalPlaces = try signals.map { signal throws(StreetError) in
      // One beyond the plane is near no street.
      try plane.place(signal.longitude, signal.latitude) ?? SIMD2(repeating: 1e9)
    }
    let isUsed = { [inside] (_: Int, a: UInt32, b: UInt32) in
      (inside[Int(a)] || inside[Int(b)]) && places[Int(a)] != .zero && places[Int(b)] != .zero
    }
    let all = StreetGraph(map, places: places, keeps: isUsed)
    guard !all.pieces.isEmpty else {
      throw StreetError(
        .noRoads, "none of the roads is a street for vehicles",
        hint: "Streets have a class as primary or residential: Layers/road.yml lists them.")
    }
    let early = SignalMatching(
      signals, places: signalPlaces, on: all, EdgeIndex(all.pieces.indices.map { all.line($0) }))
    let graph = all.withoutDrives(but: Set(early.points.keys), isUsed)
    let sites = SignalMatching(
      signals, places: signalPlaces, on: graph,
      EdgeIndex(graph.pieces.indices.map { graph.line($0) }))
    let clusters = SignalClusters(sites, on: graph)
    let signs = JunctionAttributes(clusters, sites, signals)
    let draft = StreetDraft(graph, clusters)
    var streets = NetworkMaker(draft, plane: plane, ids: signs.ids)
    var report = StreetReport(draft, all: all, sites, signals)
    report.farNodes = areFar
    report.streetsWithoutExit = streets.stuck.map { draft.edges[$0].id }
    let programs = try Self.programs(
      signs, streets, draft, rules, withOtherCycle: &report.signalsWithOtherCycle)
    streets.release(Set(programs.needless + programs.unsafe.map(\.signal)))
    streets.set(programs.programs)
    report.add(signs, programs, draft, streets.network)
    guard !programs.drafts.isEmpty else {
      throw Self.noSignals(of: signals.count, in: area, report)
    }
    network = streets.network
    self.report = report
    self.draft = draft
    self.plane = plane
    maker = programs
  }

  /// Sets the greens of the made programmes by Webster for flows, vehicles a second by lane.
  ///
  /// A programme that would break a rule with them keeps the greens that it has.
  public mutating func time(for flows: [Double]) throws(SignalError) {
    precondition(flows.count == network.lanes.count, "each lane has a flow")
    report.signalsWithOtherCycle = try maker.retime(network, flows: flows)
    network.programs = maker.programs
  }

  // MARK: Parts

  private static func noRoads(in area: Envelope?) -> StreetError {
    StreetError(
      .noRoads, "the map has no roads\(area == nil ? "" : " in the area")",
      hint: area == nil
        ? "Import some: yutu import --city CITY --layer road FILE"
        : "An area is WEST,SOUTH,EAST,NORTH in degrees; is it the right one?")
  }

  private static func noSignals(
    of count: Int, in area: Envelope?, _ report: StreetReport
  ) -> StreetError {
    StreetError(
      .noSignals,
      count == 0
        ? "the map has no traffic signals\(area == nil ? "" : " in the area")"
        : "none of \(count) signals stands at a junction of streets",
      hint: count == 0
        ? "Import some: yutu import --city CITY --layer traffic-signal FILE"
        : report.remarks.last)
  }

  /// The nodes' places, and how many of those inside lie beyond the plane, which they leave.
  private static func places(
    of map: RoadMap, on plane: StreetPlane, _ inside: inout [Bool]
  ) throws(StreetError) -> (places: [SIMD2<Double>], areFar: Int) {
    var (places, areFar) = ([SIMD2<Double>](), 0)
    for node in map.nodeIDs.indices {
      let place = try plane.place(ofNode: node, map)
      places.append(place ?? .zero)
      if place == nil, inside[node] { areFar += 1 }
      if place == nil { inside[node] = false }
    }
    return (places, areFar)
  }

  /// The safe programmes of the signals; says for which the map's cycle cannot be kept.
  private static func programs(
    _ signs: JunctionAttributes, _ streets: NetworkMaker, _ draft: StreetDraft,
    _ rules: SafetyRules, withOtherCycle: inout [String]
  ) throws(StreetError) -> ProgramMaker {
    var programs = ProgramMaker(rules)
    let headings = Dictionary(
      uniqueKeysWithValues: draft.edges.enumerated().map { number, edge in
        (number, edge.open.heading(atEnd: true))
      })
    for (cluster, id) in signs.ids.enumerated() {
      programs.add(
        id, governed: streets.governed[cluster], of: streets.network, headings: headings,
        phases: signs.phases[cluster], cycleSeconds: signs.cyclesSeconds[cluster])
    }
    do throws(SignalError) {
      try programs.clear(streets.network)
      withOtherCycle = programs.time(streets.network, flows: nil)
      try programs.dropUnsafe(streets.network)
    } catch {
      throw StreetError(.invalidValue, error.message, hint: error.hint)
    }
    return programs
  }

  private static func inside(_ map: RoadMap, _ area: Envelope?) -> [Bool] {
    guard let area else { return Array(repeating: true, count: map.nodeIDs.count) }
    return map.nodeIDs.indices.map {
      area.holds(Double(map.longitudes[$0]) * 1e-7, Double(map.latitudes[$0]) * 1e-7)
    }
  }

  /// A place in the middle of most of the map, so that a stray node does not move it.
  private static func middle(_ map: RoadMap, _ inside: [Bool]) -> SIMD2<Double>? {
    let nodes = map.nodeIDs.indices.filter { inside[$0] }
    guard !nodes.isEmpty else { return nil }
    func median(_ values: [Int32]) -> Double { Double(values.sorted()[values.count / 2]) * 1e-7 }
    return SIMD2(
      median(nodes.map { map.longitudes[$0] }), median(nodes.map { map.latitudes[$0] }))
  }
}

extension Envelope {
  fileprivate func holds(_ x: Double, _ y: Double) -> Bool {
    x >= minX && x <= maxX && y >= minY && y <= maxY
  }
}
