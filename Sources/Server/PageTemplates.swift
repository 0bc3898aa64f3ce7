import Catalog
import FeatureStore
import HTTPTypes
import Hummingbird
import Mustache
import OneMap
import SimpleFeatures

/// The HTML pages for people, all from one template: a title, facts, a table, links.
struct PageTemplates: Sendable {
  private let layout: MustacheTemplate

  init() throws {
    layout = try MustacheTemplate(
      string: String(decoding: PackageResources.layout_mustache, as: UTF8.self))
  }

  /// `/pages.css`, which every page of this kind links to.
  static func addStyleSheet(to router: Router<BasicRequestContext>) {
    router.get("/pages.css") { _, _ in
      Response.bytes(
        PackageResources.pages_css, type: "text/css; charset=utf-8",
        headers: [.cacheControl: "no-cache"])
    }
    router.refuseOthers(at: "/pages.css")
  }

  /// What a page shows; empty parts are left out.
  struct Page {
    var title: String
    var lead: String? = nil
    var facts: [Fact] = []
    var head: [String] = []
    var rows: [[Cell]] = []
    var links: [Cell] = []
  }

  struct Fact {
    var name: String
    var value: String
    var href: String? = nil
  }

  struct Cell {
    var text: String
    var href: String? = nil
  }

  func response(_ page: Page) -> Response {
    let table: [String: Any]? =
      page.head.isEmpty
      ? nil : ["head": page.head, "rows": page.rows.map { ["cells": $0] as [String: Any] }]
    var context: [String: Any] = ["title": page.title]
    if let lead = page.lead { context["lead"] = lead }
    if !page.facts.isEmpty { context["facts"] = ["rows": page.facts] as [String: Any] }
    if let table { context["table"] = table }
    if !page.links.isEmpty { context["links"] = ["items": page.links] as [String: Any] }
    return .bytes(Array(layout.render(context).utf8), type: Format.html.mediaType)
  }

  // MARK: Pages

  func landing(_ layers: [StoredLayer], _ request: APIRequest) throws -> Response {
    response(
      Page(
        title: "The one map of the city",
        lead: "Every layer as features and vector tiles, by open standards. "
          + "城市一张图：每个图层都以开放标准提供要素与矢量瓦片。",
        facts: [
          Fact(name: "Layers 图层", value: String(layers.count), href: "/collections?f=html"),
          Fact(
            name: "Features 要素", value: String(layers.map(\.featureCount).reduce(0, +))),
          Fact(name: "Extent 范围", value: Self.words(layers.extent)),
        ],
        links: [
          Cell(text: "Map page 地图", href: "/map"),
          Cell(text: "Layers 图层", href: "/collections?f=html"),
          Cell(text: "Processes 处理", href: "/processes?f=html"),
          Cell(text: "Jobs 任务", href: "/jobs?f=html"),
          Cell(text: "API", href: "/api?f=html"),
          Cell(text: "OpenAPI", href: "/api?f=openapi"),
          Cell(text: "Conformance", href: "/conformance?f=html"),
          Cell(text: "TileJSON", href: "/tiles/WebMercatorQuad?f=tilejson"),
        ]))
  }

  func conformance(_ classes: [String], _ request: APIRequest) throws -> Response {
    response(
      Page(
        title: "Standards met", head: ["Conformance class"],
        rows: classes.map { [Cell(text: $0, href: $0)] }))
  }

  func api(_ routes: [Route], _ request: APIRequest) throws -> Response {
    response(
      Page(
        title: "API", lead: "Every path, with its query parameters. GET is answered to HEAD too.",
        head: ["Method", "Path", "Answers", "Query"],
        rows: routes.map { route in
          let isPlain = route.captures.isEmpty && route.method == .get
          let names = route.queryNames + (route.takesFieldNames ? ["any field of the layer"] : [])
          return [
            Cell(text: route.method.rawValue),
            Cell(text: route.path, href: isPlain ? route.path : nil), Cell(text: route.summary),
            Cell(text: names.joined(separator: ", ")),
          ]
        }, links: [Cell(text: "OpenAPI document", href: "/api?f=openapi")]))
  }

  func collections(_ layers: [StoredLayer], _ request: APIRequest) throws -> Response {
    response(
      Page(
        title: "Layers 图层", head: ["Layer 图层", "Id", "Features 要素", "Updated 更新"],
        rows: layers.map { layer in
          let path = "/collections/\(layer.id)"
          return [
            Cell(text: Self.words(layer.definition.title), href: path + "?f=html"),
            Cell(text: layer.id),
            Cell(text: String(layer.featureCount), href: path + "/items?f=html"),
            Cell(text: ServerTime.words(layer.lastCommitTime)),
          ]
        }))
  }

