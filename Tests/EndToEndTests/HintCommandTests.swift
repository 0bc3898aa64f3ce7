import Foundation
import TestSupport
import Testing

extension EndToEndTests {
  @Suite("The commands of hints run as they are told")
  struct HintCommandTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    /// Runs a command, which must be refused, and answers its hints.
    private func hints(of arguments: String..., code: Int32 = 1) async throws -> Hint {
      let refused = try await Program(Place.command, arguments, in: folder).end()
      #expect(refused.code == code, "\(arguments): \(refused.output)")
      return Hint(in: refused.errors)
    }

    private func cityOfBuildings() async throws -> String {
      let buildings = try folder.write("buildings.geojson", SmallCity.buildings)
      try await Program.succeed(
        Place.command, ["import", "--city", "t.city", "--layer", "building", buildings], in: folder)
      return "t.city"
    }

    @Test("A city without roads and signals gets them")
    func signals() async throws {
      let city = try await cityOfBuildings()
      let road = try folder.write("road.geojson", SmallCity.road)
      try await hints(of: "signals", "check", "--city", city)
        .follow(with: ["CITY": city, "ID": "road", "FILE": road], in: folder)
      let signal = try folder.write(
        "signal.geojson",
        """
        {"type":"FeatureCollection","features":[{"type":"Feature","id":"s","properties":{},
         "geometry":{"type":"Point","coordinates":[114.298,30.599]}}]}
        """)
      try await hints(of: "signals", "check", "--city", city)
        .follow(with: ["CITY": city, "FILE": signal], in: folder)
      let still = try await yutu("signals", "check", "--city", city, in: folder)
      #expect(!still.errors.contains("has no traffic signals"), "\(still.errors)")
    }

    @Test("A city without car parks gets some, and the process answers")
    func carParks() async throws {
      let city = try await Cities.small(in: folder)
      let lot = try folder.write(
        "lot.geojson", SmallCity.buildings.replacing("\"floors\":", with: "\"spaces\":"))
      try await serving(city, in: folder) { served in
        let asked = try served.post(
          "/processes/parking-choice/execution",
          #"{"inputs":{"from":[114.30,30.599],"to":[114.31,30.599],"stay_min":90}}"#)
        #expect(asked.status == 422, "\(asked.text)")
        let hint = try asked.json.hint.text ?? ""
        try await Hint(in: hint)
          .follow(with: ["CITY": city, "ID": "parking-lot", "FILE": "--fix \(lot)"], in: folder)
      }
    }

    @Test("A server that is started again as it says lets the page in")
    func origin() async throws {
      let city = try await Cities.small(in: folder)
      let page = ["Sec-Fetch-Site": "cross-site", "Origin": "http://gis.example"]
      var command = ""
      try await serving(city, in: folder) { served in
        let refused = try served.get("/collections", page)
        #expect(refused.status == 403)
        command = Hint(in: try refused.json.hint.text ?? "").commands.first ?? ""
      }
      let words = command.replacing("ORIGIN", with: "http://gis.example").split(separator: " ")
      #expect(words.prefix(4) == ["yutu", "serve", "--city", "CITY"], "\(command)")
      try await serving(city, in: folder, words.dropFirst(4).map(String.init)) { served in
        let answer = try served.get("/collections", page)
        #expect(answer.status == 200)
      }
    }

    @Test("A token file is made, and closed to others")
    func token() async throws {
      let city = try await Cities.small(in: folder)
      let file = folder.file("token")
      try await hints(of: "serve", "--city", city, "--token-file", file).follow(in: folder)
      chmod(file, 0o644)
      try await hints(of: "serve", "--city", city, "--token-file", file).follow(in: folder)
      try await serving(city, in: folder, ["--token-file", file]) { served in
        let health = try served.get("/health")
        #expect(health.status == 200)
      }
    }

    @Test("What has no name gets one, and a folder that is not there is made")
    func names() async throws {
      let city = try await cityOfBuildings()
      try await hints(of: "backup", city, "")
        .follow(with: ["CITY": city, "FILE": "copy.city"], in: folder)
      try await hints(of: "examples", "", code: 2)
        .follow(with: ["FOLDER": "examples"], in: folder)
      #expect(folder.names.contains("examples") && folder.names.contains("copy.city"))
      let other = ["import", "--city", "new/t.city", "--layer", "building", "buildings.geojson"]
      let refused = try await Program(Place.command, other, in: folder).end()
      try await Hint(in: refused.errors).follow(in: folder)
      try await Program.succeed(Place.command, other, in: folder)
    }

    @Test("A flood scenario that is not there is answered with those that are")
    func scenarios() async throws {
      try await hints(of: "run", "storm").follow(with: ["FOLDER": "examples"], in: folder)
      for (name, words) in [
        ("examples/flood/strom", "did you mean examples/flood/storm.yml?"),
        ("examples/river", "there are: examples/flood/storm.yml"),
        ("examples/flood", "is a folder, not a scenario file"),
      ] {
        let refused = try await yutu("run", name, in: folder)
        #expect(refused.code == 1 && refused.errors.contains(words), "\(refused.errors)")
      }
    }

    @Test("A pipe is read by standard input")
    func pipe() async throws {
      let buildings = try folder.write("buildings.geojson", SmallCity.buildings)
      #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
      let hint = try await hints(of: "import", "--city", "t.city", "--layer", "building", "pipe")
      let writer = try Program("/bin/sh", ["-c", "cat \(buildings) > pipe"], in: folder)
      try await hint.follow(with: ["CITY": "t.city", "ID": "building"], in: folder)
      #expect(try await writer.end().code == 0)
    }

    @Test("Cells that lie between the layer's are resampled, and then fit")
    func lattice() async throws {
      func grid(_ name: String, cell: Int) async throws -> String {
        let rows = (0..<20).map { _ in (0..<20).map(String.init).joined(separator: " ") }
        let head = "ncols 20\nnrows 20\nxllcorner 530000\nyllcorner 3380000\ncellsize \(cell)\n"
        try folder.write("\(name).asc", head + rows.joined(separator: "\n") + "\n")
        let tool = Place.program("gdal_translate")
        try await Program.succeed(
          tool, ["-q", "-a_srs", "EPSG:4547", "\(name).asc", "\(name).tif"], in: folder)
        return "\(name).tif"
      }
      let (first, second) = (try await grid("first", cell: 5), try await grid("second", cell: 7))
      try await Program.succeed(
        Place.command, ["import", "--city", "t.city", "--layer", "terrain", first], in: folder)
      try await hints(of: "import", "--city", "t.city", "--layer", "terrain", second)
        .follow(with: ["IN OUT.tif": "\(second) fitting.tif"], in: folder)
      let info = try await Program.succeed(
        Place.program("gdalinfo"), ["fitting.tif"], in: folder)
      #expect(info.contains("Size is 20, 20"), "\(info)")
      try await Program.succeed(
        Place.command, ["import", "--city", "t.city", "--layer", "terrain", "fitting.tif"],
        in: folder)
    }

    @Test("A database of another program is converted")
    func database() async throws {
      let buildings = try folder.write("buildings.geojson", SmallCity.buildings)
      try await Program.succeed(
        Place.program("ogr2ogr"), ["-f", "SQLite", "b.sqlite", buildings], in: folder)
      try await hints(of: "import", "--city", "t.city", "--layer", "building", "b.sqlite")
        .follow(with: [" IN": " b.sqlite"], in: folder)
      try await Program.succeed(
        Place.command, ["import", "--city", "t.city", "--layer", "building", "OUT.gpkg"],
        in: folder)
    }
  }
}
