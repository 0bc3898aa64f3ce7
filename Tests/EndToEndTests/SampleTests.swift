import Foundation
import TestSupport
import Testing

extension EndToEndTests {
  @Suite("The sample city by command")
  struct SampleTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private func exported(_ layer: String, seed: String, as name: String) async throws -> Data {
      let city = folder.file("\(name).city")
      if !folder.names.contains("\(name).city") {
        let made = try await yutu(
          "sample", "--out", city, "--seed", seed, in: folder, within: 180)
        #expect(made.code == 0, "\(made.errors)")
      }
      let file = folder.file("\(name)-\(layer).geojsonl")
      let ended = try await yutu("export", "--city", city, "--layer", layer, file, in: folder)
      #expect(ended.code == 0, "\(ended.errors)")
      return try folder.bytes("\(name)-\(layer).geojsonl")
    }

    @Test("Equal seeds give equal exports, others do not")
    func seeds() async throws {
      for layer in ["building", "address", "drainage-pipe", "parking-bay"] {
        let first = try await exported(layer, seed: "11", as: "first")
        #expect(try await exported(layer, seed: "11", as: "again") == first)
        #expect(try await exported(layer, seed: "12", as: "other") != first)
      }
    }

    @Test("The command says what it made, and never writes over a file")
    func refuses() async throws {
      let city = folder.file("sample.city")
      let made = try await yutu("sample", "--out", city, "--json", in: folder, within: 180)
      #expect(made.code == 0, "\(made.errors)")
      let report = try JSON(Array(made.output.utf8))
      #expect(report["scale"].number == 1 && report["layers"]["terrain"].number ?? 0 > 0)
      #expect((1600...2300).contains(report["layers"]["building"].number ?? 0))
      #expect(folder.names == ["sample.city"])
      let before = try folder.bytes("sample.city")

      let again = try await yutu("sample", "--out", city, in: folder)
      #expect(again.code == 1 && again.errors.contains("hint: name another file"))
      #expect(try folder.bytes("sample.city") == before)
      let checked = try await yutu("check", "--city", city, in: folder)
      #expect(checked.code == 0, "\(checked.output)\(checked.errors)")
    }

    @Test("The shipped scenario is about the city that make demo shows")
    func scenario() async throws {
      let city = folder.file("sample-1.city")
      let made = try await yutu("sample", "--out", city, "--scale", "1", in: folder, within: 180)
      #expect(made.code == 0, "\(made.errors)")
      let file = Place.repository + "/Models/scenarios/taller-block.yml"
      for (layer, count) in [("building", 5), ("parking-lot", 1), ("road", 1)] {
        let ended = try await yutu(
          "diff", "--city", city, "--layer", layer, "--scenario", file, "--json", in: folder)
        #expect(ended.code == 0, "\(ended.errors)")
        let changes = ended.output.split(separator: "\n")
        #expect(changes.count == count, "\(layer): \(ended.output)")
      }
    }

    @Test("Whoever shows the city says that it is made up")
    func attribution() async throws {
      let city = folder.file("sample.city")
      let made = try await yutu("sample", "--out", city, "--seed", "8", in: folder, within: 180)
      #expect(made.code == 0, "\(made.errors)")
      let words = "yutu sample 虚构，种子 8 Made up by yutu sample, seed 8 (CC0-1.0)"
      try await serving(city, in: folder) { served in
        for path in ["/map/config.json", "/tiles/WebMercatorQuad?f=tilejson"] {
          let attribution = try served.json(path)["attribution"].text
          #expect(attribution == words, "\(path)")
        }
        // Its rasters are collections too, which have no features to offer.
        let listed = try await Program.succeed(
          Place.program("ogrinfo"), ["-ro", "-q", "OAPIF:" + served.base], in: folder)
        #expect(listed.contains("building") && !listed.contains("terrain"), "\(listed)")
      }
      let log = try await yutu("log", "--city", city, "--json", in: folder)
      #expect(log.output.contains("Made up by yutu sample, seed 8"))
    }

    @Test(
      "A wrong command line ends with code 2 and leaves nothing", arguments: ["0", "-3", "2000"])
    func wrongScale(scale: String) async throws {
      let ended = try await yutu(
        "sample", "--out", folder.file("x.city"), "--scale=\(scale)", in: folder)
      #expect(ended.code == 2)
      #expect(folder.names == [])
    }
  }
}
