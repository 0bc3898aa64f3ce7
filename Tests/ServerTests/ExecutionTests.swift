import SimpleFeatures
import Synchronization
import TestSupport
import Testing

@testable import Server

@Suite(
  "Processes are executed while their clients wait", .serialized, .timeLimit(.minutes(2)))
struct ExecutionTests {
  @Test("Processes are listed and described, for programs and for people")
  func description() async throws {
    try await TestServer.run { server in
      let list = try await server.http.get("/processes").json
      let ids = list["processes"]?.items?.compactMap { $0["id"]?.string }
      #expect(ids == ["square", "mean", "slow", "broken", "census"])
      #expect(try await server.http.get("/processes?limit=2").json["processes"]?.items?.count == 2)
      let square = try await server.http.get("/processes/square").json
      #expect(square["inputs"]?["side"]?["minOccurs"]?.wholeNumber == 1)
      #expect(square["inputs"]?["colour"]?["minOccurs"]?.wholeNumber == 0)
      #expect(square["inputs"]?["side"]?["schema"]?["maximum"]?.number == 1000)
      let output = try #require(square["outputs"]?["square"])
      #expect(output["title"]?.string == "方形 Square")
      #expect(output["titles"]?["zh"]?.string == "方形")
      #expect(output["titles"]?["en"]?.string == "Square")
      #expect(output["description"]?.string == "一个方形面 a square, as a polygon")
      #expect(output["descriptions"]?["zh"]?.string == "一个方形面")
      #expect(output["schema"]?["contentMediaType"]?.string == "application/geo+json")
      #expect(output["schema"]?["description"] == nil)
      #expect(square["outputs"]?["square"]?["schema"] != nil)
      for path in ["/processes", "/processes/square", "/jobs"] {
        let page = try await server.http.get(path + "?f=html")
        #expect(page.status == 200 && page.mediaType == "text/html")
      }
      let missing = try await server.http.get("/processes/circle")
      #expect(missing.status == 404)
      let type = try missing.json["type"]?.string
      #expect(type?.hasSuffix("/no-such-process") == true)
      let landing = try await server.http.get("/").json
      let relations = landing["links"]?.items?.compactMap { $0["rel"]?.string } ?? []
      #expect(relations.contains { $0.hasSuffix("/processes") })
      let classes = try await server.http.get("/conformance").text
      #expect(classes.contains("ogcapi-processes-1/1.0/conf/dismiss"))
    }
  }

