public import Catalog

/// In which language a schema describes inputs and outputs.
public enum SchemaLanguage: Sendable {
  /// Chinese alone.
  case zh
  /// English alone, as messages are.
  case en
  /// Both, Chinese first, as the documents of the server are.
  case both

  /// A text in this language.
  public func text(_ words: LocalisedText) -> String {
    switch self {
    case .zh: words.zh
    case .en: words.en
    case .both: words.zh == words.en ? words.en : "\(words.zh) \(words.en)"
    }
  }
}

/// The unit in which an input gives a number.
public enum InputUnit: String, Sendable, CaseIterable {
  /// Metres.
  case metres = "m"
  /// Kilometres.
  case kilometres = "km"
  /// Square metres.
  case squareMetres = "m2"
  /// Seconds.
  case seconds = "s"
  /// Minutes.
  case minutes = "min"
  /// Hours.
  case hours = "h"
  /// Chinese yuan.
  case yuan = "CNY"
  /// Chinese yuan an hour.
  case yuanPerHour = "CNY/h"

  private var name: LocalisedText {
    switch self {
    case .metres: LocalisedText(zh: "米", en: "metres")
    case .kilometres: LocalisedText(zh: "公里", en: "kilometres")
    case .squareMetres: LocalisedText(zh: "平方米", en: "square metres")
    case .seconds: LocalisedText(zh: "秒", en: "seconds")
    case .minutes: LocalisedText(zh: "分钟", en: "minutes")
    case .hours: LocalisedText(zh: "小时", en: "hours")
    case .yuan: LocalisedText(zh: "元", en: "CNY")
    case .yuanPerHour: LocalisedText(zh: "元/小时", en: "CNY per hour")
    }
  }

  /// A description with the unit after it.
  func after(_ words: LocalisedText) -> LocalisedText {
    LocalisedText(zh: "\(words.zh)（\(name.zh)）", en: "\(words.en), in \(name.en)")
  }
}
