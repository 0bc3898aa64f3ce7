import Catalog
import Simulation

/// Parts of the declarations of what processes on parking give.
enum ParkingOutputs {
  /// A process's outputs, with the notes that each of them gives.
  static func outputs(_ own: [OutputDeclaration]) -> OutputSet { OutputSet(own + [notes]) }

  static func text(_ zh: String, _ en: String, optional: Bool = false) -> OutputType {
    .text(LocalisedText(zh: zh, en: en), optional: optional)
  }

  static func number(_ zh: String, _ en: String, optional: Bool = false) -> OutputType {
    .number(LocalisedText(zh: zh, en: en), optional: optional)
  }

  static func count(_ zh: String, _ en: String, optional: Bool = false) -> OutputType {
    .integer(LocalisedText(zh: zh, en: en), optional: optional)
  }

  /// One of some words.
  static func word(_ words: [String], _ zh: String, _ en: String) -> OutputType {
    .word(of: words, LocalisedText(zh: zh, en: en))
  }

  // MARK: Parts that several share

  static let lot = text("停车场标识", "id of the car park")
  static let name = text("停车场名称", "name of the car park", optional: true)
  static let countAge = count(
    "发布时最近一次计数距今的时间（秒）", "age of the last count at the time of issue, seconds", optional: true)

  /// Numbers of lots by the reason for which they are not for a driver.
  static let refused = OutputDeclaration(
    "refused", title: LocalisedText(zh: "已排除", en: "Excluded"),
    .object(
      LocalisedText(
        zh: "不适合该驾驶人的停车场数，按原因：too-far 超出 within_m，unreachable 无通路，closed 已关闭，"
          + "no-spaces 无泊位，height 限高，permit 需许可，charger 无充电桩，accessible 无无障碍泊位，"
          + "hours 不在开放时间，maximum-stay 超过最长停放时间",
        en: "number of car parks that are not for the driver, by reason: too-far (beyond "
          + "within_m), unreachable (no road), closed, no-spaces, height, permit, charger, "
          + "accessible, hours, maximum-stay"),
      others: count("停车场数", "number of car parks")))

  private static let notes = OutputDeclaration(
    "notes", title: LocalisedText(zh: "说明", en: "Notes"),
    .list(
      LocalisedText(
        zh: "使用结果时须知的情况，如计数已陈旧",
        en: "what has to be known to use the answer, such as that counts are old"),
      of: text("一句说明", "a sentence")))
}
