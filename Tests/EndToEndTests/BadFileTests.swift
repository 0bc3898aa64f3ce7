import Foundation
import Testing

extension EndToEndTests {
  @Suite("A file that cannot be used leaves the city as it was")
  struct BadFileTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    /// A file that is refused, and a word that the message must hold.
    struct BadFile: Sendable, CustomTestStringConvertible {
      var name: String
      var bytes: [UInt8]
      var mentions: String
      var testDescription: String { name }

      init(_ name: String, _ text: String, mentions: String) {
        self.init(name, Array(text.utf8), mentions: mentions)
      }

      init(_ name: String, _ bytes: [UInt8], mentions: String) {
        (self.name, self.bytes, self.mentions) = (name, bytes, mentions)
      }
    }

    /// A collection with one building.
    private static func building(
      ring: String = "[114.5,30.6],[114.501,30.6],[114.501,30.601],[114.5,30.6]",
      properties: String = "{}", head: String = ""
    ) -> String {
      """
      {"type":"FeatureCollection",\(head)"features":[
      {"type":"Feature","id":"x","properties":\(properties),
      "geometry":{"type":"Polygon","coordinates":[[\(ring)]]}}]}
      """
    }

    private static func crs(_ name: String) -> String {
      #""crs":{"type":"name","properties":{"name":"\#(name)"}},"#
    }

