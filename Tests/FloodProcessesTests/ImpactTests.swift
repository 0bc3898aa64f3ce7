import Catalog
import Foundation
import GeometryCore
import SimpleFeatures
import Simulation
import Testing

@testable import FloodProcesses

@Suite("What a flood does to buildings, facilities, roads and districts")
struct ImpactTests {
  private let runs = FileManager.default.temporaryDirectory
    .appending(path: "impact-\(UUID().uuidString)")
  /// Ten by ten cells of 10 m.
  private let lattice = RasterLattice(
    columns: 10, rows: 10, originX: 530_000, originY: 3_380_100, cellWidth: 10, cellHeight: 10,
    crs: "EPSG:4547")

  /// Corners in metres east and north of the south-western corner of the cells.
  private func shape(_ kind: Geometry.Kind, _ corners: [(Double, Double)]) throws -> Geometry {
    let toDegrees = try CoordinateTransform(
      from: CoordinateReferenceSystem("EPSG:4547"), to: .cgcs2000)
    let isArea = kind == .polygon
    return try toDegrees.transform(
      Geometry(
        kind: kind, ordinates: corners.flatMap { [530_000 + $0.0, 3_380_000 + $0.1] },
        pathEnds: kind == .point ? [] : [corners.count], partEnds: isArea ? [1] : []))
  }

  private func box(_ west: Double, _ south: Double, _ east: Double, _ north: Double) throws
    -> Geometry
  {
    try shape(
      .polygon, [(west, south), (east, south), (east, north), (west, north), (west, south)])
  }

  private func write(_ features: [Feature], _ name: String, _ folder: URL) throws {
    let text = JSONText.features(of: features) { text, feature in
      text.feature(id: feature.id, geometry: feature.geometry, properties: feature.properties)
    }
    try Data(text.bytes).write(to: folder.appending(path: "impact/\(name).geojson"))
  }

  /// A run of one building of one cell (row 4, column 4), a hospital in it, a road along row 7 in
  /// two pieces, and two districts: the western and the eastern half.
  private func run(_ id: String) throws -> URL {
    let folder = runs.appending(path: id)
    try FileManager.default.createDirectory(
      at: folder.appending(path: "impact"), withIntermediateDirectories: true)
    func told(_ layer: String, _ people: Int? = nil) -> [Property] {
      [
        Property("layer", .text(layer)), Property("name", .text("one")),
        Property("people", people.map { .integer(Int64($0)) } ?? .null),
      ]
    }
    try write(
      [Feature(id: "B1", geometry: try box(41, 51, 49, 59), properties: told("building", 12))],
      "buildings", folder)
    try write(
      [
        Feature(
          id: "hospital:H1", geometry: try shape(.point, [(45, 55)]),
          properties: told("hospital", 80)),
        Feature(
          id: "hospital:H2", geometry: try shape(.point, [(5, 5)]), properties: told("hospital")),
      ], "facilities", folder)
    try write(
      [
        Feature(
          id: "R1.1", geometry: try shape(.lineString, [(2, 25), (38, 25)]),
          properties: told("road")),
        Feature(
          id: "R1.2", geometry: try shape(.lineString, [(52, 25), (98, 25)]),
          properties: told("road")),
      ], "roads", folder)
    try write(
      [
        Feature(id: "west", geometry: try box(-5, -5, 50, 105), properties: told("area")),
        Feature(id: "east", geometry: try box(50, -5, 105, 105), properties: told("area")),
      ], "districts", folder)
    let rules = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Models/flood/impact.yml")
    try Data(contentsOf: rules).write(to: folder.appending(path: "impact/impact.yml"))
    let record = RunRecord(
      id: id, process: "flood", title: LocalisedText(zh: "试验", en: "Trial"), scenario: "trial",
      commit: 7, start: "2026-07-05T12:00:00Z", created: "2026-07-01T00:00:00Z",
      layers: ["buildings", "facilities", "roads", "districts"].map { RunLayer($0, .features) })
    try JSONEncoder().encode(record).write(to: folder.appending(path: RunRecord.fileName))
    return folder
  }

  private func begin(_ folder: URL) throws -> FrameFile {
    let file = FrameFile(folder: folder.path)
    func field(_ name: String) -> FrameField {
      FrameField(name: name, unit: "m", resolution: 0.001, zh: name, en: name)
    }
    try file.begin(
      FrameHead(
        model: "flood", version: "1", lattice: lattice,
        fields: ["depth", "velocity-east", "velocity-north"].map(field)), after: 0)
    return file
  }

  /// Appends a frame with water in some cells, at so many m/s to the east.
  private func append(
    _ minutes: Double, _ water: [(row: Int, column: Int, depth: Float)], speed: Float = 0,
    to file: FrameFile
  ) throws {
    var depth = RasterGrid(lattice, filledWith: 0)
    var east = depth
    for cell in water {
      depth.values[cell.row * 10 + cell.column] = cell.depth
      east.values[cell.row * 10 + cell.column] = speed
    }
    // The building is a wall.
    depth.values[44] = .nan
    try file.append(
      Frame(
        seconds: minutes * 60,
        fields: [depth, east, RasterGrid(lattice, filledWith: 0)]))
  }

  private func seen(_ layer: String, _ run: RunFolder, _ frame: Int) throws -> [Feature] {
    try FloodImpact.shared.features(of: layer, in: run, atFrame: frame)
  }

  private func text(_ feature: Feature?, _ field: String) -> String? {
    if case .text(let text)? = feature?[field] { text } else { nil }
  }

