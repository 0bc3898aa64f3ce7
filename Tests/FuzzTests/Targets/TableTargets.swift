import Catalog
import SimpleFeatures

@testable import Datasets

/// Tables: as an import reads them, and as the commands that read counts do.
extension FuzzTarget {
  static let csv = FuzzTarget(
    "csv",
    words: [
      "\"", "\"\"", ",", ";", "\t", "\n", "\r\n", "\r", "#", "\u{FEFF}", "lon", "lat", "经度", "纬度",
      "x,y", "114.3", "30°35'N", "-", "1e309", "nan", "\u{0}", "id,name", "GCJ-02", "'", "=",
    ]
  ) {
    let file = try InputFile(ending: "csv")
    let layer = try pointLayer()
    let request = SourceRequest(file: file.path, layer: layer)
    return { bytes in
      file.hold(bytes)
      return importFault(request, bytes.count) ?? tableFault(file.path)
    }
  }

  /// A layer of points with a field of each kind.
  static func pointLayer() throws -> LayerDefinition {
    let yaml = """
      id: hydrant
      title: {zh: 消火栓, en: Hydrants}
      description: {zh: 市政消火栓, en: Public hydrants}
      theme: public-theme
      geometry: point
      fields:
        - {name: pressure, title: {zh: 压力, en: Pressure}, type: real, unit: MPa}
        - {name: outlets, title: {zh: 出口, en: Outlets}, type: integer}
        - {name: built, title: {zh: 建成, en: Built}, type: date}
        - {name: seen, title: {zh: 检查, en: Seen}, type: datetime}
        - {name: works, title: {zh: 可用, en: Works}, type: boolean}
        - name: kind
          title: {zh: 类型, en: Kind}
          type: text
          codes:
            - {value: ground, zh: 地上式, en: Above ground}
            - {value: buried, zh: 地下式, en: Underground}
      tiles: {minzoom: 14, maxzoom: 16}
      style: {colour: "#c0392b"}
      provenance:
        owner: {zh: 消防救援部门, en: Fire service}
        source: {zh: 现场普查, en: Field survey}
        licence: CC-BY-4.0
        grade: general
      """
    let (layer, diagnostics) = LayerCatalog.parse(yaml: yaml, file: "hydrant.yml")
    guard let layer else { throw CatalogError(diagnostics: diagnostics) }
    return layer
  }

  private static func importFault(_ request: SourceRequest, _ count: Int) -> String? {
    do {
      let table = try GeoreferencedTable(
        try CSVSource(try PlainFile(request.file), request), request)
      _ = try table.declaredCRS
      _ = table.remarks
      var records = 0
      while let record = try table.next() {
        records += 1
        if records > count { return "more records than bytes" }
        guard case .failure(let error) = record.feature else { continue }
        if let fault = fault(error, mostBytes: 2000) { return fault }
      }
      return nil
    } catch {
      return fault(error, mostBytes: 4000)
    }
  }

  private static func tableFault(_ path: String) -> String? {
    var found: String?
    do {
      try CSVTable(path).forEachRow([["id"], ["name"]]) { _, cells in
        _ = try CSVTable.text(cells[0])
        _ = try CSVTable.text(cells[1])
      } leftOut: { _, error in
        if error.message.utf8.count > 1000 { found = "a message of \(error.message.utf8.count)" }
      }
      return found
    } catch {
      return fault(error)
    }
  }
}
