import Foundation
import Parking

/// Counts of lots in a CSV: `lot,capacity,occupancy,time`, or with the names of Birmingham's.
struct OccupancyFile {
  private(set) var counts: [OccupancyCount] = []
  /// Lines whose time is none, which are left out.
  private(set) var linesWithoutTime: [Int] = []
  /// The zone that is written behind the times; empty where none is.
  private(set) var zone = ""

  init(_ path: String) throws {
    let names = [
      ["lot", "systemcodenumber", "停车场"], ["capacity", "泊位数"], ["occupancy", "occupied", "占用"],
      ["time", "lastupdated", "时间"],
    ]
    // One string for the rows of one lot that follow each other.
    var bytes: [UInt8] = []
    var lot = ""
    var zone: String?
    let table = try CommaTable(path)
    try table.forEachRow(names) { line, cells in
      if cells[0] != bytes {
        bytes = cells[0]
        lot = try table.text(bytes, line: line)
      }
      guard let time_s = LocalTime.seconds(cells[3]) else {
        linesWithoutTime.append(line)
        return
      }
      try Self.check(LocalTime.zone(cells[3]), &zone, path, line)
      counts.append(
        OccupancyCount(
          lot: lot, time_s: time_s, occupied: Self.number(cells[2]),
          capacity: Self.number(cells[1])))
    }
    self.zone = zone ?? ""
    guard !counts.isEmpty else {
      throw CommandFault(
        message: "\(path):\(linesWithoutTime[0]): no row has a time",
        hint: "write local times as 2026-11-23T07:15:00 or 2026/11/23 7:15")
    }
  }

  /// Refuses times of several zones in one file.
  static func check(_ found: String, _ zone: inout String?, _ path: String, _ line: Int) throws {
    guard found != zone ?? found else {
      zone = found
      return
    }
    throw CommandFault(
      message: "\(path):\(line): the time has another zone than those above",
      hint: "write all times in the lots' local time, without a zone")
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
