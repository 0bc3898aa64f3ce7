import Catalog
import Flood
import SimpleFeatures
import Testing

@testable import FloodProcesses

/// A scenario with every key.
private let whole = """
  model: flood
  title: Flash flood in a street
  crs: EPSG:4547
  terrain: dem.tif
  cell: 2
  duration: 3600
  initial: {level: 20.5, velocity: {east: -0.5, north: north.tif}}
  buildings: {file: buildings.gpkg, mode: raised, height: 6}
  roughness: {default: 0.04, file: road.geojson, value: 0.02}
  inflows:
    - {id: culvert, at: [381990.5, 6354420], radius: 10, constant: 19.7}
    - {along: [[0, 0], [10, 5]], hydrograph: q.csv}
    - {id: breach, polygon: breach.shp, hydrograph: [[0, 0], [60, 3.5]]}
  rain: {storm: {file: wuhan.yml, return_period: 50, duration_minutes: 120}}
  infiltration:
    classes:
      lawn: {greenampt: {conductivity: 10, suction: 110, moisture_deficit: 0.3}}
      clay: {horton: {initial: 75, final: 3, decay: 4}}
      yard: {curve_number: 90}
      roof: none
    file: soil.gpkg
    field: kind
    default: roof
  boundaries:
    west: closed
    east: free
    south: {level: tide.csv}
    north:
      - {from: 10, to: 20, free: 0.0006}
      - {from: 30, to: 40, hydrograph: 12}
  storages:
    - {id: lake, table: [[18, 100, 0], [22, 900, 2000]], initial_level: 19, inflow: 0.5}
  gates:
    - {id: sluice, from: {storage: lake}, to: {outside: 19.5}, width: 4, sill: 18, opening: 1.5}
  pumps:
    - id: station
      from: {at: [5, 5]}
      to: outside
      curve: [[0, 3], [6, 1.5]]
      start_level: 21
      stop_level: 20
      power_cuts: [[600, 900]]
  embankments:
    - {line: [[0, 0], [50, 50]], height: 24.5}
    - {file: dykes.gpkg, field: crest}
  gauges: [{id: G1, at: [5, 6]}]
  order: 2
  precision: double
  courant: 0.4
  dry_depth: 1e-4
  threads: 2
  output: {every: 600, gauges_every: 60, velocity: true, envelopes: [speed, arrival]}
  """

private func parse(_ yaml: String) -> Result<FloodScenario, CatalogError> {
  do throws(CatalogError) {
    return .success(try FloodScenario.parse(yaml: yaml, file: "runs/street.yml"))
  } catch {
    return .failure(error)
  }
}

private func diagnostics(_ yaml: String) -> [Diagnostic] {
  if case .failure(let error) = parse(yaml) { error.diagnostics } else { [] }
}

/// The scenario with a piece of its text replaced.
private func changed(_ text: String, to other: String) -> String {
  #expect(whole.contains(text))
  return whole.replacing(text, with: other)
}

