import Catalog
import FeatureStore
import Hummingbird
import OneMap
import SimpleFeatures

/// The layers for people.
extension PageTemplates {
  func collections(
    _ layers: [StoredLayer], _ rasters: [StoredRaster], _ request: APIRequest
  ) -> Response {
    let reader = PageReader(request)
    let results = layers.filter(\.isResult)
    let resultRasters = rasters.filter(\.isResult)
    let themes = Theme.allCases.map { theme in
      (
        title: reader(theme.title),
        rows: layers.filter { !$0.isResult && $0.definition.theme == theme }
          .map { Self.row($0, reader) }
          + rasters.filter { !$0.isResult && $0.definition.theme == theme }
          .map { Self.row($0, reader) }
      )
    }
    let given = (
      title: reader("计算结果", "Results"),
      rows: results.map { Self.row($0, reader) } + resultRasters.map { Self.row($0, reader) }
    )
    let head = [
      Page.Cell(text: reader("图层", "Layer")), Page.Cell(text: reader("标识", "Id")),
      Page.Cell(text: reader("类型", "Kind")),
      Page.Cell(text: reader("要素数", "Features"), isNumber: true),
      Page.Cell(text: reader("更新时间", "Updated")),
    ]
    return response(
      Page(
        title: reader("图层", "Layers"),
        lead: reader(
          "共 \(reader.number(layers.count + rasters.count)) 个图层，按数据分类（CJJ/T 315）列出。",
          "\(reader.number(layers.count + rasters.count)) layers, by data category (CJJ/T 315)."),
        actions: [Page.Cell(text: reader("打开地图", "Open the map"), href: reader.map())],
        sections: (themes + [given]).filter { !$0.rows.isEmpty }.map {
          Page.Section(
            title: $0.title, head: head, rows: $0.rows, hasLinkedRows: true, isEven: true)
        }
          + (layers.isEmpty && rasters.isEmpty
            ? [
              Page.Section(
                note: reader(
                  "还没有数据。请用 yutu import 导入文件。",
                  "There is no data yet. Import a file with yutu import."))
            ] : [])
      ), reader)
  }

  private static func row(_ layer: StoredLayer, _ reader: PageReader) -> [Page.Cell] {
    [
      Page.Cell(
        text: reader(layer.definition.title),
        href: reader.link("/collections/\(layer.id)", keepsView: true)),
      Page.Cell(text: layer.id, isCode: true),
      Page.Cell(text: reader.geometry(layer.definition.geometry)),
      Page.Cell(text: reader.number(layer.featureCount), isNumber: true),
      Page.Cell(text: reader.time(layer.lastCommitTime)),
    ]
  }

  private static func row(_ raster: StoredRaster, _ reader: PageReader) -> [Page.Cell] {
    [
      Page.Cell(
        text: reader(raster.definition.title),
        href: reader.link("/collections/\(raster.id)", keepsView: true)),
      Page.Cell(text: raster.id, isCode: true), Page.Cell(text: reader("栅格", "raster")),
      Page.Cell(text: "–", isNumber: true),
      Page.Cell(text: reader.time(raster.lastCommitTime)),
    ]
  }

