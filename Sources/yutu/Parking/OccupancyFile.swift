import Foundation
import Parking

/// Counts of lots in a CSV: `lot,capacity,occupancy,time`, or with the names of Birmingham's.
///
/// Rows that cannot be read are left out and told; counts that cannot be right are
/// ``OccupancyHistory``'s to find.
struct OccupancyFile {
  /// In the order of the file.
  ///
  /// Where zones are written, what is up to a time on the wall clock was counted by then.
  private(set) var counts: [OccupancyCount] = []
  private(set) var leftOut = RowsLeftOut()
  /// What the times are told by, where a zone is written behind them.
  private(set) var clock: WrittenClock?
  /// Counts of an hour that the wall clock had shown before, as when summer time ends: their times
  /// would be taken for earlier ones, so they are not among `counts`.
  private(set) var shownTwice: [(lot: String, instant_s: Int64)] = []

  init(_ path: String) throws {
    let names = [
      ["lot", "systemcodenumber", "停车场"], ["capacity", "泊位数"], ["occupancy", "occupied", "占用"],
      ["time", "lastupdated", "时间"],
    ]
    // One string for the rows of one lot that follow each other.
    var bytes: [UInt8]?
    var lot = ""
    var zones = ZoneTally()
    /// The place of each count's zone in the tally.
    var places: [Int] = []
    let table = try CommaTable(path)
    var leftOut = RowsLeftOut()
    try table.forEachRow(names, leftOut: { leftOut.add($0, $1) }) { line, cells in
      if cells[0] != bytes {
        lot = try CommaTable.text(cells[0])
        bytes = cells[0]
      }
      let time_s = try LocalTime.time_s(cells[3])
      places.append(try zones.add(cells[3], line: line))
      counts.append(
        OccupancyCount(
          lot: lot, time_s: time_s, occupied: Self.number(cells[2]),
          capacity: Self.number(cells[1])))
    }
    self.leftOut = leftOut
    guard !counts.isEmpty else {
      let (line, fault) = leftOut.first!
      throw table.command(fault, line: line)
    }
    try takeClock(zones, &places, path)
    readClock(zones.entries.map(\.zone), places)
  }

  /// What is told of counts that are not used.
  var findings: [CountFinding] { CountFinding.all(shownTwice.map(\.lot), "hour-shown-twice") }

  /// Leaves out the rows of another clock than most.
  ///
  /// - Throws: ``CommandFault`` where these are more than the others.
  private mutating func takeClock(
    _ zones: ZoneTally, _ places: inout [Int], _ path: String
  ) throws {
    let main = zones.mainClock
    guard main.count < zones.entries.count else { return }
    let taken = zones.rows(main)
    if counts.count - taken > taken, let fault = zones.conflict(path) { throw fault }
    let most = main.map { zones.entries[$0] }.max { $0.rows < $1.rows }
    for (place, entry) in zones.entries.enumerated() where !main.contains(place) {
      let fault = CommaTable.RowFault(
        kind: .otherZone,
        message: "the time has \(entry.words), most have \(most?.words ?? "another")",
        hint: ZoneTally.hint)
      for _ in 0..<entry.rows { leftOut.add(entry.line, fault) }
    }
    let kept = counts.indices.filter { main.contains(places[$0]) }
    counts = kept.map { counts[$0] }
    places = kept.map { places[$0] }
  }

  /// Finds when the zone changed, and takes out counts of times that were shown before.
  private mutating func readClock(_ zones: [WrittenZone?], _ places: [Int]) {
    guard let first = zones[places[0]] else { return }
    var clock = WrittenClock()
    guard places.contains(where: { $0 != places[0] }) else {
      _ = clock.add(counts[0].time_s - first.offset_s, first)
      self.clock = clock
      return
    }
    let offsets_s = zones.map { $0?.offset_s ?? 0 }
    let instants_s = counts.indices.map { counts[$0].time_s - offsets_s[places[$0]] }
    let order = counts.indices.sorted {
      (instants_s[$0], offsets_s[places[$0]], $0) < (instants_s[$1], offsets_s[places[$1]], $1)
    }
    var isNew = [Bool](repeating: true, count: counts.count)
    for index in order {
      guard let zone = zones[places[index]] else { continue }
      isNew[index] = clock.add(instants_s[index], zone)
    }
    shownTwice = counts.indices.filter { !isNew[$0] }.map { (counts[$0].lot, instants_s[$0]) }
    counts = counts.indices.filter { isNew[$0] }.map { counts[$0] }
    self.clock = clock
  }

  /// A number; not a number where there is none.
  private static func number(_ cell: [UInt8]) -> Double {
    if cell.count < 10, !cell.isEmpty, cell.allSatisfy({ (48...57).contains($0) }) {
      return Double(cell.reduce(0) { $0 * 10 + Int($1 - 48) })
    }
    // No hexadecimal numbers.
    guard !cell.contains(where: { $0 == 0x78 || $0 == 0x58 }) else { return .nan }
    return Double(String(decoding: cell, as: UTF8.self)) ?? .nan
  }
}
