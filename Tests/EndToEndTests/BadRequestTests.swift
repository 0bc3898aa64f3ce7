import TestSupport
import Testing

extension EndToEndTests {
  @Suite("Wrong requests get a problem document that says what to do")
  struct BadRequestTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    /// A request that cannot be answered, and what is said about it.
    struct Wrong: Sendable {
      var status: Int
      var code: String
      /// What the detail or the hint must mention.
      var mentions: String
      var target: String

      init(_ line: Substring) {
        let words = line.split(separator: " ").map(String.init)
        status = Int(words[0]) ?? 0
        (code, mentions) = (words[1], words[2])
        target = words[3].replacing("ITEMS", with: "/collections/building/items")
          .replacing("TILES", with: "/tiles/WebMercatorQuad")
      }
    }

    /// Status, code, a word that the answer must mention, and the request.
    static let wrong = """
      400 bad-parameter limit=-1 ITEMS?limit=-1
      400 bad-parameter limit=0 ITEMS?limit=0
      400 bad-parameter abc ITEMS?limit=abc
      400 bad-parameter 1.5 ITEMS?limit=1.5
      400 bad-parameter 99999999999999999999 ITEMS?limit=99999999999999999999
      400 bad-parameter after=x ITEMS?after=x
      400 bad-parameter integer ITEMS?floors=four
      400 bad-parameter real ITEMS?height=nan
      400 unknown-parameter /api ITEMS?colour=red
      400 unknown-code school ITEMS?usage=schoool
      400 unknown-parameter limit /?limit=3
      400 unknown-parameter f /collections/building?bbox=1,2,3,4
      400 repeated-parameter limit ITEMS?limit=1&limit=2
      400 bad-bbox west,south ITEMS?bbox=
      400 bad-bbox west,south ITEMS?bbox=1,2,3
      400 bad-bbox west,south ITEMS?bbox=1,2,3,4,5
      400 bad-bbox west,south ITEMS?bbox=a,b,c,d
      400 bad-bbox nan ITEMS?bbox=nan,0,1,1
      400 bad-bbox south ITEMS?bbox=114,31,115,30
      400 bad-bbox longitude ITEMS?bbox=30,114,31,115
      400 bad-bbox 180 ITEMS?bbox=0,0,181,1
      400 unknown-crs 4490 ITEMS?crs=EPSG:2436
      400 unknown-crs crs ITEMS?crs=
      400 unknown-crs bbox-crs ITEMS?bbox-crs=Mars&bbox=1,2,3,4
      400 unknown-crs crs ITEMS/hall?crs=http://www.opengis.net/def/crs/EPSG/0/99999
      400 bad-bbox north ITEMS?bbox-crs=EPSG:4547&bbox=2,1,1,2
      400 bad-bbox metres ITEMS?bbox-crs=EPSG:4547&bbox=30.5,114.3,30.6,114.4
      400 bad-bbox numbers ITEMS?bbox=0x10,1,20,3
      400 bad-bbox north ITEMS?bbox-crs=EPSG:4490&bbox=30,114,31
      400 crs-does-not-fit longitude ITEMS?bbox-crs=EPSG:4490&bbox=114,30,115,31
      400 crs-does-not-fit EPSG:4534 ITEMS?crs=EPSG:4534
      400 bad-datetime 2026 ITEMS?datetime=yesterday
      400 bad-datetime interval ITEMS?datetime=2026-05-31T00:00:00Z/2026-05-01T00:00:00Z
      400 bad-datetime interval ITEMS?datetime=../..
      400 unknown-format geojson ITEMS?f=shapefile
      400 bad-encoding %ff ITEMS?name=%ff
      400 bad-encoding UTF-8 ITEMS?name=a%00b
      400 bad-encoding %zz ITEMS?name=%zz
      400 bad-encoding UTF-8 ITEMS/%00
      400 bad-encoding UTF-8 /collections/%zz
      400 bad-encoding UTF-8 /collections/%ff/items
      404 unknown-layer harbour /collections/harbour
      404 unknown-layer harbour /collections/harbour/items
      404 unknown-layer harbour /collections/harbour/items/1
      404 unknown-layer harbour /collections/harbour/feature-schema
      404 unknown-layer harbour /collections/harbour/tiles
      404 unknown-layer harbour /collections/harbour/tiles/WebMercatorQuad/0/0/0
      404 unknown-layer harbour TILES/0/0/0?collections=building,harbour
      404 unknown-feature castle ITEMS/castle
      404 unknown-path /api /nowhere
      404 unknown-path /api /collections/building/nowhere
      404 unknown-path /api /map/map.php
      404 unknown-path /api /../etc/passwd
      400 bad-tile z/y/x TILES/14/x/1
      400 bad-tile z/y/x TILES/14/1.5/1
      404 tile-outside-matrix 2^z TILES/2/4/0
      404 tile-outside-matrix z/y/x TILES/2/0/-1
      404 tile-outside-matrix level TILES/99/0/0
      404 unknown-tile-matrix-set WebMercatorQuad /tiles/Mars/0/0/0
      404 unknown-tile-matrix-set WebMercatorQuad /tiles/Mars
      404 unknown-tile-matrix-set WebMercatorQuad /tileMatrixSets/Mars
      """.split(separator: "\n").map(Wrong.init)

