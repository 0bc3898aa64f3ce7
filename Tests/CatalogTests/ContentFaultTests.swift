import Testing

@testable import Catalog

/// A raster of heights, free of faults.
let terrain = """
  id: terrain
  kind: raster
  title: {zh: 地形, en: Terrain}
  description: {zh: 地面高程, en: Ground level}
  theme: spatio-temporal-base
  raster:
    title: {zh: 高程, en: Height}
    type: float32
    unit: m
    datum: yellow-sea-1985
    resampling: bilinear
    ramp:
      - {value: 0, colour: "#3f7f4f"}
      - {value: 500, colour: "#c9b27c"}
  tiles: {minzoom: 6, maxzoom: 15}
  style: {colour: "#c9b27c"}
  provenance:
    owner: {zh: 自然资源, en: Survey}
    source: {zh: 测绘, en: Survey}
    licence: CC-BY-4.0
    grade: general
  """

/// A map of another server, free of faults.
let imagery = """
  id: imagery
  kind: remote-wmts
  title: {zh: 影像, en: Imagery}
  description: {zh: 影像底图, en: Images of the ground}
  theme: spatio-temporal-base
  remote:
    url: "https://example.org/wmts?TILEMATRIX={matrix}&TILEROW={row}&TILECOL={column}&tk={token}"
    layer: img
    matrixset: c
    grid: CGCS2000Quad
    offset: 1
    format: image/jpeg
    token: YUTU_TOKEN
    attribution: {zh: 甲, en: A}
  tiles: {minzoom: 0, maxzoom: 17}
  style: {colour: "#6b8e6b"}
  provenance:
    owner: {zh: 甲, en: A}
    source: {zh: 甲, en: A}
    licence: terms of A
    grade: general
  """

extension FaultCase {
  static let rasters: [FaultCase] = [
    FaultCase(
      "fields of a raster", 5, "theme: sensing\nfields: []",
      "6:1: unknown key `fields` in the layer"),
    FaultCase(
      "no kind", 2, nil, "1:1: `geometry` is missing in the layer",
      "1:1: `fields` is missing in the layer", "5:1: unknown key `raster` in the layer"),
    FaultCase("an unknown cell type", 8, "  type: float64", "8:9: `float64` is not a type"),
    FaultCase(
      "codes of real numbers", 12,
      "  codes: [{value: 1, zh: 水, en: Water, colour: \"#000000\"}]\n  ramp:",
      "11:15: codes cannot be averaged", "12:10: `codes` go with whole numbers",
      "14:5: `ramp` is for values without codes"),
    FaultCase(
      "colours that fall", 14, "    - {value: -1, colour: \"#c9b27c\"}",
      "14:15: the values of `ramp` must rise"),
    FaultCase("one colour", 14, nil, "13:5: `ramp` needs two colours or more"),
    FaultCase(
      "a label of a raster", 16, "style: {colour: \"#c9b27c\", label: height}",
      "16:28: unknown key `label` in `style`"),
  ]

  static let remotes: [FaultCase] = [
    FaultCase(
      "an address without row", 7, "  url: \"https://a.b/{matrix}/{column}?{token}\"",
      "7:8: `url` lacks the placeholder `{row}`"),
    FaultCase(
      "an unknown placeholder", 7, "  url: \"https://a.b/{matrix}/{row}/{column}/{z}?{token}\"",
      "7:8: `url` has an unknown placeholder `{z}`"),
    FaultCase(
      "a file of the machine", 7, "  url: \"file:///{matrix}/{row}/{column}?{token}\"",
      "7:8: `url` must begin with `https://` or `http://`"),
    FaultCase("a token that nobody gives", 13, nil, "7:8: `url` wants a token"),
    FaultCase(
      "the token itself", 13, "  token: 4f9a2bc01d",
      "13:10: `token` must name an environment variable, such as `YUTU_TIANDITU_TOKEN`"),
    FaultCase("an unknown grid", 10, "  grid: c", "10:9: `c` is not a grid"),
  ]
}

@Suite("Rasters and maps of other servers are layers, too")
struct ContentFaultTests {
  @Test("the examples have no fault") func clean() throws {
    let raster = try #require(LayerCatalog.parse(yaml: terrain, file: "terrain.yml").layer)
    guard case .raster(let rule) = raster.content else {
      Issue.record("it is no raster")
      return
    }
    #expect(rule.type == .float32 && rule.datum == .yellowSea1985 && rule.resampling == .bilinear)
    #expect(rule.ramp.map(\.value) == [0, 500])
    #expect(raster.fields.isEmpty && !raster.hasFeatures)
  }

  @Test("each fault of a raster is reported where it stands", arguments: FaultCase.rasters)
  func raster(_ one: FaultCase) {
    #expect(
      diagnostics(in: changed(terrain, line: one.line, one.text), file: "terrain.yml")
        == one.diagnostics)
  }

  @Test("each fault of a remote map is reported where it stands", arguments: FaultCase.remotes)
  func remote(_ one: FaultCase) {
    #expect(
      diagnostics(in: changed(imagery, line: one.line, one.text), file: "imagery.yml")
        == one.diagnostics)
  }

  @Test("a remote map is off, and its tiles are asked by the server's own numbers") func address()
    throws
  {
    let layer = try #require(LayerCatalog.parse(yaml: imagery, file: "imagery.yml").layer)
    guard case .remoteMap(let map) = layer.content else {
      Issue.record("it is no remote map")
      return
    }
    #expect(!map.isEnabled)
    #expect(map.address(zoom: 9, row: 52, column: 418, token: nil) == nil)
    #expect(
      map.address(zoom: 9, row: 52, column: 418, token: "t")
        == "https://example.org/wmts?TILEMATRIX=10&TILEROW=52&TILECOL=418&tk=t")
  }
}
