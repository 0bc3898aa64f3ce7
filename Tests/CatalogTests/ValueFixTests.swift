import SimpleFeatures
import Testing

@testable import Catalog

@Suite("What values surely mean, and what stays open")
struct ValueFixTests {
  @Test(
    "Numbers with units, thousands and wide digits",
    arguments: [
      ("DN300", "mm", 300.0), ("Φ 800", "mm", 800), ("1,234.5", "m", 1234.5),
      ("12.5米", "m", 12.5), ("285 cm", "m", 2.85), ("３００", "m", 300), ("3亩", "m2", 2000),
      ("-1,000", "m", -1000), ("1200人", "\"1\"", 1200), ("1,200 户", "\"1\"", 1200),
    ] as [(String, String, Double)])
  func numbers(text: String, unit: String, number: Double) throws {
    let fixed = ValueFix.fixed(
      .text(text), for: try field("type: real" + (unit.isEmpty ? "" : ", unit: \(unit)")))
    #expect(fixed == .real(number))
  }

  @Test(
    "What could be two things is none",
    arguments: [
      "DN300-400", "DN3²", "10²", "1,5", "12,34", "800×600", "12.5 parsec", "约12", "", "1.234,5",
      "1.5,000", "1,234.5,678", "1e0,010", "12,345e2", ",123", "1,234,", "+,123",
    ])
  func openNumbers(text: String) throws {
    #expect(ValueFix.fixed(.text(text), for: try field("type: real, unit: mm")) == nil)
  }

  @Test(
    "Dates as offices write them",
    arguments: [
      ("2015年5月31日", "2015-05-31"), ("20150531", "2015-05-31"), ("2015.5.31", "2015-05-31"),
      ("2015年5月", "2015-05-01"), ("2015-05", "2015-05-01"), ("2015", "2015-01-01"),
    ])
  func dates(text: String, date: String) throws {
    #expect(ValueFix.fixed(.text(text), for: try field("type: date")) == .text(date))
  }

  @Test(
    "A decimal point is no date",
    arguments: ["2015.1", "2015.13", "2015.5-6", "2015-13", "15-5-31", "2015年", "abc"])
  func openDates(text: String) throws {
    // A year with its sign is one.
    let expected: PropertyValue? = text == "2015年" ? .text("2015-01-01") : nil
    #expect(ValueFix.fixed(.text(text), for: try field("type: date")) == expected)
    #expect(ValueFix.fixed(.real(2015.1), for: try field("type: date")) == nil)
    #expect(ValueFix.fixed(.real(2015), for: try field("type: date")) == .text("2015-01-01"))
  }

  @Test("Units lead to units of their own dimension alone")
  func units() throws {
    let metre = try #require(UnitOfMeasure("m"))
    #expect(UnitOfMeasure("cm")?.factor(to: metre) == 0.01)
    #expect(UnitOfMeasure("公顷")?.factor(to: metre) == nil)
    #expect(UnitOfMeasure("furlong") == nil)
    #expect(UnitOfMeasure.converted(2850, by: 0.01) == 28.5)
  }
}

@Suite("Mappings that are kept in files")
struct ImportMappingTests {
  @Test("What is written is read again")
  func roundTrip() throws {
    var mapping = ImportMapping(fields: [
      "id": .init(["编号"]), "height": .init(["楼高: \"m\""], unit: "cm"),
      "usage": .init(["a", "b"], codes: ["住宅": "residential", "#1": "yes"]),
    ])
    (mapping.layer, mapping.crs, mapping.encoding) = ("building", "EPSG:4547", "GBK")
    #expect(try ImportMapping.parse(yaml: mapping.yaml, file: "m.yml") == mapping)
  }

  @Test(
    "Faults have their places",
    arguments: [
      ("fields:\n  height: {column: a, unit: furlong}", "m.yml:2:29"),
      ("fields:\n  height: {kolumn: a}", "m.yml:2:12"), ("layer: x", "m.yml:1:1"),
      ("fields: [a]", "m.yml:1:9"),
    ])
  func diagnostics(text: String, place: String) throws {
    let error = #expect(throws: CatalogError.self) {
      try ImportMapping.parse(yaml: text, file: "m.yml")
    }
    #expect(
      error?.diagnostics.first?.description.hasPrefix(place) == true, "\(String(describing: error))"
    )
  }
}

@Suite("What a layer takes of OpenStreetMap")
struct OpenStreetMapRuleTests {
  @Test("The first selection whose tags all fit decides, and templates leave gaps out")
  func selections() throws {
    let rule = OpenStreetMapRule(
      areas: nil, ignored: [],
      selections: [
        .init(tags: ["highway": ["traffic_signals"]], values: ["kind": "junction"]),
        .init(tags: ["crossing": []], values: ["kind": "crossing"]),
      ])
    #expect(rule.selection { ["highway": "traffic_signals"][$0] }?.values["kind"] == "junction")
    #expect(rule.selection { ["crossing": "zebra"][$0] }?.values["kind"] == "crossing")
    #expect(rule.selection { ["highway": "primary"][$0] } == nil)
    let tags = ["addr:street": "珞喻路", "addr:housenumber": "1号"]
    let template = "{addr:city} {addr:street} {addr:housenumber}"
    #expect(OpenStreetMapRule.text(of: template) { tags[$0] } == "珞喻路 1号")
    #expect(OpenStreetMapRule.text(of: template) { _ in nil } == "")
    #expect(OpenStreetMapRule.text(of: "junction") { _ in nil } == "junction")
  }
}
