import ArgumentParser
import CMalloc
import Catalog
import CityFile
import CommandSupport
import FeatureStore
import FloodProcesses
import Foundation
import Glibc
import MapSymbols
import OneMap
import ParkingProcesses
import RoadProcesses
import Server
import SimpleFeatures
import Simulation

/// `yutu serve`: the city over HTTP until it is told to stop.
struct Serve: AsyncParsableCommand {
  /// What a served city can do: a model joins by a line here.
  static let services: [any CityService.Type] = [
    RoadService.self, ParkingService.self, FloodService.self,
  ]

  /// The scenarios of a folder, whose parts the services read.
  static func scenarios(in folder: String) -> ScenarioFolder {
    ScenarioFolder(folder, parts: services.flatMap { $0.scenarioParts })
  }

  static let configuration = CommandConfiguration(
    abstract: "Serve a city over HTTP: OGC API Features, Tiles and Processes, and the map page.",
    discussion: """
      Prints one line with the map page's address when it is ready, and stops on Ctrl-C, SIGTERM \
      or the end of its terminal once requests in progress are answered. The token in the address, \
      also in CITY.token while the server runs, permits changes; reading needs none.

      To listen on an address that other machines can reach, --token-file must name a file with a \
      token; every request except /health then needs it (Authorization: Bearer TOKEN). The server \
      does not encrypt: terminate TLS in a reverse proxy.

      Example: yutu serve --city wuhan.city
      """)

  @Option(help: "The city file.")
  var city: String
  @Option(help: "The address to listen on.")
  var host = "127.0.0.1"
  @Option(help: "A further host name that requests may use; repeatable.")
  var allowedHost: [String] = []
  @Option(
    help:
      "An origin, such as https://gis.example, whose pages may read the city; repeatable.")
  var allowOrigin: [String] = []
  @Option(help: "A file with a token of 32 characters or more that every request must carry.")
  var tokenFile: String?
  @Option(
    help:
      "Append a line of JSON per request to this file, which may be rotated; - for standard error.")
  var log: String?
  @Option(help: "Time limit of a request, in seconds.")
  var requestSeconds = Limits().requestSeconds
  @Option(help: "Maximum number of requests processed at the same time.")
  var concurrentRequests = Limits().concurrentRequests
  @Option(help: "Maximum number of requests from one address processed at the same time.")
  var clientRequests = Limits().clientRequests
  @Option(help: "Maximum number of open connections.")
  var connections = Limits().connections
  @Option(help: "The port; 0 chooses a free one.")
  var port = 8080
  @Option(help: "The folder of layer files; base maps enabled there are drawn.")
  var layers: String?
  @Option(help: "The folder of scenarios that requests may select.")
  var scenarios: String?
  @Option(help: "A GeoJSON file of closed roads and areas, reloaded when it changes.")
  var roadConditions: String?
  @Option(help: "Car park counts: CSV with lot,capacity,occupancy,time, reloaded when it changes.")
  var occupancy: String?
  @Option(help: "Exceptional days: CSV with date,like; reloaded when it changes.")
  var exceptions: String?
  @Option(help: "The folder of parking tariffs, reloaded when it changes.")
  var tariffs: String?
  @Option(
    help:
      "The forecast of rain: a NetCDF file or a folder of GeoTIFFs; floods start when it changes.")
  var rain: String?
  @Option(
    help: ArgumentHelp(
      "A file that a service reads, reloaded when it changes; repeatable.",
      discussion: services.flatMap { $0.inputs }.map { "\($0.name): \($0.description)" }
        .joined(separator: "\n"), valueName: "name=file"))
  var source: [String] = []
  @Option(help: "The folder with MapLibre's files; default: that of the installation.")
  var assets: String?

  func validate() throws {
    guard (0...65535).contains(port) else {
      throw ValidationError("--port \(port) is not a port: 0 to 65535")
    }
    let counts = [concurrentRequests, clientRequests, connections]
    guard requestSeconds > 0, requestSeconds <= 86_400, counts.allSatisfy({ $0 > 0 }) else {
      throw ValidationError(
        "--request-seconds, --concurrent-requests, --client-requests and --connections must be "
          + "above 0")
    }
    if let other = allowOrigin.first(where: { !AccessPolicy.isOrigin($0) }) {
      throw ValidationError(
        "--allow-origin \(other) is not an origin such as https://gis.example:8443")
    }
    guard allowOrigin.isEmpty || tokenFile == nil else {
      throw ValidationError(
        "--allow-origin cannot be used with --token-file: pages of other origins send no token")
    }
    _ = try files()
    guard isLocal || tokenFile != nil else {
      throw ValidationError(
        "anyone who reaches \(host) could read the whole city: name a file with a token, "
          + "--token-file FILE")
    }
  }