    static let badFiles: [BadFile] = [
      BadFile("empty", "", mentions: "is empty"),
      BadFile("blank", "\n \n", mentions: "is empty"),
      BadFile("picture", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0, 1, 2], mentions: "a PNG image"),
      BadFile("page", "<!DOCTYPE html><html></html>", mentions: "a web page"),
      BadFile("truncated", String(building().dropLast(30)), mentions: "cut short"),
      BadFile("no-features", #"{"type":"FeatureCollection","features":[]}"#, mentions: "features"),
      BadFile(
        "unclosed-ring", building(ring: "[114.5,30.6],[114.6,30.6],[114.6,30.7],[114.5,30.8]"),
        mentions: "ring"),
      BadFile(
        "short-ring", building(ring: "[114.5,30.6],[114.6,30.6],[114.5,30.6]"),
        mentions: "ring"),
      BadFile("nul-in-name", building(properties: #"{"name":"a\u0000b"}"#), mentions: "NUL"),
      BadFile(
        "not-a-number", building(ring: "[114.5,30.6],[114.6,NaN],[114.6,30.7],[114.5,30.6]"),
        mentions: "NaN"),
      BadFile(
        "beyond-number", building(ring: "[114.5,1e999],[114.6,30],[114.6,30.6],[114.5,1e999]"),
        mentions: "1e999"),
      BadFile(
        "exchanged-axes", building(ring: "[30.6,114.5],[30.6,114.6],[30.7,114.6],[30.6,114.5]"),
        mentions: "longitude first"),
      BadFile(
        "xian-1980", building(head: crs("urn:ogc:def:crs:EPSG::4610")), mentions: "Xian 1980"),
      BadFile("unknown-crs", building(head: crs("EPSG:999999")), mentions: "999999"),
      BadFile(
        "points", #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]}}"#,
        mentions: "Point"),
      BadFile(
        "no-utf8", Array(#"{"type":"FeatureCollection","features":[{"id":""#.utf8) + [0xFF, 0x22],
        mentions: "hint"),
    ]

    @Test("The message names the file and what is wrong with it", arguments: badFiles)
    func refused(file: BadFile) async throws {
      let city = try await Cities.small(in: folder)
      let before = try await content(of: city)
      try folder.write(file.name + ".geojson", file.bytes)
      let ended = try await yutu(
        "import", "--city", city, "--layer", "building", file.name + ".geojson", in: folder)
      #expect(ended.code == 1)
      #expect(ended.output == "")
      #expect(ended.errors.hasPrefix("error: "), "\(ended.errors)")
      #expect(ended.errors.contains(file.mentions), "\(ended.errors)")
      #expect(try await content(of: city) == before)

      let fresh = try await yutu(
        "import", "--city", "fresh.city", "--layer", "building", file.name + ".geojson", in: folder)
      #expect(fresh.code == 1)
      #expect(Set(folder.names) == [file.name + ".geojson", "test.city"])
    }

    /// Every table and row of a city file as SQL; opening a file may change bytes, but not these.
    private func content(of city: String) async throws -> String {
      try await Program.succeed(Place.program("sqlite3"), [city, ".dump"], in: folder)
    }

    @Test("Bad records are reported with their place, and the good ones beside them are kept")
    func mixed() async throws {
      let file = try folder.write(
        "mixed.geojsonl",
        [
          SmallCity.square("one", column: 0, floors: 1),
          SmallCity.square("two", column: 1, floors: 2).replacing("30.6]", with: "NaN]"),
          SmallCity.square("three", column: 2, floors: 3),
        ].joined(separator: "\n"))
      let ended = try await yutu(
        "import", "--city", "a.city", "--layer", "building", file, in: folder)
      #expect(ended.code == 0)
      #expect(ended.errors.contains("mixed.geojsonl:2:1: rejected: record 2:"), "\(ended.errors)")
      #expect(ended.output.contains("3 records read, 2 added"))
      let out = try await yutu("export", "--city", "a.city", "--layer", "building", "-", in: folder)
      let ids = try out.output.split(separator: "\n").map { try JSON(String($0)).id.text }
      #expect(ids == ["one", "three"])
    }

    @Test("Things that are not there or not what they should be are named")
    func places() async throws {
      let city = try await Cities.small(in: folder)
      let before = try await content(of: city)
      let good = try folder.write("good.geojson", SmallCity.square("x", column: 0, floors: 1))
      let text = try folder.write("text.city", "this is no database, but a text of some length\n")
      let foreign = folder.file("foreign.city")
      try await Program.succeed(
        Place.program("sqlite3"), [foreign, "CREATE TABLE payroll (name, salary)"], in: folder)
      let foreignBytes = try folder.bytes("foreign.city")
      let cases: [(arguments: [String], mentions: String)] = [
        (["--city", city, "--layer", "building", "nowhere.geojson"], "nowhere.geojson"),
        (["--city", city, "--layer", "building", folder.path], "is a folder"),
        (["--city", city, "--layer", "harbour", good], "harbour"),
        (["--city", city, "--layer", "building", good, "--map", "storeys=x"], "storeys"),
        (["--city", city, "--layer", "building", good, "--map", "floors=OG"], "no record has"),
        (["--city", city, "--layer", "building", good, "--crs", "EPSG:4610"], "Xian 1980"),
        (["--city", city, "--layer", "building", good, "--crs", "moon"], "moon"),
        (["--city", text, "--layer", "building", good], "text.city"),
        (["--city", foreign, "--layer", "building", good], "no city file"),
        (["--city", folder.path, "--layer", "building", good], folder.path),
        (["--city", folder.file("no/such/a.city"), "--layer", "building", good], "no/such"),
        (["--city", city, "--layer", "building", "--layers", "no-folder", good], "no-folder"),
      ]
      for (arguments, mentions) in cases {
        let ended = try await Program(Place.command, ["import"] + arguments, in: folder).end()
        #expect(ended.code == 1, "\(arguments): \(ended.output)")
        #expect(ended.errors.hasPrefix("error: ") || ended.errors.contains(": error: "))
        #expect(ended.errors.contains(mentions), "\(arguments): \(ended.errors)")
        #expect(ended.errors.contains("hint: "), "\(arguments): \(ended.errors)")
      }
      #expect(try await content(of: city) == before)
      #expect(try folder.bytes("foreign.city") == foreignBytes)
      #expect(folder.names == ["foreign.city", "good.geojson", "test.city", "text.city"])
    }

    @Test("A city that may not be written is not changed, and the message says why")
    func readOnly() async throws {
      let city = try await Cities.small(in: folder)
      let before = try await content(of: city)
      let good = try folder.write("good.geojson", SmallCity.square("x", column: 0, floors: 1))
      var arguments = ["import", "--city", city, "--layer", "building", good]
      var program = Place.command
      if getuid() == 0 {
        // The superuser may write everywhere, so nobody tries, with a copy that nobody may run.
        for path in ["/Layers", "/VERSION"].map({ Place.repository + $0 }) + [Place.command] {
          try await Program.succeed("/bin/cp", ["-r", path, folder.path], in: folder)
        }
        arguments =
          ["--reuid=65534", "--regid=65534", "--clear-groups", folder.file("yutu")] + arguments
        program = try #require(Place.program("setpriv"))
      }
      try await Program.succeed("/bin/chmod", ["a-w", city, folder.path], in: folder)
      let other = try TestFolder()
      let ended = try await Program(
        program, arguments, in: other, environment: ["YUTU_HOME": folder.path]
      ).end()
      try await Program.succeed("/bin/chmod", ["u+w", city, folder.path], in: other)
      #expect(ended.code == 1)
      #expect(ended.errors.contains("can only be read"), "\(ended.errors)")
      #expect(ended.errors.contains("hint: "))
      #expect(try await content(of: city) == before)
    }
  }
}
