import Catalog
import Datasets
import Ingest
import SimpleFeatures
import Testing

@Suite("Records that break the rules of their layer")
struct LayerRuleTests {
  /// Manholes of which one lies upside down, one has an unknown class and one a strange code.
  private static let file = """
    {"type":"FeatureCollection","features":[
    {"type":"Feature","id":"m1","geometry":{"type":"Point","coordinates":[114.3,30.6]},"properties":
     {"地面高程":25.3,"井底高程":21.8,"类型":"雨水","永久编码":"420117:hole:1"}},
    {"type":"Feature","id":"m2","geometry":{"type":"Point","coordinates":[114.3,30.6]},"properties":
     {"地面高程":21.8,"井底高程":25.3}},
    {"type":"Feature","id":"m3","geometry":{"type":"Point","coordinates":[114.3,30.6]},"properties":
     {"类型":"山洪","永久编码":"M-3"}}
    ]}
    """

  private func layer() throws -> LayerDefinition {
    let text = """
      id: hole
      title: {zh: 井, en: Manholes}
      description: {zh: 检查井, en: Manholes}
      theme: resource-survey
      geometry: point
      key: {code: {field: code}}
      fields:
        - {name: ground, title: {zh: 地面高程, en: Ground}, type: real, aliases: [地面高程]}
        - {name: bottom, title: {zh: 井底高程, en: Bottom}, type: real, aliases: [井底高程]}
        - {name: code, title: {zh: 永久编码, en: Code}, type: text, aliases: [永久编码]}
        - name: kind
          title: {zh: 类型, en: Kind}
          type: text
          aliases: [类型]
          codes:
            - {value: YS, zh: 雨水, en: Storm water}
      rules:
        - id: bottom-below-ground
          check: compare
          field: bottom
          relation: "<"
          other: ground
          severity: reject
          message: {zh: 井底高于地面, en: the bottom lies above the ground}
      tiles: {minzoom: 10, maxzoom: 16}
      style: {colour: "#112233"}
      provenance:
        owner: {zh: 甲, en: A}
        source: {zh: 乙, en: B}
        licence: CC-BY-4.0
        grade: general
      """
    let (layer, diagnostics) = LayerCatalog.parse(yaml: text, file: "hole.yml")
    return try #require(layer, "\(diagnostics.map(\.description))")
  }

  @Test("are named with their line, the rule and the line of the rule; the others are in the city")
  func rules() throws {
    let test = try TestImport()
    let report = try test.text(Self.file, into: layer())
    #expect(report.added == 2 && report.rejected == 1)
    #expect(report.problems.map(\.rule) == ["bottom-below-ground", "code", "permanent-code"])
    #expect(report.problems.map(\.severity) == [.rejected, .warning, .warning])
    #expect(report.problems.map(\.position?.line) == [4, 6, 6])
    #expect(report.problems[0].hint?.hasSuffix("the rule stands at hole.yml:18:5") == true)
    #expect(report.problems[1].hint?.contains("the list at hole.yml:16:7") == true)
    #expect(
      report.problems[0].line(file: "m.geojson").hasPrefix(
        "m.geojson:4:1: rejected: record 2: id m2: 井底高于地面 / the bottom lies above the ground"))
    #expect(Set(try test.features("hole").keys) == ["m1", "m3"])
  }

  @Test("a layer of another kind takes no features") func raster() throws {
    let text = """
      id: terrain
      kind: raster
      title: {zh: 地形, en: Terrain}
      description: {zh: 高程, en: Heights}
      theme: spatio-temporal-base
      raster: {title: {zh: 高程, en: Height}, type: float32, unit: m}
      tiles: {minzoom: 6, maxzoom: 15}
      style: {colour: "#c9b27c"}
      provenance:
        owner: {zh: 甲, en: A}
        source: {zh: 乙, en: B}
        licence: CC-BY-4.0
        grade: general
      """
    let layer = try #require(LayerCatalog.parse(yaml: text, file: "terrain.yml").layer)
    let test = try TestImport()
    let error = #expect(throws: ImportError.self) { try test.text(Self.file, into: layer) }
    #expect(error?.code == .noFeatures)
  }
}
