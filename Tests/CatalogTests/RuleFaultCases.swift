import Testing

@testable import Catalog

/// A line of pipes with relations and rules, free of faults; its lines are numbered as tests name
/// them.
let pipe = """
  id: pipe
  title: {zh: 管, en: Pipes}
  description: {zh: 管, en: Pipes}
  theme: resource-survey
  level: CIM2
  geometry: line
  fields:
    - {name: code, title: {zh: 编码, en: Code}, type: text}
    - {name: from_node, title: {zh: 起点, en: From}, type: text}
    - {name: top, title: {zh: 管顶, en: Top}, type: real, unit: m, datum: yellow-sea-1985}
    - {name: bed, title: {zh: 管底, en: Bed}, type: real, unit: m, datum: yellow-sea-1985}
    - {name: laid, title: {zh: 敷设, en: Laid}, type: date}
  key:
    fields: [code]
    code: {field: code, scheme: city, pattern: "[0-9]{8}"}
  relations:
    - {id: starts-at, title: {zh: 起, en: From}, field: from_node, layer: manhole}
  rules:
    - id: bed-below-top
      check: compare
      field: bed
      relation: "<"
      other: top
      severity: reject
      message: {zh: 管底高于管顶, en: the bed lies above the top}
    - id: deep
      check: range
      field: bed
      minimum: -50
      severity: warning
      message: {zh: 过深, en: too deep}
    - id: ends
      check: ends-at
      layer: [manhole]
      metres: 0.5
      severity: warning
      message: {zh: 端点无井, en: no manhole at an end}
  tiles: {minzoom: 14, maxzoom: 16}
  style: {colour: "#c0392b"}
  provenance:
    owner: {zh: 水务, en: Water}
    source: {zh: 普查, en: Survey}
    licence: CC-BY-4.0
    grade: important
  """

extension FaultCase {
  /// `line` of the pipes becomes `text` (`nil`: is removed).
  static let rules: [FaultCase] = [
    FaultCase("an unknown level", 5, "level: CIM8", "5:8: `CIM8` is not a level"),
    FaultCase("an unknown kind", 5, "kind: grid", "5:7: `grid` is not a kind"),
    FaultCase(
      "a datum that nobody knows", 10,
      "  - {name: top, title: {zh: 管顶, en: Top}, type: real, datum: huanghai}",
      "10:62: `huanghai` is not a datum"),
    FaultCase(
      "a datum of a text", 10,
      "  - {name: top, title: {zh: 顶, en: Top}, type: text, datum: wusong}",
      "10:61: `datum` goes with numbers, but the field's type is `text`",
      "23:12: a field of type `real` cannot be compared to one of `text`"),
    FaultCase(
      "heights of two datums compared", 10,
      "  - {name: top, title: {zh: 顶, en: Top}, type: real, datum: wusong}",
      "23:12: the heights of `bed` and `top` count from different datums"),
    FaultCase(
      "a key of a field that is missing", 14, "  fields: [number]",
      "14:12: `fields` names the field `number`, which the layer does not have"),
    FaultCase(
      "a pattern that is none", 15, "  code: {field: code, scheme: city, pattern: \"[0-9\"}",
      "15:46: `pattern` is not a regular expression"),
    FaultCase(
      "a scheme that is only a name", 15, "  code: {field: code, scheme: DB42/T 2175}",
      "15:31: the scheme `DB42/T 2175` has no `pattern`"),
    FaultCase(
      "a permanent code that is a number", 15, "  code: {field: top}",
      "15:17: a permanent code is text, but the field `top` is real"),
    FaultCase(
      "a relation of a field that is missing", 17,
      "  - {id: starts-at, title: {zh: 起, en: From}, field: node, layer: manhole}",
      "17:54: `field` names the field `node`, which the layer does not have"),
    FaultCase(
      "a relation of a height", 17,
      "  - {id: starts-at, title: {zh: 起, en: From}, field: top, layer: manhole}",
      "17:54: the field `top` is real, which names no feature"),
    FaultCase(
      "a relation without layer", 17,
      "  - {id: starts-at, title: {zh: 起, en: From}, field: from_node}",
      "17:5: `layer` is missing in the relation `starts-at`"),
    FaultCase(
      "a cardinality of many", 17,
      "  - {id: a, title: {zh: 起, en: From}, field: code, layer: manhole, cardinality: many}",
      "17:81: `many` is not a cardinality"),
    FaultCase(
      "a rule id twice", 19, "  - id: deep",
      "26:9: the id `deep` stands twice; "
        + "the first is at 19:9"),
    FaultCase(
      "a rule with the id of a relation", 19, "  - id: starts-at",
      "19:9: the id `starts-at` stands twice; the first is at 17:10"),
    FaultCase(
      "a rule id in words", 19, "  - id: bed below top",
      "19:9: `bed below top` is not an id of a relation or rule"),
    FaultCase("a check that is missing", 27, nil, "26:5: `check` is missing in the rule `deep`"),
    FaultCase("an unknown check", 27, "    check: rang", "27:12: `rang` is not a check"),
    FaultCase(
      "a key of another check", 29, "    minimum: -50\n    metres: 3",
      "30:5: unknown key `metres` in the rule `deep`"),
    FaultCase(
      "a range without bounds", 29, nil, "26:5: `range` needs `minimum` or `maximum`"),
    FaultCase(
      "a range of a text", 28, "    field: code",
      "28:12: `range` is for numbers, but the field `code` is none"),
    FaultCase(
      "a comparison of a date and a number", 23, "    other: laid",
      "23:12: a field of type `real` cannot be compared to one of `date`"),
    FaultCase(
      "an unknown way to compare", 22, "    relation: below", "22:15: `below` is not a relation"),
    FaultCase(
      "a rule that kills", 24, "    severity: fatal", "24:15: `fatal` is not a severity"),
    FaultCase(
      "a message in one language", 25, "    message: {zh: 高}",
      "25:14: `en` is missing in `message`"),
    FaultCase(
      "a test of ends for points", 6, "geometry: point",
      "33:12: `ends-at` is for lines, but the layer's geometry is `point`"),
    FaultCase(
      "a tolerance below nothing", 35, "    metres: -1",
      "35:13: `metres` must lie between 0.0 and 100000.0"),
    FaultCase(
      "a layer twice in a rule", 34, "    layer: [manhole, manhole]",
      "34:22: `manhole` stands twice in `layer`"),
  ]
}

