import Catalog
import Flood
import Foundation
import SimpleFeatures
import Testing

@testable import FloodProcesses

@Suite("A storm's file says what rain it brings, and for what it was made")
struct StormTests {
  private static let chicago = """
    id: anlu
    title: {zh: 安陆, en: Anlu}
    kind: chicago
    source: Announcement 12 of 2020
    a: 1670
    c: 0.7
    b: 8
    n: 0.65
    peak_ratio: 0.4
    valid: {return_period: [2, 100], duration_minutes: [5, 180]}
    """
  private static let pattern = """
    id: day
    title: {zh: 一日, en: A day}
    kind: pattern
    source: unconfirmed
    interval_minutes: 360
    shares: [0.1, 0.6, 0.2, 0.1]
    """

  @Test("A formula is read with its source and range")
  func formula() throws {
    let storm = try DesignStorm.parse(yaml: Self.chicago, file: "storms/anlu.yml")
    #expect(storm.id == "anlu" && storm.title.zh == "安陆")
    #expect(storm.source == "Announcement 12 of 2020")
    #expect(
      storm.kind
        == .chicago(
          DesignStorm.Formula(
            a1: 10, c: 0.7, b: 8, n: 0.65, peakRatio: 0.4, returnPeriodYears: 2...100,
            durationMinutes: 5...180)))
    let other = Self.chicago.replacing("a: 1670", with: "a1: 10")
    #expect(try DesignStorm.parse(yaml: other, file: "anlu.yml").kind == storm.kind)
  }

  @Test("A pattern is read, and nobody has confirmed it")
  func shares() throws {
    let storm = try DesignStorm.parse(yaml: Self.pattern, file: "day.yml")
    #expect(storm.source == nil)
    #expect(
      storm.kind
        == .pattern(DesignStorm.Pattern(intervalMinutes: 360, shares: [0.1, 0.6, 0.2, 0.1])))
  }

  @Test("What is asked beyond the formula's range is refused with the range")
  func range() throws {
    let storm = try DesignStorm.parse(yaml: Self.chicago, file: "storms/anlu.yml")
    guard case .chicago(let formula) = storm.kind else { throw CancellationError() }
    for (years, minutes) in [(2.0, 5.0), (100, 180), (50, 120)] {
      try formula.check(returnPeriodYears: years, durationMinutes: minutes, of: storm)
    }
    let rare = #expect(throws: PlainError.self) {
      try formula.check(returnPeriodYears: 200, durationMinutes: 60, of: storm)
    }
    #expect(rare?.message == "the storm `anlu` does not hold for `return_period: 200`")
    #expect(rare?.hint == "it was made for 2 to 100 years: storms/anlu.yml says so under `valid`")
    for (years, minutes) in [(1.9, 60.0), (10, 4.9), (10, 181), (.nan, 60), (10, .infinity)] {
      #expect(throws: PlainError.self, "\(years), \(minutes)") {
        try formula.check(returnPeriodYears: years, durationMinutes: minutes, of: storm)
      }
    }
  }

  /// What a line of a file becomes, and what is said about it.
  static let diagnostics: [(line: String, becomes: String, says: String)] = [
    ("id: anlu", "id: wuhan", "1:5: the id `wuhan` differs from the file's name `anlu.yml`"),
    ("kind: chicago", "kind: chicargo", "3:7: `chicargo` is not a kind"),
    ("source: Announcement 12 of 2020", "", "1:1: `source` is missing in the storm"),
    ("a: 1670", "", "1:1: a storm gives one of `a` and `a1`"),
    ("a: 1670", "a: 1670\na1: 10", "6:5: a storm gives one of `a` and `a1`"),
    ("a: 1670", "a: -1", "5:4: `a` must lie between 1.0 and 100000.0"),
    ("b: 8", "b: eight", "7:4: `b` must be a number, not `eight`"),
    ("b: 8", "b: 0", ""),
    ("n: 0.65", "n: 1.2", "8:4: with `n: 1.2` and `b: 8.0` more than"),
    ("peak_ratio: 0.4", "peak_ratio: 40", "9:13: `peak_ratio` must lie between 0.0 and 1.0"),
    ("[2, 100]", "[100, 2]", "10:24: `return_period` ends before it begins"),
    ("[2, 100]", "[2]", "10:24: `return_period` needs two numbers"),
    ("[2, 100]", "[0.03, 100]", "10:24: the formula has no rain for 0.03 years"),
    ("[5, 180]", "120", "10:52: `duration_minutes` must be a list, not a number"),
    ("c: 0.7", "c: 0.7\nshares: [1]", "7:1: unknown key `shares` in the storm"),
  ]

  @Test("Each fault of a formula is said where it stands", arguments: diagnostics.indices)
  func formulaFaults(_ index: Int) {
    let (line, becomes, says) = Self.diagnostics[index]
    let yaml = Self.chicago.replacing(line, with: becomes)
    expect(says, from: yaml, file: "anlu.yml")
  }

  @Test(
    "Each fault of a pattern is said where it stands",
    arguments: [
      ("[0.1, 0.6, 0.2, 0.1]", "[0.1, 0.6, 0.2]", "6:9: the 3 shares make 0.8"),
      ("[0.1, 0.6, 0.2, 0.1]", "[10, 60, 20, 10]", "6:10: `shares` must lie between 0.0 and 1.0"),
      ("[0.1, 0.6, 0.2, 0.1]", "[0.5, x]", "6:15: `shares` must be a number, not `x`"),
      ("interval_minutes: 360", "", "1:1: `interval_minutes` is missing in the storm"),
      ("interval_minutes: 360", "interval_minutes: 0", "5:19: `interval_minutes` must lie"),
    ])
  func patternFaults(_ line: String, _ becomes: String, _ says: String) {
    expect(says, from: Self.pattern.replacing(line, with: becomes), file: "day.yml")
  }

  private func expect(_ says: String, from yaml: String, file: String) {
    do throws(CatalogError) {
      _ = try DesignStorm.parse(yaml: yaml, file: file)
      #expect(says == "")
    } catch {
      let first = error.diagnostics[0]
      let words = "\(first.line):\(first.column): \(first.message)"
      #expect(!says.isEmpty && words.hasPrefix(says), "\(error)")
    }
  }

  @Test("The shipped storms are sound and say that nobody has confirmed them")
  func shipped() throws {
    let folder =
      URL(fileURLWithPath: #filePath).deletingLastPathComponent().path
      + "/../../Models/storms"
    let found = DesignStorm.check(folder: folder)
    #expect(found.diagnostics == [])
    #expect(found.values.map(\.id) == ["huangshi", "type-ii-24h", "wuhan"])
    #expect(found.values.allSatisfy { $0.source == nil && $0.description != nil })
    guard case .chicago(let wuhan) = found.values[2].kind else { throw CancellationError() }
    #expect(abs(wuhan.a1 * 167 - 983.928) < 1e-9 && wuhan.n == 0.535)
    #expect(DesignStorm.check(folder: folder + "/none").values.isEmpty)
  }

  @Test("A scenario names a storm that comes with the program; one that does not is refused")
  func installed() throws {
    let folder =
      URL(fileURLWithPath: #filePath).deletingLastPathComponent().path
      + "/../../Models/storms"
    func rain(_ storm: String) throws -> TimeSeries {
      let text = """
        model: flood
        title: t
        terrain: dem.tif
        duration: 60
        rain: {storm: {\(storm), return_period: 50, duration_minutes: 60}}
        """
      let scenario = try FloodScenario.parse(yaml: text, file: "s.yml")
      guard case .storm(let said) = scenario.rain else { throw CancellationError() }
      var sources = FloodSources(scenario, storms: folder)
      return try sources.storm(said)
    }
    #expect(try rain("name: wuhan") == rain("file: \(folder)/wuhan.yml"))
    for (word, hint) in [("wuhen", "did you mean `wuhan`?"), ("x", "there are: huangshi, ")] {
      let error = #expect(throws: CatalogError.self) { try rain("name: \(word)") }
      let said = error?.diagnostics.first?.description ?? ""
      #expect(said.contains("s.yml:5:22: error: no storm `\(word)` comes"), "\(said)")
      #expect(said.contains(hint), "\(said)")
    }
    let both = #expect(throws: CatalogError.self) { try rain("name: wuhan, file: x.yml") }
    #expect(both?.diagnostics.first?.message == "`storm` has `file` and `name`")
  }
}
