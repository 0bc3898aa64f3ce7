package import Catalog

extension KeySet {
  static let tariff = KeySet(
    owner: "the tariff", required: ["id", "title", "source", "rates", "examples"],
    optional: [
      "description", "currency", "free", "entry", "cap", "maximum_stay", "permits",
    ])
  static let tariffFree = KeySet(owner: "`free`", required: ["minutes"], optional: ["deducted"])
  static let tariffRate = KeySet(
    owner: "a rate", required: ["from", "to"], optional: ["days", "steps", "flat"])
  static let tariffStep = KeySet(
    owner: "a step", required: ["unit", "price"], optional: ["minutes"])
  static let tariffCap = KeySet(owner: "`cap`", required: ["price", "per"])
  static let tariffPermit = KeySet(owner: "a permit", required: ["id", "share"])
  static let tariffExample = KeySet(
    owner: "an example", required: ["from", "to", "fee"], optional: ["holidays", "permit"])
}

extension ParkingTariff: ConfigFile {
  package static func read(
    _ tree: YAMLTree, text: String, by reader: inout ConfigReader
  ) -> ParkingTariff? {
    reader.tariff(tree, expectedID: CatalogFile.id(of: reader.file))
  }
}

extension ConfigReader {
  /// The tariff that `tree` tells, whose id must be `expectedID`; `nil` if there is any fault.
  mutating func tariff(_ tree: YAMLTree, expectedID: String) -> ParkingTariff? {
    guard let entries = entries(of: tree, keys: .tariff) else { return nil }
    let id = fileID(entries["id"], expected: expectedID, of: "tariff")
    let title = localised(entries["title"], "title")
    let description = localised(entries["description"], "description")
    let source = text(entries["source"], "source")
    let currency = text(entries["currency"], "currency") ?? "CNY"
    if let tree = entries["currency"], currency != "CNY" {
      note(tree.position, "`\(shown(currency))` is no currency here", hint: "write CNY")
    }
    let free = entries["free"].flatMap { self.entries(of: $0, keys: .tariffFree) }
    let freeMinutes = integer(free?["minutes"], "minutes", in: 0...1440) ?? 0
    let deducts = boolean(free?["deducted"], "deducted") ?? false
    let entry = money(entries["entry"], "entry") ?? 0
    let rateTrees = items(entries["rates"], "rates")
    let rates = rateTrees.compactMap { tariffRate($0) }
    let cap = entries["cap"].flatMap { tariffCap($0) }
    let longest = integer(entries["maximum_stay"], "maximum_stay", in: 1...525_600)
    let permits = tariffPermits(entries["permits"])
    guard let id, let title, let source, let place = entries["rates"]?.position, diagnostics.isEmpty
    else { return nil }
    let tariff = ParkingTariff(
      id: id, title: title, description: description,
      source: source == "unconfirmed" ? nil : source, currency: currency,
      freeSeconds: Int64(freeMinutes) * 60, deductsFree: deducts, entryFen: entry, rates: rates,
      cap: cap, maximumStaySeconds: longest.map { Int64($0) * 60 }, permits: permits, file: file)
    noteGaps(tariff, place, rateTrees.map(\.position))
    guard diagnostics.isEmpty else { return nil }
    let examples = items(entries["examples"], "examples")
    if examples.isEmpty, let place = entries["examples"]?.position {
      note(place, "there is no example", hint: "give a stay and what it costs")
    }
    for example in examples { check(example, of: tariff) }
    return diagnostics.isEmpty ? tariff : nil
  }

  /// Money in hundredths.
  private mutating func money(_ tree: YAMLTree?, _ key: String) -> Int? {
    guard let tree, let number = number(tree, key, in: 0...100_000) else { return nil }
    let hundredths = (number * 100).rounded()
    guard abs(number * 100 - hundredths) < 1e-6 else {
      note(tree.position, "`\(key)` has more than two decimals", hint: "the least is 0.01")
      return nil
    }
    return Int(hundredths)
  }