  @Test("A building is as deep as the water next to it, and what is in it with it")
  func buildings() throws {
    defer { try? FileManager.default.removeItem(at: runs) }
    let folder = try run("storm")
    let file = try begin(folder)
    // A lake beside it, which is no flood.
    let lake = (row: 5, column: 3, depth: Float(3))
    try append(0, [lake], to: file)
    // Two cells away, then next to it by a side and a corner, and at last thinner than what counts.
    try append(2, [lake, (4, 6, 2)], to: file)
    try append(5, [lake, (3, 3, 0.4), (4, 5, 0.2)], to: file)
    let kept = try #require(RunFolder(path: folder.path))
    #expect(try seen("buildings", kept, 0).isEmpty && seen("buildings", kept, 1).isEmpty)
    let wet = try #require(try seen("buildings", kept, 2).first)
    #expect(wet.id == "B1" && wet["depth"] == .real(0.4) && wet["people"] == .integer(12))
    #expect(text(wet, "since") == "2026-07-05T12:05:00Z")
    // While the run goes on.
    try append(10, [(4, 5, 0.1)], to: file)
    try append(15, [(4, 5, 0.04)], to: file)
    let later = try #require(try seen("buildings", kept, 3).first)
    #expect(later["depth"] == .real(0.1) && later["deepest"] == .real(0.4))
    #expect(try seen("buildings", kept, 4).isEmpty)
    // Back in time it is as it was.
    #expect(try seen("buildings", kept, 2).first == wet)
    #expect(try seen("facilities", kept, 2).map(\.id) == ["hospital:H1"])
    #expect(try seen("facilities", kept, 2).first?.geometry?.kind == .point)
  }

  @Test("A road is closed to each class from its depth or depth times speed on, until it is lower")
  func roads() throws {
    defer { try? FileManager.default.removeItem(at: runs) }
    let folder = try run("roads")
    let file = try begin(folder)
    try append(-5, [], to: file)
    try append(0, [(7, 1, 0.2)], to: file)
    try append(5, [(7, 1, 0.35)], to: file)
    try append(10, [(7, 1, 0.2)], speed: 1, to: file)
    try append(15, [(7, 1, 0.2)], speed: 2, to: file)
    try append(20, [(7, 1, 0.6)], to: file)
    let kept = try #require(RunFolder(path: folder.path))
    func road(_ frame: Int) throws -> Feature? {
      let roads = try seen("roads", kept, frame + 1)
      #expect(roads.map(\.id) == ["R1.1"], "the other piece is dry")
      return roads.first
    }
    #expect(text(try road(0), "state") == "open")
    #expect(text(try road(1), "state") == "partly")
    #expect(text(try road(1), "car_from") == "2026-07-05T12:05:00Z")
    #expect(try road(1)?["car_until"] == .null)
    // 0.2 m²/s closes nothing, 0.4 m²/s the cars' road.
    #expect(text(try road(2), "car_until") == "2026-07-05T12:10:00Z")
    #expect(text(try road(2), "car_from") == "2026-07-05T12:05:00Z")
    #expect(text(try road(3), "car_from") == "2026-07-05T12:15:00Z")
    #expect(try road(3)?["hazard"] == .real(0.4))
    #expect(try road(3)?["emergency_from"] == .null)
    #expect(text(try road(4), "state") == "closed")
    #expect(text(try road(4), "emergency_from") == "2026-07-05T12:20:00Z")
    #expect(try road(4)?["deepest"] == .real(0.6))
  }

  @Test("A district counts what stands in it, and its wet cells by depth")
  func districts() throws {
    defer { try? FileManager.default.removeItem(at: runs) }
    let folder = try run("districts")
    let file = try begin(folder)
    try append(0, [(9, 0, 3)], to: file)
    try append(
      5, [(9, 0, 3), (4, 5, 0.2), (0, 0, 0.06), (7, 1, 0.35), (9, 9, 1.5), (9, 8, 0.01)], to: file)
    let kept = try #require(RunFolder(path: folder.path))
    let districts = try seen("districts", kept, 1)
    let west = try #require(districts.first { $0.id == "west" })
    let east = try #require(districts.first { $0.id == "east" })
    func numbers(_ feature: Feature, _ names: [String]) -> [Double?] {
      names.map { name in
        switch feature[name] {
        case .integer(let number)?: Double(number)
        case .real(let number)?: number
        default: nil
        }
      }
    }
    let counts = ["buildings", "affected_people", "facilities", "facility_people"]
    #expect(numbers(west, counts) == [1, 12, 1, 80])
    #expect(numbers(east, counts) == [0, 0, 0, 0])
    #expect(east["affected_people"] == .integer(0), "nobody, not somebody unknown")
    #expect(numbers(west, ["closed_car", "closed_emergency"]) == [36, 0])
    let areas = ["wet_area", "area_15cm", "area_30cm", "area_100cm"]
    #expect(numbers(west, areas) == [200, 100, 100, 0])
    #expect(numbers(east, areas) == [200, 200, 100, 100])
  }

  @Test("People are summed as far as they are known, however many a file says")
  func people() {
    var count = ImpactTotals.Headcount()
    #expect(count.value == .integer(0))
    count.add(nil)
    #expect(count.value == .null)
    count.add(Int(ImpactPlaces.people.clamp(9e18)))
    count.add(Int(ImpactPlaces.people.clamp(.nan)))
    #expect(count.value == .integer(1_000_000_000))
  }
}
