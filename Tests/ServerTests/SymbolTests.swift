import Foundation
import MapSymbols
import SimpleFeatures
import TestSupport
import Testing

@testable import Server

@Suite("Images and glyphs of map styles are served")
struct SymbolTests {
  private static let icons = IconFolder(
    TestData.repository.appending(path: "Layers/icons").path)
  private static let fonts = KnownFont.installed()

  private static func run(
    fonts: [KnownFont: String] = fonts, origins: [String] = [], icon: String? = "school",
    _ body: @escaping @Sendable (TestServer) async throws -> Void
  ) async throws {
    try await TestServer.run(
      origins: origins, icons: icons, fonts: fonts, iconOfBuildings: icon, body)
  }

  @Test("Each style has a sprite sheet with the layers' images, for both densities")
  func sprites() async throws {
    try await Self.run { server in
      for style in ["light", "dark"] {
        for (suffix, ratio) in [("", 1), ("@2x", 2)] {
          let index = try await server.http.get("/styles/\(style)/sprite\(suffix).json")
          #expect(index.status == 200, "\(index.text)")
          #expect(index.headers["content-type"] == "application/json")
          let names = try #require(try index.json.members).map(\.0)
          #expect(names.contains("building") && names.contains("building/hospital"))
          #expect(try index.json["building"]?["pixelRatio"]?.wholeNumber == ratio)
          let picture = try await server.http.get("/styles/\(style)/sprite\(suffix).png")
          #expect(picture.status == 200 && picture.headers["content-type"] == "image/png")
          #expect(picture.body.starts(with: [0x89, 0x50, 0x4e, 0x47]))
        }
      }
      let light = try await server.http.get("/styles/light/sprite.png")
      let dark = try await server.http.get("/styles/dark/sprite.png")
      #expect(light.body != dark.body)
      #expect(light.headers["etag"] != dark.headers["etag"])
    }
  }

  @Test("A client that has the sheet is told so, and no layer with an icon is a sheet all the same")
  func unchanged() async throws {
    try await Self.run { server in
      let path = "/styles/light/sprite.json"
      let tag = try #require(try await server.http.get(path).headers["etag"])
      #expect(try await server.http.get(path, ["If-None-Match": tag]).status == 304)
    }
    try await Self.run(icon: nil) { server in
      let index = try await server.http.get("/styles/light/sprite.json")
      #expect(index.status == 200 && index.text == "{}")
      #expect(try await server.http.get("/styles/light/sprite.png").status == 200)
    }
  }

  @Test("Glyphs are served and may be kept for a day", .enabled(if: !fonts.isEmpty))
  func glyphs() async throws {
    try await Self.run { server in
      let path = "/fonts/Nowhere,Noto%20Sans%20CJK%20SC%20Regular/0-255.pbf"
      let answer = try await server.http.get(path)
      #expect(answer.status == 200)
      #expect(answer.headers["content-type"] == "application/x-protobuf")
      #expect(answer.headers["cache-control"] == "max-age=86400")
      #expect(answer.body.count > 10_000)
      let tag = try #require(answer.headers["etag"])
      #expect(try await server.http.get(path, ["If-None-Match": tag]).status == 304)
      let empty = try await server.http.get("/fonts/Noto%20Sans%20CJK%20SC%20Bold/57344-57599.pbf")
      #expect(empty.status == 200 && empty.body.count < 100)
    }
  }

  @Test("What is not there is told with what is", .enabled(if: !fonts.isEmpty))
  func unknown() async throws {
    try await Self.run { server in
      for (path, code, hint) in [
        ("/styles/satellite/sprite.json", "unknown-style", "light, dark"),
        ("/fonts/Nowhere/0-255.pbf", "unknown-font", "Noto Sans CJK SC Regular"),
        ("/fonts/Noto%20Sans%20CJK%20SC%20Regular/0-254.pbf", "unknown-range", "0-255, 256-511"),
        ("/fonts/Noto%20Sans%20CJK%20SC%20Regular/all.pbf", "unknown-range", "0-255, 256-511"),
      ] {
        let answer = try await server.http.get(path)
        #expect(answer.status == 404, "\(path)")
        #expect(try answer.json["code"]?.string == code)
        #expect(try answer.json["hint"]?.string?.contains(hint) == true, "\(answer.text)")
      }
      let chinese = try await server.http.get(
        "/fonts/Nowhere/0-255.pbf", ["Accept-Language": "zh"])
      #expect(try chinese.json["detail"]?.string == "没有字体“Nowhere”")
    }
  }

  @Test("A server without fonts says which package has them")
  func noFonts() async throws {
    try await Self.run(fonts: [:]) { server in
      let answer = try await server.http.get("/fonts/Noto%20Sans%20CJK%20SC%20Regular/0-255.pbf")
      #expect(answer.status == 404)
      #expect(try answer.json["hint"]?.string?.contains(KnownFont.package) == true)
    }
  }

  @Test("Pages of origins that the operator names may read both", .enabled(if: !fonts.isEmpty))
  func origins() async throws {
    try await Self.run(origins: ["https://gis.example"]) { server in
      for path in [
        "/styles/light/sprite@2x.png", "/fonts/Noto%20Sans%20CJK%20SC%20Regular/0-255.pbf",
      ] {
        let answer = try await server.http.get(path, ["Origin": "https://gis.example"])
        #expect(answer.headers["access-control-allow-origin"] == "https://gis.example", "\(path)")
      }
    }
  }
}
