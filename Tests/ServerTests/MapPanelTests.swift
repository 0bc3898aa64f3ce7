import Foundation
import SimpleFeatures
import TestSupport
import Testing

@Suite("The map page asks the processes that the server has", .timeLimit(.minutes(3)))
struct MapPanelTests {
  private static let hasBrowser =
    Repository.isCI
    || FileManager.default.fileExists(atPath: Repository.file(".tools/maplibre/maplibre-gl.js"))
      && ["/usr/bin/chromium", Repository.environment["CHROMIUM"] ?? ""]
        .contains { FileManager.default.isExecutableFile(atPath: $0) }

  @Test(
    "Two clicks give a route with its directions, one a reachable area or the nearest facilities",
    .enabled(if: hasBrowser && Repository.hasPython, "no browser; run scripts/setup --test"))
  func panel() async throws {
    try await TestServer.run(
      processes: [CrowRoute(), CrowReach(), CrowNearest()],
      assets: Repository.file(".tools/maplibre")
    ) { server in
      let base = "http://127.0.0.1:\(server.http.port)"
      let ended = try await Repository.python(
        "scripts/browser.py", ["check", base + "/map?lang=en", "--routes"])
      let text = String(decoding: ended.output, as: UTF8.self)
      #expect(ended.status == 0, "\(text)")
      let report = try JSONValue(parsing: Array(ended.output))
      #expect(report["route"]?["steps"]?.items?.count == 3)
      #expect(report["route"]?["steps"]?.text.contains("Jinqiao") == true)
      #expect(report["otherLanguage"]?["steps"]?.text.contains("金桥大道") == true)
      #expect(report["reach"]?["steps"]?.items?.count == 3)
      #expect(report["nearest"]?["steps"]?.items?.count == 4)
    }
  }
}