  func collection(_ layer: StoredLayer, _ request: APIRequest) throws -> Response {
    let (path, definition) = ("/collections/\(layer.id)", layer.definition)
    return response(
      Page(
        title: Self.words(definition.title),
        lead: "\(definition.description.zh) \(definition.description.en)",
        facts: [
          Fact(
            name: "Features 要素", value: String(layer.featureCount), href: path + "/items?f=html"),
          Fact(name: "Extent 范围", value: Self.words(layer.extent)),
          Fact(name: "Geometry 几何", value: definition.geometry.rawValue),
          Fact(name: "Owner 责任单位", value: Self.words(definition.provenance.owner)),
          Fact(name: "Source 来源", value: Self.words(definition.provenance.source)),
          Fact(name: "Licence 许可", value: definition.provenance.licence),
          Fact(
            name: "Updated 更新",
            value: "\(ServerTime.words(layer.lastCommitTime)), commit \(layer.lastCommit)"),
        ],
        head: ["Field 字段", "Title 名称", "Type 类型", "Unit 单位"],
        rows: definition.fields.map { field in
          [field.name, Self.words(field.title), field.type.rawValue, Self.unit(of: field) ?? ""]
            .map { Cell(text: $0) }
        },
        links: [
          Cell(text: "Features", href: path + "/items?f=html"),
          Cell(text: "GeoJSON", href: path + "/items?f=json&limit=1000"),
          Cell(text: "Tileset", href: path + "/tiles/WebMercatorQuad"),
        ]))
  }

  func items(
    _ page: FeaturePage, of layer: StoredLayer, next: String?, _ request: APIRequest
  ) throws -> Response {
    let fields = layer.definition.fields
    var links = [
      Cell(
        text: "GeoJSON", href: "\(request.path)?" + request.query.replacing("f", with: "json"))
    ]
    if let next { links.append(Cell(text: "Next page 下一页", href: next)) }
    return response(
      Page(
        title: Self.words(layer.definition.title),
        lead: "\(page.features.count) of \(page.matchedCount) features",
        head: ["Id"] + fields.map(\.name),
        rows: page.features.map { feature in
          let path = "/collections/\(layer.id)/items/\(QueryString.encoded(feature.id))?f=html"
          return [Cell(text: feature.id, href: path)]
            + zip(fields, feature.values).map { field, value in
              Cell(text: field.type == .datetime ? Self.words(value, of: field) : Self.words(value))
            }
        }, links: links))
  }

  func item(
    _ feature: StoredFeature, of layer: StoredLayer, _ request: APIRequest
  ) throws -> Response {
    let definition = layer.definition
    let facts = zip(definition.fields, feature.values).map { field, value in
      Fact(name: "\(Self.words(field.title))", value: Self.words(value, of: field))
    }
    return response(
      Page(
        title: "\(Self.words(definition.title)) \(feature.id)",
        facts: facts + [
          Fact(name: "Geometry 几何", value: feature.geometry.kind.geoJSONName),
          Fact(name: "Extent 范围", value: Self.words(feature.geometry.envelope)),
          Fact(name: "Commit 版本", value: String(feature.commit)),
        ],
        links: [
          Cell(text: "GeoJSON", href: request.path + "?f=json"),
          Cell(text: "Layer 图层", href: "/collections/\(layer.id)?f=html"),
        ]))
  }

  // MARK: Words

  private static func words(_ text: LocalisedText) -> String { "\(text.zh) \(text.en)" }

  private static func words(_ extent: Envelope?) -> String {
    guard let extent, !extent.isEmpty else { return "–" }
    return [extent.minX, extent.minY, extent.maxX, extent.maxY]
      .map { String(($0 * 1e5).rounded() / 1e5) }.joined(separator: ", ")
  }

  private static func words(_ value: PropertyValue, of field: Field? = nil) -> String {
    let plain =
      switch value {
      case .null: "–"
      case .boolean(let flag): flag ? "true" : "false"
      case .integer(let number): String(number)
      case .real(let number): String(number)
      case .text(let text), .json(let text): text
      }
    guard let field, !value.isNull else { return plain }
    if let code = field.codes.first(where: { $0.value == plain }) {
      return "\(plain) (\(words(code.title)))"
    }
    if field.type == .datetime { return ServerTime.words(plain) }
    return unit(of: field).map { "\(plain) \($0)" } ?? plain
  }

  /// The unit as it is written after a number; plain numbers (UCUM 1) have none.
  private static func unit(of field: Field) -> String? { field.unit == "1" ? nil : field.unit }
}
