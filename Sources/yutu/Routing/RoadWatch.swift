import Catalog
import FeatureStore
import Foundation
import Ingest
import RoadProcesses
import Roads
import Server
import SimpleFeatures
import Simulation

/// Keeps a served city's roads ready once somebody has asked for them.
///
/// Makes them anew after commits, reads closures anew when their file changes. A city whose roads
/// nobody asks for is not read.
struct RoadWatch {
  private let store: SpatiaLiteStore
  /// What is known of the roads.
  let desk: RoadNetworkService
  private let closures: WatchedFile?
  private static let tick = Duration.milliseconds(50)
  /// How often the city is asked for commits while its roads are in use.
  private static let between = Duration.seconds(1)

  /// - Throws: The faults of the profiles, and of a file of closures that cannot be read.
  init(_ store: SpatiaLiteStore, closures: String?) throws {
    let (profiles, diagnostics) = RoadProfile.check(folder: ResourcePaths.roads)
    guard diagnostics.isEmpty else { throw CatalogError(diagnostics: diagnostics) }
    self.store = store
    // The car first: it is what is meant where nothing is said.
    let sorted = profiles.filter { $0.id == "car" } + profiles.filter { $0.id != "car" }
    desk = RoadNetworkService(profiles: sorted) { map, group in
      try RoadNetwork(map, profiles: group) { graph, x, y in
        OrderFolder.ofUser.order(of: graph, x: x, y: y, threads: 2)
      }
    }
    self.closures = try closures.map { [desk] in
      try WatchedFile($0, "closures") {
        try desk.put(closures: ClosureFile.features($0))
        return WatchedFile.Taken()
      }
    }
  }

  /// What can be asked of the roads.
  var processes: [any Simulation.Process] {
    guard !desk.profiles.isEmpty else { return [] }
    return [
      RouteProcess(desk), IsochroneProcess(desk), MatrixProcess(desk),
      NearestProcess(desk),
    ]
  }

  /// What the roads take from elsewhere.
  var feeds: [Feed] { closures.map { [$0.feed] } ?? [] }

  /// Looks for changes until its task is cancelled.
  func run() async {
    var commit = -1
    var closures = closures
    var looked = ContinuousClock.now - Self.between
    while !Task.isCancelled {
      try? await Task.sleep(for: Self.tick)
      guard ContinuousClock.now - looked >= Self.between else { continue }
      // Closures count from the moment that they are there, whoever asks next.
      _ = closures?.look()
      guard desk.takeInterest() else {
        if closures != nil { looked = ContinuousClock.now }
        continue
      }
      looked = ContinuousClock.now
      do {
        let last = try await CityRoads.commit(of: store)
        guard last != commit else { continue }
        commit = last
        try await load()
      } catch {
        // A city without roads is looked at again with its next commit, other faults at once.
        if (error as? RoadError)?.code != .noRoads { commit = -1 }
        desk.fail(error)
      }
    }
  }

  /// Makes the roads as they are now, on a thread of its own.
  private func load() async throws {
    let map = try await CityRoads.map(of: store)
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      let thread = Thread { [desk] in
        done.resume(with: Result { try desk.put(map) })
      }
      thread.stackSize = 8 << 20
      thread.start()
    }
  }
}
