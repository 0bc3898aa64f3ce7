import Datasets
import Foundation
import SimpleFeatures
import TestSupport
import Testing

@testable import Server

@Suite("Rasters of a run go out as files and in colours")
struct RasterFileTests {
  private static let coverage = "/collections/run-storm-depth/coverage"

  /// The raster of a GeoTIFF answer.
  private static func grid(_ answer: Answer) throws -> RasterGrid {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).tif")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(answer.body).write(to: file)
    return try GridFile.read(file.path).grid
  }

  @Test("A moment of a run's layer comes as a GeoTIFF with the cells that were computed")
  func geoTIFF() async throws {
    let run = try KeptTestRun(frames: 4)
    defer { run.remove() }
    try await TestServer.run(runs: run.folder.path) { server in
      let answer = try await server.http.get(Self.coverage + "?datetime=2026-07-05T14:30:00Z")
      #expect(answer.status == 200, "\(answer.text.prefix(200))")
      #expect(answer.headers["content-type"] == "image/tiff; application=geotiff")
      #expect(
        answer.headers["content-crs"] == "<http://www.opengis.net/def/crs/EPSG/0/4547>")
      let grid = try Self.grid(answer)
      #expect(grid.lattice == run.lattice)
      let wet = run.depth(hours: 2)
      for (cell, value) in grid.values.enumerated() {
        let expected = wet.values[cell]
        #expect(expected == 0 ? value.isNaN : value == expected, "cell \(cell)")
      }
      // The box of some cells in their own system gives those cells, northing first as the register
      // has it.
      let part = try await server.http.get(
        Self.coverage + "?bbox=3385900,530100,3386000,530200&bbox-crs=EPSG:4547")
      let cells = try Self.grid(part)
      #expect(cells.columns == 10 && cells.rows == 10)
      #expect(cells[0, 0] == run.depth(hours: 3)[10, 0])
      let coarse = try Self.grid(
        try await server.http.get(Self.coverage + "?scale-factor=4"))
      #expect(coarse.columns == 16 && coarse.rows == 12 && coarse.lattice.cellWidth == 40)
    }
  }

  @Test("CoverageJSON holds the same cells with their moment")
  func coverageJSON() async throws {
    let run = try KeptTestRun(frames: 2)
    defer { run.remove() }
    try await TestServer.run(runs: run.folder.path) { server in
      let json = try await server.http.get(Self.coverage + "?f=covjson").json
      #expect(json["domain"]?["domainType"]?.string == "Grid")
      #expect(json["domain"]?["axes"]?["x"]?["num"]?.wholeNumber == 64)
      #expect(
        json["domain"]?["axes"]?["t"]?["values"]?.items?.first?.string == "2026-07-05T13:00:00Z")
      let range = json["ranges"]?["run-storm-depth"]
      #expect(range?["shape"]?.items?.map(\.wholeNumber) == [1, 48, 64])
      let values = try #require(range?["values"]?.items)
      #expect(values[0].number == nil && values[8].number == 0.18)
    }
  }

  @Test("What cannot be given is told, with what can")
  func refusals() async throws {
    let run = try KeptTestRun(frames: 2)
    defer { run.remove() }
    try await TestServer.run(runs: run.folder.path) { server in
      for (query, status, code) in [
        ("?bbox=10,10,11,11", 404, "no-value"), ("?bbox=1,2,3", 400, "bad-bbox"),
        ("?bbox=179,10,-179,11", 400, "bad-bbox"), ("?scale-factor=0.5", 400, "bad-parameter"),
        ("?datetime=2026-07-01T00:00:00Z", 404, "outside-time"),
        ("?scale-factor=x", 400, "bad-parameter"), ("?f=png", 400, "unknown-format"),
      ] {
        let answer = try await server.http.get(Self.coverage + query)
        #expect(answer.status == status, "\(query): \(answer.text)")
        #expect(try answer.json["code"]?.string == code, "\(query): \(answer.text)")
      }
      let features = try await server.http.get("/collections/building/coverage")
      #expect(try features.status == 404 && features.json["code"]?.string == "not-a-raster")
      let colours = try await server.http.get("/collections/building/map/tiles")
      #expect(try colours.status == 404 && colours.json["code"]?.string == "not-a-raster")
    }
  }

  @Test("Tiles in colours are linked, described and kept by their version")
  func colours() async throws {
    let run = try KeptTestRun(frames: 2)
    defer { run.remove() }
    try await TestServer.run(runs: run.folder.path) { server in
      let collection = try await server.http.get("/collections/run-storm-depth").json
      let links = collection["links"]?.items ?? []
      for rel in ["tilesets-map", "coverage"] {
        let name = "http://www.opengis.net/def/rel/ogc/1.0/\(rel)"
        #expect(links.contains { $0["rel"]?.string == name }, "\(rel)")
      }
      let base = "/collections/run-storm-depth/map/tiles/WebMercatorQuad"
      let described = try await server.http.get(base).json
      #expect(described["dataType"]?.string == "map")
      #expect(described["ramp"]?.items?.count == 3)
      let limit = try #require(
        described["tileMatrixSetLimits"]?.items?.first { $0["tileMatrix"]?.string == "14" })
      let row = try #require(limit["minTileRow"]?.wholeNumber)
      let column = try #require(limit["minTileCol"]?.wholeNumber)
      let path = "\(base)/14/\(row)/\(column)"
      let tile = try await server.http.get(path)
      #expect(tile.status == 200 && tile.headers["content-type"] == "image/png")
      // A palette, not true colour: its type stands in byte 25.
      #expect(tile.body.starts(with: [0x89, 0x50, 0x4E, 0x47]) && tile.body[25] == 3)
      let tag = try #require(tile.headers["etag"])
      let again = try await server.http.get(path, ["If-None-Match": tag])
      #expect(again.status == 304)
      let before = try await server.http.get(path + "?datetime=2026-07-05T12:00:00Z")
      #expect(before.status == 200 && before.headers["etag"] != tag)
      let beside = try await server.http.get("\(base)/14/1/1")
      #expect(beside.status == 204)
    }
  }
}
