import Catalog
import Datasets
package import Parking
import SimpleFeatures

/// Days of exception in a CSV: `date,like`, where `like` is a weekday in English or Chinese,
/// `holiday` for a public holiday, which is like a Sunday, or `closed`.
package enum ExceptionFile {
  private static let names: [String: DayExceptions.Rule] = {
    var names: [String: DayExceptions.Rule] = ["closed": .closed, "关闭": .closed]
    let days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    for (day, name) in days.enumerated() {
      names[name] = .like(day)
      names[String(name.prefix(3))] = .like(day)
    }
    for (day, name) in ["一", "二", "三", "四", "五", "六", "日"].enumerated() {
      names["周" + name] = .like(day)
      names["星期" + name] = .like(day)
    }
    for name in ["周天", "星期天"] + holidayNames { names[name] = .like(6) }
    return names
  }()

  private static let holidayNames = ["holiday", "节假日", "假日"]

  package static func read(_ path: String) throws -> DayExceptions {
    var rules: [Int: DayExceptions.Rule] = [:]
    var holidays: Set<Int64> = []
    try CSVTable(path).forEachRow(
      [["date", "日期"], ["like", "按"]], hasOthers: false, mayBeEmpty: true
    ) {
      line, cells in
      guard let timeSeconds = WrittenTime(cells[0] + Array("T00:00".utf8))?.localSeconds else {
        throw PlainError(
          message: "\(path):\(line): "
            + "`\(String(decoding: cells[0], as: UTF8.self).prefix(40))` is no date",
          hint: "write dates as 2026-10-01")
      }
      let word = String(decoding: cells[1], as: UTF8.self).lowercased()
      guard let rule = names[word] else {
        throw PlainError(
          message: "\(path):\(line): `\(word.prefix(40))` is no kind of day",
          hint: "a day is like monday … sunday (周一 … 周日), a holiday (节假日), or closed (关闭)")
      }
      let day = Int(LocalClock.day(of: timeSeconds))
      guard rules[day] == nil || rules[day] == rule else {
        throw PlainError(
          message: "\(path):\(line): the day stands above with another rule",
          hint: "a day can be like one weekday only")
      }
      rules[day] = rule
      if holidayNames.contains(word) { holidays.insert(Int64(day)) }
    }
    return DayExceptions(rules, holidays: holidays)
  }
}
