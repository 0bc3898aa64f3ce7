import Parking

/// What is to be forecast, in a CSV: `lot,time,issued`.
struct ForecastTimes {
  struct Row {
    var line: Int
    var lot: String
    /// As the file writes them.
    var time: String
    var issued: String
    var time_s: Int64
    var issued_s: Int64
  }

  let path: String
  private(set) var rows: [Row] = []
  private var zone: WrittenZone?

  init(_ path: String) throws {
    self.path = path
    let names = [["lot", "systemcodenumber", "停车场"], ["time", "时间"], ["issued", "发布时间"]]
    var zones = ZoneCheck(path: path)
    try CommaTable(path).forEachRow(names) { line, cells in
      func time(_ index: Int) throws -> (String, Int64) {
        let time_s = try LocalTime.time_s(cells[index])
        try zones.add(LocalTime.zone(cells[index]), line: line)
        return (String(decoding: cells[index], as: UTF8.self), time_s)
      }
      let (time, issued) = (try time(1), try time(2))
      guard time.1 >= issued.1 else {
        throw CommandFault(
          message: "\(path):\(line): time \(time.0) lies before issued, \(issued.0)",
          hint: "issued is when the forecast is made; time, what it is for, comes after it")
      }
      rows.append(
        Row(
          line: line, lot: try CommaTable.text(cells[0]), time: time.0,
          issued: issued.0, time_s: time.1, issued_s: issued.1))
    }
    zone = zones.last
  }

  /// Turns times that are written with another zone than the counts' into those of their clock.
  mutating func convert(to other: WrittenZone?) -> Bool {
    guard let other, let zone, other != zone else { return false }
    let shift_s = other.offset_s - zone.offset_s
    for index in rows.indices {
      rows[index].time_s += shift_s
      rows[index].issued_s += shift_s
    }
    return true
  }
}
