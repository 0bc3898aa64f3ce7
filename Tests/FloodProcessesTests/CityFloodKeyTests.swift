import Catalog
import SimpleFeatures
import Testing

@testable import FloodProcesses

@Suite("Inlets, buildings and catchments in a scenario's flood")
struct CityFloodKeyTests {
  private func flood(_ json: String) throws -> CityFlood {
    try #require(
      try CityFlood(
        Scenario.adHoc.with(#"{"duration": 60, "# + json + "}", in: CityFlood.part.name)))
  }

  private func fault(_ json: String) -> Diagnostic? {
    do {
      _ = try flood(json)
      return nil
    } catch let error as CatalogError {
      return error.diagnostics.first
    } catch {
      return nil
    }
  }

  @Test("Where nothing is said, buildings are walls, roofs drain around them, inlets take nothing")
  func usual() throws {
    let flood = try flood(#""cell": 10"#)
    #expect(flood.inlets == nil && flood.buildings == .wall && flood.roofRain == .ground)
  }

  @Test("Inlets work by the table, are blocked, or have capacities of their own")
  func inlets() throws {
    #expect(try flood(#""inlets": "on""#).inlets?.control(of: "J1").capacity == nil)
    #expect(try flood(#""inlets": "off""#).inlets == nil)
    let said = try flood(#""inlets": {"J1": "off", "J2": 0.5, "default": "on"}"#).inlets
    #expect(said?.control(of: "J1").capacity == 0)
    #expect(said?.control(of: "J2").capacity == 0.5)
    #expect(said?.control(of: "J3").capacity == nil)
    #expect(fault(#""inlets": {"J1": -1}"#)?.message.contains("inlets") == true)
  }

  @Test("Buildings are raised by their heights or by a step")
  func buildings() throws {
    #expect(try flood(#""buildings": "raised""#).buildings == .raised(metres: nil))
    #expect(try flood(#""buildings": {"raised": 0.5}"#).buildings == .raised(metres: 0.5))
    #expect(try flood(#""buildings": "none""#).buildings == CityFlood.Buildings.none)
    let both = fault(#""buildings": "raised", "roof_rain": "streets""#)
    #expect(both?.message == "`roof_rain` is of buildings that are walls")
    #expect(fault(#""buildings": "blocks""#) != nil)
  }

  @Test("A run writes no more frames than lists of moments can hold")
  func frames() throws {
    #expect(try flood(#""output": {"every": 0.006}"#).output.everySeconds == 0.006)
    let often = fault(#""output": {"every": 0.001}"#)
    #expect(often?.hint == "of 60.0 s write every 1.0 s or less often")
    #expect(fault(#""output": {"gauges_every": 0.001, "every": 60}"#) == nil)
  }

  @Test("A catchment is named by a place in degrees")
  func catchment() throws {
    let flood = try flood(#""area": {"catchment": [114.3, 30.5]}"#)
    #expect(flood.area?.value == .catchment(x: 114.3, y: 30.5))
    let metres = fault(#""area": {"catchment": [529100, 3384250]}"#)
    #expect(metres?.hint == "write catchment: [114.32, 30.53]")
    #expect(fault(#""area": {"catchment": [114], "box": [1, 2, 3, 4]}"#) != nil)
  }

  @Test("The table of inlets that comes along is whole, and faults of others are told")
  func table() throws {
    let table = try InletTable.load(file: "Models/flood/inlets.yml")
    #expect(table.fittings == ["inlet": 0.02] && table.standIns == ["manhole": 0.04])
    // A pipe of 1 m at 1 m/s.
    #expect(abs(table.outfall(diameterMillimetres: 1000) - 0.785) < 1e-3)
    #expect(throws: CatalogError.self) {
      try InletTable.parse(
        yaml: "id: inlets\nsource: x\nfittings: {inlet: -2}\noutfall_velocity: 1\n",
        file: "inlets.yml")
    }
  }

  @Test("A scenario of files lists its inlets, and where roofs drain")
  func files() throws {
    let scenario = try FloodScenario.parse(
      yaml: """
        model: flood
        terrain: dem.tif
        duration: 60
        buildings: {file: houses.gpkg, roof_rain: {nearest: streets.gpkg}}
        inlets:
          - {id: J1, at: [10, 20], capacity: 0.02}
        """, file: "a.yml")
    guard case .listed(let inlets) = scenario.inlets else {
      Issue.record("the inlets are listed")
      return
    }
    #expect(inlets.map(\.id) == ["J1"] && inlets[0].cubicMetresPerSecond == 0.02)
    guard case .nearest(let file)? = scenario.buildings?.roofRain else {
      Issue.record("roofs drain to the nearest street")
      return
    }
    #expect(file.value == "streets.gpkg")
  }
}
