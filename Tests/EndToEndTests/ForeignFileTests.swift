import Foundation
import Testing

extension EndToEndTests {
  @Suite("Foreign files are read by a process without rights and within limits")
  struct ForeignFileTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    /// Imports a file into a new city, with a share of the limits.
    private func importing(
      _ file: String, layer: String, share: Double = 0.2
    ) async throws -> Ended {
      let ended = try await Program(
        Place.command,
        ["import", "--city", "bomb.city", "--layer", layer, "--crs", "EPSG:4547", file], in: folder,
        environment: ["YUTU_READING_LIMITS_FACTOR": "\(share)"]
      ).end(within: 300)
      #expect(!FileManager.default.fileExists(atPath: folder.file("bomb.city")))
      return ended
    }

    /// A drawing as pairs of a group code and a value.
    private func drawing(blocks: [[String]], entities: [String]) -> String {
      var pairs = ["0 SECTION", "2 HEADER", "9 $ACADVER", "1 AC1015", "0 ENDSEC"]
      pairs += ["0 SECTION", "2 BLOCKS"]
      for (index, block) in blocks.enumerated() {
        pairs += ["0 BLOCK", "8 0", "2 B\(index)", "70 0", "10 0", "20 0", "3 B\(index)"]
        pairs += block + ["0 ENDBLK", "8 0"]
      }
      pairs += ["0 ENDSEC", "0 SECTION", "2 ENTITIES"] + entities + ["0 ENDSEC", "0 EOF"]
      return pairs.map { $0.replacing(" ", with: "\n", maxReplacements: 1) + "\n" }.joined()
    }

