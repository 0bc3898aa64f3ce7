public import OpenStreetMap
import SimpleFeatures

extension RoadMap {
  /// The roads of an OpenStreetMap file.
  ///
  /// The file is read twice: ways and restrictions first, then the nodes that they need. Nodes that
  /// the file does not hold, as at the border of an extract, cut their ways.
  ///
  /// - Throws: What reading the file throws; ``RoadError`` where it holds no road.
  public init(openStreetMap file: OSMFile, threads: Int = 2) throws {
    var draft = RoadDraft()
    try file.read([.ways, .relations], threads: threads) { block in
      RoadBlock(block)
    } consume: {
      draft.add($0)
    }
    guard !draft.ways.isEmpty else {
      throw RoadError(
        .noRoads, "\(file.path) holds no road",
        hint: "roads are ways with a tag `highway`; was the file filtered?")
    }
    let needed = draft.sortedNodeIDs()
    try file.read(.nodes, threads: threads) { block in
      NodeBlock(block, needed: needed)
    } consume: {
      draft.add($0, count: needed.count)
    }
    self = draft.map(needed)
  }
}

/// The roads of one block of a file.
private struct RoadBlock: Sendable {
  struct Way: Sendable {
    var way: RoadWay
    var name: String
    var refs: [Int64]
  }

  var ways: [Way] = []
  var restrictions: [TurnRestriction] = []

  init(_ block: OSMBlock) {
    if let highway = block.keyIndex("highway") {
      for index in 0..<block.ways.count {
        let tags = block.ways.tags(index)
        guard tags.valueIndex(ofKeyIndex: highway) != nil,
          let way = RoadTags.way(id: block.ways.id(index), { tags.value(ofKey: $0) })
        else { continue }
        let name =
          tags.value(ofKey: "name") ?? tags.value(ofKey: "name:zh") ?? tags.value(ofKey: "ref")
          ?? ""
        ways.append(Way(way: way, name: name, refs: Array(block.ways.refs(index))))
      }
    }
    guard let type = block.keyIndex("type") else { return }
    for index in 0..<block.relations.count {
      let tags = block.relations.tags(index)
      guard tags.value(ofKeyIndex: type)?.hasPrefix("restriction") == true else { continue }
      let members = block.relations.members(index)
      restrictions += TurnRestriction.all(
        id: block.relations.id(index), { tags.value(ofKey: $0) },
        members: members.map { ($0.kind == .way, $0.kind == .node, $0.ref, $0.role) })
    }
  }
}

extension TurnRestriction {
  /// The restrictions that a relation tells, one for each way that it forbids or commands; what is
  /// said for some hours only binds nobody.
  ///
  /// Source: OpenStreetMap's wiki, "Relation:restriction".
  static func all(
    id: Int64, _ tag: (String) -> String?,
    members: [(isWay: Bool, isNode: Bool, ref: Int64, role: String)]
  ) -> [TurnRestriction] {
    let keys: [(String, Set<RoadProfile.TravelMode>)] = [
      ("restriction", [.car, .truck, .emergency]), ("restriction:motorcar", [.car]),
      ("restriction:motor_vehicle", [.car, .truck]), ("restriction:hgv", [.truck]),
    ]
    let from = members.filter { $0.isWay && $0.role == "from" }.map(\.ref)
    let to = members.filter { $0.isWay && $0.role == "to" }.map(\.ref)
    let node = members.first { $0.isNode && $0.role == "via" }?.ref
    let ways = members.filter { $0.isWay && $0.role == "via" }.map(\.ref)
    var found: [TurnRestriction] = []
    // No junction has as many arms; a damaged relation must not become all pairs of its members.
    guard from.count * to.count <= 100, ways.count <= 20 else { return [] }
    for (key, modes) in keys {
      guard let value = tag(key) else { continue }
      var modes = modes
      for exempt in (tag("except") ?? "").split(separator: ";") {
        switch exempt.drop(while: { $0 == " " }) {
        case "motorcar": modes.remove(.car)
        case "hgv": modes.remove(.truck)
        case "emergency": modes.remove(.emergency)
        case "motor_vehicle": modes.subtract([.car, .truck])
        default: break
        }
      }
      let isOnly = value.hasPrefix("only_")
      guard isOnly || value.hasPrefix("no_"), node != nil || !ways.isEmpty else { continue }
      for start in from {
        for end in to {
          found.append(
            TurnRestriction(
              id: id, from: start, to: end, viaNode: node, viaWays: node == nil ? ways : [],
              isOnly: isOnly, modes: modes))
        }
      }
    }
    return found
  }
}

