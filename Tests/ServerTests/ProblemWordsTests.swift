import Foundation
import Messages
import SimpleFeatures
import TestSupport
import Testing

@testable import Server

@Suite("Problems are told in the reader's language")
struct ProblemWordsTests {
  /// What a browser in China, and what programs, send.
  private static let chinese = ["Accept-Language": "zh-CN,zh;q=0.9,en;q=0.8"]

  @Test("What people meet on the page is Chinese to those who ask so, with the English beside it")
  func chinese() async throws {
    try await TestServer.run { server in
      let cases = [
        ("/collections/bilding/items", "unknown-layer"),
        ("/collections/building/items/none", "unknown-feature"),
        ("/collections/building/items?commit=99", "unknown-commit"),
        ("/collections/building/items?scenario=none", "unknown-scenario"),
        ("/collections/building/items?limit=x", "bad-parameter"),
        ("/collections/building/items?bbox=1", "bad-bbox"), ("/nowhere", "unknown-path"),
        ("/jobs/none", "no-such-job"), ("/processes/none", "no-such-process"),
        ("/tileMatrixSets/none", "unknown-tile-matrix-set"),
        ("/collections/building/items?f=mvt", "unknown-format"),
        ("/tiles/WebMercatorQuad/1/9/0", "tile-outside-matrix"),
      ]
      for (target, code) in cases {
        let plain = try await server.http.get(target)
        let answer = try await server.http.get(target, Self.chinese)
        let (english, body) = (try plain.json, try answer.json)
        #expect(answer.status == plain.status && body["code"]?.string == code, "\(answer.text)")
        for name in ["title", "detail"] {
          #expect(Self.isChinese(body[name]?.string), "\(target): \(answer.text)")
          #expect(!Self.isChinese(english[name]?.string), "\(target): \(plain.text)")
        }
        #expect(answer.headers["content-language"] == "zh")
        #expect(body["english"]?["detail"]?.string == english["detail"]?.string)
        #expect(body["english"]?["hint"]?.string == english["hint"]?.string)
        // A hint says what the English one says, and there is none where that has none.
        #expect((body["hint"]?.string == nil) == (english["hint"]?.string == nil), "\(target)")
        #expect(body["hint"]?.string.map { Self.isChinese($0) } != false, "\(answer.text)")
      }
      let input = try await server.execute("square", "{\"side\":1}", Self.chinese)
      #expect(Self.isChinese(try input.json["detail"]?.string), "\(input.text)")
      // Processes say in both languages what their inputs are.
      let hints = (try input.json["hint"]?.string, try input.json["english"]?["hint"]?.string)
      #expect(hints.0?.hasPrefix("at：") == true && hints.1?.hasPrefix("at: ") == true)
      let token = try await server.http.send("DELETE", "/cache", Self.chinese)
      #expect(Self.isChinese(try token.json["hint"]?.string) && token.status == 401)
    }
  }

  @Test(
    "Chinese is told only where it is preferred to English",
    arguments: [
      ("zh-CN,zh;q=0.9,en;q=0.8", "zh"), ("zh", "zh"), ("zh-Hans-CN, *;q=0.1", "zh"),
      ("en;q=0.3, zh;q=0.7", "zh"), ("ZH-tw", "zh"), ("en-GB,en;q=0.9,zh;q=0.8", "en"), ("*", "en"),
      ("", "en"), ("de", "en"), ("zh;q=0", "en"), ("zha", "en"), ("en, zh", "en"),
    ])
  func preference(header: String, language: String) {
    #expect(Language(preference: header).rawValue == language)
  }

  @Test("Every code of the server and of processes has Chinese words or is left English on purpose")
  func codes() throws {
    let pattern =
      #/(?:HTTPProblem|ProcessError|self\.init)\(\s*(?:\.\w+,\s*)?"([a-z]+(?:-[a-z0-9]+)*)",/#
    let english: Set = ["bad-host", "headers-too-large", "client-gone"]
    var codes: Set<String> = []
    for folder in ["Server", "Simulation", "RoadProcesses", "ParkingProcesses"] {
      let path = Repository.file("Sources/" + folder)
      for name in try FileManager.default.subpathsOfDirectory(atPath: path)
      where name.hasSuffix(".swift") {
        let text = try String(contentsOfFile: path + "/" + name, encoding: .utf8)
        codes.formUnion(text.matches(of: pattern).map { String($0.output.1) })
      }
    }
    #expect(codes.count > 40 && codes.isSuperset(of: english))
    let untold = codes.filter { MessageCatalogue.chinese.text("problem", $0) == nil }
    #expect(untold == english)
  }

  @Test("Names and numbers of the case are told in Chinese too")
  func names() async throws {
    try await TestServer.run { server in
      let layer = try await server.http.get("/collections/bilding/items", Self.chinese).json
      #expect(layer["detail"]?.string == "城市中没有图层“bilding”")
      #expect(layer["hint"]?.string == "您要找的是 building 吗？")
      let limit = try await server.http.get("/collections/building/items?limit=x", Self.chinese)
      #expect(try limit.json["detail"]?.string == "limit=x 不是从 1 起的整数")
    }
  }

  @Test("A scenario whose layer the city lacks is refused in a sentence, not a compiler's line")
  func scenario() async throws {
    let text = """
      id: school
      title: {zh: 学校, en: A school}
      edits:
        - {layer: school, id: s1, remove: true}
        - {layer: school, id: s2, remove: true}
      """
    try await TestServer.run(scenarios: ["school": text]) { server in
      for target in ["/collections", "/tiles/WebMercatorQuad/14/6727/13393"] {
        let answer = try await server.http.get(target + "?scenario=school")
        let body = try answer.json
        #expect(answer.status == 422 && body["code"]?.string == "scenario-does-not-fit")
        let detail = try #require(body["detail"]?.string)
        #expect(
          detail == "the scenario does not fit the city: the city has no layer `school` "
            + "(school.yml, line 4)")
        let chinese = try await server.http.get(target + "?scenario=school", Self.chinese)
        #expect(try chinese.json["detail"]?.string?.hasPrefix("情景不能用于") == true)
      }
    }
  }

  private static func isChinese(_ text: String?) -> Bool {
    text?.unicodeScalars.contains { (0x4E00...0x9FFF).contains($0.value) } ?? false
  }
}
