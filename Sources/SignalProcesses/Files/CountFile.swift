import Catalog
package import CityStreets
import Datasets
import SimpleFeatures

/// Counts of detectors in a CSV: `detector,begin_s,vehicles`, or `detector,time,vehicles` with
/// times as `2026-11-23T07:15:00` or, as spreadsheets write them, `2026/11/23 7:15`.
package enum CountFile {
  package static func read(_ path: String) throws -> [DetectorCount] {
    let names = ["detector", "id", "检测器"]
    let vehicles = ["vehicles", "count", "流量"]
    let table = try NumberTable(
      path, anyOf: [[names, ["begin_s"], vehicles], [names, ["time", "begin", "时间"], vehicles]])
    /// When the first row's day began.
    var firstDay: Int64?
    return try table.rows.map { row in
      var beginSeconds = 0.0
      if table.headerNumber == 0 {
        beginSeconds = try table.number(1, of: row)
      } else {
        let time = WrittenTime(Array(row.words[1].utf8)[...])
        guard let time, let timeSeconds = time.localSeconds,
          time.zone.isEmpty || WrittenTime.zoneSeconds(time.zone) != nil
        else {
          throw PlainError(
            message: "\(path):\(row.line): `\(row.words[1].prefix(40))` is no time",
            hint: "\(WrittenTime.hint); seconds go under begin_s")
        }
        let start = firstDay ?? LocalClock.day(of: timeSeconds) * LocalClock.daySeconds
        firstDay = start
        beginSeconds = Double(timeSeconds - start) + time.fraction
      }
      // What is no number is told with the negative ones.
      return DetectorCount(
        detector: row.words[0], beginSeconds: beginSeconds, vehicles: Double(row.words[2]) ?? .nan)
    }
  }
}
