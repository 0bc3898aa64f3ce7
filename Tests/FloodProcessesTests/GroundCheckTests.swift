import Catalog
import FloodProcesses
import SimpleFeatures
import Testing

@Suite("The check of the ground that floods are computed on")
struct GroundCheckTests {
  /// A dyke from side to side, 5 m above level ground, three cells wide.
  private func dyke(_ numbers: [String: Double] = [:]) -> HandGround {
    var ground = HandGround(200, 41)
    for row in 19...21 { for column in 0..<200 { ground.bed[column, row] = 25 } }
    ground.add(FloodLayers.embankment, "D1", .lineString, [(0, 102.5), (1000, 102.5)], numbers)
    return ground
  }

  // MARK: Dykes

  @Test("A whole dyke is found without fault")
  func wholeDyke() throws {
    let ground = dyke(["crest_height": 25, "design_level": 24])
    #expect(try ground.findings().map(\.text.en) == [])
  }

  @Test("A notch in a dyke is found at its place, with its depth and length")
  func notch() throws {
    var ground = dyke(["design_level": 24.5])
    for row in 19...21 { for column in 100...102 { ground.bed[column, row] = 23.8 } }
    let found = try ground.findings()
    #expect(found.map(\.kind) == [.crestLow, .crestBelowDesign])
    let low = try #require(found.first)
    #expect(abs(low.measure - 1.2) < 1e-5 && low.feature == "D1")
    let place = try #require(low.shape?.ordinates)
    #expect(abs(place[0] - 530_507.5) <= 7.5 && abs(place[1] - 3_380_102.5) < 1e-6)
    #expect(low.numbers.first { $0.name == "length_m" }?.value == 15)
    #expect(abs(found[1].measure - 0.7) < 1e-5)
    #expect(low.text.zh.contains("1.20 m") && low.text.en.contains("down to 23.80 m"))
  }

  @Test("The opening of a sluice gate is no notch")
  func gate() throws {
    var ground = dyke(["crest_height": 25])
    for row in 19...21 { for column in 100...102 { ground.bed[column, row] = 20 } }
    ground.add(FloodLayers.gate, "ZM", .point, [(507.5, 102.5)], ["width": 15])
    #expect(try ground.findings().map(\.text.en) == [])
  }

  @Test("Cells that are wider than a crest say so and tell no low points of it")
  func coarse() throws {
    var ground = HandGround(50, 21, cell: 20)
    for column in 0..<50 { ground.bed[column, 10] = column.isMultiple(of: 2) ? 25 : 22 }
    ground.add(FloodLayers.embankment, "D1", .lineString, [(0, 210), (1000, 210)])
    let report = try GroundCheck.run(nil, on: ground, GroundCheck.Limits())
    #expect(report.findings.allSatisfy { $0.kind != .crestLow })
    #expect(report.notes.contains { $0.en.contains("narrower than cells of 20.00 m") })
  }

  @Test("A gap between two dykes is told once, with its width")
  func gap() throws {
    var ground = HandGround(200, 141)
    ground.add(
      FloodLayers.embankment, "west", .lineString, [(0, 350), (470, 350)], ["crest_height": 25])
    ground.add(
      FloodLayers.embankment, "east", .lineString, [(530, 350), (1000, 350)],
      ["crest_height": 25])
    let found = try ground.findings()
    #expect(found.map(\.kind) == [.dykeGap])
    #expect(found.first?.measure == 60)
  }

  @Test("An end on the plain is open, one that meets a hill is not")
  func ends() throws {
    var ground = HandGround(200, 141)
    ground.add(
      FloodLayers.embankment, "D1", .lineString, [(0, 350), (500, 350)],
      ["crest_height": 25, "design_level": 24])
    let found = try ground.findings()
    #expect(found.map(\.kind) == [.dykeEnd])
    #expect(found.first?.measure == 4)
    for row in 60...80 { for column in 98...110 { ground.bed[column, row] = 24 } }
    #expect(try ground.findings().map(\.text.en) == [])
  }

  @Test("Crests that meet at different heights are told as a step")
  func step() throws {
    var ground = HandGround(200, 41)
    for (id, from, to, crest) in [("a", 0.0, 500.0, 25.0), ("b", 500, 1000, 24.2)] {
      ground.add(
        FloodLayers.embankment, id, .lineString, [(from, 102.5), (to, 102.5)],
        ["crest_height": crest])
    }
    let found = try ground.findings()
    #expect(found.map(\.kind) == [.crestStep])
    #expect(found.first?.feature == "b" && abs((found.first?.measure ?? 0) - 0.8) < 1e-9)
  }

