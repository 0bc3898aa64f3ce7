/// Days of the week and public holidays, as opening hours and tariffs name them: `Mo-Fr,PH`.
public struct DayKinds: OptionSet, Hashable, Sendable {
  /// A bit for each day, Monday first; the eighth for holidays.
  public let rawValue: UInt8

  /// Days by their bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Public holidays.
  public static let holiday = DayKinds(rawValue: 1 << 7)
  /// Monday to Sunday.
  public static let week = DayKinds(rawValue: 0x7f)
  /// The words, Monday first.
  static let words = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su", "PH"]

  /// A day of the week, 0 for Monday.
  public static func weekday(_ index: Int) -> DayKinds { DayKinds(rawValue: 1 << UInt8(index)) }

  /// Days as in `Mo-Fr,Su,PH`; `Sa-Mo` goes over the week's end; `nil` for anything else.
  public init?(_ text: some StringProtocol) {
    var all: DayKinds = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).map {
        word in Self.words.firstIndex { $0 == word.trimmingSpaces }
      }
      guard let first = ends.first ?? nil, let last = ends.last ?? nil, ends.count <= 2 else {
        return nil
      }
      guard ends.count == 1 || (first < 7 && last < 7) else { return nil }
      var day = first
      all.insert(.init(rawValue: 1 << UInt8(day)))
      while day != last {
        day = (day + 1) % 7
        all.insert(.weekday(day))
      }
    }
    self = all
  }
}

extension StringProtocol {
  /// Without spaces at its ends.
  fileprivate var trimmingSpaces: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