  /// - Parameter commits: What was done to the layer lately, the last first.
  func collection(
    _ layer: StoredLayer, _ commits: [Commit], _ request: APIRequest
  ) -> Response {
    let (reader, definition) = (PageReader(request), layer.definition)
    let path = "/collections/\(layer.id)"
    return response(
      Page(
        title: reader(definition.title), lead: reader(definition.description),
        trail: [Self.layers(reader)],
        actions: [
          Page.Cell(
            text: reader("在地图上打开", "Open on the map"), href: reader.map("on=\(layer.id)")),
          Page.Cell(
            text: reader("查看要素", "Browse the features"),
            href: reader.link(path + "/items", keepsView: true)),
          Page.Cell(
            text: reader("下载 GeoJSON", "Download GeoJSON"),
            href: reader.data(path + "/items", [("f", "json"), ("limit", "10000")])),
        ],
        top: [
          Page.Section(facts: Self.facts(layer, reader)),
          Page.Section(mounts: [
            Self.map(
              reader, [layer.id], layer.extent)
          ]),
        ],
        sections: [
          Page.Section(
            title: reader("字段", "Fields"),
            head: [
              Page.Cell(text: reader("名称", "Title")), Page.Cell(text: reader("字段名", "Field")),
              Page.Cell(text: reader("类型", "Type")), Page.Cell(text: reader("单位", "Unit")),
              Page.Cell(text: reader("取值与说明", "Values and notes")),
            ], rows: definition.fields.map { Self.row($0, reader) })
        ] + Self.history(commits, reader) + [
          Page.Section(
            title: reader("供程序使用", "For programs"),
            links: [
              Page.Cell(text: "JSON", href: reader.data(path, [("f", "json")])),
              Page.Cell(text: "JSON Schema", href: path + "/feature-schema"),
              Page.Cell(
                text: reader("矢量瓦片", "Vector tiles"),
                href: reader.data(path + "/tiles/WebMercatorQuad", [("f", "json")])),
              Page.Cell(
                text: reader("差异", "Differences"),
                href: path + "/diff"),
            ].filter { !layer.isResult || $0.href?.hasSuffix("/diff") != true })
        ], module: "page-collection.js", hasMap: true), reader)
  }

  static func layers(_ reader: PageReader) -> Page.Cell {
    Page.Cell(text: reader("图层", "Layers"), href: reader.link("/collections", keepsView: true))
  }

  private static func facts(_ layer: StoredLayer, _ reader: PageReader) -> [Page.Fact] {
    let definition = layer.definition
    let provenance = definition.provenance
    return [
      Page.Fact(
        name: reader("要素数", "Features"), value: reader.number(layer.featureCount),
        href: reader.link("/collections/\(layer.id)/items", keepsView: true)),
      Page.Fact(
        name: reader("几何类型", "Geometry"), value: reader.geometry(definition.geometry)),
      Page.Fact(name: reader("范围", "Extent"), value: reader.extent(layer.extent)),
      Page.Fact(name: reader("更新时间", "Updated"), value: reader.time(layer.lastCommitTime)),
    ] + origin(provenance, definition, reader)
      + [Page.Fact(name: reader("标识", "Id"), value: layer.id)]
  }

  private static func origin(
    _ provenance: Provenance, _ definition: LayerDefinition, _ reader: PageReader
  ) -> [Page.Fact] {
    [
      Page.Fact(name: reader("责任单位", "Owner"), value: reader(provenance.owner)),
      Page.Fact(name: reader("数据来源", "Source"), value: reader(provenance.source)),
      Page.Fact(name: reader("使用许可", "Licence"), value: provenance.licence),
      Page.Fact(name: reader("数据级别", "Data class"), value: reader.grade(provenance.grade)),
      Page.Fact(name: reader("数据分类", "Category"), value: reader(definition.theme.title)),
    ]
  }

  private static func row(_ field: Field, _ reader: PageReader) -> [Page.Cell] {
    let codes = field.codes.map {
      let title = reader($0.title)
      return title == $0.value ? title : "\(title) (\($0.value))"
    }
    let note = field.description.map { reader($0) }
    let words =
      (note.map { [$0] } ?? [])
      + (codes.isEmpty ? [] : [codes.joined(separator: reader("、", ", "))])
    return [
      Page.Cell(text: reader(field.title)), Page.Cell(text: field.name, isCode: true),
      Page.Cell(text: reader.type(field.type)), Page.Cell(text: reader.unit(field.unit)),
      Page.Cell(text: words.joined(separator: reader("：", ": "))),
    ]
  }

