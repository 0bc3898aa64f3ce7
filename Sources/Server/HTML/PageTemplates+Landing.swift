import FeatureStore
import Hummingbird
import OneMap
import SimpleFeatures

/// The landing page, the standards and the API for people.
extension PageTemplates {
  func landing(_ layers: [StoredLayer], _ request: APIRequest) -> Response {
    let reader = PageReader(request)
    let features = layers.map(\.featureCount).reduce(0, +)
    return response(
      Page(
        title: reader("城市一张图", "The one map of the city"),
        lead: reader(
          "全部图层按开放标准提供要素与矢量瓦片，可在浏览器查看，也可在 QGIS 等软件中直接使用。",
          "Every layer as features and vector tiles by open standards: to look at in the browser, "
            + "and to use in QGIS and other programs."),
        actions: [
          Page.Cell(text: reader("打开地图", "Open the map"), href: reader.map()),
          Page.Cell(text: reader("浏览图层", "Browse the layers"), href: reader.link("/collections")),
        ],
        top: [
          Page.Section(cards: Self.cards(reader, layers.count, features)),
          Page.Section(mounts: [Self.map(reader, [], layers.extent)]),
        ],
        sections: [
          Page.Section(
            title: reader("供程序使用", "For programs"),
            links: [
              Page.Cell(text: "OpenAPI", href: "/api?f=openapi"),
              Page.Cell(text: "TileJSON", href: "/tiles/WebMercatorQuad?f=tilejson"),
              Page.Cell(
                text: reader("遵循的标准", "Standards met"), href: reader.link("/conformance")),
              Page.Cell(text: "JSON", href: "/?f=json"),
            ])
        ], module: "page-collection.js", hasMap: true), reader)
  }

  private static func cards(
    _ reader: PageReader, _ layers: Int, _ features: Int
  ) -> [Page.Card] {
    [
      Page.Card(
        title: reader("图层", "Layers"),
        text: reader(
          "\(reader.number(layers)) 个图层，\(reader.number(features)) 个要素",
          "\(reader.number(layers)) layers, \(reader.number(features)) features"),
        href: reader.link("/collections")),
      Page.Card(
        title: reader("分析", "Processes"),
        text: reader(
          "路径、可达范围、停车、内涝等计算", "Routes, reachable areas, parking, floods and more"),
        href: reader.link("/processes")),
      Page.Card(
        title: reader("任务", "Jobs"),
        text: reader("已提交的计算及其进度和结果", "What was asked for, how far it is, what it gave"),
        href: reader.link("/jobs")),
      Page.Card(
        title: reader("接口", "API"),
        text: reader("全部地址与参数（OGC API）", "Every path and parameter (OGC API)"),
        href: reader.link("/api")),
    ]
  }

  /// A map of layers, all of the city without any.
  static func map(
    _ reader: PageReader, _ layers: [String], _ extent: Envelope?, _ more: [(String, String)] = []
  ) -> Page.Mount {
    var data = more.map { (name: $0.0, value: $0.1) }
    if !layers.isEmpty { data.append((name: "layers", value: layers.joined(separator: ","))) }
    if let extent, !extent.isEmpty {
      let corners = [extent.minX, extent.minY, extent.maxX, extent.maxY]
      data.append((name: "bounds", value: corners.map { String($0) }.joined(separator: ",")))
    }
    return Page.Mount(
      id: "map", className: "map", data: data, text: reader("地图", "Map"))
  }

  func conformance(_ classes: [String], _ request: APIRequest) -> Response {
    let reader = PageReader(request)
    return response(
      Page(
        title: reader("遵循的标准", "Standards met"),
        lead: reader("本服务逐项实现并经测试的一致性类。", "The conformance classes that are met and tested."),
        sections: [
          Page.Section(
            head: [Page.Cell(text: reader("一致性类", "Conformance class"))],
            rows: classes.map { [Page.Cell(text: $0, href: $0)] })
        ]), reader)
  }

  func api(_ routes: [Route], _ request: APIRequest) -> Response {
    let reader = PageReader(request)
    let tags = routes.map(\.tag).reduce(into: [String]()) { tags, tag in
      if !tags.contains(tag) { tags.append(tag) }
    }
    return response(
      Page(
        title: reader("接口", "API"),
        lead: reader(
          "全部地址及其查询参数。凡答复 GET 的地址也答复 HEAD。",
          "Every path, with its query parameters. GET is answered to HEAD too."),
        actions: [
          Page.Cell(text: reader("OpenAPI 文档", "OpenAPI document"), href: "/api?f=openapi")
        ],
        sections: tags.map { tag in
          Page.Section(
            title: reader.api(tag),
            head: [
              Page.Cell(text: reader("方法", "Method")), Page.Cell(text: reader("地址", "Path")),
              Page.Cell(text: reader("说明", "Answers")), Page.Cell(text: reader("参数", "Query")),
            ], rows: routes.filter { $0.tag == tag }.map { Self.row($0, reader) })
        }), reader)
  }

  private static func row(_ route: Route, _ reader: PageReader) -> [Page.Cell] {
    let isPlain = route.captures.isEmpty && route.method == .get
    let names =
      route.queryNames
      + (route.takesFieldNames ? [reader("图层的任一字段", "any field of the layer")] : [])
    return [
      Page.Cell(text: route.method.rawValue, isCode: true),
      Page.Cell(
        text: route.path,
        href: isPlain ? (route.hasPage ? reader.link(route.path) : route.path) : nil, isCode: true),
      Page.Cell(text: reader.api(route.summary)),
      Page.Cell(text: names.joined(separator: ", "), isCode: true),
    ]
  }
}
