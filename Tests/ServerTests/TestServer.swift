import Catalog
import CityFile
import FeatureStore
import Foundation
import Ingest
import MapSymbols
import OneMap
import SimpleFeatures
import Simulation
import TestSupport
import Testing

@testable import Server

/// A small city with four buildings, served from within the tests with processes of theirs.
struct TestServer {
  static let token = AccessToken("0123456789abcdef0123456789abcdef")!

  let http: AsyncHTTPClient
  let store: SpatiaLiteStore
  let slow: Slow.Counter

  static let buildings = (0..<4).map { number in
    let (west, east) = (114.3 + Double(number) * 0.002, 114.301 + Double(number) * 0.002)
    return """
      {"type":"Feature","id":"b\(number)","properties":{"name":"楼\(number)","floors":3},\
      "geometry":{"type":"Polygon","coordinates":[[[\(west),30.6],[\(east),30.6],\
      [\(east),30.601],[\(west),30.601],[\(west),30.6]]]}}
      """
  }

  /// Serves a new city, runs `body`, and stops.
  ///
  /// - Parameters:
  ///   - scenarios: Texts of scenario files by their ids.
  ///   - isClosed: Whether reading needs the token too.
  ///   - origins: Those whose pages may read.
  ///   - runs: The folder of runs that are kept.
  ///   - iconOfBuildings: What the layer's file of today names, which the city's does not.
  static func run(
    _ limits: Limits = .patient, processes more: [any Simulation.Process] = [],
    feeds: [DataSourceStatus] = [], scenarios: [String: String] = [:], isClosed: Bool = false,
    origins: [String] = [], assets: String = "", runs: String = "",
    icons: IconFolder = IconFolder(""), fonts: [KnownFont: String] = [:],
    iconOfBuildings: String? = nil,
    _ body: @escaping @Sendable (TestServer) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "srv-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = SpatiaLiteStore(try City.openOrCreate(folder.appending(path: "test.city").path))
    defer { try? store.city.close() }
    var building = try fill(store, folder)
    building.style.icon = iconOfBuildings
    let slow = Slow.Counter()
    for (id, text) in scenarios {
      try Data(text.utf8).write(to: folder.appending(path: id + ".yml"))
    }
    let server = MapServer(
      CityMap(
        store, scenarios: ScenarioFolder(scenarios.isEmpty ? "" : folder.path),
        layers: [building], runs: runs),
      version: "0", assets: assets, icons: icons, fonts: fonts,
      access: AccessPolicy(
        host: "127.0.0.1", allowedOrigins: origins, token: token, tokenPlace: nil,
        isClosed: isClosed),
      limits: limits,
      processes: [Square(), Mean(), Slow(counter: slow), Broken(), Census()] + more, feeds: feeds)
    let (ports, onPort) = AsyncStream.makeStream(of: Int.self)
    let running = Task {
      defer { onPort.finish() }
      try await server.run(port: 0) { onPort.yield($0) }
    }
    var iterator = ports.makeAsyncIterator()
    let port = await iterator.next()
    guard let port else { return try await running.value }
    do {
      try await body(
        TestServer(
          http: AsyncHTTPClient(port: UInt16(port)), store: store, slow: slow))
    } catch {
      running.cancel()
      _ = try? await running.value
      throw error
    }
    running.cancel()
    _ = try? await running.value
  }

  /// Fills the city with buildings and gives their layer.
  private static func fill(_ store: SpatiaLiteStore, _ folder: URL) throws -> LayerDefinition {
    let layers = LayerCatalog.check(
      folder: URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Layers").path
    ).layers
    let building = try #require(layers.first { $0.id == "building" })
    let file = folder.appending(path: "buildings.geojsonl")
    try Data(buildings.joined(separator: "\n").utf8).write(to: file)
    _ = try Importer(Importer.Request(file: file.path, layer: building)).run { store }
    return building
  }

  // MARK: Asking

  /// Executes a process; `inputs` is JSON.
  func execute(
    _ process: String, _ inputs: String, more: String = "", _ headers: [String: String] = [:]
  ) async throws -> Answer {
    try await http.send(
      "POST", "/processes/\(process)/execution",
      ["Content-Type": "application/json"].merging(headers) { $1 },
      body: "{\"inputs\":\(inputs)\(more)}")
  }

  /// Starts a job and gives its id.
  func start(_ process: String, _ inputs: String, more: String = "") async throws -> String {
    let answer = try await execute(process, inputs, more: more, ["Prefer": "respond-async"])
    #expect(answer.status == 201, "\(answer.text)")
    let id = try #require(answer.json["jobID"]?.string)
    #expect(answer.headers["location"]?.hasSuffix("/jobs/\(id)") == true)
    return id
  }

  /// The status of a job once it has ended.
  func end(_ job: String) async throws -> JSONValue {
    for _ in 0..<1000 {
      let status = try await http.get("/jobs/\(job)").json
      if !["accepted", "running"].contains(status["status"]?.string) { return status }
      try await Task.sleep(for: .milliseconds(10))
    }
    throw HTTPClient.Fault(description: "job \(job) does not end")
  }

  func dismiss(_ job: String, token: String = TestServer.token.text) async throws -> Answer {
    try await http.send("DELETE", "/jobs/\(job)", ["Authorization": "Bearer \(token)"])
  }
}

extension Limits {
  /// Limits of time that a machine whose every core is busy with other tests does not reach.
  static var patient: Limits {
    var limits = Limits()
    limits.requestSeconds = 600
    limits.arrivalSeconds = 600
    limits.answerSeconds = 600
    limits.idleSeconds = 600
    return limits
  }
}
