import Catalog
import Datasets
import FeatureStore
import Foundation
import Ingest
import SimpleFeatures
import TestSupport
import Testing

@Suite("A layer as GeoPackage, FlatGeobuf, Shapefile or CSV", .needsGDAL)
struct VectorFileTests {
  let city: ExportCity

  init() throws { city = try ExportCity() }

  /// A time as GDAL writes it: with milliseconds or without a fraction.
  private static func gdalTime(_ instant: String) -> String {
    guard let point = instant.firstIndex(of: ".") else { return instant }
    let decimals = instant[instant.index(after: point)...].dropLast()
    return instant[..<point] + "." + (decimals + "000").prefix(3) + "Z"
  }

  /// Whether what was read is the feature's value; `ending` tells what the format makes of it.
  private static func isSame(
    _ read: ReadValue, _ value: PropertyValue, _ type: FieldType, _ ending: String
  ) -> Bool {
    switch (type, value) {
    case (_, .null): return read == .null
    case (.text, .text(let text)): return read.text.map { Array($0.utf8) } == Array(text.utf8)
    case (.integer, .integer(let number)): return read.whole == number
    case (.real, .real(let number)):
      // SQLite knows no negative zero.
      let expected = ending == "gpkg" && number == 0 ? 0 : number
      return read.real?.bitPattern == expected.bitPattern
    case (.boolean, .boolean(let flag)): return read.boolean == flag
    case (.date, .text(let day)): return read.text == (ending == "fgb" ? day + "T00:00:00" : day)
    case (.datetime, .text(let time)): return read.text == gdalTime(time)
    default: return false
    }
  }

  /// Whether a value read as text is the feature's, as anybody would parse it.
  private static func isSame(text: ReadValue, _ value: PropertyValue) -> Bool {
    guard let text = text.text else { return false }
    return switch value {
    case .null: text.isEmpty
    // What a spreadsheet would run is a text for it.
    case .text("=1+1"): text == "'=1+1"
    case .text(let own), .json(let own): Array(text.utf8) == Array(own.utf8)
    case .integer(let number): Int64(text) == number
    case .real(let number): Double(text)?.bitPattern == number.bitPattern
    case .boolean(let flag): text == (flag ? "true" : "false")
    }
  }

  private func check(
    _ layer: LayerDefinition, _ ending: String, _ mapVersion: MapVersion = .latest
  ) throws -> ExportReport {
    let path = city.folder.file("out.\(ending)")
    let report = try Exporter(layer.id, path).run(from: city.store, seenFrom: mapVersion)
    let expected = try city.features(layer.id, mapVersion)
    let isText = ending == "csv"
    let read = try (isText ? readCSV(path, in: city.folder) : readBack(path, in: city.folder))
    #expect(read.count == expected.count && report.features == expected.count)
    for (read, feature) in zip(read, expected) {
      #expect(read["id"].text == feature.id && read.holds(feature.geometry), "\(feature.id)")
      for (field, value) in zip(layer.fields, feature.values) {
        let found = read[field.name]
        let isSame =
          isText
          ? Self.isSame(text: found, value) : Self.isSame(found, value, field.type, ending)
        #expect(isSame, "\(ending) \(feature.id) \(field.name)")
      }
    }
    return report
  }

  @Test(
    "Every value and every vertex arrives to the last bit, in the order of rows",
    arguments: ["gpkg", "fgb", "csv"], ["point", "line", "polygon"])
  func wholeLayer(ending: String, shape: String) throws {
    let layer = try ExportCity.layer(shape)
    try city.write(ExportCity.items(shape, 0..<40), to: layer)
    let report = try check(layer, ending)
    let rules = Set(report.losses.map(\.rule))
    let expected: [String: Set<ExportDiagnostic.Rule>] = [
      "gpkg": [], "fgb": [.dateAsDateTime], "csv": [.typesBeside, .noCRS, .emptyText, .formula],
    ]
    #expect(rules == expected[ending])
    #expect(report.crs == "EPSG:4490" && report.operation == "none")
    #expect(!city.folder.names.contains { $0.hasPrefix(".yutu") })
  }

  @Test(
    "A past commit and a scenario are exported as they are seen", arguments: ["gpkg", "fgb", "csv"])
  func mapVersions(ending: String) throws {
    let layer = try ExportCity.layer("polygon")
    try city.write(ExportCity.items("polygon", 0..<12), to: layer)
    var later = ExportCity.items("polygon", 3..<20)
    later[0].values[0] = .text("改名")
    try city.write(later, to: layer, replacing: true)
    let what = try Scenario.parse(
      yaml: """
        id: what-if
        title: {zh: 如果, en: What if}
        edits:
          - {layer: hard-polygon, id: "90071992547409934", set: {height: -0.0, name: 新}}
          - {layer: hard-polygon, id: "90071992547409935", remove: true}
          - layer: hard-polygon
            id: tower
            add: {seen: "2026-05-31T08:00:00.123456+08:00", floors: 9007199254740993}
            geometry: "POLYGON ((114 30, 114.1 30, 114.1 30.1, 114 30))"
        """, file: "what-if.yml")
    #expect(try city.features("hard-polygon", MapVersion(.commit(1))).count == 12)
    _ = try check(layer, ending, MapVersion(.commit(1)))
    _ = try check(layer, ending)
    let report = try check(layer, ending, MapVersion(.latest, scenario: what))
    #expect(report.features == 17)
    let losses = report.losses.filter {
      $0.count != nil && ![.emptyText, .formula].contains($0.rule)
    }
    let zero = ending == "gpkg" ? losses.first { $0.rule == .negativeZero } : nil
    #expect((zero?.count == 1 && zero?.firstID == "90071992547409934") == (ending == "gpkg"))
    let time = losses.first { $0.rule == .fractionOfSecond }
    #expect((time?.count == 1 && time?.firstID == "tower") == (ending != "csv"))
    #expect(losses.count == [zero, time].count { $0 != nil })
  }