@Suite("A flood scenario that names its own files")
struct FloodScenarioTests {
  @Test("every key is read as it is written") func everyKey() throws {
    let scenario = try parse(whole).get()
    #expect(scenario.crs?.value == "EPSG:4547")
    #expect(scenario.cellMetres?.value == 2 && scenario.durationSeconds == 3600)
    #expect(scenario.initial == .level(20.5))
    #expect(scenario.initialVelocity?.east == .number(-0.5))
    #expect(
      scenario.initialVelocity?.north
        == .raster(Located("north.tif", TextPosition(line: 7, column: 54))))
    #expect(scenario.buildings?.mode == .raised && scenario.buildings?.height == .number(6))
    #expect(scenario.roughness.everywhere == 0.04 && scenario.roughness.value == .number(0.02))
    #expect(scenario.inflows.map(\.id) == ["culvert", "inflow-2", "breach"])
    #expect(
      scenario.inflows[0].place == .point(x: 381990.5, y: 6_354_420, radiusMetres: 10))
    #expect(scenario.inflows[0].flow == .constant(19.7))
    #expect(scenario.inflows[1].place == .along(.coordinates([0, 0, 10, 5])))
    #expect(scenario.inflows[2].flow == .rows([[0, 0], [60, 3.5]]))
    guard case .storm(let storm) = scenario.rain else { return #expect(Bool(false)) }
    #expect(storm.returnPeriodYears == 50 && storm.intervalMinutes == 5)
    let soil = try #require(scenario.infiltration)
    #expect(soil.classes.map(\.name) == ["lawn", "clay", "yard", "roof"])
    #expect(soil.classes[2].value == .curveNumber(90, initialAbstractionRatio: 0.2))
    #expect(soil.classes[3].value == .none && soil.elsewhere == "roof")
    #expect(scenario.boundaries.map(\.side) == [.west, .east, .south, .north, .north])
    #expect(scenario.boundaries[3].kind == .free(slope: 0.0006))
    #expect(scenario.boundaries[3].range == 10...20)
    #expect(scenario.boundaries[4].kind == .hydrograph(.constant(12)))
    #expect(scenario.storages[0].table == .rows([[18, 100, 0], [22, 900, 2000]]))
    #expect(scenario.gates[0].to == .outside(level: .constant(19.5)))
    #expect(scenario.pumps[0].powerCuts == [600..<900])
    #expect(scenario.pumps[0].to == .outside(level: nil))
    #expect(scenario.embankments.map(\.crest).first == .number(24.5))
    #expect(scenario.numerics.precision == .double && scenario.numerics.dryDepthMetres == 1e-4)
    #expect(scenario.output.gaugesEverySeconds == 60 && scenario.output.hasVelocity)
    #expect(scenario.output.envelopes == [.speed, .arrival])
  }

  @Test("terrain, duration and model are all that a scenario needs") func smallest() throws {
    let scenario = try parse("model: flood\nterrain: dem.asc.gz\nduration: 60").get()
    #expect(scenario.inflows.isEmpty && scenario.rain == nil && scenario.boundaries.isEmpty)
    #expect(scenario.numerics == Numerics() && scenario.output.everySeconds == nil)
  }

  @Test("a bed is without friction where that is said, and not by a slip") func smoothBed() throws {
    func roughness(_ n: String) -> Result<FloodScenario, CatalogError> {
      parse("model: flood\nterrain: a.asc\nduration: 60\nroughness: \(n)")
    }
    #expect(try roughness("0").get().roughness.everywhere == 0)
    for n in ["0.0003", "-0.03", "{default: 0}", "\"0\""] {
      #expect(throws: CatalogError.self) { try roughness(n).get() }
    }
  }

  struct FaultCase: CustomTestStringConvertible, Sendable {
    var text: String
    var other: String
    var message: String
    var testDescription: String { other }
    init(_ text: String, _ other: String, _ message: String) {
      (self.text, self.other, self.message) = (text, other, message)
    }
  }

  @Test(
    "what is wrong is said at its line and column",
    arguments: [
      FaultCase("terrain: dem.tif", "terain: dem.tif", "4:1: unknown key `terain`"),
      FaultCase("model: flood", "model: drainage", "1:8: `drainage` is not a model"),
      FaultCase("duration: 3600", "duration: -5", "6:11: `duration` must lie between"),
      FaultCase("duration: 3600", "duration: long", "6:11: `duration` must be a number"),
      FaultCase("crs: EPSG:4547", "crs: CGCS2000", "3:6: `CGCS2000` is not a CRS"),
      FaultCase("level: 20.5, ", "", "7:10: `initial` has none of `level`, `depth`"),
      FaultCase(", north: north.tif", "", "7:34: `north` is missing in `velocity`"),
      FaultCase("east: -0.5", "east: 300", "7:41: `east` must lie between"),
      FaultCase("mode: raised", "mode: rised", "8:41: `rised` is not a mode"),
      FaultCase("mode: raised, height: 6", "mode: raised", "8:12: raised buildings need"),
      FaultCase(
        "height: 6}", "height: 6, roof_rain: none}",
        "8:71: `roof_rain` is of buildings that are walls"),
      FaultCase("default: 0.04", "default: 4", "9:22: `default` must lie between"),
      FaultCase("constant: 19.7", "flow: 19.7", "11:56: unknown key `flow`"),
      FaultCase("at: [381990.5, 6354420]", "at: 381990.5", "11:23: `at` must be two coordinates"),
      FaultCase("id: breach", "id: culvert", "13:10: two of them have the id `culvert`"),
      FaultCase(
        "hydrograph: [[0, 0], [60, 3.5]]", "hydrograph: [[60, 0], [0, 3.5]]",
        "13:61: `hydrograph` goes back in time: 0.0 s after 60.0 s"),
      FaultCase("[60, 3.5]", "[60, 3.5, 1]", "13:60: a row of `hydrograph` has 2 numbers"),
      FaultCase("return_period: 50", "return_period: 0", "14:48: `return_period` must lie"),
      FaultCase(
        "rain: {storm: {file: wuhan.yml, return_period: 50, duration_minutes: 120}}",
        "rain: {hyetograph: [[0, 5], [60, -1]]}", "14:29: `hyetograph` is negative: -1.0"),
      FaultCase("default: roof", "default: rof", "23:12: `rof` is not one of the classes"),
      FaultCase("roof: none", "roof: {sand: 1}", "20:12: unknown key `sand`"),
      FaultCase("final: 3,", "final: 300,", "18:41: `final` 300.0 is above `initial`"),
      FaultCase("west: closed", "west: open", "25:9: `open` is not a boundary"),
      FaultCase("east: free", "east: {free: 0.1, level: 2}", "26:28: the boundary has `free` and"),
      FaultCase("from: 10, to: 20", "from: 20, to: 10", "29:7: a part of a side runs"),
      FaultCase("storage: lake}", "storage: lak}", "34:34: there is no storage `lak`"),
      FaultCase("stop_level: 20", "stop_level: 22", "41:17: `stop_level` 22.0 is not below"),
      FaultCase("[600, 900]", "[900, 600]", "42:17: a power cut ends after it begins"),
      FaultCase(
        "height: 24.5", "height: 24.5, field: crest", "44:53: the embankment has `height` and"),
      FaultCase("courant: 0.4", "courant: 2", "49:10: `courant` must lie between"),
      FaultCase("order: 2", "order: 3", "47:8: `order` must lie between 1 and 2"),
      FaultCase("[speed, arrival]", "[sped]", "52:68: `sped` is not a value of envelopes"),
    ])
  func fault(_ one: FaultCase) {
    let found = diagnostics(changed(one.text, to: one.other)).map {
      "\($0.line):\($0.column): \($0.message)"
    }
    #expect(found.contains { $0.hasPrefix(one.message) }, "\(found)")
  }

  @Test("several faults are told at once, from top to bottom") func several() {
    var yaml = changed("duration: 3600", to: "duration: 0")
    yaml = yaml.replacing("order: 2", with: "order: 5")
    yaml = yaml.replacing("west: closed", with: "west: shut")
    #expect(diagnostics(yaml).map(\.line) == [6, 25, 47])
  }

  @Test("an inflow without a place or a flow says what it may have") func incomplete() {
    let found = diagnostics("model: flood\nterrain: a\nduration: 1\ninflows: [{id: a}]")
    #expect(found.map(\.line) == [4, 4])
    #expect(found[0].message.contains("none of `at`, `along`, `polygon`"))
    #expect(found[1].message.contains("none of `hydrograph`, `constant`"))
  }

  @Test("paths lie beside the scenario or in a folder of the environment") func paths() throws {
    let scenario = try parse(whole).get()
    let place = TextPosition(line: 4, column: 10)
    func path(_ text: String) throws -> String {
      try scenario.path(Located(text, place), environment: ["DATA": "/data", "EMPTY": ""])
    }
    #expect(try path("dem.tif") == "runs/dem.tif")
    #expect(try path("../dem.tif") == "runs/../dem.tif")
    #expect(try path("/a/dem.tif") == "/a/dem.tif")
    #expect(try path("$DATA/dem.tif") == "/data/dem.tif")
    #expect {
      try path("$EMPTY/dem.tif")
    } throws: {
      ($0 as? CatalogError)?.diagnostics.first?.line == 4
    }
  }
}
