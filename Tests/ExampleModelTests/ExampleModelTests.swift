import Catalog
import Foundation
import OneMap
import SimpleFeatures
import Simulation
import Testing

/// A map of three shelters, 0, 0.5 and 5 km north of a place.
private struct ShelterMap: MapSnapshot, LiveMap {
  let commit = 7
  var hasShelters = true

  func snapshot() async throws -> any MapSnapshot { self }
  func lastCommit(ofRoles roles: [LayerRole]) async throws -> Int { commit }

  func layers(withRole role: LayerRole) -> [String] {
    hasShelters && role.rawValue == "emergency-shelter" ? ["places"] : []
  }

  func raster(_ layer: String, on lattice: RasterLattice) -> RasterGrid { RasterGrid(lattice) }
  func rasters(withRole role: LayerRole) -> [MapRaster] { [] }
  func with(_ scenario: Scenario) -> any MapSnapshot { self }
  func features(_ layer: String, in area: Envelope, crs: String) -> [Feature] { [] }

  func forEachFeature(
    of layer: String, meeting area: Envelope?, _ body: (Feature) throws -> Void
  ) throws {
    for (id, north) in [("a", 0.0), ("b", 0.0045), ("c", 0.045)] {
      try body(
        Feature(
          id: id, geometry: .point(x: 114.3, y: 30.6 + north),
          properties: [Property("capacity", .integer(100))]))
    }
  }
}

@Suite("The example of docs/adding-a-model.md is a model like any other")
struct ExampleModelTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private func services(
    _ files: [String: String] = [:], on map: ShelterMap = ShelterMap()
  ) throws -> CityServices {
    try CityServices([ShelterService.self], ServiceContext(map: map, models: "", files: files))
  }

  private func inputs(_ json: JSONValue, of process: any Simulation.Process) throws -> InputValues {
    try InputSchema(process.inputs).values(of: json)
  }

  @Test("One line in the list brings the process, and a job makes a layer of what it finds")
  func layer() async throws {
    let process = try #require(try services().processes.first)
    let results = ResultLayers()
    let jobs = JobRegistry(results: results)
    let id = try await jobs.submit(
      process, try inputs(["at": [114.3, 30.6]], of: process), on: ShelterMap())
    for await status in try await jobs.changes(id) where status.state.isEnd {
      #expect(status.state == .successful)
      #expect(status.layers == ["run-\(id)-shelters"])
      let answer = try JSONValue(parsing: status.result?.json.bytes ?? [])
      #expect(answer["capacity"]?.wholeNumber == 200)
      let ids = answer["shelters"]?["features"]?.items?.compactMap { $0["id"]?.string }
      #expect(ids == ["a", "b"])
    }
  }

  @Test("A declaration gives schema, default, unit and words in both languages")
  func declaration() throws {
    let process = try #require(try services().processes.first)
    let within = process.inputs.schema(in: .en)["properties"]?["within_m"]
    #expect(within?["default"]?.number == 1000 && within?["maximum"]?.number == 50_000)
    #expect(within?["x-unit"]?.string == "m")
    #expect(within?["description"]?.string == "maximum straight-line distance, in metres")
    let chinese = process.inputs.schema(in: .zh)["properties"]?["within_m"]
    #expect(chinese?["description"]?.string == "最大直线距离（米）")
    #expect(process.inputs.schema(in: .both)["properties"]?["at"]?["title"]?.string == "地点 Place")
    let given = try inputs(["at": [114, 30], "within_m": 5], of: process)
    #expect(try given[ShelterProcess.within] == 5)
    #expect(try InputValues.none[ShelterProcess.within] == 1000)
    let fault = #expect(throws: ProcessError.self) {
      try inputs(["at": [30, 114]], of: process)[ShelterProcess.at]
    }
    #expect(fault?.status == 400 && fault?.message.contains("latitude") == true)
  }

  @Test("Its file is read, told in its status, and refused with the names of those there are")
  func source() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "full-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data("a\n".utf8).write(to: file)
    let services = try services(["full-shelters": file.path])
    #expect(services.sources.map(\.name) == ["full shelters"])
    #expect(services.sources.first?.state.status == "ok")
    let process = try #require(services.processes.first)
    let outputs = try await process.outputs(
      of: try inputs(["at": [114.3, 30.6]], of: process), on: ShelterMap()
    ) { _ in }
    #expect(outputs["capacity"].map { String(decoding: $0.bytes, as: UTF8.self) } == "100")
    let error = #expect(throws: PlainError.self) { try self.services(["full": file.path]) }
    #expect(error?.hint?.contains("full-shelters") == true)
  }

  @Test("A city without the layer is told apart from one whose layer is empty")
  func noLayer() async throws {
    let process = try #require(try services().processes.first)
    let inputs = try inputs(["at": [114.3, 30.6]], of: process)
    let fault = await #expect(throws: ProcessError.self) {
      _ = try await process.outputs(of: inputs, on: ShelterMap(hasShelters: false)) { _ in }
    }
    #expect(fault?.code == "no-shelters")
  }

  @Test("The code of the page is the code that these tests run, all of it and in its order")
  func page() throws {
    let page = try String(
      contentsOf: Self.root.appending(path: "docs/adding-a-model.md"), encoding: .utf8)
    var blocks: [String] = []
    var block: [Substring]?
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      if let lines = block {
        if line == "```" {
          blocks.append(lines.joined(separator: "\n") + "\n")
          block = nil
        } else {
          block = lines + [line]
        }
      } else if line == "```swift" {
        block = []
      }
    }
    let code = try String(
      contentsOf: Self.root.appending(path: "Tests/ExampleModelTests/ShelterService.swift"),
      encoding: .utf8)
    #expect(blocks.joined(separator: "\n") == code)
    let serve = try String(
      contentsOf: Self.root.appending(path: "Sources/yutu/Serve.swift"), encoding: .utf8)
    let list = serve.split(separator: "\n").first { $0.contains("[any CityService.Type] = [") }
    #expect(list.map { page.contains($0.split(separator: "]").first ?? "?") } == true)
  }
}
