import Catalog
import SimpleFeatures
import Simulation

extension ParkingOutputs {
  /// What a forecast gives.
  static let forecast = outputs([
    OutputDeclaration(
      "forecast", title: LocalisedText(zh: "停车预测", en: "Parking forecast"),
      .points(
        LocalisedText(
          zh: "各停车场的预测占用率：每个停车场和时刻一个要素",
          en: "forecast occupancy: a feature for each car park and time"),
        id: LocalisedText(
          zh: "停车场标识；给出 times 时为 停车场/时刻",
          en: "id of the car park; with times, id/time"),
        properties,
        others: number(
          "p_below_…：占用率低于该值的概率；q_…：以此概率不被超过的占用率（0 至 1）",
          "p_below_…: probability that less than this share is taken; q_…: occupancy not "
            + "exceeded with this probability, share of the capacity, 0 to 1"))),
    OutputDeclaration(
      "left_out", title: LocalisedText(zh: "未预测的停车场", en: "Car parks without a forecast"),
      .list(
        LocalisedText(zh: "没有预测的停车场", en: "car parks without a forecast"),
        of: .object(
          LocalisedText(zh: "停车场与原因", en: "a car park and why"),
          [
            ("lot", lot),
            ("reason", word(["no-counts", "unknown-lot"], "原因代码", "reason code")),
            ("message", text("原因", "the reason in words")),
          ]))),
  ])

  private static var properties: [(String, OutputType)] {
    [
      ("lot", lot), ("name", name),
      (
        "time",
        text("预测的时刻，停车场本地时间", "time of the forecast, local time of the car parks")
      ),
      (
        "issued",
        text(
          "发布时间，只用此前的计数，停车场本地时间",
          "time of issue: later counts are not used; local time of the car parks")
      ),
      ("mean", number("占用率期望值，0 至 1", "expected occupancy, share of the capacity, 0 to 1")),
      ("p10", quantile("0.1")), ("p50", quantile("0.5")), ("p90", quantile("0.9")),
      (
        "p_space",
        number("至少有一个空位的概率，0 至 1", "probability of at least one free space, 0 to 1")
      ),
      ("capacity", count("计数数据中的泊位数", "spaces according to the counts")),
      (
        "city_capacity",
        count("城市图层中的泊位数", "spaces according to the city's layer", optional: true)
      ),
      ("age_s", countAge),
      (
        "basis",
        text(
          "预测依据：counts 当日计数，profile 本场往周规律，other-times 本场其他时段，"
            + "other-lots 其他停车场，last-count 最近一次计数，closed 已关闭",
          "what the forecast is based on: counts (of the day), profile (its usual week), "
            + "other-times, other-lots, last-count, closed")
      ),
    ]
  }

  private static func quantile(_ probability: String) -> OutputType {
    number(
      "以 \(probability) 的概率不被超过的占用率，0 至 1",
      "occupancy not exceeded with probability \(probability), share of the capacity, 0 to 1")
  }
}