  @Test("One output comes as it is, several in parts, and both as one document where asked for")
  func forms() async throws {
    try await TestServer.run { server in
      let raw = try await server.execute("square", #"{"at":[114.3,30.5],"side":100}"#)
      #expect(raw.status == 200 && raw.mediaType == "application/geo+json", "\(raw.text)")
      #expect(try raw.json["features"]?.items?.count == 1)
      let document = try await server.execute(
        "square", #"{"at":[114.3,30.5],"side":100}"#, more: #","response":"document""#)
      #expect(document.mediaType == "application/json")
      #expect(try document.json["square"]?["mediaType"]?.string == "application/geo+json")
      #expect(try document.json["square"]?["value"]?.text == raw.json.text)

      let parts = try await server.execute("mean", #"{"numbers":[1,2,6]}"#)
      #expect(parts.mediaType == "multipart/related")
      #expect(parts.text.contains("Content-ID: mean\r\nContent-Type: application/json"))
      #expect(parts.text.contains("Content-ID: shapes\r\nContent-Type: application/geo+json"))
      let both = try await server.execute(
        "mean", #"{"numbers":[1,2,6]}"#, more: #","response":"document""#)
      #expect(try both.json["mean"]?.number == 3)
      let one = try await server.execute(
        "mean", #"{"numbers":[1,2,6]}"#, more: #","outputs":{"mean":{}}"#)
      #expect(one.text == "3")
    }
  }

  @Test(
    "Inputs that do not fit are named, with what they were and what they have to be",
    arguments: [
      (#"{"at":[114.3,30.5]}"#, "missing-input", "\"side\" is missing", "in metres"),
      (#"{"at":[114.3,30.5],"side":1200}"#, "invalid-input", "1200, more than 1000", "metres"),
      (#"{"at":[114.3,30.5],"side":"x"}"#, "invalid-input", "\"x\", not number", "metres"),
      (#"{"at":[114.3,230.5],"side":5}"#, "invalid-input", "\"at[1]\" is 230.5", "longitude"),
      (#"{"at":[114.3],"side":5}"#, "invalid-input", "a list of 1, fewer than 2", "longitude"),
      (#"{"at":[114.3,30.5],"side":5,"colour":"green"}"#, "invalid-input", "green", "its colour"),
      (#"{"at":[114.3,30.5],"side":5,"sise":7}"#, "unknown-input", "sise", "did you mean side?"),
    ])
  func badInputs(inputs: String, code: String, words: String, hint: String) async throws {
    try await TestServer.run { server in
      let answer = try await server.execute("square", inputs)
      #expect(answer.status == 400 && answer.mediaType == "application/problem+json")
      let problem = try answer.json
      #expect(problem["code"]?.string == code)
      #expect(problem["detail"]?.string?.contains(words) == true, "\(answer.text)")
      #expect(problem["hint"]?.string?.contains(hint) == true, "\(answer.text)")
    }
  }

  @Test("What is no request to execute is refused with what to send")
  func badRequests() async throws {
    try await TestServer.run { server in
      let path = "/processes/square/execution"
      let json = ["Content-Type": "application/json"]
      for (body, code) in [
        ("{", "bad-json"), ("[]", "bad-request"), (#"{"at":[1,2],"side":3}"#, "unknown-member"),
        (#"{"inputs":[]}"#, "bad-request"), (#"{"inputs":{},"response":"x"}"#, "bad-request"),
        (#"{"subscriber":{"successUri":"http://x"}}"#, "no-callbacks"),
        (#"{"inputs":{},"outputs":{"circle":{}}}"#, "unknown-output"),
      ] {
        let answer = try await server.http.send("POST", path, json, body: body)
        #expect(answer.status == 400, "\(body): \(answer.text)")
        #expect(try answer.json["code"]?.string == code, "\(body): \(answer.text)")
      }
      let plain = try await server.http.send(
        "POST", path, ["Content-Type": "text/plain"], body: "{}")
      #expect(plain.status == 415)
      let large = try await server.http.send(
        "POST", path, json, body: String(repeating: " ", count: (1 << 20) + 1))
      #expect(large.status == 413)
      #expect(try await server.http.get(path).status == 405)
      #expect(
        try await server.http.send("POST", "/processes/none/execution", json, body: "{}")
          .status == 404)
    }
  }

  @Test("What a process throws becomes a problem of its own")
  func diagnostics() async throws {
    try await TestServer.run { server in
      let lake = try await server.execute("broken", "{}")
      #expect(lake.status == 422)
      #expect(try lake.json["code"]?.string == "no-road-near")
      #expect(
        try lake.json["detail"]?.string == "the point is 830 m from the nearest road")
      #expect(try lake.json["hint"]?.string == "choose another point")
      // An error that says nothing to people is for the log.
      let odd = try await server.execute("broken", #"{"how":"odd"}"#)
      #expect(odd.status == 500 && !odd.text.contains("Odd"))
      let unknown = try await server.execute("census", #"{"layer":"cloud"}"#)
      #expect(unknown.status == 422)
      #expect(try unknown.json["code"]?.string == "unknown-layer")
    }
  }

  @Test("A process that asks the map gets its features in the system that it asks for")
  func snapshot() async throws {
    try await TestServer.run { server in
      let census = try await server.execute("census", #"{"layer":"building"}"#)
      #expect(try census.json["count"]?.wholeNumber == 4, "\(census.text)")
      #expect(try census.json["commit"]?.wholeNumber == 1)
      #expect(try census.json["names"]?.items?.compactMap(\.string).sorted().first == "楼0")
    }
  }

  @Test("Inputs come by value, qualified, or by reference to data and to this server's own paths")
  func references() async throws {
    try await TestServer.run { server in
      func within(_ value: String) async throws -> Answer {
        try await server.execute(
          "square", #"{"at":[114.3,30.5],"side":100,"within":\#(value)}"#)
      }
      func count(_ answer: Answer) throws -> Int? {
        try answer.json["features"]?.items?.first?["properties"]?["within"]?.wholeNumber
      }
      let two = #"{"type":"FeatureCollection","features":[{},{}]}"#
      #expect(try count(await within(two)) == 2)
      #expect(
        try count(await within(#"{"value":\#(two),"mediaType":"application/geo+json"}"#)) == 2)
      let base = "http://127.0.0.1:\(server.http.port)"
      let own = try await within(#"{"href":"\#(base)/collections/building/items?limit=3"}"#)
      #expect(try count(own) == 3, "\(own.text)")
      #expect(try count(await within(#"{"href":"/collections/building/items"}"#)) == 4)
      let data = #"data:application/json,%7B%22features%22:%5B1,2,3,4,5%5D%7D"#
      #expect(try count(await within(#"{"href":"\#(data)"}"#)) == 5)
      for href in ["http://169.254.169.254/", "file:///etc/passwd", "//x/y", "/nowhere"] {
        let answer = try await within(#"{"href":"\#(href)"}"#)
        #expect(answer.status == 400, "\(href): \(answer.text)")
        #expect(try answer.json["code"]?.string == "bad-reference")
      }
    }
  }

  @Test("References are counted before any is read, and bounded together")
  func referenceBounds() async throws {
    var limits = Limits.patient
    (limits.references, limits.referencesBytes) = (3, 600)
    try await TestServer.run(limits) { server in
      func within(_ hrefs: [String]) async throws -> Answer {
        let list = hrefs.map { #"{"href":"\#($0)"}"# }.joined(separator: ",")
        return try await server.execute(
          "square", #"{"at":[114.3,30.5],"side":100,"within":[\#(list)]}"#)
      }
      let many = try await within(Array(repeating: "/nowhere", count: 4))
      #expect(try many.status == 400 && many.json["code"]?.string == "too-many-references")
      #expect(many.text.contains("at most 3"))
      let long = "data:application/json,[" + String(repeating: "1,", count: 120) + "1]"
      let large = try await within([long, long, long])
      #expect(try large.status == 413 && large.json["code"]?.string == "references-too-large")
      let own = try await within(["/collections/building/items"])
      #expect(own.status == 413 && own.text.contains("600"), "\(own.text)")
      // A list that the schema does not take is refused for that.
      let place = try await server.execute(
        "square", #"{"at":[{"href":"/x"},{"href":"/x"},{"href":"/x"}],"side":100}"#)
      #expect(try place.status == 400 && place.json["code"]?.string == "invalid-input")
    }
  }

  @Test("No more processes work at once than may, few wait, and the others are told to come again")
  func bounds() async throws {
    var limits = Limits.patient
    (limits.executionsAtOnce, limits.clientExecutions) = (3, 5)
    try await TestServer.run(limits) { server in
      server.slow.isHeld.withLock { $0 = true }
      let answers = try await withThrowingTaskGroup { group in
        for _ in 0..<9 { group.addTask { try await server.execute("slow", #"{"steps":1}"#) } }
        return try await group.reduce(into: [Answer]()) { answers, answer in
          answers.append(answer)
          if answers.count == 4 { server.slow.isHeld.withLock { $0 = false } }
        }
      }
      let refused = answers.prefix(4)
      #expect(refused.allSatisfy { $0.status == 429 && $0.headers["retry-after"] != nil })
      #expect(answers.dropFirst(4).allSatisfy { $0.status == 200 })
      #expect(server.slow.working.withLock { $0.most } == 2)
    }
  }

  @Test("A process ends when its time is up, and when its client has gone")
  func ending() async throws {
    var limits = Limits.patient
    limits.requestSeconds = 1
    try await TestServer.run(limits) { server in
      let late = try await server.execute("slow", #"{"steps":1000}"#)
      #expect(late.status == 503)
      #expect(try late.json["code"]?.string == "timeout")
      #expect(try late.json["hint"]?.string?.contains("respond-async") == true)
      #expect(server.slow.working.withLock { $0.now } == 0)
    }
  }
}
