import Catalog
import FeatureStore
import Foundation
import Ingest
import RoadProcesses
import Roads
import SimpleFeatures
import Simulation

/// Keeps a served city's roads ready: makes them anew after commits, reads closures anew when their
/// file changes.
struct RoadWatch {
  private let store: SpatiaLiteStore
  private let desk: RoadDesk
  private let closures: String?
  private static let seconds = 1

  /// - Throws: The faults of the profiles, and of a file of closures that cannot be read.
  init(_ store: SpatiaLiteStore, closures: String?) throws {
    let (profiles, faults) = RoadProfile.check(folder: Home.roads)
    guard faults.isEmpty else { throw CatalogError(faults: faults) }
    self.store = store
    self.closures = closures
    // The car first: it is what is meant where nothing is said.
    let sorted = profiles.filter { $0.id == "car" } + profiles.filter { $0.id != "car" }
    desk = RoadDesk(profiles: sorted) { map, group in
      try RoadNetwork(map, profiles: group) { graph, x, y in
        OrderFolder.ofUser.order(of: graph, x: x, y: y, threads: 2)
      }
    }
    if let closures { try desk.put(closures: ShapeFile(closures).features) }
  }

  /// What can be asked of the roads.
  var processes: [any Simulation.Process] {
    guard !desk.profiles.isEmpty else { return [] }
    return [
      RoadProcess.route(desk), RoadProcess.isochrone(desk), RoadProcess.matrix(desk),
      NearestProcess(desk),
    ]
  }

  /// Looks for changes until its task is cancelled.
  func run() async {
    var commit = -1
    var modified = modificationDate
    while !Task.isCancelled {
      do {
        let last = try await CityRoads.commit(of: store)
        if last != commit {
          commit = last
          try await load(commit)
        }
      } catch is CancellationError {
        return
      } catch {
        desk.fail(error)
      }
      if let closures, modificationDate != modified {
        modified = modificationDate
        do {
          try desk.put(closures: ShapeFile(closures).features)
          Terminal.say("closures read anew from \(closures)")
        } catch {
          Terminal.say("warning: \(closures) is not taken, what was closed before stays: ")
          Terminal.report(error)
        }
      }
      try? await Task.sleep(for: .seconds(Self.seconds))
    }
  }

  /// Makes the roads of a commit on a thread of its own.
  private func load(_ commit: Int) async throws {
    let map = try await CityRoads.map(of: store)
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      let thread = Thread { [desk] in
        done.resume(with: Result { try desk.put(map, commit: commit) })
      }
      thread.stackSize = 8 << 20
      thread.start()
    }
  }

  private var modificationDate: Date? {
    closures.flatMap {
      (try? FileManager.default.attributesOfItem(atPath: $0))?[.modificationDate] as? Date
    }
  }
}
