/// Finds the arcs that a turn restriction of the map means.
struct RuleFinder {
  let map: RoadMap
  let chains: RoadChains
  let arms: JunctionArms
  /// Place of each way in the map, by id; ways that are in parts are missing.
  let wayIndex: [Int64: UInt32]

  /// Why a restriction is left out.
  struct Reason: Error {
    var text: String
    static let missingWay = Reason(text: "a way that it names is not there or not for this profile")
    static let ambiguous = Reason(text: "its ways meet in more than one way")
    static let apart = Reason(text: "its ways do not meet")
  }

  func rule(
    _ restriction: TurnRestriction, _ modes: TurnCode
  ) -> Result<TurnRules.Rule, Reason> {
    Result { () throws(Reason) in
      let (from, to) = (try way(restriction.from), try way(restriction.to))
      var via: [Int] = []
      let first: UInt32
      if let node = restriction.viaNode {
        guard let index = map.index(ofNode: node) else { throw .missingWay }
        first = index
      } else {
        var ways: [UInt32] = []
        for id in restriction.viaWays { ways.append(try way(id)) }
        guard let start = ways.first.flatMap({ shared(from, endOf: $0) }) else { throw .apart }
        first = start
        via = try walk(ways, from: start)
      }
      let start = try junction(first)
      let end = via.last.map { chains.head(ofArc: $0) } ?? start
      return TurnRules.Rule(
        id: restriction.id,
        from: try single(arms.incoming(start).filter { arms.arrivalWay($0) == from }), via: via,
        to: try single(arms.outgoing(end).filter { arms.departureWay($0) == to }),
        isOnly: restriction.isOnly, modes: modes)
    }
  }

  private func way(_ id: Int64) throws(Reason) -> UInt32 {
    guard let way = wayIndex[id] else { throw .missingWay }
    return way
  }

  private func single(_ arcs: [Int]) throws(Reason) -> Int {
    guard let arc = arcs.first else { throw .missingWay }
    guard arcs.count == 1 else { throw .ambiguous }
    return arc
  }

  private func junction(_ node: UInt32) throws(Reason) -> Int {
    guard let junction = arms.junction(atNode: node) else { throw .missingWay }
    return junction
  }

  /// An end of a way that another one passes.
  private func shared(_ other: UInt32, endOf way: UInt32) -> UInt32? {
    let nodes = map.nodes(of: map.ways[Int(way)])
    let others = map.nodes(of: map.ways[Int(other)])
    return [nodes.first, nodes.last].compactMap { $0 }.first { others.contains($0) }
  }

  /// The arcs along ways, each from one of its ends to the other.
  private func walk(_ ways: [UInt32], from start: UInt32) throws(Reason) -> [Int] {
    var arcs: [Int] = []
    var here = start
    for way in ways {
      let nodes = map.nodes(of: map.ways[Int(way)])
      guard let one = nodes.first, let last = nodes.last, one == here || last == here else {
        throw .apart
      }
      let goal = one == here ? last : one
      while here != goal || arcs.isEmpty {
        let back = arcs.last.map { $0 ^ 1 }
        let next = arms.outgoing(try junction(here)).filter {
          arms.departureWay($0) == way && $0 != back
        }
        let arc = try single(next)
        arcs.append(arc)
        here = chains.junctionNodes[chains.head(ofArc: arc)]
        guard arcs.count < 100 else { throw .ambiguous }
      }
    }
    return arcs
  }
}
