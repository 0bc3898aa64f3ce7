import Catalog
import FeatureStore
import SimpleFeatures
import Simulation

/// How values read on pages.
extension PageReader {
  /// A whole number, its digits in groups of three.
  func number(_ value: Int) -> String {
    let digits = String(value.magnitude)
    let groups = digits.reversed().enumerated().reduce(into: "") { text, digit in
      if digit.offset > 0, digit.offset.isMultiple(of: 3) { text.append(",") }
      text.append(digit.element)
    }
    return (value < 0 ? "-" : "") + String(groups.reversed())
  }

  /// A number with no more digits than it needs.
  func number(_ value: Double) -> String {
    guard value.isFinite, value.magnitude < 1e15, value == value.rounded() else {
      return String(value)
    }
    return number(Int(value))
  }

  /// An instant by the city's clock.
  func time(_ instant: String) -> String { ServerTime.words(instant) }

  func extent(_ extent: Envelope?) -> String {
    guard let extent, !extent.isEmpty else { return "–" }
    func range(_ least: Double, _ most: Double) -> String {
      let ends = [least, most].map { String(($0 * 1e5).rounded() / 1e5) + "°" }
      return ends[0] == ends[1] ? ends[0] : ends.joined(separator: self(" 至 ", " to "))
    }
    let (east, north) = (range(extent.minX, extent.maxX), range(extent.minY, extent.maxY))
    return self("经度 \(east)，纬度 \(north)", "longitude \(east), latitude \(north)")
  }

  func geometry(_ type: GeometryType) -> String {
    switch type {
    case .point: self("点", "points")
    case .line: self("线", "lines")
    case .polygon: self("面", "areas")
    }
  }

  func grade(_ grade: Grade) -> String {
    switch grade {
    case .general: self("一般数据", "general")
    case .important: self("重要数据", "important")
    case .core: self("核心数据", "core")
    }
  }

  func type(_ type: FieldType) -> String {
    switch type {
    case .text: self("文本", "text")
    case .integer: self("整数", "whole number")
    case .real: self("小数", "number")
    case .boolean: self("是/否", "yes or no")
    case .date: self("日期", "date")
    case .datetime: self("时间", "time")
    }
  }

  /// A unit as people write it; plain numbers (UCUM 1) have none.
  func unit(_ unit: String?) -> String {
    switch unit {
    case nil, "1": ""
    case "m2": "m²"
    case "m3": "m³"
    case "m2/s": "m²/s"
    case "m3/s": "m³/s"
    case "Cel": "°C"
    case "deg": "°"
    case let other?: other
    }
  }

  /// A value of a field: a code by its title, a number with its unit where that is asked for.
  func value(_ value: PropertyValue, of field: Field, withUnit: Bool = true) -> String {
    let plain =
      switch value {
      case .null: "–"
      case .boolean(let flag): flag ? self("是", "yes") : self("否", "no")
      case .integer(let number): String(number)
      case .real(let number): self.number(number)
      case .text(let text), .json(let text): text
      }
    if value.isNull { return plain }
    if let code = field.codes.first(where: { $0.value == plain }) { return self(code.title) }
    if field.type == .datetime { return time(plain) }
    let unit = withUnit ? unit(field.unit) : ""
    return unit.isEmpty ? plain : "\(plain) \(unit)"
  }

  func state(of job: JobStatus) -> String {
    if job.isPaused { return self("已暂停", "Paused") }
    return switch job.state {
    case .accepted: self("排队中", "Waiting")
    case .running: self("正在计算", "Computing")
    case .successful: self("计算完成", "Finished")
    case .failed: self("计算失败", "Failed")
    case .dismissed: self("已停止", "Stopped")
    }
  }

  func percent(_ job: JobStatus) -> String {
    "\(Int((job.progress.share * 100).rounded(.down))) %"
  }
}
