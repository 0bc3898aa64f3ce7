import Catalog
import FeatureStore
import Hummingbird
import OneMap
import SimpleFeatures

/// Features for people.
extension PageTemplates {
  /// - Parameter next: The query of the next page; `nil` on the last.
  func items(
    _ found: FeaturePage, of layer: StoredLayer, next: String?, _ request: APIRequest
  ) -> Response {
    let (reader, definition) = (PageReader(request), layer.definition)
    let path = "/collections/\(layer.id)"
    let fields = definition.fields
    var links: [Page.Cell] = []
    if request.query["after"] != nil {
      let first = request.query.without("after").text
      links.append(
        Page.Cell(text: reader("第一页", "First page"), href: "\(request.path)?\(first)"))
    }
    if let next { links.append(Page.Cell(text: reader("下一页", "Next page"), href: next)) }
    let (shown, all) = (reader.number(found.features.count), reader.number(found.matchedCount))
    return response(
      Page(
        title: reader(definition.title),
        lead: reader(
          "本页 \(shown) 个要素，共 \(all) 个。", "\(shown) of \(all) features on this page."),
        trail: [Self.layers(reader), Self.layer(layer, reader)],
        actions: [
          Page.Cell(
            text: reader("在地图上打开", "Open on the map"), href: reader.map("on=\(layer.id)")),
          Page.Cell(
            text: "GeoJSON",
            href: "\(request.path)?" + request.query.without("lang").replacing("f", with: "json")),
        ],
        sections: [
          Page.Section(
            head: [Page.Cell(text: reader("编号", "Id"))]
              + fields.map { field in
                let unit = reader.unit(field.unit)
                return Page.Cell(
                  text: reader(field.title)
                    + (unit.isEmpty ? "" : reader("（\(unit)）", " (\(unit))")),
                  isNumber: field.isNumber)
              },
            rows: found.features.map { feature in
              let item = "\(path)/items/\(QueryString.encoded(feature.id))"
              return [Page.Cell(text: feature.id, href: reader.link(item, keepsView: true))]
                + zip(fields, feature.values).map { field, value in
                  Page.Cell(
                    text: reader.value(value, of: field, withUnit: false),
                    isNumber: field.isNumber)
                }
            }, links: links, hasLinkedRows: true)
        ]), reader)
  }

  private static func layer(_ layer: StoredLayer, _ reader: PageReader) -> Page.Cell {
    Page.Cell(
      text: reader(layer.definition.title),
      href: reader.link("/collections/\(layer.id)", keepsView: true))
  }

  func item(_ feature: StoredFeature, of layer: StoredLayer, _ request: APIRequest) -> Response {
    let (reader, definition) = (PageReader(request), layer.definition)
    let path = "/collections/\(layer.id)"
    let data = reader.data(
      "\(path)/items/\(QueryString.encoded(feature.id))", [("f", "json")])
    let attributes = zip(definition.fields, feature.values).filter { !$0.1.isNull }
      .map { field, value in
        Page.Fact(name: reader(field.title), value: reader.value(value, of: field))
      }
    let label = definition.style.label
      .flatMap { label in definition.fields.firstIndex { $0.name == label } }
      .map { reader.value(feature.values[$0], of: definition.fields[$0]) }
      .flatMap { $0 == "–" || $0.isEmpty ? nil : $0 }
    return response(
      Page(
        title: label ?? "\(reader(definition.title)) \(feature.id)",
        trail: [
          Self.layers(reader), Self.layer(layer, reader),
          Page.Cell(
            text: reader("要素", "Features"), href: reader.link(path + "/items", keepsView: true)),
        ],
        actions: [
          Page.Cell(
            text: reader("在地图上查看", "On the map"),
            href: reader.map("at=\(layer.id)/\(QueryString.encoded(feature.id))")),
          Page.Cell(text: "GeoJSON", href: data),
        ],
        top: [
          Page.Section(
            facts: attributes + [
              Page.Fact(name: reader("编号", "Id"), value: feature.id),
              Page.Fact(
                name: reader("几何类型", "Geometry"), value: reader.geometry(definition.geometry)),
              Page.Fact(
                name: reader("范围", "Extent"), value: reader.extent(feature.geometry.envelope)),
              Page.Fact(
                name: reader("提交", "Commit"), value: String(feature.commit),
                href: !layer.isResult ? "/commits/\(feature.commit)" : nil),
            ]),
          Page.Section(mounts: [
            Self.map(reader, [layer.id], feature.geometry.envelope, [("feature", data)])
          ]),
        ], module: "page-collection.js", hasMap: true), reader)
  }
}

extension Field {
  /// Whether its values are numbers that one compares, and no codes.
  fileprivate var isNumber: Bool { codes.isEmpty && (type == .integer || type == .real) }
}
