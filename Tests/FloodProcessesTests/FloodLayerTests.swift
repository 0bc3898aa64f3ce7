import Catalog
import Coverages
import FeatureStore
import FloodProcesses
import Foundation
import GeometryCore
import OneMap
import SimpleFeatures
import Simulation
import TestSupport
import Testing
import VectorTiles

@Suite("Layers that the frames of a flood make")
struct FloodLayerTests {
  /// The features of a layer at a minute, by their ids, with their properties.
  private func features(
    _ map: CityMap, _ layer: String, _ minutes: Int
  ) async throws -> [String: (geometry: Geometry, values: [String: PropertyValue])] {
    let seen = map.view(at: MapVersion(.instant(FloodTestRun.moment(minutes))))
    let (stored, page) = try await seen.features(of: "run-storm-\(layer)") { _ in FeatureQuery() }
    let names = stored.definition.fields.map(\.name)
    return page.features.reduce(into: [:]) {
      $0[$1.id] = (
        $1.geometry, Dictionary(uniqueKeysWithValues: zip(names, $1.values))
      )
    }
  }

  /// The tile of zoom 15 around a place of the run.
  private func tile(x: Double, y: Double) throws -> TileCoordinate {
    let toDegrees = try CoordinateTransform(
      from: CoordinateReferenceSystem("EPSG:4547"), to: .cgcs2000)
    let place = try toDegrees.transform(x: x, y: y)
    let tiles = Double(1 << 15)
    return try #require(
      TileCoordinate(
        zoom: 15, column: Int((place.x / 360 + 0.5) * tiles),
        row: Int((0.5 - asinh(tan(place.y * .pi / 180)) / (2 * .pi)) * tiles)))
  }

  @Test("Depth bands cover the cells between their depths, without the river of the beginning")
  func bands() async throws {
    let run = try FloodTestRun([RunLayer("bands", .features, count: 5)])
    let river: [(column: Int, row: Int, depth: Float, speed: Float)] = (0..<20).map {
      ($0, 0, 4, 1)
    }
    try run.append(minutes: 0, river)
    try run.append(minutes: 5, river + [(3, 4, 0.05, 0), (4, 4, 0.149, 0), (5, 5, 0.3, 0)])
    let map = try run.map()
    #expect(try await features(map, "bands", 0).isEmpty)
    let first = try await features(map, "bands", 5)
    #expect(first.keys.sorted() == ["30cm", "5cm"])
    #expect(first["5cm"]?.values["area"] == .real(200))
    #expect(first["5cm"]?.values["from_m"] == .real(0.05))
    #expect(first["5cm"]?.values["to_m"] == .real(0.15))
    // While the run goes on.
    var water = river
    for column in 1..<19 { water.append((column, 5, Float(column) * 0.08, 0.2)) }
    try run.append(minutes: 10, water)
    let bands = try await features(map, "bands", 10)
    let toPlane = try CoordinateTransform(
      from: .cgcs2000, to: CoordinateReferenceSystem("EPSG:4547"))
    var total = 0.0
    for (from, to) in [(0.05, 0.15), (0.15, 0.3), (0.3, 0.5), (0.5, 1), (1, 9)] {
      let band = try #require(bands["\(Int(from * 100))cm"])
      let cells = (1..<19).count {
        Float($0) * 0.08 >= Float(from) && Float($0) * 0.08 < Float(to)
      }
      #expect(band.values["area"] == .real(Double(cells) * 100))
      #expect(to < 9 || band.values["to_m"] == .null)
      // By their corners in degrees, to a square decimetre.
      let area = try toPlane.transform(band.geometry).planarArea
      #expect(abs(area - Double(cells) * 100) < 0.01)
      total += area
      for (id, other) in bands where id != "\(Int(from * 100))cm" {
        #expect(try !band.geometry.overlaps(other.geometry))
      }
    }
    #expect(abs(total - 1800) < 0.01)
  }

  @Test("Tiles of bands show the moment that is asked for")
  func bandTiles() async throws {
    let run = try FloodTestRun([RunLayer("bands", .features, count: 5)])
    try run.append(minutes: 0, [])
    try run.append(minutes: 5, [(8, 4, 0.2, 0), (9, 4, 0.2, 0)])
    try run.append(minutes: 10, [(8, 4, 0.2, 0), (9, 4, 0.6, 0)])
    let map = try run.map()
    let tile = try tile(x: 530_090, y: 3_380_055)
    for (minutes, ids) in [(0, []), (5, ["15cm"]), (10, ["15cm", "50cm"])] {
      let seen = map.view(at: MapVersion(.instant(FloodTestRun.moment(minutes))))
      let answer = try await seen.tile(tile, of: ["run-storm-bands"]).tile
      let bytes = try #require(answer?.gzippedBytes)
      #expect(bytes.isEmpty == ids.isEmpty)
      guard !bytes.isEmpty else { continue }
      let file = run.runs.appending(path: "\(minutes).mvt")
      try Data(try Gzip.decompress(bytes)).write(to: file)
      let read = try GDALProgram.run("ogr2ogr", ["-f", "GeoJSON", "/vsistdout/", file.path])
      let drawn = read.matches(of: /"band": ?"(\w+)"/).map { String($0.output.1) }
      #expect(drawn.sorted() == ids && read.contains("Polygon"))
    }
  }

  // MARK: Rasters

  private func grid(_ map: CityMap, _ layer: String, _ minutes: Int) async throws -> RasterGrid {
    let seen = map.view(at: MapVersion(.instant(FloodTestRun.moment(minutes))))
    let raster = try #require(try await seen.raster("run-storm-\(layer)"))
    return try await seen.coverage(
      of: raster, CoverageWindow(nil, crs: "EPSG:4547", mostCells: 1000))
  }

  @Test("Hazard is classed by depth, speed and their product, and the highest class is kept")
  func hazard() async throws {
    let run = try FloodTestRun([RunLayer("hazard", .made), RunLayer("worst-hazard", .made)])
    // Depth, speed, and the class by table 1 of AIDR guideline 7-3.
    let water: [(depth: Float, speed: Float, level: Float)] = [
      (0.04, 3, .nan), (0.05, 0, 1), (0.2, 1.4, 1), (0.2, 2.1, 5), (0.31, 0.5, 2), (0.3, 1.9, 2),
      (0.45, 1.5, 4), (0.6, 0.9, 3), (1.1, 0, 3), (1.3, 0.1, 4), (1.9, 0.6, 5), (2.1, 0, 5),
      (3, 1.2, 5), (3, 1.5, 6), (4.2, 0, 6), (0.1, 4.1, 6),
    ]
    let cells = water.enumerated().map {
      (column: $0 + 1, row: 3, depth: $1.depth, speed: $1.speed)
    }
    try run.append(minutes: 0, cells)
    try run.append(minutes: 5, [(1, 3, 0.1, 0), (2, 3, 0.8, 0), (14, 3, 0.1, 0)])
    let map = try run.map()
    let now = try await grid(map, "hazard", 0)
    for (number, cell) in water.enumerated() {
      let value = now[number + 1, 3]
      #expect(value == cell.level || (value.isNaN && cell.level.isNaN), "\(cell): \(value)")
    }
    #expect(now[0, 9].isNaN && now[5, 5].isNaN)
    let later = try await grid(map, "hazard", 5)
    #expect(later[1, 3] == 1 && later[2, 3] == 3 && later[14, 3] == 1 && later[3, 3].isNaN)
    let worst = try await grid(map, "worst-hazard", 5)
    #expect(worst[1, 3] == 1 && worst[2, 3] == 3 && worst[14, 3] == 6 && worst[13, 3] == 5)
    let before = try await grid(map, "worst-hazard", 0)
    #expect(before.isIdentical(to: now))
    // Legend, whole numbers in files, and colours.
    let raster = try #require(try await map.raster("run-storm-hazard"))
    let png = try #require(try await map.tile(try tile(x: 530_090, y: 3_380_065), of: raster))
    #expect(png[25] == 3, "a palette, not true colour: its type stands in byte 25")
    #expect(raster.palette?.colours.count == 6 && raster.cellType == .uint8)
    #expect(raster.rule?.classes.map(\.value) == Array(1...6) && raster.spareNumber() == 0)
  }

  @Test("Classes of hazard are listed from the lowest to the highest")
  func table() throws {
    func table(_ classes: String) throws -> HazardTable {
      let file = FileManager.default.temporaryDirectory
        .appending(path: "\(UUID().uuidString)/hazard.yml")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
      try Data("id: hazard\nsource: unconfirmed\nclasses: [\(classes)]\n".utf8).write(to: file)
      return try HazardTable.load(file: file.path)
    }
    let low = "{depth: 0.5, speed: 2, hazard: 0.6}"
    let known = try table(low)
    #expect(known.source == nil && known.limits.count == 1)
    #expect(known.hazardClass(depthMetres: 0.5, speed: 1.2) == 1)
    #expect(known.hazardClass(depthMetres: 0.5, speed: 1.3) == 2)
    for (classes, message) in [
      (low + ", {depth: 1, speed: 1, hazard: 0.6}", "lie below"), ("{depth: 1}", "speed"),
      ("{depth: -1, speed: 2, hazard: 1}", "depth"),
    ] {
      do {
        _ = try table(classes)
        Issue.record("\(classes) is taken")
      } catch let error as CatalogError {
        #expect(error.diagnostics.contains { $0.message.contains(message) }, "\(error)")
      }
    }
  }

  @Test("Durations grow by the time in which the water was so deep, evenly between frames")
  func durations() async throws {
    let layers = [15, 30, 50].map { RunLayer("duration-\($0)cm", .made) }
    let run = try FloodTestRun(layers)
    // Up to 60 cm within ten minutes, there for five, down within ten.
    for (minutes, depth) in [(0, 0), (5, 0.3), (10, 0.6), (15, 0.6), (20, 0.3), (25, 0)] {
      try run.append(minutes: Double(minutes), [(7, 2, Float(depth), 0), (8, 2, 0.15, 0)])
    }
    let map = try run.map()
    func seconds(_ centimetres: Int, _ minutes: Int) async throws -> [Float] {
      let grid = try await grid(map, "duration-\(centimetres)cm", minutes)
      #expect(grid[0, 9].isNaN && grid[1, 1].isNaN)
      return [grid[7, 2], grid[8, 2]]
    }
    for (centimetres, whole) in [(15, 1200), (30, 900), (50, 500)] {
      // 25 minutes, less what it takes to reach the depth twice.
      let found = try await seconds(centimetres, 25)
      #expect(abs(found[0] - Float(whole)) < 0.5, "\(centimetres) cm: \(found[0])")
      #expect(centimetres == 15 ? found[1] == 1500 : found[1].isNaN)
    }
    #expect(abs(try await seconds(15, 5)[0] - 150) < 0.5, "back in time it is as it was")
    #expect(abs(try await seconds(15, 10)[0] - 450) < 0.5)
    try run.append(minutes: 30, [(7, 2, 0.3, 0)])
    #expect(abs(try await seconds(15, 30)[0] - 1350) < 0.5, "while the run goes on")
    let toDegrees = try CoordinateTransform(
      from: CoordinateReferenceSystem("EPSG:4547"), to: .cgcs2000)
    let place = try toDegrees.transform(x: 530_075, y: 3_380_075)
    let raster = try #require(try await map.raster("run-storm-duration-15cm"))
    let curve = try map.series(
      of: raster, longitude: place.x, latitude: place.y, since: nil, until: nil)
    #expect(
      curve.map { $0.value.isNaN ? 0 : $0.value.rounded() } == [0, 150, 450, 750, 1050, 1200, 1350])
  }

  // MARK: Gates, pumps and breaches

  @Test("Gates, pumps and breaches tell what passes them at a moment, and what has until then")
  func structures() async throws {
    let run = try FloodTestRun([RunLayer("structures", .features, count: 3)])
    let places = [("gate", "Z1"), ("pump", "B1"), ("breach", "gap")].map { kind, id in
      """
      {"type":"Feature","id":"\(kind):\(id)","geometry":{"type":"Point","coordinates":[114.3,30.5]},
      "properties":{"feature":"\(id)","name":"\(id)","kind":"\(kind)",
      "towards":"\(kind == "breach" ? "land" : "water")"}}
      """
    }
    try Data(
      "{\"type\":\"FeatureCollection\",\"features\":[\(places.joined(separator: ","))]}".utf8
    )
    .write(to: run.runs.appending(path: "storm/impact/structures.geojson"))
    try run.append(minutes: 0, [], [("gate:Z1.flow", 0), ("gate:Z1.passed", 0)])
    try run.append(
      minutes: 5, [],
      [
        ("gate:Z1.flow", -1.25), ("gate:Z1.passed", -187.5), ("pump:B1.flow", 6),
        ("pump:B1.passed", 900.1234567), ("gate:gap.flow", 2), ("gate:gap.passed", 30),
      ])
    let map = try run.map()
    let first = try await features(map, "structures", 0)
    #expect(first["gate:Z1"]?.values["volume"] == .real(0))
    #expect(first["pump:B1"]?.values["flow"] == .null, "nothing is told of it")
    let later = try await features(map, "structures", 5)
    #expect(later.count == 3 && later["gate:Z1"]?.values["flow"] == .real(-1.25))
    #expect(later["gate:Z1"]?.values["volume"] == .real(-187.5))
    #expect(later["pump:B1"]?.values["volume"] == .real(900.123457))
    #expect(later["breach:gap"]?.values["flow"] == .real(2))
    #expect(later["breach:gap"]?.values["towards"] == .text("land"))
    #expect(later["breach:gap"]?.values["kind"] == .text("breach"))
  }
}
