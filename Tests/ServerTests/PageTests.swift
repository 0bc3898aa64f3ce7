import SimpleFeatures
import TestSupport
import Testing

@testable import Server

@Suite("Pages for people", .serialized, .timeLimit(.minutes(3)))
struct PageTests {
  private static let browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
  private static let paths = [
    "/", "/collections", "/collections/building", "/collections/building/items",
    "/collections/building/items/b1", "/processes", "/processes/square", "/jobs", "/api",
    "/conformance",
  ]

  @Test("A page is in one language: that of its address, else of the browser")
  func language() async throws {
    try await TestServer.run { server in
      for path in Self.paths {
        for (query, accepted, tag) in [
          ("&lang=zh", "en", "zh-Hans"), ("&lang=en", "zh-CN,zh;q=0.9", "en"),
          ("", "zh-CN,zh;q=0.9,en;q=0.8", "zh-Hans"), ("", "fr", "en"),
        ] {
          let page = try await server.http.get(
            path + "?f=html" + query, ["Accept-Language": accepted])
          #expect(page.status == 200, "\(path)")
          #expect(page.text.contains("<html lang=\"\(tag)\""), "\(path)\(query)")
          #expect(page.text.contains("图层") == (tag != "en"), "\(path)\(query)")
          let links = page.text.matches(of: #/<a href="(\/[^"]*f=html[^"]*)"(?! lang)/#)
            .map { String($0.output.1) }
          #expect(links.allSatisfy { $0.contains("lang=") == !query.isEmpty }, "\(path): \(links)")
        }
      }
      let wrong = try await server.http.get("/collections?f=html&lang=fr")
      #expect(wrong.status == 400 && wrong.text.contains("there are: en, zh"))
      #expect(try await server.http.get("/health?lang=zh").status == 400)
    }
  }

  @Test("The page of the API tells each path in Chinese")
  func api() async throws {
    try await TestServer.run { server in
      let page = try await server.http.get("/api?f=html&lang=zh").text
      let document = try await server.http.get("/api?f=openapi").json
      var count = 0
      for (_, methods) in document["paths"]?.members ?? [] {
        for (_, operation) in methods.members ?? [] {
          guard let summary = operation["summary"]?.string else { continue }
          count += 1
          #expect(!page.contains(">\(summary)<"), "add to zh.po: msgctxt \"api\": \(summary)")
          for tag in operation["tags"]?.items?.compactMap(\.string) ?? [] {
            #expect(!page.contains(">\(tag)<"), "add to zh.po: msgctxt \"api\": \(tag)")
          }
        }
      }
      #expect(count > 30)
    }
  }

  @Test("Codes, numbers and owners of a layer are told in words, with its history and a map")
  func layer() async throws {
    try await TestServer.run { server in
      let page = try await server.http.get("/collections/building?f=html&lang=en")
      for words in [
        "Updated", "Licence", "History", "Download GeoJSON", "Commercial", "id=\"map\"",
      ] {
        #expect(page.text.contains(words), "\(words)")
      }
      #expect(page.text.contains("href=\"/map?lang=en#on=building\""))
      #expect(page.headers["content-security-policy"]?.contains("worker-src blob:") == true)
      #expect(page.headers["content-language"] == "en")
      let item = try await server.http.get("/collections/building/items/b1?f=html&lang=zh").text
      #expect(item.contains("<h1>楼1</h1>") && item.contains("href=\"/map?lang=zh#at=building/b1\""))
      let items = try await server.http.get("/collections/building/items?f=html&limit=2&lang=zh")
      #expect(items.text.contains("本页 2 个要素，共 4 个。"))
      #expect(items.text.contains("下一页"))
      #expect(items.text.contains("/collections/building/items/b0?f=html&amp;lang=zh"))
    }
  }

  @Test("A browser gets a problem as a page, a program as a document")
  func problems() async throws {
    try await TestServer.run { server in
      for path in ["/nowhere", "/collections/bilding", "/jobs/none", "/collections?limt=1"] {
        let page = try await server.http.get(
          path, ["Accept": Self.browser, "Accept-Language": "zh-CN"])
        #expect(page.status >= 400 && page.mediaType == "text/html", "\(path)")
        #expect(page.text.contains("<html lang=\"zh-Hans\"") && page.text.contains("建议："))
        let english = try await server.http.get(path + "?lang=en", ["Accept": Self.browser])
        #expect(english.text.contains("<html lang=\"en\""), "\(path)")
        for accept in ["*/*", "application/json", ""] {
          let document = try await server.http.get(path, ["Accept": accept])
          #expect(document.mediaType == "application/problem+json", "\(path) \(accept)")
        }
        let json = try await server.http.get("/nowhere?f=json", ["Accept": Self.browser])
        #expect(json.mediaType == "application/problem+json")
      }
      let hostile = try await server.http.get(
        "//evil.example/%22%3E%3Cscript%3E", ["Accept": Self.browser])
      #expect(!hostile.text.contains("href=\"//") && !hostile.text.contains("<script>"))
      #expect(hostile.headers["content-security-policy"]?.hasPrefix("default-src 'self'") == true)
    }
  }

  @Test("A closed server gives its pages' own files, and a page that asks for the token")
  func closed() async throws {
    try await TestServer.run(isClosed: true) { server in
      for path in ["/theme.css", "/pages.css", "/favicon.svg", "/map/page-token.js"] {
        #expect(try await server.http.get(path).status == 200, "\(path)")
      }
      let page = try await server.http.get("/collections", ["Accept": Self.browser])
      #expect(page.status == 401 && page.mediaType == "text/html")
      #expect(page.headers["www-authenticate"]?.hasPrefix("Bearer") == true)
      // The page that takes its place has a map.
      #expect(page.headers["content-security-policy"]?.contains("worker-src blob:") == true)
      #expect(page.text.contains("/map/page-token.js") && page.text.contains("id=\"access-token\""))
      let given = try await server.http.get(
        "/collections",
        ["Accept": "text/html", "Authorization": "Bearer \(TestServer.token.text)"])
      #expect(given.status == 200 && given.mediaType == "text/html")
    }
  }

  @Test("A process is described in the language that is asked for, in both without one")
  func descriptions() async throws {
    try await TestServer.run { server in
      for (language, title) in [("zh", "方形"), ("en-GB,en", "Square"), ("", "方形 Square")] {
        let headers = language.isEmpty ? [:] : ["Accept-Language": language]
        let square = try await server.http.get("/processes/square", headers).json
        #expect(square["outputs"]?["square"]?["title"]?.string == title)
        #expect(square["outputs"]?["square"]?["titles"]?["en"]?.string == "Square")
        #expect(square["jobControlOptions"]?.items?.first?.string == "sync-execute")
        #expect(square["pausable"]?.flag == false)
      }
    }
  }
}
