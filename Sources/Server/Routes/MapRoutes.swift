import Foundation
import HTTPTypes
import Hummingbird
import OneMap
import VectorTiles

/// `/map`: the map page with all that it needs, nothing of it from outside.
struct MapRoutes {
  let map: CityMap
  let tiles: TileService
  let assets: MapAssets
  let baseMaps: [BaseMap]
  let executor: ProcessExecutor

  /// What the page's own files are called below `/map/`, and what they hold.
  private static let files: [(name: String, type: String, bytes: [UInt8])] =
    scripts.map {
      (name: "\($0.name).js", type: "text/javascript; charset=utf-8", bytes: $0.bytes)
    }
    + [
      ("map", PackageResources.map_css), ("map-panels", PackageResources.map_panels_css),
      ("map-process", PackageResources.map_process_css),
    ].map {
      (name: "\($0.0).css", type: "text/css; charset=utf-8", bytes: $0.1)
    }

  private static let scripts: [(name: String, bytes: [UInt8])] = [
    ("map", PackageResources.map_js),
    ("map-access", PackageResources.map_access_js),
    ("map-actions", PackageResources.map_actions_js),
    ("map-analyse", PackageResources.map_analyse_js),
    ("map-assumptions", PackageResources.map_assumptions_js),
    ("map-card", PackageResources.map_card_js),
    ("map-chart", PackageResources.map_chart_js),
    ("map-details", PackageResources.map_details_js),
    ("map-dom", PackageResources.map_dom_js),
    ("map-filter", PackageResources.map_filter_js),
    ("map-geodesic", PackageResources.map_geodesic_js),
    ("map-icons", PackageResources.map_icons_js),
    ("map-identify", PackageResources.map_identify_js),
    ("map-impact", PackageResources.map_impact_js),
    ("map-kiosk", PackageResources.map_kiosk_js),
    ("map-layer-menu", PackageResources.map_layer_menu_js),
    ("map-layers", PackageResources.map_layers_js),
    ("map-measure", PackageResources.map_measure_js),
    ("map-panels", PackageResources.map_panels_js),
    ("map-rasters", PackageResources.map_rasters_js),
    ("map-result", PackageResources.map_result_js),
    ("map-route", PackageResources.map_route_js),
    ("map-route-style", PackageResources.map_route_style_js),
    ("map-scenario", PackageResources.map_scenario_js),
    ("map-search", PackageResources.map_search_js),
    ("map-sheet", PackageResources.map_sheet_js),
    ("map-states", PackageResources.map_states_js),
    ("map-style", PackageResources.map_style_js),
    ("map-table", PackageResources.map_table_js),
    ("map-theme", PackageResources.map_theme_js),
    ("map-view", PackageResources.map_view_js),
    ("map-run-layer", PackageResources.map_run_layer_js),
    ("map-runs", PackageResources.map_runs_js),
    ("map-compare", PackageResources.map_compare_js),
    ("map-edits", PackageResources.map_edits_js),
    ("map-curve", PackageResources.map_curve_js),
    ("map-timeline", PackageResources.map_timeline_js),
    ("map-when", PackageResources.map_when_js),
    ("map-words", PackageResources.map_words_js),
  ]

  /// Whether `path` is the page or one of its files, which hold nothing of a city.
  static func isPage(_ path: String) -> Bool {
    path == "/map" || files.contains { path == "/map/\($0.name)" }
      || MapAssets.all.contains { path == "/map/assets/\($0.name)" }
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
    router.get("/map") { _, _ in
      Response.bytes(PackageResources.map_html, type: Format.html.mediaType, headers: policy)
    }
    router.refuseOthers(at: "/map")
    for file in Self.files {
      router.get(RouterPath("/map/" + file.name)) { _, _ in
        Response.bytes(file.bytes, type: file.type, headers: [.cacheControl: "no-cache"])
      }
      router.refuseOthers(at: RouterPath("/map/" + file.name))
    }
    for asset in MapAssets.all {
      router.get(RouterPath("/map/assets/" + asset.name)) { request, context in
        let gzipped = try assets.gzipped(asset.name)
        let apiRequest = try APIRequest(request, context.parameters, for: configuration)
        return try PreparedResponse(
          kept: ByteBuffer(bytes: gzipped), isGzipped: true, type: asset.type,
          takesGzip: apiRequest.headers.takesGzip,
          headers: [.cacheControl: "max-age=3600", .vary: "Accept-Encoding"]
        ).response
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

  private let contents: [String: [UInt8]]

  /// Reads what is there; a missing file is a problem only for the page.
  init(folder: String) {
    contents = Dictionary(
      uniqueKeysWithValues: Self.all.compactMap { asset in
        FileManager.default.contents(atPath: "\(folder)/\(asset.name)")
          .map { (asset.name, Gzip.compress([UInt8]($0))) }
      })
  }

  /// What whoever runs the server does about a missing file.
  static let remedy = "install Yutu again"

  /// Names of the files that are missing.
  var missing: [String] { Self.all.map(\.name).filter { contents[$0] == nil } }

  func gzipped(_ name: String) throws(HTTPProblem) -> [UInt8] {
    guard let bytes = contents[name] else {
      throw HTTPProblem(
        .notFound, "missing-asset", "\(name) is not installed", hint: MapAssets.remedy)
    }
    return bytes
  }
}
