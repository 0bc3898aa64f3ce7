import Foundation
import Parking

/// Counts of lots in a CSV: `lot,capacity,occupancy,time`, or with the names of Birmingham's.
///
/// Rows that cannot be read are left out and told; counts that cannot be right are
/// ``OccupancyHistory``'s to find.
struct OccupancyFile {
  private(set) var counts: [OccupancyCount] = []
  private(set) var leftOut = RowsLeftOut()
  /// The zone of the times, where one is written behind them: of the newest, if the clocks were
  /// changed between.
  private(set) var zone: WrittenZone?
  /// The newest time, s.
  private(set) var newest_s = Int64.min

  init(_ path: String) throws {
    let names = [
      ["lot", "systemcodenumber", "停车场"], ["capacity", "泊位数"], ["occupancy", "occupied", "占用"],
      ["time", "lastupdated", "时间"],
    ]
    // One string for the rows of one lot that follow each other.
    var bytes: [UInt8]?
    var lot = ""
    var zones = ZoneCheck(path: path)
    let table = try CommaTable(path)
    var leftOut = RowsLeftOut()
    try table.forEachRow(names, leftOut: { leftOut.add($0, $1) }) { line, cells in
      if cells[0] != bytes {
        lot = try CommaTable.text(cells[0])
        bytes = cells[0]
      }
      let time_s = try LocalTime.time_s(cells[3])
      try zones.add(LocalTime.zone(cells[3]), line: line)
      if time_s >= newest_s { (newest_s, zone) = (time_s, zones.last) }
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
