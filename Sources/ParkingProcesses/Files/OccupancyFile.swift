import Catalog
import Datasets
import Foundation
package import Parking

/// Counts of lots in a CSV: `lot,capacity,occupancy,time`, or with the names of Birmingham's.
///
/// Rows that cannot be read are left out and told; counts that cannot be right are
/// ``OccupancyHistory``'s to find.
package struct OccupancyFile {
  /// Of each lot, in the order of the file.
  ///
  /// Where zones are written, what is up to a time on the wall clock was counted by then.
  package private(set) var counts: [String: [OccupancyCount]] = [:]
  package private(set) var leftOut = RowsLeftOut()
  /// What the times are told by, where a zone is written behind them.
  package private(set) var clock: WrittenClock?
  /// Counts of an hour that the wall clock had shown before, as when summer time ends: their times
  /// would be taken for earlier ones, so they are not among `counts`.
  private(set) var shownTwice: [(lot: String, instantSeconds: Int64)] = []

  package init(_ path: String) throws {
    let names = [
      ["lot", "systemcodenumber", "停车场"], ["capacity", "泊位数"], ["occupancy", "occupied", "占用"],
      ["time", "lastupdated", "时间"],
    ]
    var lots: [Lot] = []
    var places: [String: Int] = [:]
    // Rows of one lot often follow each other.
    var last: (bytes: ArraySlice<UInt8>, place: Int) = ([], 0)
    var zones = ZoneTally()
    let table = CSVTable(path)
    var leftOut = RowsLeftOut()
    try table.forEachRow(names) { line, cells in
      if lots.isEmpty || cells[0] != last.bytes {
        let name = try Self.lot(cells[0])
        last = (cells[0], places[name] ?? lots.count)
        if last.place == lots.count {
          places[name] = lots.count
          lots.append(Lot(name: name))
        }
      }
      let time = try WrittenTime.local(cells[3])
      let zone = try zones.add(time.zone, line: line)
      let name = lots[last.place].name
      lots[last.place].zones.append(UInt16(zone))
      lots[last.place].counts.append(
        OccupancyCount(
          lot: name, timeSeconds: time.seconds, occupied: Self.number(cells[2]),
          capacity: Self.number(cells[1])))
    } leftOut: { line, error in
      leftOut.add(line, error)
    }
    self.leftOut = leftOut
    lots.removeAll { $0.counts.isEmpty }
    guard !lots.isEmpty else {
      let (line, fault) = leftOut.first!
      throw table.error(fault, line: line)
    }
    try takeClock(zones, &lots, path)
    readClock(zones.entries.map(\.zone), &lots)
    counts = Dictionary(uniqueKeysWithValues: lots.map { ($0.name, $0.counts) })
  }

  /// What the file tells of a lot.
  private struct Lot {
    let name: String
    var counts: [OccupancyCount] = []
    /// The place of each count's zone in the tally.
    var zones: [UInt16] = []

    /// Keeps some counts only.
    mutating func keep(_ kept: [Int]) {
      counts = kept.map { counts[$0] }
      zones = kept.map { zones[$0] }
    }
  }

  /// What is told of counts that are not used.
  package var findings: [CountDiagnostic] {
    CountDiagnostic.all(shownTwice.map(\.lot), "hour-shown-twice")
  }

  /// Leaves out the rows of another clock than most.
  ///
  /// - Throws: ``PlainError`` where these are more than the others.
  private mutating func takeClock(_ zones: ZoneTally, _ lots: inout [Lot], _ path: String) throws {
    let main = zones.mainClock
    guard main.count < zones.entries.count else { return }
    let taken = zones.rows(main)
    let rows = lots.reduce(0) { $0 + $1.counts.count }
    if rows - taken > taken, let fault = zones.conflict(path) { throw fault }
    let most = main.map { zones.entries[$0] }.max { $0.rows < $1.rows }
    for (place, entry) in zones.entries.enumerated() where !main.contains(place) {
      let fault = CSVTable.RowError(
        kind: .otherZone,
        message: "the time has \(entry.words), most have \(most?.words ?? "another")",
        hint: ZoneTally.hint)
      for _ in 0..<entry.rows { leftOut.add(entry.line, fault) }
    }
    for index in lots.indices {
      lots[index].keep(
        lots[index].zones.indices.filter { main.contains(Int(lots[index].zones[$0])) })
    }
    lots.removeAll { $0.counts.isEmpty }
  }

  /// Finds when the zone changed, and takes out counts of times that were shown before.
  private mutating func readClock(_ zones: [WrittenZone?], _ lots: inout [Lot]) {
    let used = Set(lots.flatMap { Set($0.zones) }).sorted()
    guard let first = zones[Int(used[0])] else { return }
    var clock = WrittenClock()
    guard used.count > 1 else {
      _ = clock.add(lots[0].counts[0].timeSeconds - first.offsetSeconds, first)
      self.clock = clock
      return
    }
    let offsetsSeconds = zones.map { $0?.offsetSeconds ?? 0 }
    var rows: [(instantSeconds: Int64, zone: Int, lot: Int, index: Int)] = []
    for (place, lot) in lots.enumerated() {
      for (index, count) in lot.counts.enumerated() {
        let zone = Int(lot.zones[index])
        rows.append((count.timeSeconds - offsetsSeconds[zone], zone, place, index))
      }
    }
    rows.sort {
      ($0.instantSeconds, offsetsSeconds[$0.zone]) < ($1.instantSeconds, offsetsSeconds[$1.zone])
    }
    var shown = [Set<Int>](repeating: [], count: lots.count)
    for row in rows {
      guard let zone = zones[row.zone], !clock.add(row.instantSeconds, zone) else { continue }
      shown[row.lot].insert(row.index)
      shownTwice.append((lots[row.lot].name, row.instantSeconds))
    }
    for (place, shown) in shown.enumerated() where !shown.isEmpty {
      lots[place].keep(lots[place].counts.indices.filter { !shown.contains($0) })
    }
    lots.removeAll { $0.counts.isEmpty }
    self.clock = clock
  }

  /// The id of a lot.
  private static func lot(_ cell: ArraySlice<UInt8>) throws -> String {
    guard !cell.isEmpty else {
      throw CSVTable.RowError(
        kind: .lot, message: "the row names no lot", hint: "write the id that the city has")
    }
    guard cell.count <= 256, !cell.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
      throw CSVTable.RowError(
        kind: .lot, message: "the lot's id has more than 256 bytes, or control characters",
        hint: "write the id that the city has")
    }
    return try CSVTable.text(cell)
  }

  /// A number; not a number where there is none.
  private static func number(_ cell: ArraySlice<UInt8>) -> Double {
    if cell.count < 10, !cell.isEmpty, cell.allSatisfy({ (48...57).contains($0) }) {
      return Double(cell.reduce(0) { $0 * 10 + Int($1 - 48) })
    }
    // No hexadecimal numbers, and nothing behind a zero byte.
    guard !cell.contains(where: { $0 == 0x78 || $0 == 0x58 || $0 == 0 }) else { return .nan }
    return Double(String(decoding: cell, as: UTF8.self)) ?? .nan
  }
}