  private static func history(_ commits: [Commit], _ reader: PageReader) -> [Page.Section] {
    guard !commits.isEmpty else { return [] }
    return [
      Page.Section(
        title: reader("更新历史", "History"),
        note: reader("最近 \(commits.count) 次提交。", "The latest \(commits.count) commits."),
        head: [
          Page.Cell(text: reader("提交", "Commit"), isNumber: true),
          Page.Cell(text: reader("时间", "Time")), Page.Cell(text: reader("作者", "Author")),
          Page.Cell(text: reader("说明", "Message")),
          Page.Cell(text: reader("新增", "Added"), isNumber: true),
          Page.Cell(text: reader("修改", "Changed"), isNumber: true),
          Page.Cell(text: reader("删除", "Removed"), isNumber: true),
        ],
        rows: commits.map { commit in
          [
            Page.Cell(
              text: String(commit.number), href: "/commits/\(commit.number)", isNumber: true),
            Page.Cell(text: reader.time(commit.time)), Page.Cell(text: commit.draft.author),
            Page.Cell(text: commit.draft.message),
            Page.Cell(text: reader.number(commit.counts.added), isNumber: true),
            Page.Cell(text: reader.number(commit.counts.changed), isNumber: true),
            Page.Cell(text: reader.number(commit.counts.removed), isNumber: true),
          ]
        })
    ]
  }

  func raster(_ raster: StoredRaster, _ request: APIRequest) -> Response {
    let (reader, definition) = (PageReader(request), raster.definition)
    let path = "/collections/\(raster.id)"
    let unit = reader.unit(raster.rule?.unit)
    let cells = raster.lattice
    let values = [raster.bounds.lowerBound, raster.bounds.upperBound]
      .map { reader.number(($0 * 1000).rounded() / 1000) }
      .joined(separator: reader(" 至 ", " to "))
    var facts = [
      Page.Fact(name: reader("范围", "Extent"), value: reader.extent(raster.extent)),
      Page.Fact(
        name: reader("栅格", "Cells"),
        value: "\(reader.number(cells.columns)) × \(reader.number(cells.rows)), \(cells.crs)"),
      Page.Fact(
        name: raster.rule.map { reader($0.title) } ?? reader("取值", "Values"),
        value: unit.isEmpty ? values : "\(values) \(unit)"),
      Page.Fact(name: reader("更新时间", "Updated"), value: reader.time(raster.lastCommitTime)),
    ]
    facts += Self.origin(definition.provenance, definition, reader)
    facts.append(Page.Fact(name: reader("标识", "Id"), value: raster.id))
    let classes = raster.rule?.classes ?? []
    return response(
      Page(
        title: reader(definition.title), lead: reader(definition.description),
        trail: [Self.layers(reader)],
        actions: [
          Page.Cell(
            text: reader("在地图上打开", "Open on the map"), href: reader.map("on=\(raster.id)")),
          Page.Cell(
            text: reader("下载 GeoTIFF", "Download GeoTIFF"),
            href: reader.data(path + "/coverage", [("f", "geotiff")])),
        ],
        top: [
          Page.Section(facts: facts),
          Page.Section(mounts: [
            Self.map(reader, [raster.id], raster.extent)
          ]),
        ],
        sections: (classes.isEmpty
          ? []
          : [
            Page.Section(
              title: reader("类别", "Classes"),
              head: [
                Page.Cell(text: reader("值", "Value"), isNumber: true),
                Page.Cell(text: reader("名称", "Title")),
              ],
              rows: classes.map {
                [
                  Page.Cell(text: String($0.value), isNumber: true),
                  Page.Cell(text: reader($0.title)),
                ]
              })
          ]) + [
            Page.Section(
              title: reader("供程序使用", "For programs"),
              links: [
                Page.Cell(text: "JSON", href: reader.data(path, [("f", "json")])),
                Page.Cell(
                  text: "CoverageJSON", href: reader.data(path + "/coverage", [("f", "covjson")])),
                Page.Cell(text: reader("瓦片", "Tiles"), href: path + "/tiles"),
              ])
          ], module: "page-collection.js", hasMap: true), reader)
  }
}
