import GeometryCore
public import SimpleFeatures

/// Makes a map of roads of the features of a road layer, and of traffic lights.
///
/// Roads meet where they have a vertex in one place, to a centimetre. An end that lies on another
/// road, within half a metre, meets it too; roads that merely cross do not, since one may be a
/// bridge.
public struct LayerRoads {
  private var map = RoadMap()
  private var indexOfPlace: [SIMD2<Int32>: UInt32] = [:]
  private var numberOfName: [String: UInt32] = ["": 0]
  private var signals: [SIMD2<Int32>] = []
  private var skipped: [String: Int] = [:]
  /// Classes of the road layer on which nobody drives or walks, so that there is nothing to remark.
  private static let railways: Set = ["subway", "light_rail", "tram", "monorail", "rail"]
  /// The way's id that stands for each feature.
  public private(set) var numbers: [String: Int64] = [:]

  /// How far an end may be from the road that it meets, metres.
  private static let endMetres = 0.5
  /// How far traffic lights may be from their junction, metres.
  private static let signalMetres = 30.0

  /// No roads yet.
  public init() {}

  /// Adds a road in degrees of longitude and latitude; features that are none are passed over.
  ///
  /// The properties are those of the layer `road`: class, oneway, maxspeed, bridge, tunnel,
  /// surface, name; `maxheight` and `maxweight` where a layer has them.
  public mutating func add(_ feature: Feature) {
    guard let geometry = feature.geometry, let id = feature.id else { return }
    var tags: [String: String] = [:]
    for property in feature.properties {
      guard let text = Self.text(property.value) else { continue }
      tags[property.name == "class" ? "highway" : property.name] = text
    }
    let number = id.split(separator: "/").last.flatMap { Int64($0) } ?? Int64(map.ways.count + 1)
    guard var way = RoadTags.way(id: number, { tags[$0] }) else {
      let roadClass = tags["highway"] ?? "no class"
      if !Self.railways.contains(roadClass) { skipped[roadClass, default: 0] += 1 }
      return
    }
    numbers[id] = number
    let name = tags["name"] ?? tags["ref"] ?? ""
    way.name = numberOfName[name] ?? UInt32(map.names.count)
    if Int(way.name) == map.names.count {
      map.names.append(name)
      numberOfName[name] = way.name
    }
    for path in geometry.pathEnds.indices {
      way.firstNode = UInt32(map.wayNodes.count)
      for vertex in geometry.vertexRange(ofPath: path) {
        let place = vertex * geometry.layout.stride
        guard let node = node(geometry.ordinates[place], geometry.ordinates[place + 1]) else {
          continue
        }
        if map.wayNodes.count == Int(way.firstNode) || map.wayNodes.last != node {
          map.wayNodes.append(node)
        }
      }
      way.nodeCount = UInt32(map.wayNodes.count) - way.firstNode
      if way.nodeCount >= 2 {
        map.ways.append(way)
      } else {
        map.wayNodes.removeLast(Int(way.nodeCount))
      }
    }
  }

  /// Adds traffic lights near a junction.
  public mutating func add(signalAt longitude: Double, _ latitude: Double) {
    if let place = Self.place(longitude, latitude) { signals.append(place) }
  }

  private static func text(_ value: PropertyValue) -> String? {
    switch value {
    case .text(let text): text
    case .boolean(let flag): flag ? "yes" : "no"
    case .integer(let number): "\(number)"
    case .real(let number): Int(exactly: number).map { "\($0)" } ?? "\(number)"
    default: nil
    }
  }

  private static func place(_ longitude: Double, _ latitude: Double) -> SIMD2<Int32>? {
    guard longitude.magnitude <= 180, latitude.magnitude <= 90 else { return nil }
    return SIMD2(Int32((longitude * 1e7).rounded()), Int32((latitude * 1e7).rounded()))
  }

  private mutating func node(_ longitude: Double, _ latitude: Double) -> UInt32? {
    guard let place = Self.place(longitude, latitude) else { return nil }
    // A centimetre is 1e-7 degrees: what is rounded to neighbours is one vertex all the same.
    for dx in [0, -1, 1] as [Int32] {
      for dy in [0, -1, 1] as [Int32] {
        if let known = indexOfPlace[SIMD2(place.x &+ dx, place.y &+ dy)] { return known }
      }
    }
    let node = UInt32(map.nodeIDs.count)
    map.nodeIDs.append(Int64(node) + 1)
    map.longitudes.append(place.x)
    map.latitudes.append(place.y)
    indexOfPlace[place] = node
    return node
  }

  /// The map of all that was added.
  public consuming func finish() -> RoadMap {
    joinEnds()
    placeSignals()
    if !skipped.isEmpty {
      let list = skipped.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
      map.remarks.append("no roads for vehicles or people: " + list.joined(separator: ", "))
    }
    return map
  }

  /// Chains of all ways and where they lie, for finding what is near.
  private func surroundings() -> (chains: RoadChains, index: SegmentIndex) {
    let chains = ChainTracer.chains(of: map, breaks: [], barriers: []) { _ in true }
    return (chains, SegmentIndex(map, chains))
  }

