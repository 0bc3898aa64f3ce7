import Catalog
import Datasets
import EmbeddedPages
import Foundation
import Ingest
import NIOCore
import SimpleFeatures
import TestSupport
import Testing
import VectorTiles

@testable import Server

@Suite("What the map page is given to draw, and to draw it with", .timeLimit(.minutes(3)))
struct MapFilesTests {
  @Test("Faults of imports are a layer of the map that is off until somebody asks for it")
  func importProblems() async throws {
    let layers = LayerCatalog.check(folder: Repository.file("Layers")).layers
    let definition = try #require(layers.first { $0.id == ProblemLayer.id })
    try await TestServer.run { server in
      let spool = try ProblemSpool(layer: "building", source: "b.geojson")
      try spool.add(
        RecordDiagnostic(
          severity: .rejected, rule: "type", record: 3,
          place: RecordDiagnostic.Place(inside: .point(x: 114.3, y: 30.6)), message: "m"))
      #expect(
        try ProblemLayer.publish(spool, in: server.store, as: definition, author: "t") != nil)
      let config = try await server.http.get("/map/config.json").json
      let shown = try (config["layers"]?.items ?? []).reduce(into: [String: Bool?]()) {
        $0[try #require($1["id"]?.string)] = $1["shown"]?.flag
      }
      #expect(shown == ["building": true, "import-problem": false])
      // It is there all the same, for those who ask.
      let items = try await server.http.get("/collections/import-problem/items").json
      #expect(items["features"]?.items?.count == 1)
    }
  }

  @Test("A server without MapLibre's files says so, and still gives its page and its data")
  func noLibrary() async throws {
    try await TestServer.run { server in
      for name in MapAssets.all.map(\.name) {
        let answer = try await server.http.get("/map/assets/\(name)")
        #expect(answer.status == 404)
        #expect(answer.headers["content-type"]?.contains("problem+json") == true)
        #expect(answer.text.contains("\(name) is not installed"), "\(answer.text)")
        #expect(answer.text.contains("install Yutu again"), "\(answer.text)")
      }
      #expect(try await server.http.get("/map").status == 200)
      #expect(try await server.http.get("/map/config.json").status == 200)
      let words = try await server.http.get("/map/map-words.js").text
      let lines = words.split(separator: "\n").filter { $0.contains("noLibrary:") }
      #expect(lines.count == 2 && lines[0].contains("请重新安装舆图"))
      #expect(lines[1].contains("install Yutu again"))
    }
  }

  @Test(
    "The page's files and documents come gzipped to who takes that, and with the same content",
    arguments: ["/map/map.js", "/theme.css", "/map/config.json", "/styles/light"])
  func gzipped(path: String) async throws {
    try await TestServer.run { server in
      let plain = try await server.http.get(path)
      let small = try await server.http.get(path, ["accept-encoding": "gzip"])
      #expect(plain.status == 200 && plain.headers["content-encoding"] == nil)
      #expect(small.headers["content-encoding"] == "gzip")
      #expect(small.headers["vary"]?.contains("Accept-Encoding") == true)
      #expect(small.body.count < plain.body.count)
      #expect(try Gzip.decompress(small.body) == plain.body)
    }
  }

  @Test("All files of the pages are in the program as they are in the folder")
  func embedded() throws {
    let folder = Repository.file("Sources/Server/Pages")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(Set(names) == Set(EmbeddedPages.files.keys))
    for name in names {
      let onDisk = FileManager.default.contents(atPath: "\(folder)/\(name)").map { [UInt8]($0) }
      #expect(EmbeddedPages.files[name] == onDisk, "\(name): list it in CEmbedded/pages.c")
    }
  }

  @Test("A browser that has a file of the page is told so in a few bytes")
  func unchanged() async throws {
    try await TestServer.run { server in
      let first = try await server.http.get("/map/map.js", ["accept-encoding": "gzip"])
      let tag = try #require(first.headers["etag"])
      let second = try await server.http.get("/map/map.js", ["if-none-match": tag])
      #expect(second.status == 304 && second.body.isEmpty)
      let other = try await server.http.get("/map/map-dom.js", ["if-none-match": tag])
      #expect(other.status == 200)
    }
  }

  @Test("Each of MapLibre's files that is missing is named, and those that are there are given")
  func oneFile() throws {
    let folder = try TemporaryFolder()
    #expect(MapAssets(folder: folder.path).missing == ["maplibre-gl.js", "maplibre-gl.css"])
    _ = try folder.write(Array("a{}".utf8), to: "maplibre-gl.css")
    let assets = MapAssets(folder: folder.path)
    #expect(assets.missing == ["maplibre-gl.js"])
    #expect(try assets.file("maplibre-gl.css").body.readableBytes > 0)
    let problem = #expect(throws: HTTPProblem.self) { try assets.file("maplibre-gl.js") }
    #expect(problem?.code == "missing-asset" && problem?.hint == MapAssets.remedy)
  }
}
