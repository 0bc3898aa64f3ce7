import Catalog
import Datasets
import Foundation
import SimpleFeatures
import TestSupport
import Testing

@testable import Ingest

@Suite("A layer as Shapefile, and what that format cannot hold", .needsGDAL)
struct ShapefileTests {
  let city: ExportCity

  init() throws { city = try ExportCity() }

  private func export(
    _ layer: LayerDefinition, _ name: String = "out.shp", encoding: OutputEncoding = .utf8
  ) throws -> (report: ExportReport, read: [ReadFeature]) {
    let path = city.folder.file(name)
    let report = try Exporter(layer.id, path, encoding: encoding).run(from: city.store)
    return (report, try readBack(path, in: city.folder))
  }

  private static func loss(
    _ report: ExportReport, _ rule: ExportDiagnostic.Rule, _ column: String? = nil
  ) -> ExportDiagnostic? {
    report.losses.first { $0.rule == rule && $0.column == column }
  }

  private static func plain(_ number: Int) -> [PropertyValue] {
    let height = (Double(number) * 37 - 330) / 1000
    return [
      .text("光谷大道\(number)号"), .integer(Int64(number) * 4_115_226_337_411_522),
      .real(height), .boolean(number % 2 == 0), .text("2026-05-\(10 + number % 20)"),
      .text("2026-05-31T00:00:0\(number % 10).123456Z"),
    ]
  }

