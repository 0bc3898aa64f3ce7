import Foundation
import SimpleFeatures
import Synchronization
import TestSupport
import Testing

@testable import Server

@Suite("Connections whose clients do not do their part")
struct ConnectionTests {
  private static let tile = "/tiles/WebMercatorQuad/14/6715/13392"

  private static func post(_ body: String) -> [UInt8] {
    Array(
      """
      POST /processes/square/execution HTTP/1.1\r\nHost: 127.0.0.1\r\n\
      Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n\(body)
      """.utf8)
  }

  private static func count(of text: String, in bytes: [UInt8]) -> Int {
    String(decoding: bytes, as: UTF8.self).components(separatedBy: text).count - 1
  }

  @Test("Requests wait while their client takes in no answers, and are answered when it does")
  func unreadPipeline() async throws {
    try await TestServer.run { server in
      let client = HTTPClient(port: server.http.port)
      // Their answers take more than the machine keeps for both sides.
      let requests = 100_000
      let head = "GET \(Self.tile) HTTP/1.1\r\nHost: 127.0.0.1\r\n"
      let all = Array(String(repeating: head + "\r\n", count: requests).utf8)
      let one = try await OwnThread.run {
        try client.exchange(Array("\(head)Connection: close\r\n\r\n".utf8))
      }
      let socket = try await OwnThread.run {
        try client.open(sending: all, silence: 5, receiving: 1 << 20)
      }
      defer { close(socket) }
      // TCP tries a full receiver again ever more seldom, so its rest may be as late as it stood.
      var silence = timeval(tv_sec: 60, tv_usec: 0)
      setsockopt(
        socket, SOL_SOCKET, SO_RCVTIMEO, &silence, socklen_t(MemoryLayout<timeval>.size))
      var answered = 0
      // A slow machine takes its time to begin.
      let deadline = ContinuousClock.now + .seconds(60)
      while answered == 0, ContinuousClock.now < deadline {
        let metrics = try await server.http.get("/metrics").text
        let kept = try #require(metrics.firstMatch(of: #/yutu_tiles_total\{way="kept"\} (\d+)/#))
        answered = try #require(Int(kept.1))
        if answered == 0 { try await Task.sleep(for: .milliseconds(100)) }
      }
      #expect(answered > 0 && answered < requests / 2)
      let enough = (answered + 100) * one.count
      let bytes = try await OwnThread.run { HTTPClient.rest(of: socket, upTo: enough) }
      #expect(Self.count(of: "HTTP/1.1 20", in: bytes) > answered)
    }
  }

  @Test("A request takes no place before its body is there, which must not take long")
  func bodiesThatDoNotCome() async throws {
    var limits = Limits.patient
    limits.concurrentRequests = 4
    limits.arrivalSeconds = 20
    try await TestServer.run(limits) { server in
      let client = HTTPClient(port: server.http.port)
      let sockets = try await OwnThread.run {
        try (0..<8).map { _ in try client.open(sending: Self.post("5\r\n{\"inp\r\n")) }
      }
      defer { for socket in sockets { close(socket) } }
      for _ in 0..<4 {
        let answer = try await server.http.get("/collections")
        #expect(answer.status == 200)
      }
      let rest = try await OwnThread.run { sockets.map { HTTPClient.rest(of: $0) } }
      #expect(rest.allSatisfy { $0.isEmpty })
    }
  }

  @Test(
    "A body in broken chunks is refused at once",
    arguments: [
      "-1\r\nx\r\n0\r\n\r\n", "zz\r\n",
      "0\r\n" + String(repeating: "X: a\r\n", count: 20_000) + "\r\n",
    ])
  func brokenChunks(body: String) async throws {
    try await TestServer.run { server in
      let client = HTTPClient(port: server.http.port)
      let bytes = try await OwnThread.run { try client.exchange(Self.post(body)) }
      #expect(Self.count(of: "HTTP/1.1 ", in: bytes) == 1)
      let answer = try Answer(bytes)
      #expect(try (answer.status, answer.json["code"]?.string) == (400, "bad-http"))
    }
  }

  @Test("A client that closes its side is answered, and what it did not finish is let go of")
  func halfClosed() async throws {
    var limits = Limits.patient
    limits.halfClosedMilliseconds = 100_000
    try await TestServer.run(limits) { server in
      let client = HTTPClient(port: server.http.port)
      let line = "GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
      for (sent, statuses) in [
        (line + line, [200, 200]), (line + "GET /health HT", [200]), ("", []),
        (String(decoding: Self.post("5\r\n{\"inp\r\n"), as: UTF8.self), [400]),
      ] {
        let bytes = try await OwnThread.run {
          let socket = try client.open(sending: Array(sent.utf8))
          defer { close(socket) }
          shutdown(socket, Int32(SHUT_WR))
          return HTTPClient.rest(of: socket)
        }
        let text = String(decoding: bytes, as: UTF8.self)
        let told = text.matches(of: #/HTTP\/1.1 (\d+)/#).map { Int($0.1) }
        #expect(Array(told.prefix(statuses.count)) == statuses, "\(sent): \(text)")
        #expect(told.dropFirst(statuses.count).allSatisfy { $0 == 400 }, "\(sent): \(text)")
      }
    }
    limits.halfClosedMilliseconds = 50
    try await TestServer.run(limits) { server in
      let client = HTTPClient(port: server.http.port)
      let body = #"{"inputs":{"steps":100000}}"#
      let head =
        "POST /processes/slow/execution HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
      let bytes = try await OwnThread.run {
        let socket = try client.open(sending: Array((head + body).utf8))
        defer { close(socket) }
        shutdown(socket, Int32(SHUT_WR))
        return HTTPClient.rest(of: socket)
      }
      #expect(try Answer(bytes).status == 408)
      #expect(server.slow.working.withLock { $0.now } == 0)
    }
  }

  @Test("A body that grows beyond the limit is refused before its end")
  func longBody() async throws {
    var limits = Limits.patient
    limits.bodyBytes = 1000
    try await TestServer.run(limits) { server in
      let client = HTTPClient(port: server.http.port)
      let chunk = "3e8\r\n" + String(repeating: "a", count: 1000) + "\r\n"
      let bytes = try await OwnThread.run { try client.exchange(Self.post(chunk + chunk)) }
      let answer = try Answer(bytes)
      #expect(try (answer.status, answer.json["code"]?.string) == (413, "body-too-large"))
    }
  }
}
