import EmbeddedPages
import Foundation
import HTTPTypes
import Hummingbird
import OneMap

/// `/map`: the map page with all that it needs, nothing of it from outside.
struct MapRoutes {
  let map: CityMap
  let tiles: TileService
  let assets: MapAssets
  let baseMaps: [BaseMap]
  let executor: ProcessExecutor

  /// Whether `path` is the page or one of MapLibre's files, which hold nothing of a city.
  static func isPage(_ path: String) -> Bool {
    path == "/map" || MapAssets.all.contains { path == "/map/assets/\($0.name)" }
  }

  /// MapLibre starts its worker from a blob and sets styles on elements; all else is our own, but
  /// for the servers of base maps that a person has turned on.
  static func contentSecurityPolicy(_ baseMaps: [BaseMap]) -> String {
    let others = Set(baseMaps.compactMap(\.origin)).sorted().map { " " + $0 }.joined()
    return "default-src 'self'; worker-src blob:; img-src 'self' blob: data:\(others); "
      + "connect-src 'self'\(others); style-src 'self' 'unsafe-inline'; "
      + "frame-ancestors 'none'"
  }

  func add(to router: Router<BasicRequestContext>, _ token: TokenCheck) {
    let policy: HTTPFields = [
      .contentSecurityPolicy: Self.contentSecurityPolicy(baseMaps),
      .cacheControl: "no-cache",
    ]
    let configuration = MapConfiguration(map: map, baseMaps: baseMaps, executor: executor).route
    let page = EmbeddedPages.bytes(of: "map.html")
    router.get("/map") { _, _ in
      Response.bytes(page, type: Format.html.mediaType, headers: policy)
    }
    router.refuseOthers(at: "/map")
    for asset in MapAssets.all {
      router.get(RouterPath("/map/assets/" + asset.name)) { request, _ in
        try assets.file(asset.name).answer(to: request.headers).response
      }
      router.refuseOthers(at: RouterPath("/map/assets/" + asset.name))
    }
    [configuration, ReliefRoute(map: map, tiles: tiles).route].add(to: router, token)
  }
}

/// MapLibre's files, which `scripts/setup` puts into a folder that git ignores.
struct MapAssets: Sendable {
  static let all = [
    (name: "maplibre-gl.js", type: "text/javascript; charset=utf-8"),
    (name: "maplibre-gl.css", type: "text/css; charset=utf-8"),
  ]

  private let files: [String: TileCache.Tile]

  /// Reads what is there; a missing file is a problem only for the page.
  init(folder: String) {
    files = Dictionary(
      uniqueKeysWithValues: Self.all.compactMap { asset in
        FileManager.default.contents(atPath: "\(folder)/\(asset.name)").map { bytes in
          let file = TileCache.Tile(
            file: [UInt8](bytes), type: asset.type, cacheControl: "max-age=3600")
          return (asset.name, file)
        }
      })
  }

  /// What whoever runs the server does about a missing file.
  static let remedy = "install Yutu again"

  /// Names of the files that are missing.
  var missing: [String] { Self.all.map(\.name).filter { files[$0] == nil } }

  func file(_ name: String) throws(HTTPProblem) -> TileCache.Tile {
    guard let file = files[name] else {
      throw HTTPProblem(
        .notFound, "missing-asset", "\(name) is not installed", hint: MapAssets.remedy)
    }
    return file
  }
}
