/// A unit in which tables give numbers, as a multiple of its dimension's base unit.
///
/// Symbols are UCUM's and those that Chinese tables write. Factors after GB 3100-93; 1 亩 is
/// 10000/15 m².
package struct UnitOfMeasure: Equatable, Sendable {
  private enum Dimension { case length, area, volume, pressure, time, mass, power, flow, speed }

  private let dimension: Dimension
  private let factor: Double

  private static let units: [(Dimension, Double, [String])] = [
    (.length, 1, ["m", "米", "公尺"]), (.length, 0.1, ["dm", "分米"]),
    (.length, 0.01, ["cm", "厘米", "公分"]), (.length, 0.001, ["mm", "毫米"]),
    (.length, 1000, ["km", "千米", "公里"]),
    (.area, 1, ["m2", "m²", "㎡", "平方米", "平米"]), (.area, 1e4, ["ha", "hm2", "公顷"]),
    (.area, 1e4 / 15, ["亩"]), (.area, 1e8 / 15, ["万亩"]), (.area, 1e4, ["万平方米", "10*4.m2"]),
    (.area, 1e6, ["km2", "km²", "平方公里", "平方千米"]),
    (.volume, 1, ["m3", "m³", "立方米", "方"]), (.volume, 1e-3, ["L", "升"]),
    (.volume, 1e4, ["10*4.m3", "万m3", "万立方米", "万方"]),
    (.pressure, 1, ["Pa", "帕"]), (.pressure, 1e3, ["kPa", "千帕"]),
    (.pressure, 1e6, ["MPa", "兆帕"]), (.pressure, 1e5, ["bar"]),
    (.time, 1, ["s", "秒"]), (.time, 60, ["min", "分钟"]), (.time, 3600, ["h", "小时"]),
    (.mass, 1, ["kg", "千克", "公斤"]), (.mass, 1e3, ["t", "吨"]),
    (.power, 1, ["W", "瓦"]), (.power, 1e3, ["kW", "千瓦"]), (.power, 1e6, ["MW", "兆瓦"]),
    (.flow, 1, ["m3/s", "m³/s", "立方米每秒"]), (.flow, 1 / 3600, ["m3/h", "m³/h"]),
    (.flow, 1 / 86400, ["m3/d", "m³/d"]), (.flow, 1e-3, ["L/s"]),
    (.flow, 1e4 / 86400, ["万m3/d", "万吨/日"]),
    (.speed, 1, ["m/s"]), (.speed, 1 / 3.6, ["km/h", "公里/小时"]),
  ]

  /// All symbols, for messages.
  package static var names: [String] { units.flatMap(\.2) }

  /// The unit of a symbol, letter case as written; `nil` for one that is not known.
  package init?(_ symbol: String) {
    guard let unit = Self.units.first(where: { $0.2.contains(symbol) }) else { return nil }
    (dimension, factor) = (unit.0, unit.1)
  }

  /// By what a number of this unit is multiplied to be one of `other`; `nil` between dimensions.
  package func factor(to other: UnitOfMeasure) -> Double? {
    dimension == other.dimension ? factor / other.factor : nil
  }

  /// The number times a factor, divided where the factor's inverse is the rounder number.
  package static func converted(_ number: Double, by factor: Double) -> Double {
    factor < 1 ? number / (1 / factor).settled : number * factor
  }
}

extension Double {
  /// The nearest whole number where it is that but for the last digits.
  fileprivate var settled: Double {
    abs(self - rounded()) <= abs(self) * 1e-12 ? rounded() : self
  }
}
