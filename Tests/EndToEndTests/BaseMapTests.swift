import TestSupport
import Testing

extension EndToEndTests {
  @Suite("Maps of other servers below the city's own")
  struct BaseMapTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    /// The shipped layer file, turned on, with `change` made to its text.
    private func layers(_ change: (String) -> String = { $0 }) async throws -> String {
      let text = try String(
        decoding: folder.bytes(at: Place.repository + "/Layers/tianditu-imagery.yml"),
        as: UTF8.self)
      try await Program.succeed("/bin/mkdir", ["-p", folder.file("Layers")], in: folder)
      let on = text.replacing("enabled: false", with: "enabled: true")
        .replacing("&tk={token}", with: "").replacing("  token: YUTU_TIANDITU_TOKEN\n", with: "")
      try folder.write("Layers/tianditu-imagery.yml", change(on))
      return folder.file("Layers")
    }

    @Test("No other server is named to the page unless a layer file turns it on")
    func off() async throws {
      let city = try await Cities.small(in: folder)
      try await serving(city, in: folder) { served in
        #expect(try served.json("/map/config.json").bases.list.isEmpty)
        let policy = try #require(try served.get("/map").headers["content-security-policy"])
        #expect(!policy.contains("http"))
      }
    }

    @Test("A base map that is turned on reaches the page with its address and attribution")
    func on() async throws {
      let city = try await Cities.small(in: folder)
      try await serving(city, in: folder, ["--layers", try await layers()]) { served in
        let base = try #require(try served.json("/map/config.json").bases.list.first)
        let template = try #require(base.template.text)
        #expect(template.contains("LAYER=img&") && template.contains("TILEMATRIX={z}"))
        #expect(template.contains("TILEROW={y}") && template.contains("TILECOL={x}"))
        #expect(base.attribution.zh.text?.isEmpty == false)
        let policy = try #require(try served.get("/map").headers["content-security-policy"])
        #expect(policy.contains("connect-src 'self' https://"))
        #expect(policy.contains("img-src 'self' blob: data: https://"))
      }
    }

    @Test("One that counts its levels otherwise is left out, and the reason is said")
    func unusable() async throws {
      let city = try await Cities.small(in: folder)
      let layers = try await layers { $0.replacing("  grid:", with: "  offset: 1\n  grid:") }
      let program = try Program(
        Place.command, ["serve", "--city", city, "--port", "0", "--layers", layers], in: folder)
      while program.isRunning, !program.output.contains("/map") {
        try await Task.sleep(for: .milliseconds(10))
      }
      program.send(15)
      let ended = try await program.end(within: 20)
      #expect(ended.code == 0 && ended.errors.contains("tianditu-imagery is turned on, but"))
    }
  }
}