@Suite("What is wrong with keys, relations and rules is said at its line and column")
struct RuleFaultTests {
  @Test("the example itself has no fault") func clean() {
    #expect(diagnostics(in: pipe, file: "pipe.yml") == [])
  }

  @Test("each fault is reported where it stands, and nothing else", arguments: FaultCase.rules)
  func fault(_ one: FaultCase) {
    let yaml = changed(pipe, line: one.line, one.text)
    #expect(diagnostics(in: yaml, file: "pipe.yml") == one.diagnostics)
    #expect(LayerCatalog.parse(yaml: yaml, file: "pipe.yml").layer == nil)
  }

  @Test("what the file says is what the definition holds") func reading() throws {
    let layer = try #require(LayerCatalog.parse(yaml: pipe, file: "pipe.yml").layer)
    #expect(layer.level == .frame)
    #expect(layer.key.fields == ["code"])
    #expect(
      layer.key.code == PermanentCode(field: "code", scheme: "city", pattern: "[0-9]{8}"))
    #expect(layer.relations.map(\.layers) == [["manhole"]])
    #expect(layer.relations.map(\.severity) == [.warning])
    #expect(layer.rules.map(\.id) == ["bed-below-top", "deep", "ends"])
    #expect(
      layer.rules.map(\.check) == [
        .compare(Comparison(field: "bed", relation: .less, other: "top", times: 1, plus: 0)),
        .range(field: "bed", minimum: -50, maximum: nil),
        .endsAt(layers: ["manhole"], metres: 0.5),
      ])
  }

  @Test("a layer whose codes follow no other scheme takes the neutral one") func neutral() throws {
    let yaml = changed(pipe, line: 15, "  code: {field: code}")
    let layer = try #require(LayerCatalog.parse(yaml: yaml, file: "pipe.yml").layer)
    let pattern = try Regex(try #require(layer.key.code?.pattern))
    let matcher = CodeMatcher(try #require(layer.key.code), layer: "pipe")
    for code in ["420117:pipe:1", "420117001:pipe:0A9", "420117001002:pipe:ABCDEFGHJKL0"] {
      #expect(code.wholeMatch(of: pattern) != nil && matcher.matches(code))
    }
    for code in ["42011:pipe:1", "420117:valve:1", "420117:pipe:", "420117:pipe:a", "420117pipe1"] {
      #expect(code.wholeMatch(of: pattern) == nil && !matcher.matches(code))
    }
  }
}