  /// Puts ends that lie on other roads between those roads' vertices.
  ///
  /// Where several roads end in one place they meet each other already, and may lie on a bridge or
  /// below one: there bridges and tunnels are left out.
  private mutating func joinEnds() {
    var uses = [UInt8](repeating: 0, count: map.nodeIDs.count)
    var isInside = [Bool](repeating: false, count: map.nodeIDs.count)
    var isOfStructure = isInside
    for node in map.wayNodes where uses[Int(node)] < 2 { uses[Int(node)] += 1 }
    for way in map.ways {
      for node in map.nodes(of: way).dropFirst().dropLast() { isInside[Int(node)] = true }
      guard Self.isStructure(way) else { continue }
      for node in map.nodes(of: way) { isOfStructure[Int(node)] = true }
    }
    let (chains, index) = surroundings()
    var inserts: [UInt32: [(after: UInt32, before: UInt32, share: Double, node: UInt32)]] = [:]
    for way in map.ways {
      let nodes = map.nodes(of: way)
      for end in [nodes.first!, nodes.last!] where uses[Int(end)] > 0 && !isInside[Int(end)] {
        let isAlone = uses[Int(end)] == 1
        guard isAlone || !isOfStructure[Int(end)] else { continue }
        let hit = index.nearest(
          longitude: Double(map.longitudes[Int(end)]) * 1e-7,
          latitude: Double(map.latitudes[Int(end)]) * 1e-7, within: Self.endMetres
        ) { segment in
          let other = map.ways[Int(chains.segmentWays[segment] >> 1)]
          return (isAlone || !Self.isStructure(other)) && !map.nodes(of: other).contains(end)
        }
        guard let hit else { continue }
        // Once, whatever else ends there.
        uses[Int(end)] = 0
        let (a, b) = (chains.points[hit.segment], chains.points[hit.segment + 1])
        inserts[chains.segmentWays[hit.segment] >> 1, default: []].append(
          (a, b, hit.fraction, end))
      }
    }
    guard !inserts.isEmpty else { return }
    rebuild(with: inserts)
  }

  private static func isStructure(_ way: RoadWay) -> Bool {
    !way.traits.isDisjoint(with: [.bridge, .tunnel])
  }

  private mutating func rebuild(
    with inserts: [UInt32: [(after: UInt32, before: UInt32, share: Double, node: UInt32)]]
  ) {
    var nodes: [UInt32] = []
    for (number, way) in map.ways.enumerated() {
      let old = map.nodes(of: way)
      let first = UInt32(nodes.count)
      for (one, next) in zip(old, old.dropFirst()) {
        nodes.append(one)
        let between = (inserts[UInt32(number)] ?? []).compactMap { insert in
          insert.after == one && insert.before == next
            ? (insert.share, insert.node)
            : insert.after == next && insert.before == one ? (1 - insert.share, insert.node) : nil
        }
        nodes += between.sorted { $0.0 < $1.0 }.map(\.1)
      }
      nodes.append(old.last!)
      map.ways[number].firstNode = first
      map.ways[number].nodeCount = UInt32(nodes.count) - first
    }
    map.wayNodes = nodes
  }

  /// Lights belong to the nearest junction, or, where none is near, to the nearest vertex.
  private mutating func placeSignals() {
    guard !signals.isEmpty, !map.ways.isEmpty else { return }
    let (chains, index) = surroundings()
    var missed = 0
    for place in signals {
      let hit = index.nearest(
        longitude: Double(place.x) * 1e-7, latitude: Double(place.y) * 1e-7,
        within: Self.signalMetres
      ) { _ in true }
      guard let hit else {
        missed += 1
        continue
      }
      let chain = chains.chain(ofSegment: hit.segment)
      let range = chains.pointRange(chain)
      let ends = [chains.points[range.lowerBound], chains.points[range.upperBound - 1]]
      let near = [chains.points[hit.segment], chains.points[hit.segment + 1]]
      let junction = ends.min { distance($0, place) < distance($1, place) }!
      let vertex = near.min { distance($0, place) < distance($1, place) }!
      let node = distance(junction, place) <= Self.signalMetres ? junction : vertex
      map.nodeTags[node, default: RoadNodeTags()].signal = .both
    }
    if missed > 0 {
      map.remarks.append(
        "\(missed) traffic signal\(missed == 1 ? " is" : "s are") farther than "
          + "\(Int(Self.signalMetres)) m from each road")
    }
  }

  private func distance(_ node: UInt32, _ place: SIMD2<Int32>) -> Double {
    let scale = MetresPerDegree(latitude: Double(place.y) * 1e-7)
    let east = Double(Int(map.longitudes[Int(node)]) - Int(place.x)) * 1e-7 * scale.east
    let north = Double(Int(map.latitudes[Int(node)]) - Int(place.y)) * 1e-7 * scale.north
    return (east * east + north * north).squareRoot()
  }
}
