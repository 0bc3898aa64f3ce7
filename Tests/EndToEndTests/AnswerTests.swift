import TestSupport
import Testing

extension EndToEndTests {
  @Suite("Answers keep to the rules of HTTP")
  struct AnswerTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private static let tile = "/tiles/WebMercatorQuad/16/26911/53575"

    @Test("HEAD gives the headers of GET and no body")
    func head() async throws {
      try await serving(try await Cities.small(in: folder), in: folder) { served in
        let targets = ["/", "/collections", "/collections/building/items/hall", Self.tile, "/map"]
        for target in targets {
          let full = try served.get(target)
          let head = try served.http.send("HEAD", target)
          #expect(full.status == 200 && head.status == 200, "\(target)")
          #expect(head.body.isEmpty, "\(target)")
          #expect(!full.body.isEmpty, "\(target)")
          #expect(full.headers["content-length"] == "\(full.body.count)", "\(target)")
          for name in ["content-type", "content-length", "etag", "vary"] {
            #expect(head.headers[name] == full.headers[name], "\(target): \(name)")
          }
        }
      }
    }

    @Test("Everything that a page for people links to is there")
    func links() async throws {
      try await serving(try await Cities.small(in: folder), in: folder) { served in
        for page in ["/", "/collections", "/collections/building", "/collections/building/items"] {
          let html = String(decoding: try served.get(page + "?f=html").body, as: UTF8.self)
          // What follows # is for the page alone.
          let targets = html.matches(of: /(?:href|src)="(\/[^"#]*)[^"]*"/).map {
            $0.output.1.replacing("&amp;", with: "&")
          }
          #expect(targets.contains("/pages.css"))
          for target in Set(targets.map { String($0) }) {
            #expect(try served.get(target).status == 200, "\(page) links to \(target)")
          }
        }
      }
    }

    @Test("A tile comes gzipped to those who take it, plain to others, and is the same tile")
    func encodings() async throws {
      try await serving(try await Cities.small(in: folder), in: folder) { served in
        let plain = try served.get(Self.tile)
        #expect(plain.headers["content-encoding"] == nil)
        #expect(plain.headers["content-type"] == "application/vnd.mapbox-vector-tile")
        let packed = try served.get(Self.tile, ["Accept-Encoding": "br;q=1, gzip;q=0.5"])
        #expect(packed.headers["content-encoding"] == "gzip")
        #expect(packed.headers["vary"] == "Accept-Encoding")
        #expect(plain.headers["vary"] == "Accept-Encoding")
        let file = try folder.write("tile.gz", packed.body)
        try await Program.succeed(Place.program("gzip"), ["-d", file], in: folder)
        #expect(try folder.bytes("tile").elementsEqual(plain.body))
        let refused = try served.get(Self.tile, ["Accept-Encoding": "gzip;q=0, identity"])
        #expect(refused.headers["content-encoding"] == nil)
        #expect(refused.body == plain.body)
      }
    }

    @Test(
      "A client with the current tile is told so; a commit renews the tiles where it changes things"
    )
    func entityTags() async throws {
      let city = try await Cities.small(in: folder)
      let west = 360 * 53575.4 / 65536 - 180
      let more = try folder.write(
        "more.geojson", SmallCity.square("new", west: west, south: 30.602, floors: 3))
      try await serving(city, in: folder) { served in
        func tag(_ layer: String, _ place: String = "14/6727/13393") throws -> String {
          let target = "/collections/\(layer)/tiles/WebMercatorQuad/\(place)"
          let first = try served.get(target)
          let tag = try #require(first.headers["etag"])
          let again = try served.get(target, ["If-None-Match": tag])
          #expect(again.status == 304 && again.body.isEmpty && again.headers["etag"] == tag)
          #expect(try served.get(target, ["If-None-Match": "\"other\", W/\(tag)"]).status == 304)
          #expect(try served.get(target, ["If-None-Match": "\"other\""]).status == first.status)
          return tag
        }
        let before = (building: try tag("building"), road: try tag("road"))
        let elsewhere = try tag("building", "14/6740/13410")
        let whole = try #require(try served.get(Self.tile).headers["etag"])
        let ended = try await yutu(
          "import", "--city", city, "--layer", "building", more, in: folder)
        #expect(ended.code == 0, "\(ended.errors)")
        #expect(try tag("building") != before.building)
        #expect(try tag("road") == before.road)
        #expect(try tag("building", "14/6740/13410") == elsewhere)
        #expect(try served.get(Self.tile, ["If-None-Match": whole]).status == 200)
        #expect(try served.json("/collections/building/items/new").properties.floors.number == 3)
        #expect(try served.json("/collections/building").featureCount.integer == 5)
      }
    }

