import Catalog
import Datasets
import SimpleFeatures

/// What is to be forecast, in a CSV: `lot,time,issued`.
package struct ForecastTimes {
  package struct Row {
    package var line: Int
    package var lot: String
    /// As the file writes them.
    package var time: String
    package var issued: String
    /// Of the wall clock, s; never before `issuedSeconds`.
    package var timeSeconds: Int64
    package var issuedSeconds: Int64
    /// The zones, where they are written behind the times.
    fileprivate var zones: (time: WrittenZone, issued: WrittenZone)?
  }

  package let path: String
  package private(set) var rows: [Row] = []

  /// - Throws: ``PlainError`` for a row that cannot be read, and for times of two clocks.
  package init(_ path: String) throws {
    self.path = path
    let names = [["lot", "systemcodenumber", "停车场"], ["time", "时间"], ["issued", "发布时间"]]
    var zones = ZoneTally()
    try CSVTable(path).forEachRow(names) { line, cells in
      func time(_ index: Int) throws -> (text: String, timeSeconds: Int64, zone: WrittenZone?) {
        let time = try WrittenTime.local(cells[index])
        let place = try zones.add(time.zone, line: line)
        return (
          String(decoding: cells[index], as: UTF8.self), time.seconds, zones.entries[place].zone
        )
      }
      let (time, issued) = (try time(1), try time(2))
      var written: (time: WrittenZone, issued: WrittenZone)?
      if let a = time.zone, let b = issued.zone { written = (a, b) }
      // In the hour that the clocks show twice, a later time may look earlier.
      let isLater =
        written.map {
          time.timeSeconds - $0.time.offsetSeconds >= issued.timeSeconds - $0.issued.offsetSeconds
        } ?? false
      guard time.timeSeconds >= issued.timeSeconds || isLater else {
        throw PlainError(
          message: "\(path):\(line): time \(time.text) is before issued, \(issued.text)",
          hint: "issued is when the forecast is made; time, when it is valid, comes after it")
      }
      rows.append(
        Row(
          line: line, lot: try CSVTable.text(cells[0]), time: time.text, issued: issued.text,
          timeSeconds: max(time.timeSeconds, issued.timeSeconds), issuedSeconds: issued.timeSeconds,
          zones: written))
    }
    if let fault = zones.conflict(path) { throw fault }
  }

  /// Turns times behind which a zone is written into those that the counts' clock showed, as far as
  /// the counts up to the row's `issued` tell.
  ///
  /// - Returns: Whether any time is another now.
  package mutating func convert(to clock: WrittenClock) -> Bool {
    var hasMoved = false
    for index in rows.indices {
      let row = rows[index]
      guard let zones = row.zones else { continue }
      let lotsSeconds = clock.offsetSeconds(at: row.issuedSeconds - zones.issued.offsetSeconds)
      let shiftSeconds = lotsSeconds - zones.issued.offsetSeconds
      // With summer time between the two, what the clock on the wall shows is meant.
      let isNear = zones.time.isNear(zones.issued)
      let timeSeconds =
        row.timeSeconds + (isNear ? shiftSeconds : lotsSeconds - zones.time.offsetSeconds)
      rows[index].issuedSeconds += shiftSeconds
      rows[index].timeSeconds = max(timeSeconds, rows[index].issuedSeconds)
      hasMoved = hasMoved || rows[index].issuedSeconds != row.issuedSeconds
    }
    return hasMoved
  }
}