    @Test("A small file that fills the memory costs an error that names the limit")
    func memory() async throws {
      let line = ["0 LINE", "8 0", "10 0", "20 0", "11 1", "21 1"]
      // Each block draws the one before ten times.
      let blocks = (0..<8).map { depth in
        let insert = ["0 INSERT", "8 0", "2 B\(depth - 1)", "10 1", "20 1"]
        return depth == 0 ? line : Array(repeating: insert, count: 10).flatMap { $0 }
      }
      let file = try folder.write(
        "nested.dxf",
        drawing(blocks: blocks, entities: ["0 INSERT", "8 0", "2 B7", "10 1", "20 1"]))
      let ended = try await importing(file, layer: "road")
      #expect(ended.code == 1 && !ended.wasKilled)
      #expect(
        ended.errors.contains("it takes more than 153 MB of memory")
          || ended.errors.contains("it takes more than 9 s of processor time"), "\(ended.errors)")
      #expect(ended.errors.contains("YUTU_READING_LIMITS_FACTOR=10"))
    }

    @Test("A small file that does not end is read until it is too much")
    func endless() async throws {
      let array = [
        "0 INSERT", "8 0", "2 B0", "10 500000", "20 3400000", "70 30000", "71 30000", "44 1",
        "45 1",
      ]
      let file = try folder.write(
        "array.dxf", drawing(blocks: [["0 POINT", "8 0", "10 0", "20 0"]], entities: array))
      let ended = try await importing(file, layer: "hydrant")
      #expect(ended.code == 1 && !ended.wasKilled)
      #expect(ended.errors.contains("more than 3 MB of features come out of it"), "\(ended.errors)")
    }

    @Test("A small raster that claims many cells is refused by its head")
    func sparse() async throws {
      try await Program.succeed(
        Place.program("gdal_create"),
        [
          "-of", "GTiff", "-ot", "Float32", "-outsize", "60000", "60000", "-a_srs", "EPSG:4547",
          "-a_ullr", "400000", "3500000", "600000", "3300000", "-co", "SPARSE_OK=TRUE", "-co",
          "TILED=YES", folder.file("sparse.tif"),
        ], in: folder)
      let ended = try await importing(folder.file("sparse.tif"), layer: "terrain")
      #expect(ended.code == 1 && !ended.wasKilled)
      #expect(ended.errors.contains("claims 60000 x 60000 cells, more than"), "\(ended.errors)")
    }

    @Test("A table that names other files as its parts does not get them")
    func otherFiles() async throws {
      let ogr2ogr = Place.program("ogr2ogr")
      try FileManager.default.createDirectory(
        atPath: folder.file("other"), withIntermediateDirectories: true)
      let point = try folder.write(
        "point.geojson",
        #"{"type":"Feature","properties":{"name":"hidden"},"geometry":{"type":"Point","#
          + #""coordinates":[114.3,30.5]}}"#)
      let parts = try folder.write(
        "parts.geojson",
        #"{"type":"Feature","properties":{"Table":"other/hidden.tab"},"geometry":{"type":"#
          + #""Polygon","coordinates":[[[114,30],[115,30],[115,31],[114,31],[114,30]]]}}"#)
      let form = ["-f", "MapInfo File"]
      for (source, table) in [(point, "other/hidden.tab"), (parts, "seamless.tab")] {
        try await Program.succeed(ogr2ogr, form + [folder.file(table), source], in: folder)
      }
      let text = try folder.read("seamless.tab")
      _ = try folder.write(
        "seamless.tab", text + "begin_metadata\n\"\\IsSeamless\" = \"TRUE\"\nend_metadata\n")
      let ogrinfo = Place.program("ogrinfo")
      let seen = try await Program.succeed(ogrinfo, ["-al", "seamless.tab"], in: folder)
      #expect(seen.contains("hidden"), "the table is no attack: \(seen)")
      let ended = try await yutu(
        "import", "--city", "t.city", "--layer", "hydrant", folder.file("seamless.tab"), in: folder)
      #expect(ended.code == 1)
    }

    @Test("Changes that stand beside a GeoPackage are not passed over")
    func log() async throws {
      let point = try folder.write(
        "point.geojson",
        #"{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[114,30]}}"#)
      let package = folder.file("point.gpkg")
      try await Program.succeed(
        Place.program("ogr2ogr"), ["-f", "GPKG", package, point], in: folder)
      _ = try folder.write("point.gpkg-wal", "pages")
      let arguments = ["import", "--city", "t.city", "--layer", "hydrant", package]
      let refused = try await Program(Place.command, arguments, in: folder).end()
      #expect(refused.code == 1 && refused.errors.contains("that are not part of it yet"))
      try FileManager.default.removeItem(atPath: package + "-wal")
      try await Program.succeed(Place.command, arguments, in: folder)
    }

    @Test("The process that reads has no rights left and ends with its reader")
    func rights() async throws {
      var rows = "id,lon,lat,name\n"
      let name = String(repeating: "x", count: 100)
      for index in 0..<30_000 { rows += "\(index),114.3,30.5,\(name)\n" }
      let table = try folder.write("rows.csv", rows)
      try await Program.succeed(
        Place.program("ogr2ogr"), ["-f", "GPKG", folder.file("rows.gpkg"), table], in: folder)
      let process = Process()
      process.executableURL = URL(filePath: Place.command)
      process.arguments = [
        "read-dataset", #"{"file":"\#(folder.file("rows.gpkg"))","hasHeaderRow":true}"#,
      ]
      let pipe = Pipe()
      process.standardOutput = pipe
      try process.run()
      // More comes out of the file than a pipe holds, so that the process waits for its reader.
      let first = try pipe.fileHandleForReading.read(upToCount: 1)
      #expect(first == Data("H".utf8))
      let proc = "/proc/\(process.processIdentifier)/"
      let status = try String(contentsOfFile: proc + "status", encoding: .utf8)
      #expect(status.contains("Seccomp:\t2") && status.contains("NoNewPrivs:\t1"), "\(status)")
      let limits = try String(contentsOfFile: proc + "limits", encoding: .utf8)
      for name in ["Max cpu time", "Max data size", "Max file size", "Max core file size"] {
        let line = limits.split(separator: "\n").first { $0.hasPrefix(name) }
        #expect(line.map { !$0.contains("unlimited") } ?? false, "\(limits)")
      }
      #expect(process.isRunning)
      try pipe.fileHandleForReading.close()
      let deadline = ContinuousClock.now + .seconds(60)
      while process.isRunning, ContinuousClock.now < deadline {
        try await Task.sleep(for: .milliseconds(5))
      }
      #expect(!process.isRunning)
      if process.isRunning { process.terminate() }
    }
  }
}
