public import Catalog
import Foundation
import Parking
import RoadProcesses
public import Simulation

/// Forecast, choice and assignment of a city's car parks.
///
/// Counts, exceptional days and tariffs are each reloaded when their file changes.
public struct ParkingService: CityService {
  /// Counts, exceptional days, tariffs.
  public static let inputs = [
    LiveInput("occupancy", "counts of car parks, CSV with lot,capacity,occupancy,time"),
    LiveInput("exceptions", "exceptional days, CSV with date,like (a weekday, holiday or closed)"),
    LiveInput("tariffs", "a folder of parking tariffs, Models/parking/tariffs by default"),
  ]
  /// Car parks and their entrances.
  public static let roles: [LayerRole] = [.carPark, .carParkEntrance]

  private let map: any LiveMap
  private let log: ServiceLog
  private let data: ParkingDataService
  private let files: [FileWatcher]
  private static let between = Duration.seconds(1)
  /// How far a count may lie ahead of the server's clock, s: clocks differ.
  private static let mostAheadSeconds = 300.0
  /// How many faults of tariffs are listed one by one.
  private static let mostFaults = 6

  /// A service on the car parks of a city; ``RoadService`` stands before it in the list.
  ///
  /// - Throws: Where a file cannot be read.
  public init(_ context: ServiceContext) throws {
    let roads = try context.service(RoadService.self)
    let data = ParkingDataService(
      roads: roads.network, tariffs: TariffCatalog([]),
      clock: ParkingClock(zone: ParkingClock.usualZone))
    let tariffs = context.files["tariffs"] ?? context.models + "/parking/tariffs"
    var files = [
      try FileWatcher(tariffs, "tariffs", log: context.log) { try Self.takeTariffs($0, to: data) }
    ]
    if let path = context.files["exceptions"] {
      files.append(
        try FileWatcher(path, "exceptions", log: context.log) {
          data.put(exceptions: try ExceptionFile.read($0))
          return FileWatcher.Taken()
        })
    }
    if let path = context.files["occupancy"] {
      files.append(
        try FileWatcher(path, "counts", log: context.log) { try Self.takeCounts($0, to: data) })
    }
    data.put(sources: files.map(\.status))
    map = context.map
    log = context.log
    self.data = data
    self.files = files
  }

  /// What can be asked of parking.
  public var processes: [any Simulation.Process] { data.processes }

  /// How the files of parking stand.
  public var sources: [DataSourceStatus] { files.map(\.status) }

  /// Looks for changes of the files until its task is cancelled.
  public func run() async {
    var files = files
    var told = Set<String>()
    await tellUnknown(&told)
    while !Task.isCancelled {
      try? await Task.sleep(for: Self.between)
      guard !Task.isCancelled else { return }
      let looked = await Self.look(files)
      files = looked.files
      guard looked.hasRead else { continue }
      await tellUnknown(&told)
    }
  }

  /// Looks on a thread of its own: a large file takes seconds, and who asks must not wait for it.
  private static func look(
    _ files: [FileWatcher]
  ) async -> (files: [FileWatcher], hasRead: Bool) {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        var (files, hasRead) = (files, false)
        for index in files.indices where files[index].look() { hasRead = true }
        continuation.resume(returning: (files, hasRead))
      }
    }
  }

  private static func takeCounts(
    _ path: String, to data: ParkingDataService
  ) throws -> FileWatcher.Taken {
    let file = try OccupancyFile(path)
    let history = OccupancyHistory(byLot: file.counts)
    let clock =
      file.clock.map { written in
        ParkingClock(offsets: written.changes.map { ($0.fromSeconds, $0.zone.offsetSeconds) })
      } ?? ParkingClock(zone: ParkingClock.usualZone)
    data.put(history, clock: clock)
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
    return FileWatcher.Taken(
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
    _ folder: String, to data: ParkingDataService
  ) throws -> FileWatcher.Taken {
    try FileWatcher.check(folder: folder)
    let found = ParkingTariff.check(folder: folder)
    data.put(tariffs: TariffCatalog(found.values, diagnostics: found.diagnostics))
    let faulty = Set(found.diagnostics.map(\.file)).count
    var remarks = found.diagnostics.prefix(mostFaults).map { "warning: \($0.description)" }
    if found.diagnostics.count > mostFaults {
      remarks.append("warning: and \(found.diagnostics.count - mostFaults) more")
    }
    return FileWatcher.Taken(
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
    let counted = data.countedLots.filter { !told.contains($0) }
    guard !counted.isEmpty else { return }
    let known = try? await map.snapshot().ids(withRole: .carPark)
    guard let known else { return }
    let unknown = counted.filter { !known.contains($0) }
    guard !unknown.isEmpty else { return }
    told.formUnion(unknown)
    log.say(
      "note: the counts: the city has no lots \(unknown.prefix(6).joined(separator: ", "))"
        + (unknown.count > 6 ? " and \(unknown.count - 6) more" : ""))
  }
}
