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

  init(_ path: String) throws {
    self.path = path
    let names = [["lot", "systemcodenumber", "停车场"], ["time", "时间"], ["issued", "发布时间"]]
    var zone: String?
    let table = try CommaTable(path)
    try table.forEachRow(names) { line, cells in
      func time(_ index: Int) throws -> (String, Int64) {
        let text = String(decoding: cells[index], as: UTF8.self)
        guard let time_s = LocalTime.seconds(cells[index]) else {
          throw CommandFault(
            message: "\(path):\(line): `\(text.prefix(40))` is no time",
            hint: "write local times as 2026-11-23T07:15:00 or 2026/11/23 7:15")
        }
        try OccupancyFile.check(LocalTime.zone(cells[index]), &zone, path, line)
        return (text, time_s)
      }
      let (time, issued) = (try time(1), try time(2))
      guard time.1 >= issued.1 else {
        throw CommandFault(
          message: "\(path):\(line): time \(time.0) lies before issued, \(issued.0)",
          hint: "issued is when the forecast is made; time, what it is for, comes after it")
      }
      rows.append(
        Row(
          line: line, lot: try table.text(cells[0], line: line), time: time.0,
          issued: issued.0, time_s: time.1, issued_s: issued.1))
    }
  }
}