  private mutating func clock(_ tree: YAMLTree?, _ key: String) -> Int64? {
    guard let tree, let text = text(tree, key) else { return nil }
    guard let minutes = LocalClock.minutes(text) else {
      note(
        tree.position, "`\(shown(text))` is no time of day", hint: "as in \"07:30\", up to 24:00")
      return nil
    }
    return Int64(minutes) * 60
  }

  private mutating func tariffRate(_ tree: YAMLTree) -> ParkingTariff.Rate? {
    guard let entries = entries(of: tree, keys: .tariffRate) else { return nil }
    let from = clock(entries["from"], "from")
    let to = clock(entries["to"], "to")
    var days: DayKinds? = .week
    if let place = entries["days"], let text = text(place, "days") {
      days = DayKinds(text)
      if days == nil {
        note(
          place.position, "`\(shown(text))` are no days",
          hint: "as in Mo-Fr or Sa,Su,PH: Mo Tu We Th Fr Sa Su, and PH for public holidays")
      }
    }
    var steps: [ParkingTariff.Step] = []
    switch (entries["flat"], entries["steps"]) {
    case (let flat?, nil):
      guard let price = money(flat, "flat") else { return nil }
      steps = [ParkingTariff.Step(lengthSeconds: nil, unitSeconds: nil, priceFen: price)]
    case (nil, let list?):
      let all = items(list, "steps")
      steps = all.enumerated().compactMap { tariffStep($1, isLast: $0 == all.count - 1) }
      guard steps.count == all.count, !all.isEmpty else {
        if all.isEmpty { note(list.position, "`steps` is empty") }
        return nil
      }
    default:
      note(
        tree.position, "a rate needs either `steps` or `flat`",
        hint: "steps: [{unit: 60, price: 3}], or flat: 5 for one price for all of its time")
      return nil
    }
    guard let from, let to, let days else { return nil }
    let length = to > from ? to - from : to - from + LocalClock.daySeconds
    return ParkingTariff.Rate(
      days: days, fromSeconds: from % LocalClock.daySeconds, lengthSeconds: length, steps: steps)
  }

  private mutating func tariffStep(_ tree: YAMLTree, isLast: Bool) -> ParkingTariff.Step? {
    guard let entries = entries(of: tree, keys: .tariffStep) else { return nil }
    let unit = integer(entries["unit"], "unit", in: 1...1440)
    let price = money(entries["price"], "price")
    let minutes = integer(entries["minutes"], "minutes", in: 1...10_080)
    guard let unit, let price else { return nil }
    if !isLast, entries["minutes"] == nil {
      note(tree.position, "a step before the last needs `minutes`", hint: "how long it holds")
      return nil
    }
    if isLast, let place = entries["minutes"]?.position {
      note(place, "the last step holds to the end", hint: "remove `minutes`, or add a step")
      return nil
    }
    if let minutes, !minutes.isMultiple(of: unit), let place = entries["minutes"]?.position {
      note(place, "\(minutes) minutes are no whole number of units of \(unit) minutes")
      return nil
    }
    return ParkingTariff.Step(
      lengthSeconds: minutes.map { Int64($0) * 60 }, unitSeconds: Int64(unit) * 60, priceFen: price)
  }

  private mutating func tariffCap(_ tree: YAMLTree) -> ParkingTariff.Cap? {
    guard let entries = entries(of: tree, keys: .tariffCap) else { return nil }
    let price = money(entries["price"], "price")
    let period = choice(entries["per"], "per", ParkingTariff.Period.self)
    guard let price, let period else { return nil }
    return ParkingTariff.Cap(priceFen: price, period: period)
  }

  private mutating func tariffPermits(_ tree: YAMLTree?) -> [String: Double] {
    var permits: [String: Double] = [:]
    for item in items(tree, "permits") {
      guard let entries = entries(of: item, keys: .tariffPermit),
        let id = text(entries["id"], "id"), let share = number(entries["share"], "share", in: 0...1)
      else { continue }
      if permits.updateValue(share, forKey: id) != nil {
        note(item.position, "the permit `\(shown(id))` is there twice")
      }
    }
    return permits
  }
}
