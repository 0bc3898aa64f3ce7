import Catalog
import Foundation
import SimpleFeatures
import Simulation
import Synchronization
import TestSupport
import Testing

@testable import Server

@Suite("One client leaves something of everything to the others", .timeLimit(.minutes(2)))
struct ClientShareTests {
  /// A process that gives so many bytes.
  private struct Bulk: Simulation.Process {
    let id = "bulk"
    let title = words
    private static let words = LocalisedText(zh: "多", en: "Much")
    private static let bytes = ProcessInput(
      "bytes", .integer(in: 1...100_000_000), title: words, words)
    let inputs = InputSet(bytes)
    let outputs = OutputSet(OutputDeclaration("text", title: words, .text(words)))

    @concurrent
    func outputs(
      of inputs: InputValues, on snapshot: any MapSnapshot,
      progress: @escaping @Sendable (ProcessProgress) -> Void
    ) async throws -> ProcessOutputs {
      var outputs = ProcessOutputs()
      let text = String(repeating: "a", count: Int(try inputs[Self.bytes]))
      outputs.append("text", JSONValue.string(text))
      return outputs
    }
  }

  private static func post(_ process: String, _ inputs: String) -> [UInt8] {
    let body = "{\"inputs\":\(inputs)}"
    return Array(
      """
      POST /processes/\(process)/execution HTTP/1.1\r\nHost: 127.0.0.1\r\n\
      Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)
      """.utf8)
  }

  /// The server as another client sees it.
  private static func others(_ server: TestServer) -> AsyncHTTPClient {
    AsyncHTTPClient(port: server.http.port, source: "127.0.0.2")
  }

  @Test("More requests than a client's share are refused, whoever else asks is answered")
  func places() async throws {
    var limits = Limits.patient
    limits.clientRequests = 2
    try await TestServer.run(limits) { server in
      let client = HTTPClient(port: server.http.port)
      let request = Self.post("slow", #"{"steps":100000}"#)
      let sockets = try await OwnThread.run {
        try (0..<2).map { _ in try client.open(sending: request) }
      }
      defer { for socket in sockets { close(socket) } }
      while server.slow.working.withLock({ $0.now }) < 2 {
        try await Task.sleep(for: .milliseconds(5))
      }
      let refused = try await server.http.get("/health")
      #expect(try (refused.status, refused.json["code"]?.string) == (429, "client-overloaded"))
      #expect(refused.headers["retry-after"] == "1")
      #expect(try refused.json["hint"]?.string?.contains("--client-requests") == true)
      #expect(try await Self.others(server).get("/health").status == 200)
    }
  }

  @Test("A client's processes and pages leave a turn to others")
  func turns() async throws {
    var limits = Limits.patient
    (limits.executionsAtOnce, limits.readsAtOnce, limits.tilesAtOnce) = (2, 2, 2)
    try await TestServer.run(limits) { server in
      let client = HTTPClient(port: server.http.port)
      let request = Self.post("slow", #"{"steps":100000}"#)
      let sockets = try await OwnThread.run {
        try (0..<6).map { _ in try client.open(sending: request) }
      }
      defer { for socket in sockets { close(socket) } }
      while server.slow.working.withLock({ $0.now }) < 1 {
        try await Task.sleep(for: .milliseconds(5))
      }
      let answer = try await Self.others(server).send(
        "POST", "/processes/slow/execution", ["Content-Type": "application/json"],
        body: #"{"inputs":{"steps":1}}"#)
      #expect(answer.status == 200 && server.slow.working.withLock { $0.most } == 2)
      for path in ["/collections/building/items", "/tiles/WebMercatorQuad/14/6715/13392"] {
        #expect(try await server.http.get(path).status < 300)
      }
    }
  }

  @Test("Of too many connections those go that were silent longest, of the client that has most")
  func connections() async throws {
    var limits = Limits.patient
    limits.connections = 16
    try await TestServer.run(limits) { server in
      let port = server.http.port
      let head = "GET /health HTTP/1.1\r\n"
      let waiting = try await OwnThread.run {
        try HTTPClient(port: port, from: "127.0.0.2").open(sending: Array(head.utf8))
      }
      // Some without a byte, some with the beginning of a head.
      let sockets = try await OwnThread.run {
        try (0..<60).map { number in
          try HTTPClient(port: port).open(
            sending: number.isMultiple(of: 2) ? [] : Array(head.utf8), silence: 60)
        }
      }
      defer { for socket in sockets { close(socket) } }
      for source in ["127.0.0.1", "127.0.0.2"] {
        let client = AsyncHTTPClient(port: port, source: source)
        #expect(try await client.get("/health").status == 200)
      }
      let answer = try await OwnThread.run {
        defer { close(waiting) }
        let rest = "Host: localhost\r\nConnection: close\r\n\r\n"
        _ = rest.withCString { send(waiting, $0, rest.utf8.count, Int32(MSG_NOSIGNAL)) }
        return try Answer(HTTPClient.rest(of: waiting))
      }
      #expect(answer.status == 200)
      // What was opened first has gone.
      let first = try await OwnThread.run { HTTPClient.rest(of: sockets[0]) }
      #expect(first.isEmpty)
    }
  }

  @Test("Bodies that are arriving have room together, half of it for one client")
  func bodies() async throws {
    var limits = Limits.patient
    limits.arrivingBytes = 4000
    try await TestServer.run(limits) { server in
      let client = HTTPClient(port: server.http.port)
      let part =
        String(decoding: Self.post("square", "{}"), as: UTF8.self)
        .replacing(#/Content-Length: \d+/#, with: "Content-Length: 9000")
        + String(repeating: " ", count: 1500)
      let socket = try await OwnThread.run { try client.open(sending: Array(part.utf8)) }
      _ = try await server.http.get("/health")
      let refused = try await OwnThread.run { try Answer(client.exchange(Array(part.utf8))) }
      #expect(try (refused.status, refused.json["code"]?.string) == (503, "bodies-overloaded"))
      let inputs = #"{"at":[114.3,30.6],"side":10}"#
      let spaced = inputs + String(repeating: " ", count: 1500)
      let other = try await Self.others(server).send(
        "POST", "/processes/square/execution", ["Content-Type": "application/json"],
        body: "{\"inputs\":\(spaced)}")
      #expect(other.status == 200)
      close(socket)
      // An end without a reset: what has come of the body is let go of all the same.
      while try await server.execute("square", spaced).status != 200 {
        try await Task.sleep(for: .milliseconds(20))
      }
    }
  }

  @Test("Answers that nobody takes in leave room to others, and go when theirs is wanted")
  func stalled() async throws {
    var limits = Limits.patient
    (limits.largeAnswerBytes, limits.stalledSeconds) = (48 << 20, 1)
    try await TestServer.run(limits, processes: [Bulk()]) { server in
      let (client, inputs) = (HTTPClient(port: server.http.port), #"{"bytes":16000000}"#)
      let socket = try await OwnThread.run { try client.open(sending: Self.post("bulk", inputs)) }
      defer { close(socket) }
      try await Task.sleep(for: .milliseconds(500))
      let other = try await Self.others(server).send(
        "POST", "/processes/bulk/execution", ["Content-Type": "application/json"],
        body: "{\"inputs\":\(inputs)}")
      #expect(other.status == 200 && other.body.count > 16_000_000)
      // The client's own share is taken until the first goes.
      #expect(try await server.execute("bulk", inputs).status == 200)
      let rest = try await OwnThread.run { HTTPClient.rest(of: socket) }
      #expect(rest.count < 16_000_000)
    }
  }
}