  /// The files that services read, by the names of their inputs.
  private func files() throws -> [String: String] {
    var files: [String: String] = [:]
    func add(_ name: String, _ path: String) throws {
      guard files.updateValue(path, forKey: name) == nil else {
        throw ValidationError("the source \(name) is named twice")
      }
    }
    let own = [
      ("road-conditions", roadConditions), ("occupancy", occupancy), ("exceptions", exceptions),
      ("tariffs", tariffs), ("rain-forecast", rain),
    ]
    for case (let name, let path?) in own { try add(name, path) }
    for word in source {
      let parts = word.split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else {
        throw ValidationError("--source \(word) is not NAME=FILE")
      }
      try add(String(parts[0]), String(parts[1]))
    }
    return files
  }

  /// Whether only this machine can reach the server.
  private var isLocal: Bool { AccessPolicy.isLocal(host) }

  func run() async throws {
    // Each arena keeps what is freed in it: over an hour of load many add up to 60 MB more.
    mallopt(M_ARENA_MAX, 2)
    // Whoever reads what it says may go; the service goes on.
    signal(SIGPIPE, SIG_IGN)
    let own = try tokenFile.map(TokenFile.read)
    let hangup = Interruption.terminateOnHangup()
    defer { hangup?.cancel() }
    let open = try City.open(city)
    do {
      try await serve(open, own)
    } catch {
      try? open.close()
      throw error
    }
    try open.close()
  }

  /// - Parameter own: The token of somebody's choice.
  private func serve(_ open: City, _ own: AccessToken?) async throws {
    if let reason = open.readOnlyReason {
      Terminal.say("\(city) can only be read, so imports will fail: \(reason)")
    }
    let store = SpatiaLiteStore(open)
    let folder = try layers ?? ResourcePaths.layers
    let (definitions, faults) = LayerFolder(folder).check()
    for fault in faults { Terminal.say("the layer is left out: \(fault)") }
    let map = CityMap(
      store, scenarios: Self.scenarios(in: try scenarios ?? ResourcePaths.scenarios),
      layers: definitions, runs: city + ".runs",
      runFeatures: Self.services.flatMap { $0.runFeatures })
    let (requests, desk) = AsyncStream.makeStream(of: RequestedJob.self)
    let services = try CityServices(
      Self.services,
      ServiceContext(
        map: map, models: try ResourcePaths.models, scenarios: map.scenarios,
        runs: city + ".runs", version: Program.version, files: try files(),
        log: ServiceLog(say: { Terminal.say($0) }, report: { Terminal.report($0) }),
        startJob: { desk.yield($0) }))
    let file = own == nil ? try TokenFile.make(besideCity: city) : nil
    defer { file?.remove() }
    guard let token = own ?? file?.token else { return }
    if let file, file.path != city + ".token" {
      Terminal.say("the token stands in \(file.path), since the city's folder takes no file")
    }
    let fonts = KnownFont.installed()
    if fonts.count < KnownFont.all.count {
      Terminal.say(
        "other map clients get no letters, since fonts are missing: install \(KnownFont.package)")
    }
    let access = AccessPolicy(
      host: host, allowedHosts: allowedHost, allowedOrigins: allowOrigin, token: token,
      tokenPlace: file?.path, isClosed: own != nil)
    let server = MapServer(
      map, version: Program.version, assets: try assets ?? ResourcePaths.mapAssets,
      icons: IconFolder(folder + "/icons"), fonts: fonts,
      baseMaps: baseMaps(definitions), access: access, limits: limits(),
      processes: services.processes, unfinishedJobs: services.unfinishedJobs,
      requestedJobs: requests,
      feeds: services.sources, log: try log.map(requestLog))
    let background = Task { await services.run() }
    defer { background.cancel() }
    if !server.missingAssets.isEmpty {
      Terminal.say(
        "the map page lacks \(server.missingAssets.joined(separator: ", ")): install Yutu again, "
          + "or in a checkout run scripts/setup")
    }
    try await serve(server, page: own == nil ? "/map#token=\(token.text)" : "/map")
  }

  private func serve(_ server: MapServer, page: String) async throws {
    let name = host.contains(":") ? "[\(host)]" : host
    try await server.run(port: port) { port in
      print("http://\(name):\(port)\(page)")
      do { try Terminal.flushOutput() } catch { Terminal.report(error) }
    }
  }

  private func limits() -> Limits {
    var limits = Limits()
    limits.requestSeconds = requestSeconds
    limits.concurrentRequests = concurrentRequests
    limits.clientRequests = clientRequests
    // The city, its log and the readers need files too.
    let files = OpenFiles.raiseLimit()
    limits.connections = min(connections, max(16, files - 256))
    return limits
  }

  private func requestLog(_ path: String) throws -> RequestLog {
    if path == "-" {
      return RequestLog { try FileHandle.standardError.write(contentsOf: Data($0)) }
    }
    let file = try AppendedFile(path)
    return RequestLog(file.append)
  }

  /// The base maps that layer files turn on; says which cannot be drawn.
  private func baseMaps(_ layers: [LayerDefinition]) -> [BaseMap] {
    layers.compactMap { layer in
      do throws(BaseMap.Unusable) {
        return try BaseMap(layer, environment: ProcessInfo.processInfo.environment)
      } catch {
        Terminal.say(error.message)
        return nil
      }
    }
  }
}
