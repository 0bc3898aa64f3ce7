import Catalog
package import CityStreets
import Datasets
import Foundation
import SimpleFeatures

/// Counts of detectors in a CSV: `detector,begin_s,vehicles`, or `detector,time,vehicles` with
/// times as `2026-11-23T07:15:00` or, as spreadsheets write them, `2026/11/23 7:15`.
package enum CountFile {
  package static func read(_ path: String) throws -> [DetectorCount] {
    let names = ["detector", "id", "检测器"]
    let vehicles = ["vehicles", "count", "流量"]
    let table = try NumberTable(
      path, anyOf: [[names, ["begin_s"], vehicles], [names, ["time", "begin", "时间"], vehicles]])
    var firstDay: Int?
    return try table.rows.map { row in
      var beginSeconds = 0.0
      if table.headerNumber == 0 {
        beginSeconds = try table.number(1, of: row)
      } else {
        guard let (day, second) = moment(row.words[1]) else {
          throw PlainError(
            message: "\(path):\(row.line): `\(row.words[1].prefix(40))` is no time",
            hint: "write local times as 2026-11-23T07:15:00 or 2026/11/23 7:15; seconds go under "
              + "begin_s")
        }
        firstDay = firstDay ?? day
        beginSeconds = Double(day - firstDay!) * 86_400 + second
      }
      // What is no number is told with the negative ones.
      return DetectorCount(
        detector: row.words[0], beginSeconds: beginSeconds, vehicles: Double(row.words[2]) ?? .nan)
    }
  }

  /// The day and the second of the day of a local time; the zone after it is not used.
  static func moment(_ text: String) -> (day: Int, second: Double)? {
    let pattern =
      #/
      (\d{4})[\-\/](\d\d?)[\-\/](\d\d?) (?: T | \ + ) (\d\d?):(\d\d) (?: :(\d\d (?: \.\d+ )?) )?
      (?: Z | [+\-]\d\d:?\d\d )?
      /#
    guard let match = text.wholeMatch(of: pattern), let year = Int(match.1),
      let month = Int(match.2), let day = Int(match.3), let hour = Int(match.4),
      let minute = Int(match.5), let date = LocalClock.day(year, month, day), hour < 24, minute < 60
    else { return nil }
    let second = match.6.flatMap { Double($0) } ?? 0
    return (Int(date), Double(hour * 3600 + minute * 60) + second)
  }
}
