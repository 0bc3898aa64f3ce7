import Catalog
import FeatureStore
import Foundation
import Parking
import ParkingProcesses
import RoadProcesses
import Server
import Simulation

/// Keeps counts, days of exception and tariffs of a served city's lots, and reads each anew when
/// its file changes.
struct ParkingWatch: Sendable {
  /// Where they come from.
  struct Sources {
    /// A CSV as ``OccupancyFile`` takes it, whose lots are ids of the city.
    var occupancy: String?
    /// A CSV as ``ExceptionFile`` takes it.
    var exceptions: String?
    /// A folder of tariffs.
    var tariffs: String
  }

  private let store: SpatiaLiteStore
  private let desk: ParkingDataService
  private let files: [WatchedFile]
  private static let between = Duration.seconds(1)
  /// How far a count may lie ahead of the server's clock, s: clocks differ.
  private static let mostAheadSeconds = 300.0
  /// How many faults of tariffs are told one by one.
  private static let mostFaults = 6

  /// - Throws: ``CommandError`` for a file that cannot be read.
  init(_ store: SpatiaLiteStore, roads: RoadNetworkService, _ sources: Sources) throws {
    let desk = ParkingDataService(
      roads: roads, tariffs: TariffCatalog([]), clock: ParkingClock(zone: .current))
    var files = [
      try WatchedFile(sources.tariffs, "tariffs") { try Self.takeTariffs($0, to: desk) }
    ]
    if let path = sources.exceptions {
      files.append(
        try WatchedFile(path, "exceptions") {
          desk.put(exceptions: try ExceptionFile.read($0))
          return WatchedFile.Taken()
        })
    }
    if let path = sources.occupancy {
      files.append(try WatchedFile(path, "counts") { try Self.takeCounts($0, to: desk) })
    }
    desk.put(notes: files.flatMap(\.notes))
    self.store = store
    self.desk = desk
    self.files = files
  }

  /// What can be asked of parking.
  var processes: [any Simulation.Process] { desk.processes }

  /// What parking takes from elsewhere.
  var feeds: [Feed] { files.map(\.feed) }

  /// Looks for changes of the files until its task is cancelled.
  func run() async {
    var files = files
    var told = Set<String>()
    await tellUnknown(&told)
    while !Task.isCancelled {
      try? await Task.sleep(for: Self.between)
      guard !Task.isCancelled else { return }
      let looked = await Self.look(files)
      files = looked.files
      guard looked.hasRead else { continue }
      desk.put(notes: files.flatMap(\.notes))
      await tellUnknown(&told)
    }
  }

  /// Looks on a thread of its own: a large file takes seconds, and who asks must not wait for it.
  private static func look(
    _ files: [WatchedFile]
  ) async -> (files: [WatchedFile], hasRead: Bool) {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        var (files, hasRead) = (files, false)
        for index in files.indices where files[index].look() { hasRead = true }
        continuation.resume(returning: (files, hasRead))
      }
    }
  }

  private static func takeCounts(
    _ path: String, to desk: ParkingDataService
  ) throws -> WatchedFile.Taken {
    let file = try OccupancyFile(path)
    let history = OccupancyHistory(byLot: file.counts)
    let clock =
      file.clock.map { written in
        ParkingClock(offsets: written.changes.map { ($0.fromSeconds, $0.zone.offsetSeconds) })
      } ?? ParkingClock(zone: .current)
    desk.put(history, clock: clock)
    let (newest, ahead) = moments(of: file, history, on: clock, until: Date() + mostAheadSeconds)
    let rows = file.leftOut.reasons.reduce(0) { $0 + $1.rows }
    var notes: [String] = []
    if rows > 0 {
      notes.append(
        rows == 1
          ? "a row of the counts cannot be read and is left out"
          : "\(rows) rows of the counts cannot be read and are left out")
    }
    if !ahead.isEmpty {
      notes.append(
        ahead.count == 1
          ? "a count lies ahead of the server's clock and is not used yet"
          : "\(ahead.count) counts lie ahead of the server's clock and are not used yet")
    }
    let findings =
      CountDiagnostic.all(history.report) + file.findings + CountDiagnostic.all(ahead, "future")
    return WatchedFile.Taken(
      newest: newest, isWhole: rows == 0,
      remarks: (file.leftOut.words(path) + CountDiagnostic.words(findings)).map { "note: \($0)" },
      notes: notes)
  }

  /// When the newest count of use was made, and the lot of each that lies after a time.
  private static func moments(
    of file: OccupancyFile, _ history: OccupancyHistory, on clock: ParkingClock, until: Date
  ) -> (newest: Date?, ahead: [String]) {
    var ahead: [String] = []
    let untilSeconds = clock.localSeconds(until)
    var newestSeconds: Int64?
    for series in history.series {
      let known = series.countUp(to: untilSeconds)
      ahead += Array(repeating: series.lot, count: series.count - known)
      if known > 0 { newestSeconds = max(newestSeconds ?? .min, series.timesSeconds[known - 1]) }
    }
    var newest = newestSeconds.map(clock.date)
    for (lot, instantSeconds) in file.shownTwice {
      let date = Date(timeIntervalSince1970: Double(instantSeconds))
      if date > until { ahead.append(lot) } else { newest = max(newest ?? date, date) }
    }
    return (newest, ahead)
  }

  /// A tariff whose file has faults stays as it was.
  private static func takeTariffs(
    _ folder: String, to desk: ParkingDataService
  ) throws -> WatchedFile.Taken {
    try ResourcePaths.check(folder: folder)
    let found = ParkingTariff.check(folder: folder)
    desk.put(tariffs: TariffCatalog(found.tariffs, diagnostics: found.diagnostics))
    let faulty = Set(found.diagnostics.map(\.file)).count
    var remarks = found.diagnostics.prefix(mostFaults).map { "warning: \($0.description)" }
    if found.diagnostics.count > mostFaults {
      remarks.append("warning: and \(found.diagnostics.count - mostFaults) more")
    }
    return WatchedFile.Taken(
      isWhole: faulty == 0, remarks: remarks,
      notes: faulty == 0
        ? []
        : [
          faulty == 1
            ? "a tariff has faults: what it was before holds"
            : "\(faulty) tariffs have faults: what they were before holds"
        ])
  }

  /// Says which lots of the counts the city does not have, each once.
  private func tellUnknown(_ told: inout Set<String>) async {
    let counted = desk.countedLots.filter { !told.contains($0) }
    guard !counted.isEmpty else { return }
    let known = try? await store.read(.latest) { snapshot in
      var ids = Set<String>()
      guard try snapshot.layers().contains(where: { $0.definition.id == "parking-lot" }) else {
        return ids
      }
      try snapshot.forEachFeature(of: try snapshot.layer("parking-lot")) { ids.insert($0.id) }
      return ids
    }
    guard let known else { return }
    let unknown = counted.filter { !known.contains($0) }
    guard !unknown.isEmpty else { return }
    told.formUnion(unknown)
    Terminal.say(
      "note: the counts: the city has no lots \(unknown.prefix(6).joined(separator: ", "))"
        + (unknown.count > 6 ? " and \(unknown.count - 6) more" : ""))
  }
}
