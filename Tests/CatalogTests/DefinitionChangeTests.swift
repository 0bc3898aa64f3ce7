import SimpleFeatures
import Testing

@testable import Catalog

@Suite("A layer file that has changed under a city's data")
struct DefinitionChangeTests {
  private func pipeLayer(_ yaml: String) throws -> LayerDefinition {
    try #require(LayerCatalog.parse(yaml: yaml, file: "pipe.yml").layer)
  }

  @Test("new titles, fields and rules are taken over") func additions() throws {
    let before = try pipeLayer(changed(pipe, line: 12, nil))
    let after = try pipeLayer(pipe.replacing("{zh: 管底, en: Bed}", with: "{zh: 底, en: Invert}"))
    #expect(after.diagnostics(replacing: before) == [])
  }

  @Test("a renamed field is named with the line where it should be, and the name it may have now")
  func renamed() throws {
    let before = try pipeLayer(pipe)
    let after = try pipeLayer(pipe.replacing("name: laid", with: "name: laid_on"))
    let fault = try #require(after.diagnostics(replacing: before).first)
    #expect(fault.description.hasPrefix("pipe.yml:8:3: error: the field `laid` (date) is gone"))
    #expect(fault.hint?.hasPrefix("was it renamed to `laid_on`?") == true)
  }

  @Test("another type and another shape are named with their lines") func retyped() throws {
    let before = try pipeLayer(pipe)
    var yaml = pipe.replacing("en: Laid}, type: date", with: "en: Laid}, type: text")
    yaml = yaml.replacing("geometry: line", with: "geometry: point")
    yaml =
      String(yaml.prefix(upTo: yaml.firstRange(of: "\nrules:")!.lowerBound))
      + String(yaml.suffix(from: yaml.firstRange(of: "\ntiles:")!.lowerBound))
    let diagnostics = try pipeLayer(yaml).diagnostics(replacing: before)
    #expect(diagnostics.map { "\($0.line):\($0.column)" } == ["6:11", "12:5"])
    #expect(
      diagnostics[1].message == "the field `laid` is date in this city, its file now says text")
  }
}

@Suite("Rules that a record breaks by its values alone")
struct RecordRuleTests {
  private func rules() throws -> RecordRules {
    RecordRules(try #require(LayerCatalog.parse(yaml: pipe, file: "pipe.yml").layer))
  }

  @Test("are named with what they do to the record") func breaches() throws {
    let rules = try rules()
    // code, from_node, top, bed, laid
    #expect(
      rules.breaches(of: [.text("12345678"), .null, .real(20), .real(19), .null]) == [])
    #expect(rules.breaches(of: [.null, .null, .null, .null, .null]) == [])
    let wrong = rules.breaches(of: [.text("1234567"), .null, .integer(-60), .real(-60), .null])
    #expect(wrong.map(\.rule) == ["bed-below-top", "deep", "permanent-code"])
    #expect(wrong.map(\.severity) == [.reject, .warning, .warning])
    #expect(wrong[0].message.en == "the bed lies above the top")
  }

  @Test("compare with a factor, and dates by their order") func comparisons() throws {
    let yaml = pipe.replacing(
      "    other: top", with: "    other: top\n    times: 0.5\n    plus: -1")
    let scaled = RecordRules(try #require(LayerCatalog.parse(yaml: yaml, file: "pipe.yml").layer))
    func isBroken(_ top: Double, _ bed: Double) -> Bool {
      !scaled.breaches(of: [.null, .null, .real(top), .real(bed), .null]).isEmpty
    }
    // bed < 0.5 · top − 1
    #expect(!isBroken(20, 8.9) && isBroken(20, 9) && isBroken(20, 9.1))
  }
}
