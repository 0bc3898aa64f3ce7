public import Catalog
import Foundation
import Roads
import SimpleFeatures
public import Simulation

/// Routes, reachable areas, tables and the nearest features on a city's roads.
///
/// The road network is built at the first request and rebuilt after commits; closures are reloaded
/// when their file changes. Without a request no roads are read.
public struct RoadService: CityService {
  /// The file of closures.
  public static let inputs = [
    LiveInput("road-conditions", "closed roads and areas, GeoJSON or another vector file")
  ]
  /// Roads and traffic lights.
  public static let roles = CityRoads.roles

  /// What is known of the roads, for services that ask for ways.
  public let network: RoadNetworkService
  private let map: any LiveMap
  private let closures: FileWatcher?
  private static let tick = Duration.milliseconds(50)
  /// How often the city is asked for commits while its roads are in use.
  private static let between = Duration.seconds(1)

  /// A service on the roads of a city.
  ///
  /// - Throws: The faults of the profiles, and of a file of closures that cannot be read.
  public init(_ context: ServiceContext) throws {
    let (profiles, diagnostics) = RoadProfile.check(folder: context.models + "/roads")
    guard diagnostics.isEmpty else { throw CatalogError(diagnostics: diagnostics) }
    map = context.map
    // The car first: it is what is meant where nothing is said.
    let sorted = profiles.filter { $0.id == "car" } + profiles.filter { $0.id != "car" }
    let network = RoadNetworkService(profiles: sorted, runs: context.runs ?? "") { map, group in
      try RoadNetwork(map, profiles: group) { graph, x, y in
        OrderFolder.ofUser.order(of: graph, x: x, y: y, threads: 2)
      }
    }
    self.network = network
    closures = try context.files[Self.inputs[0].name].map { path in
      try FileWatcher(path, "closures", log: context.log) {
        try network.put(closures: ClosureFile.features($0))
        return FileWatcher.Taken()
      }
    }
  }

  /// What can be asked of the roads.
  public var processes: [any Simulation.Process] {
    guard !network.profiles.isEmpty else { return [] }
    return [
      RouteProcess(network), IsochroneProcess(network), MatrixProcess(network),
      NearestProcess(network),
    ]
  }

  /// How the file of closures stands.
  public var sources: [DataSourceStatus] { closures.map { [$0.status] } ?? [] }

  /// Looks for changes until its task is cancelled.
  public func run() async {
    var commit = -1
    var closures = closures
    var looked = ContinuousClock.now - Self.between
    while !Task.isCancelled {
      try? await Task.sleep(for: Self.tick)
      guard ContinuousClock.now - looked >= Self.between else { continue }
      // Closures count from the moment that they are there, whoever asks next.
      _ = closures?.look()
      guard network.takeInterest() else {
        if closures != nil { looked = ContinuousClock.now }
        continue
      }
      looked = ContinuousClock.now
      do {
        let last = try await map.lastCommit(ofRoles: CityRoads.roles)
        guard last != commit else { continue }
        commit = last
        try await load()
      } catch {
        // A city without roads is looked at again with its next commit, other faults at once.
        if (error as? RoadError)?.code != .noRoads { commit = -1 }
        network.fail(error)
      }
    }
  }

  /// Makes the roads as they are now, on a thread of its own.
  private func load() async throws {
    let snapshot = try await map.snapshot()
    try await onOwnThread(named: "roads") { [network] in
      try network.put(CityRoads.map(of: snapshot))
    }
  }
}
