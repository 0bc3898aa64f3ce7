import Catalog
import SimpleFeatures

extension ConfigReader {
  /// Notes minutes of the week, and of holidays among its days, at which no rate holds or several.
  ///
  /// - Parameter place: Where the rates begin.
  /// - Parameter places: Where each of them stands.
  mutating func noteGaps(
    _ tariff: ParkingTariff, _ place: TextPosition, _ places: [TextPosition]
  ) {
    let week = (0..<7).map { DayKinds.weekday($0) }
    var pairs = (0..<7).map { (week[($0 + 6) % 7], week[$0]) }
    if tariff.knowsHolidays {
      pairs += week.map { ($0, .holiday) } + week.map { (.holiday, $0) } + [(.holiday, .holiday)]
    }
    for (before, day) in pairs {
      var holding = [[TextPosition]](repeating: [], count: 1440)
      for (rate, place) in zip(tariff.rates, places) {
        let (start, end) = (
          Int(rate.fromSeconds / 60), Int((rate.fromSeconds + rate.lengthSeconds) / 60)
        )
        if rate.days.contains(day) {
          for minute in start..<min(end, 1440) { holding[minute].append(place) }
        }
        if rate.days.contains(before), end > 1440 {
          for minute in 0..<(end - 1440) { holding[minute].append(place) }
        }
      }
      guard let minute = holding.firstIndex(where: { $0.count != 1 }) else { continue }
      let rates = holding[minute]
      let time = "\(two(minute / 60)):\(two(minute % 60))"
      let others = rates.dropLast().map { "that of line \($0.line)" }.joined(separator: ", ")
      note(
        rates.last ?? place,
        """
        \(rates.isEmpty ? "no rate holds" : "\(rates.count) rates hold") on \(word(day)) \
        at \(time)\(before == .holiday || day == .holiday ? ", the day after \(word(before))" : "")\
        \(rates.isEmpty ? "" : ", this one and \(others)")
        """,
        hint: rates.isEmpty
          ? "where parking is free, say so: {from: …, to: …, flat: 0}"
          : "a rate that goes beyond midnight belongs to the day on which it begins")
      return
    }
  }

  /// Notes an example whose fee differs from what the tariff makes of it.
  mutating func check(_ tree: YAMLTree, of tariff: ParkingTariff) {
    guard let entries = entries(of: tree, keys: .tariffExample) else { return }
    let from = instant(entries["from"], "from")
    let to = instant(entries["to"], "to")
    let fee = number(entries["fee"], "fee", in: 0...10_000_000)
    let holidays = items(entries["holidays"], "holidays").compactMap { instant($0, "holidays") }
    var permits: Set<String> = []
    if let place = entries["permit"], let permit = text(place, "permit") {
      permits = [permit]
      if tariff.permits[permit] == nil {
        note(place.position, "the tariff knows no permit `\(shown(permit))`")
      }
    }
    guard let from, let to, let fee, let place = entries["fee"]?.position else { return }
    let answer = tariff.fee(
      from: from, to: to, holidays: Set(holidays.map { LocalClock.day(of: $0) }), permits: permits)
    switch answer {
    case .fee(let fen):
      guard abs(Double(fen) - fee * 100) > 0.5 else { return }
      note(
        place, "the tariff makes \(Double(fen) / 100) of this stay, not \(fee)",
        hint: "one of them is wrong: the example, or the rates")
    case .tooLong(let most):
      note(place, "the stay is longer than the \(most / 60) minutes that the tariff allows")
    case .noStay:
      note(place, "the stay ends before it begins, or lasts more than a year")
    }
  }

  /// A date and time of the local clock, or a date, in s since 1970-01-01T00:00.
  private mutating func instant(_ tree: YAMLTree?, _ key: String) -> Int64? {
    guard let tree, let text = text(tree, key) else { return nil }
    let parts = text.split(whereSeparator: { $0 == " " || $0 == "T" })
    let numbers =
      parts.first?.split(separator: "-", omittingEmptySubsequences: false).compactMap { Int($0) }
      ?? []
    let minutes = parts.count == 2 ? LocalClock.minutes(parts[1]) : 0
    guard (1...2).contains(parts.count), numbers.count == 3, (1970...2200).contains(numbers[0]),
      let minutes, let day = LocalClock.day(numbers[0], numbers[1], numbers[2])
    else {
      note(
        tree.position, "`\(shown(text))` is no date and time", hint: "as in 2026-03-02 08:00")
      return nil
    }
    return day * LocalClock.daySeconds + Int64(minutes) * 60
  }

  private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private func word(_ day: DayKinds) -> String {
    DayKinds.words[day.rawValue.trailingZeroBitCount]
  }
}
