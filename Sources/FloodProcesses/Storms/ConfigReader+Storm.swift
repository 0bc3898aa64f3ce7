package import Catalog
import Foundation

extension KeySet {
  private static let stormCommon = ["id", "title", "kind", "source"]
  static let chicagoStorm = KeySet(
    owner: "the storm", required: stormCommon + ["c", "b", "n", "peak_ratio", "valid"],
    optional: ["a", "a1", "description"])
  static let patternStorm = KeySet(
    owner: "the storm", required: stormCommon + ["interval_minutes", "shares"],
    optional: ["description"])
  static let stormRange = KeySet(
    owner: "`valid`", required: ["return_period", "duration_minutes"])
}

/// The bounds that parameters of storms must keep.
private enum StormLimits {
  /// What stands before the bracket, L/(s·ha).
  static let a = 1.0...100_000.0
  static let a1 = a.lowerBound / litresPerSecondHectare...a.upperBound / litresPerSecondHectare
  static let c = 0.0...10.0
  static let b = 0.0...120.0
  static let n = 0.05...1.5
  static let ratio = 0.0...1.0
  static let years = 0.01...100_000.0
  static let minutes = 1.0...100_000.0
  static let shareCount = 10_000
  /// By how much rounded shares may miss 1.
  static let shareSum = 0.995...1.005
  /// L/(s·ha) of 1 mm/min, as the formulas compute.
  static let litresPerSecondHectare = 167.0
}

private enum StormKind: String, CaseIterable {
  case chicago, pattern
}

extension DesignStorm: ConfigFile {
  package static func read(
    _ tree: YAMLTree, text: String, by reader: inout ConfigReader
  ) -> DesignStorm? {
    reader.designStorm(tree, expectedID: CatalogFile.id(of: reader.file))
  }
}

extension ConfigReader {
  /// The storm that `tree` tells, whose id must be `expectedID`; `nil` if there is any fault.
  mutating func designStorm(_ tree: YAMLTree, expectedID: String) -> DesignStorm? {
    let kind = word(of: "kind", in: tree).flatMap(StormKind.init(rawValue:))
    let keys: KeySet = kind == .pattern ? .patternStorm : .chicagoStorm
    guard let entries = entries(of: tree, keys: keys) else { return nil }
    _ = choice(entries["kind"], "kind", StormKind.self)
    let id = fileID(entries["id"], expected: expectedID, of: "storm")
    let title = localised(entries["title"], "title")
    let description = localised(entries["description"], "description")
    let source = text(entries["source"], "source")
    let content: DesignStorm.Kind? =
      switch kind {
      case .chicago: stormFormula(entries).map { .chicago($0) }
      case .pattern: stormPattern(entries).map { .pattern($0) }
      case nil: nil
      }
    guard let id, let title, let source, let content, diagnostics.isEmpty else { return nil }
    return DesignStorm(
      id: id, title: title, description: description,
      source: source == "unconfirmed" ? nil : source, kind: content, file: file)
  }

  private mutating func stormFormula(_ entries: Entries) -> DesignStorm.Formula? {
    let a = number(entries["a"], "a", in: StormLimits.a)
    let a1 = number(entries["a1"], "a1", in: StormLimits.a1)
    if (entries["a"] == nil) == (entries["a1"] == nil) {
      note(
        entries["a1"]?.position ?? entries.position, "a storm gives one of `a` and `a1`",
        hint: "`a` is the number before the bracket, L/(s·ha); `a1` is a / 167, mm/min")
    }
    let c = number(entries["c"], "c", in: StormLimits.c)
    let b = number(entries["b"], "b", in: StormLimits.b)
    let n = number(entries["n"], "n", in: StormLimits.n)
    let ratio = number(entries["peak_ratio"], "peak_ratio", in: StormLimits.ratio)
    guard let tree = entries["valid"], let valid = self.entries(of: tree, keys: .stormRange) else {
      return nil
    }
    let years = range(valid["return_period"], "return_period", in: StormLimits.years)
    let minutes = range(valid["duration_minutes"], "duration_minutes", in: StormLimits.minutes)
    if let n, let b, let place = entries["n"]?.position {
      if n >= 1 && b == 0 {
        note(place, "with `b: 0`, `n` must be below 1", hint: "rain would have no end at the peak")
      } else if n > 1, let minutes, minutes.upperBound > b / (n - 1) {
        note(
          place, "with `n: \(n)` and `b: \(b)` more than \(b / (n - 1)) minutes bring less rain",
          hint: "end `duration_minutes` there")
      }
    }
    if let c, let years, 1 + c * log10(years.lowerBound) <= 0,
      let place = valid["return_period"]?.position
    {
      note(
        place, "the formula has no rain for \(years.lowerBound) years",
        hint: "begin `return_period` later")
    }
    guard let a1 = a1 ?? a.map({ $0 / StormLimits.litresPerSecondHectare }), let c, let b, let n,
      let ratio, let years, let minutes
    else { return nil }
    return DesignStorm.Formula(
      a1: a1, c: c, b: b, n: n, peakRatio: ratio, returnPeriodYears: years,
      durationMinutes: minutes)
  }

  private mutating func stormPattern(_ entries: Entries) -> DesignStorm.Pattern? {
    let interval = number(
      entries["interval_minutes"], "interval_minutes", in: StormLimits.minutes)
    let items = items(entries["shares"], "shares")
    let shares = items.compactMap { number($0, "shares", in: StormLimits.ratio) }
    guard let place = entries["shares"]?.position, shares.count == items.count else { return nil }
    let sum = shares.reduce(0, +)
    if shares.count > StormLimits.shareCount {
      note(place, "a pattern has at most \(StormLimits.shareCount) shares")
    } else if !StormLimits.shareSum.contains(sum) {
      note(
        place, "the \(shares.count) shares make \(sum), not 1",
        hint: "give the share of all rain that falls in each interval")
    }
    return interval.map { DesignStorm.Pattern(intervalMinutes: $0, shares: shares) }
  }

  /// Two numbers, the lower one first.
  private mutating func range(
    _ tree: YAMLTree?, _ key: String, in limits: ClosedRange<Double>
  ) -> ClosedRange<Double>? {
    guard let tree else { return nil }
    let ends = items(tree, key).map { number($0, key, in: limits) }
    guard ends.count == 2 else {
      if case .list = tree.content {
        note(tree.position, "`\(key)` needs two numbers", hint: "write \(key): [1, 100]")
      }
      return nil
    }
    guard let low = ends[0], let high = ends[1] else { return nil }
    guard low <= high else {
      note(tree.position, "`\(key)` ends before it begins", hint: "write the lower number first")
      return nil
    }
    return low...high
  }
}
