import Catalog
import FeatureStore
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
package import MapSymbols
import NIOCore
package import OneMap
package import Simulation

/// The HTTP service of a city: OGC API Features and Tiles, HTML for people, the map page.
package struct MapServer: Sendable {
  private let map: CityMap
  private let assets: MapAssets
  private let baseMaps: [BaseMap]
  private let tiles: TileService
  private let symbols: SymbolService
  private let access: AccessPolicy
  private let log: RequestLog?
  private let processes: [any Simulation.Process]
  private let unfinishedJobs: [RequestedJob]
  private let requestedJobs: AsyncStream<RequestedJob>
  private let feeds: [DataSourceStatus]
  private let connections: ConnectionList
  private let version: String
  private static let serverName = "yutu"

  /// - Parameters:
  ///   - assets: The folder with MapLibre's files.
  ///   - icons: The icons that layers name.
  ///   - fonts: The files of the fonts that glyphs are made from.
  ///   - baseMaps: Maps of other servers that a person has turned on.
  ///   - processes: What can be executed on the city, each with an id of its own.
  ///   - unfinishedJobs: What goes on, broken off when the city was served before.
  ///   - requestedJobs: What services ask for by and by.
  ///   - feeds: The files that processes take data from.
  ///   - log: Where requests are logged; `nil` for nowhere.
  ///   - version: The program's, which is the API's.
  package init(
    _ map: CityMap, version: String, assets: String, icons: IconFolder = IconFolder(""),
    fonts: [KnownFont: String] = [:], baseMaps: [BaseMap] = [], access: AccessPolicy,
    limits: Limits = Limits(), processes: [any Simulation.Process] = [],
    unfinishedJobs: [RequestedJob] = [],
    requestedJobs: AsyncStream<RequestedJob> = AsyncStream { $0.finish() },
    feeds: [DataSourceStatus] = [],
    log: RequestLog? = nil
  ) {
    self.version = version
    self.processes = processes
    self.unfinishedJobs = unfinishedJobs
    self.requestedJobs = requestedJobs
    self.feeds = feeds
    self.map = map
    self.baseMaps = baseMaps
    self.assets = MapAssets(folder: assets)
    symbols = SymbolService(map, icons: icons, fonts: fonts)
    tiles = TileService(cacheBytes: limits.tileCacheBytes) { try await map.lastCommit() }
    self.access = access
    self.log = log
    connections = ConnectionList(limits)
  }

  /// Names of the map page's files that are not installed.
  package var missingAssets: [String] { assets.missing }

  private func routes(
    _ pages: PageTemplates, _ processes: ProcessExecutor, _ own: ReferenceReader.OwnPaths
  ) -> [Route] {
    LandingRoutes(
      map: map, pages: pages, hasProcesses: !processes.all.isEmpty, feeds: feeds
    ).all
      + StyleRoutes(map: map, baseMaps: baseMaps, executor: processes).all
      + ProcessRoutes(executor: processes, pages: pages, references: own).all
      + JobRoutes(executor: processes, pages: pages).all
      + CollectionRoutes(map: map, pages: pages, executor: processes).all
      + ItemRoutes(map: map, pages: pages).all + TileRoutes(map: map, tiles: tiles).all
      + RasterRoutes(map: map).all + [CoverageRoute(map: map).route]
      + MapTileRoutes(map: map, tiles: tiles).all + HistoryRoutes(map: map).all
      + ScenarioRoutes(map: map).all + RunRoutes(map: map, executor: processes).all
      + SymbolRoutes(symbols: symbols).all + [SearchRoute(map: map).route]
      + [CacheRoute(cache: tiles.cache).route]
  }

  private func router(
    _ routes: [Route], _ pages: PageTemplates, _ processes: ProcessExecutor
  ) -> Router<BasicRequestContext> {
    let router = Router(context: BasicRequestContext.self, options: .autoGenerateHeadEndpoints)
    router.add(middleware: ProblemMiddleware(pages: pages))
    routes.add(to: router, access.tokenCheck)
    MapRoutes(map: map, tiles: tiles, assets: assets, baseMaps: baseMaps, executor: processes)
      .add(to: router, access.tokenCheck)
    PageFiles.add(to: router)
    return router
  }

  private func apiRoute(
    _ routes: [Route], _ pages: PageTemplates, _ processes: ProcessExecutor
  ) -> Route {
    var route = Route(
      isBrief: true, path: "/api", operation: "getAPI", summary: "The API in OpenAPI 3.0",
      tag: "Capabilities",
      formats: [.openapi, .html], answer: { _ in Response(status: .notFound) })
    let described = routes + [route]
    route.answer = { apiRequest in
      if apiRequest.format == .html { return pages.api(described, apiRequest) }
      let document = OpenAPIDocument(
        version: version, layers: try await map.layers(),
        rasters: try await map.rasters().map(\.id),
        scenarios: map.scenarios.ids, processes: processes.all)
      return .json(document.json(described, base: apiRequest.base), .openapi)
    }
    return route
  }

  /// What answers requests: cached tiles in the channel handler; all else, from the outside in,
  /// counted and logged, admitted, bounded, routed.
  private func answering() async throws -> (
    doors: FastPaths, responder: some HTTPResponder<BasicRequestContext>
  ) {
    let pages = try PageTemplates(baseMaps)
    let processes = try ProcessExecutor(
      processes, map: map, token: access.tokenCheck, limits: connections.limits)
    let own = ReferenceReader.OwnPaths()
    var routes = routes(pages, processes, own)
    let metrics = ServerMetrics(templates: routes.map(\.path) + ["/api", "/metrics", "/map"])
    routes.append(
      MetricsRoute(
        map: map, metrics: metrics, connections: connections, tiles: tiles,
        processes: processes, feeds: feeds
      ).route)
    routes.append(apiRoute(routes, pages, processes))
    let routed = router(routes, pages, processes).buildResponder()
    own.set { request in
      guard let channel = ClientConnection.current?.channel else { throw CancellationError() }
      return try await routed.respond(
        to: Request(head: request, body: RequestBody(buffer: ByteBuffer())),
        context: BasicRequestContext(
          source: ApplicationRequestContextSource(
            channel: channel, logger: Logger(label: "yutu"))))
    }
    // Before anybody can ask for them.
    for job in unfinishedJobs { await processes.start(job) }
    Task { [requestedJobs] in
      for await job in requestedJobs { await processes.start(job) }
    }
    let bounded = WorkResponder(
      inner: routed, shares: connections.shares, pages: pages)
    let observer = RequestObserver(metrics: metrics, log: log)
    let check = access.check
    return (
      FastPaths(
        tiles: CachedTileHandler(
          tiles: tiles, access: check, observer: observer, serverName: Self.serverName),
        processes: InlineProcessHandler(
          executor: processes, access: check, observer: observer, serverName: Self.serverName)),
      ObservingResponder(
        inner: AccessResponder(inner: bounded, access: check, pages: pages), observer: observer)
    )
  }

  /// Serves until SIGTERM or SIGINT, then lets running answers finish.
  ///
  /// - Parameter port: 0 takes a free one.
  /// - Parameter onReady: Called with the port once requests are answered.
  /// - Throws: ``ListenError`` where the port is taken or the host is not this machine.
  package func run(
    port: Int, onReady: @escaping @Sendable (Int) async -> Void
  ) async throws {
    var logger = Logger(label: "yutu")
    logger.logLevel = .warning
    let (doors, responder) = try await answering()
    let application = Application(
      responder: responder,
      server: HTTPServerBuilder { WatchedChannel(connections, doors: doors, responder: $0) },
      configuration: ApplicationConfiguration(
        address: .hostname(access.host, port: port), serverName: Self.serverName, backlog: 1024),
      onServerRunning: { channel in await onReady(channel.localAddress?.port ?? port) },
      eventLoopGroupProvider: .shared(ServerLoops.group), logger: logger)
    let clock = Task { await connections.keepTime() }
    defer { clock.cancel() }
    do {
      try await application.runService()
    } catch {
      throw ListenError(error, host: access.host, port: port) ?? error
    }
  }
}