    @Test("Programs get JSON and browsers HTML from one address, by Accept or by f")
    func negotiation() async throws {
      try await serving(try await Cities.small(in: folder), in: folder) { served in
        let browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
        let targets = [
          "/", "/conformance", "/collections", "/collections/building",
          "/collections/building/items", "/collections/building/items/hall", "/api",
        ]
        for target in targets {
          let page = try served.get(target, ["Accept": browser])
          #expect(page.status == 200 && page.headers["content-type"] == "text/html; charset=utf-8")
          #expect(page.text.lowercased().hasPrefix("<!doctype html>"), "\(target)")
          #expect(try served.get(target + "?f=html").mediaType == "text/html", "\(target)")
          for accept in ["*/*", "application/json", "application/json;q=1, text/html;q=0.2"] {
            let answer = try served.get(target, ["Accept": accept])
            #expect(answer.mediaType.hasSuffix("json"), "\(target) \(accept)")
            #expect(throws: Never.self) { try answer.json }
          }
          let chosen = try served.get(target + "?f=json", ["Accept": browser])
          #expect(chosen.mediaType.hasSuffix("json"), "\(target)")
        }
      }
    }

    @Test("An id with a blank, a slash, a percent sign and an umlaut is found by its own link")
    func awkwardIdentifier() async throws {
      try await serving(try await Cities.small(in: folder), in: folder) { served in
        let item = try served.json("/collections/building/items/a%20b%2F%C3%BC%25")
        #expect(item.id.text == "a b/ü%")
        let again = try served.follow(try #require(item.link("self")))
        #expect(try again.json.id.text == "a b/ü%")
        let page = try served.get("/collections/building/items?f=html")
        #expect(page.text.contains("a%20b%2F%C3%BC%25"))
      }
    }

    @Test("A box over the antimeridian answers, and finds what lies in either half")
    func antimeridian() async throws {
      let city = try await Cities.small(in: folder)
      try await serving(city, in: folder) { served in
        let boxes = [
          "170,-50,-170,50": 0, "114.3,30,-170,31": 4, "114.31,30,114.3005,31": 2,
          "-180,-90,180,90": 4, "-180,-90,-5,180,90,5": 4,
          // The yard of the court is no part of it.
          "114.3115,30.6015,114.3125,30.6025": 0,
        ]
        for (box, count) in boxes {
          let page = try served.json("/collections/building/items?bbox=" + box)
          #expect(page.numberMatched.integer == count, "\(box)")
        }
      }
    }

    @Test("A limit beyond all features gives them all, and the right counts")
    func limits() async throws {
      try await serving(try await Cities.small(in: folder), in: folder) { served in
        let page = try served.json("/collections/building/items?limit=99999")
        #expect(page.numberReturned.integer == 4 && page.numberMatched.integer == 4)
        #expect(page.links("next").isEmpty)
        let two = try served.json("/collections/building/items?limit=2&usage=office")
        #expect(two.numberReturned.integer == 1 && two.numberMatched.integer == 1)
        let all = try served.json("/collections/building/items?limit=4")
        #expect(all.links("next").isEmpty)
      }
    }
  }
}
