import Foundation
import Testing

extension ClientEndToEndTests {
  @Suite("What imports take from OpenStreetMap", .needsRealData, .needsPythonClients)
  struct OpenStreetMapTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private func take(_ layer: String, from file: String, into city: String) async throws -> JSON {
      try JSON(
        try await Program.succeed(
          Place.command,
          [
            "import", "--city", city, "--layer", layer, "--no-problem-layer", "--json",
            "\(Place.data)/osm/\(file)",
          ], in: folder))
    }

    @Test(
      "Buildings, roads and addresses are those that pyosmium reads, each with its shape",
      arguments: ["Helsinki", "andorra"])
    func pyosmium(extract: String) async throws {
      let city = folder.file("\(extract).city")
      var exports: [String] = []
      for layer in ["building", "road", "address"] {
        _ = try await take(layer, from: "\(extract).osm.pbf", into: city)
        exports.append(folder.file("\(extract)-\(layer).geojsonl"))
        _ = try await Program.succeed(
          Place.command, ["export", "--city", city, "--layer", layer, exports.last ?? ""],
          in: folder)
      }
      let file = "\(Place.data)/osm/\(extract).osm.pbf"
      try await runClient("osmium_client", [file] + exports, in: folder)
    }

    @Test("Central Shanghai has 1,384 signals of junctions and 161 of crossings, and 4,701 streets")
    func shanghai() async throws {
      let city = folder.file("shanghai.city")
      let signals = try await take("traffic-signal", from: "shanghai_center.osm", into: city)
      #expect(signals.added.integer == 1545 && signals.rejected.integer == 0)
      let roads = try await take("road", from: "shanghai_center.osm", into: city)
      #expect(roads.added.integer == 4701)
      let text = try await Program.succeed(
        Place.command, ["export", "--city", city, "--layer", "traffic-signal", "-"], in: folder)
      #expect(text.ranges(of: #""kind":"junction""#).count == 1384)
      #expect(text.ranges(of: #""kind":"crossing""#).count == 161)
    }

    @Test("Every other file of the test data comes in")
    func others() async throws {
      let counts = [
        ("road", "reisterstown.osm.pbf"), ("water", "hangzhou_water_osm.geojson"),
        ("building", "wuhan_guanggu_buildings_osm.geojson"),
      ]
      for (layer, file) in counts {
        let report = try await take(layer, from: file, into: folder.file("\(layer).city"))
        let read = try #require(report.read.integer)
        let fates = ["added", "united", "rejected", "changed", "unchanged"]
          .compactMap { report[$0].integer }
        #expect(fates.reduce(0, +) == read, "\(file)")
        #expect((report.rejected.integer ?? read) * 2 < read, "\(file)")
      }
    }

    @Test("A layer that takes nothing of OpenStreetMap says how it could")
    func without() async throws {
      let ended = try await Program(
        Place.command,
        [
          "import", "--city", "a.city", "--layer", "population",
          "\(Place.data)/osm/andorra.osm.pbf",
        ], in: folder
      ).end()
      #expect(ended.code == 1 && ended.errors.contains("openstreetmap:"), "\(ended.errors)")
      #expect(folder.names.isEmpty)
    }
  }
}