  @Test("A scenario's level above a crest beside the water is told")
  func level() throws {
    var ground = dyke(["crest_height": 25])
    ground.add(
      FloodLayers.water, "W1", .polygon, [(0, 0), (1000, 0), (1000, 60), (0, 60), (0, 0)])
    let said = #"{"duration": 60, "water_levels": [{"id": "W1", "level": [[0, 24], [60, 25.5]]}]}"#
    let scenario = try Scenario.adHoc.with(said, in: "flood")
    let found = try ground.findings(scenario: scenario)
    #expect(found.map(\.kind) == [.crestBelowWater])
    #expect(found.first?.measure == 0.5)
  }

  // MARK: Pits

  @Test("A pit of known volume is found with its outline")
  func pit() throws {
    var ground = HandGround(60, 40)
    for row in 10..<20 { for column in 20..<30 { ground.bed[column, row] = 19 } }
    // Too small, and too shallow.
    ground.bed[50, 30] = 15
    for row in 25..<35 { for column in 5..<15 { ground.bed[column, row] = 19.7 } }
    let found = try ground.findings()
    #expect(found.map(\.kind) == [.pit])
    let pit = try #require(found.first)
    #expect(pit.measure == 1)
    #expect(pit.numbers.map(\.value) == [2500, 2500, 20])
    #expect(
      pit.shape?.envelope
        == Envelope(minX: 530_100, minY: 3_380_100, maxX: 530_150, maxY: 3_380_150))
    #expect(pit.shape?.vertexCount == 5)
  }

  @Test("Lakes and underpasses are no pits")
  func lake() throws {
    var ground = HandGround(60, 40)
    for row in 10..<20 { for column in 20..<30 { ground.bed[column, row] = 19 } }
    for row in 25..<35 { for column in 5..<15 { ground.bed[column, row] = 15 } }
    ground.add(
      FloodLayers.water, "L", .polygon, [(105, 105), (140, 105), (140, 140), (105, 105)])
    ground.add(FloodLayers.underpass, "U", .lineString, [(20, 50), (80, 50)])
    #expect(try ground.findings(.pit).map(\.text.en) == [])
  }

  // MARK: River beds

  /// A bed that falls by 2 cm a cell to the east, along the middle.
  private func river() -> HandGround {
    var ground = HandGround(200, 41)
    for column in 0..<200 { ground.bed[column, 20] = 18 - 0.02 * Float(column) }
    ground.add(FloodLayers.watercourse, "R", .lineString, [(2.5, 102.5), (997.5, 102.5)])
    return ground
  }

  @Test("A bed that falls all along is in order")
  func bed() throws { #expect(try river().findings().map(\.text.en) == []) }

  @Test("One step up in a river's bed is found where it is, as high as it is")
  func uphill() throws {
    var ground = river()
    for column in 120..<200 { ground.bed[column, 20] += 1 }
    let found = try ground.findings()
    #expect(found.map(\.kind) == [.bedUphill])
    let step = try #require(found.first)
    #expect(abs(step.measure - 0.98) < 1e-4, "\(step.measure)")
    #expect(abs((step.numbers.first { $0.name == "from_m" }?.value ?? 0) - 600) < 1e-6)
    // The bed is below that upstream of the step again after 49 cells, told above 30 cm.
    #expect(abs((step.numbers.first { $0.name == "length_m" }?.value ?? 0) - 175) <= 5)
  }

  @Test("A line that is drawn upstream is told as one, not as a rise")
  func reversed() throws {
    var ground = river()
    ground.layers[FloodLayers.watercourse] = nil
    ground.add(FloodLayers.watercourse, "R", .lineString, [(997.5, 102.5), (2.5, 102.5)])
    let found = try ground.findings()
    #expect(found.map(\.kind) == [.lineReversed])
    #expect(abs((found.first?.measure ?? 0) - 3.98) < 1e-4)
  }

  // MARK: Datums

  @Test("Datums that differ are told, by what layers say and by heights that lie off")
  func datums() throws {
    var ground = dyke(["crest_height": 25])
    ground.fieldDatums[FloodLayers.embankment] = ["crest_height": .wusong]
    for index in 0..<30 {
      ground.add(
        FloodLayers.node, "N\(index)", .point, [(Double(index) * 20 + 10, 30)],
        ["ground_height": 21.9])
    }
    let found = try ground.findings()
    #expect(found.map(\.kind) == [.datumDiffers, .heightsOff])
    #expect(found[0].layer == "embankment" && found[0].text.en.contains("wusong"))
    #expect(abs(found[1].measure - 1.9) < 1e-4)
    let text = try GroundCheck.run(nil, on: ground, GroundCheck.Limits()).features().bytes
    let json = try JSONValue(parsing: text)
    #expect(json["features"]?.items?.count == 2)
  }

  @Test("A city without a terrain is refused, and one without dykes says so")
  func lacking() throws {
    let ground = HandGround(20, 20)
    let report = try GroundCheck.run(nil, on: ground, GroundCheck.Limits())
    #expect(report.findings.isEmpty && report.notes.count == 2)
  }
}
