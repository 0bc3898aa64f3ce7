import Catalog
import FeatureStore
import Foundation
import Parking
import ParkingProcesses
import RoadProcesses
import Simulation

/// Keeps the counts of a served city's lots, and reads them anew when their file changes.
struct ParkingWatch {
  private let store: SpatiaLiteStore
  private let desk: ParkingDesk
  private let occupancy: String?
  private static let between = Duration.seconds(1)

  /// - Parameter occupancy: A CSV as ``OccupancyFile`` takes it, whose lots are ids of the city.
  /// - Throws: ``CommandFault`` for a file that cannot be read.
  init(_ store: SpatiaLiteStore, roads: RoadDesk, occupancy: String?) throws {
    let tariffs = ParkingTariff.check(folder: Home.tariffs)
    self.store = store
    self.occupancy = occupancy
    let file = try occupancy.map { try OccupancyFile($0) }
    desk = ParkingDesk(
      roads: roads, tariffs: TariffBook(tariffs.tariffs, faults: tariffs.faults),
      clock: ParkingClock(zone: file?.zone?.timeZone ?? .current))
    if let file { desk.put(OccupancyHistory(counts: file.counts)) }
  }

  /// What can be asked of parking.
  var processes: [any Simulation.Process] { desk.processes }

  /// Looks for changes of the file until its task is cancelled.
  func run() async {
    guard let occupancy else { return }
    var modified = modificationDate
    var told = Set<String>()
    await tellUnknown(occupancy, &told)
    while !Task.isCancelled {
      try? await Task.sleep(for: Self.between)
      guard !Task.isCancelled, modificationDate != modified else { continue }
      modified = modificationDate
      do {
        desk.put(OccupancyHistory(counts: try OccupancyFile(occupancy).counts))
        Terminal.say("counts read anew from \(occupancy)")
        await tellUnknown(occupancy, &told)
      } catch {
        Terminal.say("warning: \(occupancy) is not taken, the counts before stay: ")
        Terminal.report(error)
      }
    }
  }

  /// Says which lots of the file the city does not have, each once.
  private func tellUnknown(_ file: String, _ told: inout Set<String>) async {
    let known = try? await store.read(.latest) { snapshot in
      var ids = Set<String>()
      guard try snapshot.layers().contains(where: { $0.definition.id == "parking-lot" }) else {
        return ids
      }
      try snapshot.forEachFeature(of: try snapshot.layer("parking-lot")) { ids.insert($0.id) }
      return ids
    }
    guard let known else { return }
    let unknown = desk.countedLots.filter { !known.contains($0) && !told.contains($0) }
    guard !unknown.isEmpty else { return }
    told.formUnion(unknown)
    Terminal.say(
      "note: \(file): the city has no lots \(unknown.prefix(6).joined(separator: ", "))"
        + (unknown.count > 6 ? " and \(unknown.count - 6) more" : ""))
  }

  private var modificationDate: Date? {
    occupancy.flatMap {
      (try? FileManager.default.attributesOfItem(atPath: $0))?[.modificationDate] as? Date
    }
  }
}
