public import SUMOFiles

/// The detectors on the street that adaptive control reads: areas of lanes before and after
/// signals.
///
/// Before a signal, the last 100 m of each lane are seen, over unsignalled junctions onto the lanes
/// further up where a lane is shorter; the last 8 m of these once more, for the vehicle that waits
/// first; and behind the junction the first 30 m of each lane that is entered. That is what a
/// camera or a radar on the signal's mast sees. What happens further away stays unknown: detectors
/// that no street has would make control look better than it is.
public struct DetectorLayout: Sendable, Equatable {
  /// How far before the stop line vehicles are seen, in metres.
  public static let approachLengthMetres = 100.0
  /// How far before the stop line the first vehicle waits, in metres.
  public static let headLengthMetres = 8.0
  /// How far behind the junction they are, in metres.
  public static let exitLengthMetres = 30.0
  /// A lane shorter than this has no detector of its own, in metres.
  static let shortestAreaMetres = 1.0
  /// How many junctions without signals an approach may reach over.
  static let mostJunctions = 6

  /// Part of a lane that a detector sees.
  public struct Area: Sendable, Equatable {
    /// Its id: `yutu-approach-LANE`, `yutu-head-LANE` or `yutu-exit-LANE`.
    public var id: String
    /// The lane, as a place in the network's lanes.
    public var lane: Int
    /// Where it begins on the lane, in metres.
    public var beginMetres: Double
    /// Where it ends, in metres.
    public var endMetres: Double
  }

  /// A detector and how much of what it sees is bound for a lane.
  struct Share: Sendable, Equatable {
    var area: Int
    var share: Double
  }

  /// The detectors, in the order in which readings are given.
  public private(set) var areas: [Area] = []
  /// What sees the vehicles before a stop line, by lane.
  private(set) var approaches: [Int: [Share]] = [:]
  /// What sees the first vehicle before a stop line, by lane.
  private(set) var heads: [Int: Int] = [:]
  /// What sees the room behind a junction, by lane entered.
  private(set) var exits: [Int: [Int]] = [:]

  /// The layout for all signals of a network.
  ///
  /// It depends on the network alone, so that the street's detectors and the control agree.
  public init(_ network: SUMONetwork) {
    var into: [Int: [SUMONetwork.Connection]] = [:]
    var outOf: [Int: [SUMONetwork.Connection]] = [:]
    for connection in network.connections {
      into[connection.to, default: []].append(connection)
      outOf[connection.from, default: []].append(connection)
    }
    var builder = Builder(network: network, into: into, outOf: outOf)
    var entered: Set<Int> = []
    for connection in network.connections where connection.signal != nil {
      if approaches[connection.from] == nil {
        approaches[connection.from] = builder.approach(connection.from)
        heads[connection.from] = builder.head(connection.from)
      }
    }
    for connection in network.connections where connection.signal != nil {
      if entered.insert(connection.to).inserted {
        exits[connection.to] = builder.exit(connection.to)
      }
    }
    areas = builder.areas
  }

  /// The same as SUMO's additional file.
  public func detectors(of network: SUMONetwork) -> SUMODetectors {
    SUMODetectors(
      areas: areas.map { area in
        SUMODetectors.Area(
          id: area.id, lane: network.lanes[area.lane].id, beginMetres: area.beginMetres,
          endMetres: area.endMetres)
      })
  }

  private struct Builder {
    let network: SUMONetwork
    let into: [Int: [SUMONetwork.Connection]]
    let outOf: [Int: [SUMONetwork.Connection]]
    var areas: [Area] = []
    private var places: [String: Int] = [:]

    init(
      network: SUMONetwork, into: [Int: [SUMONetwork.Connection]],
      outOf: [Int: [SUMONetwork.Connection]]
    ) {
      self.network = network
      self.into = into
      self.outOf = outOf
    }

    mutating func approach(_ lane: Int) -> [Share] {
      var shares: [Share] = []
      var seen: Set<Int> = []
      add(lane, leftMetres: DetectorLayout.approachLengthMetres, share: 1, depth: 0, &shares, &seen)
      return shares
    }

    private mutating func add(
      _ lane: Int, leftMetres: Double, share: Double, depth: Int, _ shares: inout [Share],
      _ seen: inout Set<Int>
    ) {
      guard seen.insert(lane).inserted else { return }
      let lengthMetres = network.lanes[lane].lengthMetres
      if let area = place(
        "yutu-approach-", lane, max(0, lengthMetres - leftMetres), lengthMetres)
      {
        shares.append(Share(area: area, share: share))
      }
      let restMetres = leftMetres - lengthMetres
      guard restMetres > DetectorLayout.shortestAreaMetres, depth < DetectorLayout.mostJunctions
      else {
        return
      }
      for connection in into[lane] ?? [] where connection.signal == nil {
        let targets = Set((outOf[connection.from] ?? []).map(\.to)).count
        add(
          connection.from, leftMetres: restMetres, share: share / Double(max(1, targets)),
          depth: depth + 1, &shares, &seen)
      }
    }

    mutating func head(_ lane: Int) -> Int? {
      let lengthMetres = network.lanes[lane].lengthMetres
      return place(
        "yutu-head-", lane, max(0, lengthMetres - DetectorLayout.headLengthMetres), lengthMetres)
    }

    mutating func exit(_ lane: Int) -> [Int] {
      var found: [Int] = []
      var leftMetres = DetectorLayout.exitLengthMetres
      var next: Int? = lane
      var seen: Set<Int> = []
      while let lane = next, leftMetres > DetectorLayout.shortestAreaMetres,
        seen.insert(lane).inserted
      {
        let lengthMetres = network.lanes[lane].lengthMetres
        if let area = place("yutu-exit-", lane, 0, min(lengthMetres, leftMetres)) {
          found.append(area)
        }
        leftMetres -= lengthMetres
        let onward = outOf[lane] ?? []
        next = onward.count == 1 && onward[0].signal == nil ? onward[0].to : nil
      }
      return found
    }

    /// The detector of a lane, the longer one where two are wanted; `nil` where the lane is too
    /// short.
    private mutating func place(
      _ kind: String, _ lane: Int, _ beginMetres: Double, _ endMetres: Double
    ) -> Int? {
      guard endMetres - beginMetres >= DetectorLayout.shortestAreaMetres else { return nil }
      let id = kind + network.lanes[lane].id
      if let known = places[id] {
        areas[known].beginMetres = min(areas[known].beginMetres, beginMetres)
        areas[known].endMetres = max(areas[known].endMetres, endMetres)
        return known
      }
      places[id] = areas.count
      areas.append(Area(id: id, lane: lane, beginMetres: beginMetres, endMetres: endMetres))
      return areas.count - 1
    }
  }
}

extension DetectorLayout {
  /// An area shorter than this, in metres, is full with a few vehicles, which says nothing of more.
  private static let shortestQueueMetres = 40.0

  /// Which areas lie before a stop line and are long enough to tell that a queue reaches beyond
  /// them.
  var queueAreas: [Bool] {
    var before = [Bool](repeating: false, count: areas.count)
    for share in approaches.values.joined() {
      let area = areas[share.area]
      before[share.area] = area.endMetres - area.beginMetres >= Self.shortestQueueMetres
    }
    return before
  }
}
