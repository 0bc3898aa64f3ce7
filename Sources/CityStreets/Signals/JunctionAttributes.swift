import Roads
import SUMOFiles

/// What the map says of each signalled junction: the id, the points it is made of, its cycle.
struct JunctionAttributes {
  private(set) var ids: [String] = []
  private(set) var names: [String] = []
  private(set) var members: [[String]] = []
  private(set) var phases: [Int?] = []
  private(set) var cyclesSeconds: [Double?] = []

  init(_ clusters: SignalClusters, _ sites: SignalMatching, _ signals: [SignalPoint]) {
    for nodes in clusters.clusters {
      let own = nodes.flatMap { sites.points[$0] ?? [] }.map { signals[$0] }
      // One that says more comes first, and a junction's before a crossing's; then by id.
      let sorted = own.sorted { Self.rank($0) < Self.rank($1) }
      ids.append(sorted.first?.id ?? "")
      names.append(sorted.first { !$0.name.isEmpty }?.name ?? "")
      members.append(sorted.map(\.id))
      phases.append(sorted.compactMap(\.phases).first)
      cyclesSeconds.append(sorted.compactMap(\.cycleSeconds).first)
    }
  }

  private static func rank(_ signal: SignalPoint) -> (Int, Int, String) {
    let saysMore = signal.phases != nil || signal.cycleSeconds != nil
    return (
      signal.kind == "crossing" ? 2 : saysMore ? 0 : 1, signal.id.utf8.count, signal.id
    )
  }
}

extension StreetGraph {
  /// The graph without drives and service roads, but for those at some nodes.
  func withoutDrives(
    but nodes: Set<UInt32>, _ isUsed: (Int, UInt32, UInt32) -> Bool
  ) -> StreetGraph {
    var kept: Set<SIMD2<UInt32>> = []
    for piece in pieces where piece.street.isService {
      guard nodes.contains(piece.nodes[0]) || nodes.contains(piece.nodes[piece.nodes.count - 1])
      else { continue }
      for (a, b) in zip(piece.nodes, piece.nodes.dropFirst()) {
        kept.insert(SIMD2(min(a, b), max(a, b)))
      }
    }
    let isService = map.ways.map { StreetWay($0)?.isService ?? false }
    return StreetGraph(map, places: places) { way, a, b in
      isUsed(way, a, b) && (!isService[way] || kept.contains(SIMD2(min(a, b), max(a, b))))
    }
  }
}

extension StreetReport {
  init(
    _ draft: StreetDraft, all: StreetGraph, _ sites: SignalMatching, _ signals: [SignalPoint]
  ) {
    var ways: Set<Int64> = []
    for piece in draft.graph.pieces { ways.formUnion(piece.ways) }
    for way in draft.graph.map.ways {
      guard let street = StreetWay(way), ways.remove(way.id) != nil else { continue }
      roads += 1
      if street.areLanesGuessed { roadsWithGuessedLanes += 1 }
      if street.isSpeedGuessed { roadsWithGuessedSpeed += 1 }
    }
    innerStreets = draft.innerPieces.count
    serviceRoads =
      all.pieces.count { $0.street.isService }
      - draft.graph.pieces.count { $0.street.isService }
    func ids(_ numbers: [Int]) -> [String] { numbers.map { signals[$0].id } }
    signalsWithoutLanes = ids(sites.withoutLanes)
    signalsWithoutJunction = ids(sites.withoutJunction)
    crossings = ids(sites.crossings)
    otherSignals = ids(sites.others)
  }

  /// Adds what became of the signals.
  mutating func add(
    _ signs: JunctionAttributes, _ programs: ProgramMaker, _ draft: StreetDraft,
    _ network: SUMONetwork
  ) {
    needlessSignals = programs.needless
    unsafeSignals = programs.unsafe.map { "\($0.signal) (\($0.reason))" }
    let stages = Dictionary(
      uniqueKeysWithValues: programs.drafts.map { ($0.signal, $0.stages.stages.count) })
    for junction in draft.junctions {
      guard let cluster = junction.cluster, let count = stages[signs.ids[cluster]] else { continue }
      signals.append(
        Signal(
          id: signs.ids[cluster], name: signs.names[cluster], members: signs.members[cluster],
          junction: junction.id, approaches: junction.arriving.count, stages: count))
      if let asked = signs.phases[cluster], asked != count {
        signalsWithOtherStages.append(signs.ids[cluster])
      }
    }
  }
}
