import HTTPTypes
import Hummingbird
import Logging
import NIOCore
package import OneMap

/// The HTTP service of a city: OGC API Features and Tiles, HTML for people, the map page.
package struct MapServer: Sendable {
  private let map: CityMap
  private let assets: MapAssets
  private let baseMaps: [BaseMap]
  private let desk: TileDesk
  /// Tiles kept in memory: 64 MiB.
  static let tileCacheBytes = 64 << 20

  /// - Parameter assets: The folder with MapLibre's files.
  /// - Parameter baseMaps: Maps of other servers that a person has turned on.
  package init(_ map: CityMap, assets: String, baseMaps: [BaseMap] = []) {
    self.map = map
    self.baseMaps = baseMaps
    self.assets = MapAssets(folder: assets)
    desk = TileDesk(cacheBytes: Self.tileCacheBytes) { try await map.store.lastCommit() }
  }

  /// Names of the map page's files that are not installed.
  package var missingAssets: [String] { assets.missing }

  func router() throws -> Router<BasicRequestContext> {
    let pages = try PageTemplates()
    let routes =
      LandingRoutes(map: map, pages: pages).all + CollectionRoutes(map: map, pages: pages).all
      + ItemRoutes(map: map, pages: pages).all + TileRoutes(map: map, desk: desk).all
      + RasterRoutes(map: map).all + HistoryRoutes(map: map).all
      + ScenarioRoutes(map: map).all + [SearchRoute(map: map).route]
    let router = Router(context: BasicRequestContext.self, options: .autoGenerateHeadEndpoints)
    router.add(middleware: ProblemMiddleware())
    router.add(middleware: TileMiddleware(desk: desk))
    for route in routes { route.add(to: router) }
    apiRoute(routes, pages).add(to: router)
    MapRoutes(map: map, assets: assets, baseMaps: baseMaps).add(to: router)
    PageTemplates.addStyleSheet(to: router)
    return router
  }

  private func apiRoute(_ routes: [Route], _ pages: PageTemplates) -> Route {
    var route = Route(
      path: "/api", operation: "getAPI", summary: "The API in OpenAPI 3.0", tag: "Capabilities",
      formats: [.openapi, .html], answer: { _ in Response(status: .notFound) })
    let described = routes + [route]
    route.answer = { inquiry in
      if inquiry.format == .html { return try pages.api(described, inquiry) }
      let document = OpenAPIDocument.make(described, try await map.layers(), base: inquiry.base)
      return .json(document, .openapi)
    }
    return route
  }

  /// Serves until SIGTERM or SIGINT, then lets running answers finish.
  ///
  /// - Parameter port: 0 takes a free one.
  /// - Parameter onReady: Called with the port once requests are answered.
  package func run(
    host: String, port: Int, onReady: @escaping @Sendable (Int) async -> Void
  ) async throws {
    var logger = Logger(label: "yutu")
    logger.logLevel = .warning
    let application = Application(
      router: try router(),
      server: .http1(configuration: .init(idleTimeout: .seconds(30))),
      configuration: ApplicationConfiguration(
        address: .hostname(host, port: port), serverName: "yutu"),
      onServerRunning: { channel in await onReady(channel.localAddress?.port ?? port) },
      logger: logger)
    try await application.runService()
  }
}