/// The nodes of one block of a file that roads need.
private struct NodeBlock: Sendable {
  var places: [(index: UInt32, longitude: Int32, latitude: Int32)] = []
  var tags: [(index: UInt32, tags: RoadNodeTags)] = []

  init(_ block: OSMBlock, needed: [Int64]) {
    let nodes = block.nodes
    guard nodes.count > 0 else { return }
    let mayBeTagged = ["highway", "barrier"].contains { block.keyIndex($0) != nil }
    var place = needed.startIndex
    for index in 0..<nodes.count {
      let id = nodes.id(index)
      if place >= needed.count || needed[place] > id || place == 0 {
        place = needed.partitioningIndex { $0 >= id }
      } else {
        while place < needed.count && needed[place] < id { place += 1 }
      }
      guard place < needed.count, needed[place] == id else { continue }
      places.append((UInt32(place), nodes.longitude(index), nodes.latitude(index)))
      guard mayBeTagged else { continue }
      let found = nodes.tags(index)
      if found.count > 0, let tags = RoadTags.node({ found.value(ofKey: $0) }) {
        self.tags.append((UInt32(place), tags))
      }
    }
  }
}

/// A map of roads while it is read.
private struct RoadDraft {
  var ways: [RoadWay] = []
  private var refs: [Int64] = []
  private var restrictions: [TurnRestriction] = []
  private var names = [""]
  private var numberOfName: [String: UInt32] = ["": 0]
  private var longitudes: [Int32] = []
  private var latitudes: [Int32] = []
  private var nodeTags: [UInt32: RoadNodeTags] = [:]
  /// Longitude of a node that the file does not hold.
  private static let missing = Int32.min

  mutating func add(_ block: RoadBlock) {
    for found in block.ways {
      var way = found.way
      way.firstNode = UInt32(refs.count)
      way.nodeCount = UInt32(found.refs.count)
      way.name = number(of: found.name)
      refs += found.refs
      ways.append(way)
    }
    restrictions += block.restrictions
  }

  private mutating func number(of name: String) -> UInt32 {
    if let known = numberOfName[name] { return known }
    let number = UInt32(names.count)
    names.append(name)
    numberOfName[name] = number
    return number
  }

  func sortedNodeIDs() -> [Int64] { refs.sortedOnce() }

  mutating func add(_ block: NodeBlock, count: Int) {
    if longitudes.isEmpty {
      longitudes = Array(repeating: Self.missing, count: count)
      latitudes = Array(repeating: 0, count: count)
    }
    for place in block.places {
      longitudes[Int(place.index)] = place.longitude
      latitudes[Int(place.index)] = place.latitude
    }
    for tagged in block.tags { nodeTags[tagged.index] = tagged.tags }
  }

  /// The map, its ways cut where nodes are missing.
  func map(_ ids: [Int64]) -> RoadMap {
    var map = RoadMap()
    map.nodeIDs = ids
    map.longitudes = longitudes.isEmpty ? Array(repeating: 0, count: ids.count) : longitudes
    map.latitudes = latitudes.isEmpty ? Array(repeating: 0, count: ids.count) : latitudes
    map.nodeTags = nodeTags
    map.restrictions = restrictions
    map.names = names
    map.ways.reserveCapacity(ways.count)
    map.wayNodes.reserveCapacity(refs.count)
    var missing: Set<Int64> = []
    for way in ways {
      var part = way
      part.firstNode = UInt32(map.wayNodes.count)
      func close() {
        part.nodeCount = UInt32(map.wayNodes.count) - part.firstNode
        if part.nodeCount >= 2 {
          map.ways.append(part)
        } else {
          map.wayNodes.removeLast(Int(part.nodeCount))
        }
        part.firstNode = UInt32(map.wayNodes.count)
      }
      for id in refs[Int(way.firstNode)..<Int(way.firstNode + way.nodeCount)] {
        let index = ids.partitioningIndex { $0 >= id }
        if longitudes.isEmpty || longitudes[index] == Self.missing {
          missing.insert(id)
          close()
        } else {
          map.wayNodes.append(UInt32(index))
        }
      }
      close()
    }
    if !missing.isEmpty {
      map.remarks.append(
        "\(missing.count) node\(missing.count == 1 ? " is" : "s are") missing, as node "
          + "\(missing.min()!): roads end there")
    }
    return map
  }
}