  @Test(
    "A layer without features is a file that every program opens",
    arguments: ["gpkg", "fgb", "csv", "shp", "geojson"], ["point", "line", "polygon"])
  func emptyLayer(ending: String, shape: String) throws {
    let layer = try ExportCity.layer(shape)
    try city.write(ExportCity.items(shape, 0..<1), to: layer)
    try city.write([], to: layer, replacing: true)
    let path = city.folder.file("空 layer.\(ending)")
    for mapVersion in [MapVersion.latest, MapVersion(.commit(0))] {
      let report = try Exporter(layer.id, path).run(from: city.store, seenFrom: mapVersion)
      #expect(report.features == 0)
      let ended = try run("ogrinfo", ["-ro", "-so", "-al", path], in: city.folder)
      #expect(ended.code == 0 && ended.text.contains("Feature Count: 0"), "\(ended.errors)")
      if ending != "geojson" { #expect(ended.text.contains("name: String")) }
    }
  }

  @Test("Files say CGCS2000, and with --crs the system they are transformed to")
  func systems() throws {
    let layer = try ExportCity.layer("point")
    let wuhan = Geometry.point(x: 114.305556, y: 30.592778)
    try city.write(
      [.init(id: "a", geometry: wuhan, values: ExportCity.values(0))], to: layer)
    for ending in ["gpkg", "fgb", "shp"] {
      for (crs, x, y) in [
        (nil, 114.305556, 30.592778), ("EPSG:4547", 529_305.238, 3_385_867.029),
        ("EPSG:4326", 114.305556, 30.592778),
      ] {
        let path = city.folder.file("out.\(ending)")
        let report = try Exporter(layer.id, path, crs: crs).run(from: city.store)
        #expect(report.crs == crs ?? "EPSG:4490")
        #expect((report.accuracyMetres > 0) == (crs == "EPSG:4326"))
        let read = try #require(try readBack(path, in: city.folder).first)
        #expect(abs(read.ordinates[0] - x) < 1e-3 && abs(read.ordinates[1] - y) < 1e-3)
        let info = try run("ogrinfo", ["-ro", "-so", "-al", path], in: city.folder)
        let code = (crs ?? "EPSG:4490").split(separator: ":")
        #expect(info.text.contains("ID[\"EPSG\",\(code[1])]]\n"), "\(info.text)")
        // Where GDAL puts the place on the globe.
        let there = try readBack(path, in: city.folder, options: ["-t_srs", "OGC:CRS84"])
        let place = try #require(there.first?.ordinates)
        #expect(abs(place[0] - 114.305556) < 1e-8 && abs(place[1] - 30.592778) < 1e-8)
      }
    }
    let path = city.folder.file("out.geojson")
    _ = try Exporter(layer.id, path, crs: "EPSG:4547").run(from: city.store)
    let other = try TestImport()
    let back = try other.file(path, into: layer, map: [:])
    #expect(back.added == 1 && back.crs == "EPSG:4547")
  }

  @Test("What a format cannot be asked for is refused before anything is written")
  func refused() throws {
    for (name, crs, encoding) in [
      ("a.geojsonl", "EPSG:4547", OutputEncoding.utf8), ("-", "EPSG:4547", .utf8),
      ("a.shp", "GCJ-02", .utf8), ("a.gpkg", "EPSG:4547+5737", .utf8), ("a.gpkg", nil, .gbk),
      ("a.fgb", nil, .gbk), ("a.geojson", nil, .gbk),
    ] {
      do {
        _ = try Exporter("x", name, crs: crs, encoding: encoding)
        Issue.record("\(name) in \(crs ?? "-") and \(encoding) was accepted")
      } catch {
        #expect((error as? ImportError)?.code == .formatLimit)
        #expect((error as? ImportError)?.hint != nil)
      }
    }
    let layer = try ExportCity.layer("point")
    try city.write(
      [.init(id: "far", geometry: .point(x: 10, y: 50), values: ExportCity.values(0))], to: layer)
    let before = city.folder.names
    do {
      _ = try Exporter(layer.id, city.folder.file("a.gpkg"), crs: "EPSG:4547").run(from: city.store)
      Issue.record("a place in Europe was put into a zone of China")
    } catch {
      #expect("\(error)".contains("far"))
    }
    #expect(city.folder.names == before)
  }

  @Test("The same data make the same bytes", arguments: ["gpkg", "fgb", "csv", "shp", "geojson"])
  func reproducible(ending: String) throws {
    let layer = try ExportCity.layer("line")
    try city.write(ExportCity.items("line", 0..<9), to: layer)
    var bytes: [[String: Data]] = []
    for _ in 0..<2 {
      let path = city.folder.file("out.\(ending)")
      _ = try Exporter(layer.id, path).run(from: city.store)
      let parts = city.folder.names.filter { $0.hasPrefix("out.") }
      bytes.append(
        Dictionary(uniqueKeysWithValues: try parts.map { ($0, try city.folder.bytes(of: $0)) }))
      Thread.sleep(forTimeInterval: 1.1)
    }
    #expect(bytes[0] == bytes[1])
  }
}
