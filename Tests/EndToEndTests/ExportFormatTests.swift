import Foundation
import Testing

extension EndToEndTests {
  @Suite("Giving a layer away in other people's formats", .needsGDAL)
  struct ExportFormatTests {
    private let folder: TestFolder
    private static let endings = ["geojson", "gpkg", "shp", "fgb", "csv"]

    init() throws { folder = try TestFolder() }

    @Test("What a format cannot hold is told on standard error and in --json", arguments: endings)
    func losses(ending: String) async throws {
      let city = try await Cities.small(in: folder)
      let arguments = ["export", "--city", city, "--layer", "building", "b.\(ending)"]
      let ended = try await Program(Place.command, arguments, in: folder).end()
      #expect(ended.code == 0 && ended.output == "")
      #expect(ended.errors.contains("building: 4 features written to b.\(ending)"))
      let told = ended.errors.split(separator: "\n").filter { $0.hasPrefix("not as in the city: ") }

      let listed = try await Program(Place.command, arguments + ["--json"], in: folder).end()
      let report = try JSON(listed.output)
      #expect(report.features.integer == 4 && report.crs.text == "EPSG:4490")
      let messages = report.losses.list.compactMap(\.message.text)
      #expect(messages.count == told.count)
      #expect(messages.isEmpty == ["geojson", "gpkg"].contains(ending))
      for (line, message) in zip(told, messages) { #expect(line.contains(message)) }
      if ending == "shp" {
        #expect(told.contains { $0.contains("house_numb: field house_number") })
      }
      let info = try await Program.succeed(
        Place.program("ogrinfo"), ["-ro", "-so", "-al", folder.file("b.\(ending)")], in: folder)
      #expect(info.contains("Feature Count: 4"))
      let place = info.firstMatch(of: #/Extent: \(([\d.]+), ([\d.]+)\)/#)
      #expect(place?.1 == "114.300000" && place?.2 == "30.600000")
    }

    @Test("On a full disk the old file stays, none is left behind, and it is said what to do")
    func fullDisk() async throws {
      let squares = (0..<4000).map { SmallCity.square("s\($0)", column: $0 % 100, floors: $0) }
      let file = try folder.write("squares.geojsonl", squares.joined(separator: "\n"))
      let city = folder.file("a.city")
      let into = try await yutu(
        "import", "--city", city, "--layer", "building", file, in: folder)
      #expect(into.code == 0, "\(into.errors)")
      for ending in Self.endings {
        let whole = try await yutu(
          "export", "--city", city, "--layer", "building", "whole.\(ending)", in: folder)
        #expect(whole.code == 0)
        let size = try folder.bytes("whole.\(ending)").count
        // In blocks of 512 bytes: the city's own index of its log needs 64 of them.
        for share in [0.2, 0.5, 0.8, 0.95, 0.999] {
          let old = try folder.write("out.\(ending)", "old")
          let blocks = max(Int(Double(size) * share) / 512, 65)
          let script =
            "trap '' XFSZ; ulimit -f \(blocks); exec '\(Place.command)' export --city '\(city)' "
            + "--layer building '\(old)'"
          let ended = try await Program("/bin/dash", ["-c", script], in: folder).end()
          #expect(ended.code == 1 && !ended.wasKilled, "\(ending) \(share): \(ended.errors)")
          #expect(ended.errors.contains("out.\(ending) cannot be written"), "\(ended.errors)")
          #expect(ended.errors.contains("\nhint: "))
          #expect(try folder.read("out.\(ending)") == "old")
          let all = try FileManager.default.contentsOfDirectory(atPath: folder.path)
          #expect(!all.contains { $0.hasPrefix(".yutu") })
          #expect(all.filter { $0.hasPrefix("out.") } == ["out.\(ending)"])
        }
        try FileManager.default.removeItem(atPath: folder.file("out.\(ending)"))
      }
    }

    @Test("A layer in another system lies in the same place", arguments: ["gpkg", "shp", "fgb"])
    func otherSystem(ending: String) async throws {
      let city = try await Cities.small(in: folder)
      let out = try await yutu(
        "export", "--city", city, "--layer", "road", "--crs", "EPSG:4547", "r.\(ending)",
        in: folder)
      #expect(out.code == 0, "\(out.errors)")
      let back = try await Program.succeed(
        Place.program("ogr2ogr"),
        [
          "-f", "GeoJSON", "-t_srs", "OGC:CRS84", "-nlt", "PROMOTE_TO_MULTI", "/vsistdout/",
          folder.file("r.\(ending)"),
        ],
        in: folder)
      let line = try JSON(back).features[0].geometry.coordinates[0]
      #expect(abs((line[0][0].number ?? 0) - 114.298) < 1e-7)
      #expect(abs((line[1][1].number ?? 0) - 30.599) < 1e-7)
    }
  }
}