    @Test("Each wrong request is refused by name, and the next right one answered")
    func problems() async throws {
      try await serving(try await Cities.small(in: folder), in: folder) { served in
        let right = try served.get("/collections/building/items/hall").body
        for wrong in Self.wrong {
          let answer = try served.get(wrong.target)
          #expect(answer.status == wrong.status, "\(wrong.target)")
          #expect(answer.headers["content-type"] == "application/problem+json", "\(wrong.target)")
          let problem = try answer.json
          #expect(problem.status.integer == wrong.status, "\(wrong.target)")
          #expect(problem.code.text == wrong.code, "\(wrong.target)")
          let detail = try #require(problem.detail.text)
          let words = detail + " " + (problem.hint.text ?? "")
          #expect(words.contains(wrong.mentions), "\(wrong.target): \(words)")
          #expect(!detail.isEmpty && problem.title.text?.isEmpty == false, "\(wrong.target)")
          #expect(try served.get("/collections/building/items/hall").body == right)
        }
      }
    }

    @Test("Other methods than GET and HEAD are refused as such")
    func methods() async throws {
      try await serving(try await Cities.small(in: folder), in: folder) { served in
        for method in ["POST", "PUT", "PATCH", "DELETE"] {
          let answer = try served.http.send(method, "/collections", ["Content-Length": "0"])
          #expect(answer.status == 405, "\(method)")
          #expect(answer.headers["allow"] == "GET, HEAD, OPTIONS", "\(method)")
          #expect(try answer.json.code.text == "method-not-allowed", "\(method)")
          #expect(try served.http.send(method, "/nowhere").status == 404, "\(method)")
        }
      }
    }

    @Test("Bytes that are no HTTP, half requests and huge headers leave the server answering")
    func garbage() async throws {
      try await serving(try await Cities.small(in: folder), in: folder) { served in
        let requests: [[UInt8]] = [
          [UInt8](repeating: 0xFF, count: 10_000),
          Array("GET\r\n\r\n".utf8), Array("\0\0\0\0\r\n\r\n".utf8),
          Array("GET / HTTP/9.9\r\nHost: x\r\n\r\n".utf8),
          Array("GET /collections HTTP/1.1\r\nHost: 127.0".utf8),
          Array("GET / HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n".utf8),
          Array("GET / HTTP/1.1\r\nX: \(String(repeating: "a", count: 200_000))\r\n\r\n".utf8),
        ]
        for request in requests {
          let answer = try served.http.exchange(request, silence: 1)
          let status = String(decoding: answer.prefix(12), as: UTF8.self)
          #expect(!status.hasPrefix("HTTP/1.1 2") && !status.hasPrefix("HTTP/1.1 5"))
          #expect(try served.get("/health").status == 200)
        }
        let hostless = try Answer(
          served.http.exchange(Array("GET / HTTP/1.0\r\n\r\n".utf8), silence: 2))
        #expect(hostless.status == 400)
        #expect(try hostless.json.code.text == "bad-host")
      }
    }
  }
}
