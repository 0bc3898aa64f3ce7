import Catalog
import FeatureStore
import Foundation
import Ingest
import SimpleFeatures
import TestSupport

/// Sample files: one set of closed-form features, written in each format by GDAL's own programs.
enum FormatFiles {
  /// What the shapes of a sample are.
  enum Shape: String, CaseIterable, Sendable {
    case point
    case line
    case polygon
  }

  static let count = 24

  /// The place of feature `i`, in degrees that have few decimals.
  static func place(_ i: Int) -> (x: Double, y: Double) {
    (114.25 + Double(i % 6) / 64, 30.5 + Double(i / 6) / 128)
  }

  static func geometry(_ i: Int, _ shape: Shape) -> Geometry {
    let (x, y) = place(i)
    let step = 1.0 / 256
    switch shape {
    case .point: return .point(x: x, y: y)
    case .line: return .lineString([x, y, x + step, y + step / 2, x + 2 * step, y])
    case .polygon:  // Clockwise, as Shapefiles have it.
      return .polygon([[x, y, x, y + step, x + step, y + step, x + step, y, x, y]])
    }
  }

  /// The geometry with its rings as they are, where our own GeoJSON would turn them.
  private static func json(_ geometry: Geometry) -> String {
    var text = JSONText()
    text.geometry(geometry)
    guard geometry.kind == .polygon else { return String(decoding: text.bytes, as: UTF8.self) }
    let positions = stride(from: 0, to: geometry.ordinates.count, by: 2)
      .map { "[\(geometry.ordinates[$0]),\(geometry.ordinates[$0 + 1])]" }
    return "{\"type\":\"Polygon\",\"coordinates\":[[\(positions.joined(separator: ","))]]}"
  }

  static let names = ["检查井", "雨水篦", "光谷大道", "跌水井"]

  /// The sample as GeoJSON text; attributes with Chinese names and values, one of them missing.
  static func geoJSON(_ shape: Shape) -> String {
    collection(
      (0..<count).map { i in
        let geometry = json(geometry(i, shape))
        let height = i % 5 == 4 ? "null" : "\(20 + Double(i) / 8)"
        return """
          {"type":"Feature","properties":{"编号":"甲\(i)","名称":"\(names[i % 4])\(i)",\
          "高程":\(height),"数量":\(9_000_000_000 + i),"建成":"20\(10 + i % 10)-05-0\(1 + i % 9)"},\
          "geometry":\(geometry)}
          """
      })
  }

  static func layer(_ shape: Shape, id: String = "sample") throws -> LayerDefinition {
    try TestImport.layer(
      id, shape.rawValue,
      fields: [
        "name: name, type: text, aliases: [名称]", "name: height, type: real, aliases: [高程]",
        "name: amount, type: integer, aliases: [数量]", "name: built, type: date, aliases: [建成]",
      ])
  }
}

extension TestImport {
  /// The sample as a file of another format, written by ogr2ogr.
  func sample(
    _ name: String, _ format: String, _ shape: FormatFiles.Shape = .point,
    crs: String = "EPSG:4490", options: [String] = []
  ) throws -> String {
    let source = try folder.write(FormatFiles.geoJSON(shape).utf8, to: "source.geojson")
    try GDALProgram.run(
      "ogr2ogr",
      ["-q", "-f", format, "-t_srs", crs, "-s_srs", "EPSG:4490", folder.file(name), source]
        + options)
    return folder.file(name)
  }

  /// What the same sample gives when it comes as GeoJSON.
  static func expected(_ shape: FormatFiles.Shape = .point) throws -> [String: StoredFeature] {
    let test = try TestImport()
    let path = try test.folder.write(FormatFiles.geoJSON(shape).utf8, to: "in.geojson")
    try test.file(path, into: FormatFiles.layer(shape), crs: "EPSG:4490")
    return try test.features("sample")
  }

  @discardableResult
  func take(
    _ path: String, _ shape: FormatFiles.Shape = .point, crs: String? = nil,
    map: [String: String] = [:], layer: String? = nil, encoding: String? = nil
  ) throws -> ImportReport {
    var request = Importer.Request(file: path, layer: try FormatFiles.layer(shape), crs: crs)
    request.mapping.fields = map.mapValues { ImportMapping.Source([$0]) }
    request.sourceLayer = layer
    request.encoding = encoding
    return try Importer(request).run { self.store }
  }

  /// The error of an import that must fail and leave the city as it is.
  func refusal(
    _ path: String, _ shape: FormatFiles.Shape = .point, crs: String? = nil,
    map: [String: String] = [:], layer: String? = nil, encoding: String? = nil
  ) throws -> String {
    do {
      let report = try take(
        path, shape, crs: crs, map: map, layer: layer, encoding: encoding)
      return "taken: \(report.added) features"
    } catch let error as any ExplainedError {
      let commits = try store.logNow(layer: nil, before: Int.max, limit: 1)
      return commits.isEmpty ? error.description : "changed the city: \(error)"
    }
  }

  /// A ZIP archive of files, by Python's own module.
  func archive(_ name: String, of files: [(path: String, entry: String)]) throws -> String {
    let script = """
      import sys, zipfile
      with zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED) as archive:
        for path, entry in zip(sys.argv[2::2], sys.argv[3::2]): archive.write(path, entry)
      """
    try GDALProgram.run(
      "python3", ["-c", script, folder.file(name)] + files.flatMap { [$0.path, $0.entry] })
    return folder.file(name)
  }

  /// A workbook of one sheet with these comma-separated rows as they are; empty cells are left out,
  /// as Excel does.
  func workbook(_ name: String, rows: String) throws -> String {
    let template = try table("template.xlsx")
    let script = """
      import csv, io, sys, zipfile
      def cell(row, column, value):
        place = f"{chr(65 + column)}{row}"
        try: return f'<c r="{place}"><v>{float(value) and value}</v></c>'
        except ValueError: return f'<c r="{place}" t="inlineStr"><is><t>{value}</t></is></c>'
      rows = "".join(
        f'<row r="{i}">' + "".join(cell(i, j, v) for j, v in enumerate(row) if v) + "</row>"
        for i, row in enumerate(csv.reader(io.StringIO(sys.argv[3])), 1))
      sheet = ('<?xml version="1.0" encoding="UTF-8"?><worksheet xmlns='
        '"http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
        + rows + "</sheetData></worksheet>")
      with zipfile.ZipFile(sys.argv[1]) as old, zipfile.ZipFile(sys.argv[2], "w") as new:
        for part in old.namelist():
          new.writestr(part, sheet if part.endswith("sheet1.xml") else old.read(part))
      """
    try GDALProgram.run("python3", ["-c", script, template, folder.file(name), rows])
    return folder.file(name)
  }
}