  @Test("Ordinary values arrive whole, with the kinds of value that dBASE has")
  func ordinary() throws {
    let layer = try ExportCity.layer("polygon")
    let items = (0..<30).map { number in
      let values = number == 7 ? [PropertyValue](repeating: .null, count: 6) : Self.plain(number)
      return ExportCity.Item(
        id: "b\(number)", geometry: ExportCity.geometry("polygon", number), values: values)
    }
    try city.write(items, to: layer)
    let (report, read) = try export(layer)
    #expect(read.count == 30)
    for (read, item) in zip(read, items) {
      #expect(read["id"].text == item.id && read.holds(item.geometry, reversed: true))
      guard item.id != "b7" else {
        #expect(layer.fields.allSatisfy { read[$0.name] == .null })
        continue
      }
      #expect(read["name"].text.map(PropertyValue.text) == item.values[0])
      #expect(read["floors"].whole.map(PropertyValue.integer) == item.values[1])
      #expect(read["height"].real.map(PropertyValue.real) == item.values[2], "\(item.id)")
      #expect(read["listed"].whole.map { PropertyValue.boolean($0 == 1) } == item.values[3])
      #expect(read["built"].text.map(PropertyValue.text) == item.values[4])
      #expect(read["seen"].text.map(PropertyValue.text) == item.values[5])
    }
    #expect(
      report.losses.map(\.rule) == [.booleanAsNumber, .dateTimeAsText, .ringDirection, .null])
    #expect(Self.loss(report, .null)?.count == 6 && Self.loss(report, .null)?.firstID == "b7")
  }

  @Test("Every loss is found, counted and named with its column and its first feature")
  func losses() throws {
    let layer = try TestImport.layer(
      "long-names", "point",
      fields: [
        "name: building_name, type: text", "name: building_number, type: integer",
        "name: building_height, type: real", "name: idle, type: text", "name: wide, type: real",
      ])
    let long = String(repeating: "桥", count: 84)
    let rows: [[PropertyValue]] = [
      [.text(""), .integer(1), .real(0.1), .text("空 "), .real(1)],
      [.text(long + "aa"), .integer(-1), .real(1e-9 / 3), .null, .null],
      [.text(long + "aaa"), .integer(.max), .real(123_456_789.123_456_789), .null, .real(1e300)],
      [.text(String(repeating: "桥", count: 500)), .null, .null, .null, .null],
    ]
    try city.write(
      rows.enumerated().map { index, values in
        .init(id: "\(index)", geometry: .point(x: 114, y: 30), values: values)
      }, to: layer)
    let (report, read) = try export(layer)

    let names = report.losses.filter { $0.rule == .renamed }.map { [$0.column, $0.message] }
    #expect(names.map { $0[0] } == ["building_n", "building_1", "building_h"])
    #expect(names[1][1]?.contains("field building_number:") == true)
    #expect(read.map { $0["building_n"].text } == [nil, long + "aa", long + "aa", long])
    #expect(Self.loss(report, .textCut, "building_n")?.count == 2)
    #expect(Self.loss(report, .textCut, "building_n")?.firstID == "2")
    #expect(Self.loss(report, .emptyText, "building_n")?.count == 1)
    #expect(Self.loss(report, .trailingSpaces, "idle")?.count == 1)
    #expect(read[0]["idle"].text == "空")
    // Nine digits before the point leave room for 14 after it.
    #expect(Self.loss(report, .digits, "building_h")?.count == 1)
    #expect(read.map { $0["building_h"].real } == [0.1, 3.3333e-10, 123_456_789.123_456_789, nil])
    #expect(Self.loss(report, .numberAsText, "building_1") != nil)
    #expect(read.map { $0["building_1"].text } == ["1", "-1", "9223372036854775807", nil])
    #expect(read.map { $0["wide"].text } == ["1.0", nil, "1e+300", nil])
    #expect(Self.loss(report, .null)?.count == 7)

    let object = try JSONSerialization.jsonObject(with: Data(report.json.text.utf8))
    let told = (object as? [String: Any])?["losses"] as? [[String: Any]]
    #expect(told?.count == report.losses.count)
    #expect(told?.first?["rule"] as? String == "renamed")
    #expect(
      Self.loss(report, .textCut, "building_n")?.line
        == "2 × building_n: texts cut to 254 bytes, first in feature \"2\"")
  }

  @Test("Text in GBK says so, and what GBK lacks is counted")
  func gbk() throws {
    let layer = try TestImport.layer("place", "point", fields: ["name: name, type: text"])
    let names = [
      "光谷广场", "囍𠀀x", String(repeating: "汉", count: 127), String(repeating: "汉", count: 128),
    ]
    try city.write(
      names.enumerated().map { index, name in
        .init(id: "号\(index)", geometry: .point(x: 114, y: 30), values: [.text(name)])
      }, to: layer)
    let (report, read) = try export(layer, encoding: .gbk)
    #expect(
      read.map { $0["name"].text } == ["光谷广场", "囍?x", names[2], names[2]])
    #expect(read.map { $0["id"].text } == ["号0", "号1", "号2", "号3"])
    #expect(Self.loss(report, .character, "name")?.count == 1)
    #expect(Self.loss(report, .textCut, "name")?.count == 1)
    #expect(try city.folder.bytes(of: "out.cpg") == Data("GBK".utf8))
    let table = try city.folder.bytes(of: "out.dbf")
    #expect(table.range(of: Data([0xB9, 0xE2, 0xB9, 0xC8])) != nil)

    let path = city.folder.file("out.csv")
    let text = try Exporter("place", path, encoding: .gbk).run(from: city.store)
    let back = try readCSV(path, in: city.folder, encoding: "gbk")
    #expect(back.map { $0["name"].text } == ["光谷广场", "囍?x", names[2], names[3]])
    #expect(Self.loss(text, .character, "name")?.count == 1)
  }

  @Test("A new Shapefile replaces all of the old one, indexes included, and nothing else")
  func replacing() throws {
    let layer = try ExportCity.layer("point")
    try city.write(ExportCity.items("point", 0..<4), to: layer)
    let old = ["shp", "shx", "dbf", "prj", "cpg", "qix", "sbn", "sbx"]
    for ending in old { _ = try city.folder.write("old".utf8, to: "out.\(ending)") }
    let kept = ["out.qml", "out.csv", "out.shp.xml", "out2.dbf"]
    for name in kept { _ = try city.folder.write("kept".utf8, to: name) }
    _ = try export(layer)
    let names = city.folder.names.filter { $0.hasPrefix("out") }
    #expect(
      names == (kept + ["out.cpg", "out.dbf", "out.prj", "out.shp", "out.shx"]).sorted())
    for name in kept { #expect(try city.folder.bytes(of: name) == Data("kept".utf8)) }
    #expect(try city.folder.bytes(of: "out.dbf") != Data("old".utf8))
  }

  @Test("When one part cannot be replaced, the old Shapefile stays as it was")
  func partTaken() throws {
    let layer = try ExportCity.layer("point")
    try city.write(ExportCity.items("point", 0..<4), to: layer)
    for ending in ["shp", "shx", "qix"] {
      _ = try city.folder.write("old".utf8, to: "out.\(ending)")
    }
    try FileManager.default.createDirectory(
      atPath: city.folder.file("out.prj"), withIntermediateDirectories: false)
    let before = city.folder.names
    let error = #expect(throws: ImportError.self) { try export(layer) }
    #expect(error?.code == .unwritableFile && error?.hint?.contains("folder") == true)
    #expect(city.folder.names == before)
    for ending in ["shp", "shx", "qix"] {
      #expect(try city.folder.bytes(of: "out.\(ending)") == Data("old".utf8))
    }
  }

  @Test("A layer that is too large for a Shapefile is refused before a byte is written")
  func tooLarge() throws {
    var columns = [FileColumn(name: "id", field: nil, form: .text, width: 254)]
    try ShapefileLimits.check(columns, rows: 8_421_504, shapeBytes: (1 << 31) - 101)
    #expect(throws: ImportError.self) {
      try ShapefileLimits.check(columns, rows: 8_421_505, shapeBytes: 0)
    }
    #expect(throws: ImportError.self) {
      try ShapefileLimits.check(columns, rows: 1, shapeBytes: (1 << 31) - 100)
    }
    columns += Array(repeating: columns[0], count: 255)
    let error = #expect(throws: ImportError.self) {
      try ShapefileLimits.check(columns, rows: 1, shapeBytes: 1)
    }
    #expect(error?.code == .formatLimit && error?.hint?.contains(".gpkg") == true)
  }

  @Test("The size that is foretold is the size of the files")
  func foretold() throws {
    for shape in ["point", "line", "polygon"] {
      let layer = try ExportCity.layer(shape)
      let items = ExportCity.items(shape, 0..<12)
      try city.write(items, to: layer)
      _ = try export(layer)
      let bytes = items.map { ShapefileLimits.recordBytes($0.geometry) }.reduce(100, +)
      #expect(try city.folder.bytes(of: "out.shp").count == bytes)
    }
  }
}
