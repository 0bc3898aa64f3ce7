import FeatureStore
import Foundation
import Ingest
import SimpleFeatures
import TestSupport
import Testing

@Suite("The same features come out of every format")
struct SameFeaturesTests {
  /// A format and the file that holds the sample in it.
  struct Sample: Sendable, CustomTestStringConvertible {
    var format: String
    var file: String
    var options: [String] = []
    var crs = "EPSG:4490"
    var testDescription: String { "\(file) \(options.joined(separator: " "))" }
  }

  static let samples = [
    Sample(format: "GPKG", file: "a.gpkg"),
    Sample(format: "ESRI Shapefile", file: "gbk.shp", options: ["-lco", "ENCODING=GBK"]),
    Sample(format: "ESRI Shapefile", file: "utf8.shp", options: ["-lco", "ENCODING=UTF-8"]),
    Sample(format: "OpenFileGDB", file: "a.gdb"),
    Sample(
      format: "FlatGeobuf", file: "a.fgb", options: ["-mapFieldType", "Date=String"]),
    Sample(
      format: "LIBKML", file: "a.kml", options: ["-mapFieldType", "Date=String,Integer64=String"],
      crs: "EPSG:4326"),
    Sample(
      format: "LIBKML", file: "a.kmz", options: ["-mapFieldType", "Date=String,Integer64=String"],
      crs: "EPSG:4326"),
  ]

  @Test("bit by bit as from GeoJSON", arguments: samples, FormatFiles.Shape.allCases)
  func same(_ sample: Sample, _ shape: FormatFiles.Shape) throws {
    let test = try TestImport()
    let path = try test.sample(
      sample.file, sample.format, shape, crs: sample.crs, options: sample.options)
    let report = try test.take(path, shape)
    #expect(report.read == FormatFiles.count && report.added == FormatFiles.count)
    #expect(report.rejected == 0 && report.problems.isEmpty, "\(report.problems)")
    #expect(report.crs == sample.crs)
    let (found, expected) = (try test.features("sample"), try TestImport.expected(shape))
    #expect(found.count == FormatFiles.count)
    for (id, feature) in expected {
      #expect(found[id]?.geometry == feature.geometry && found[id]?.values == feature.values)
    }
    #expect(found["甲4"]?.values[1] == .null && found["甲3"]?.values[0] == .text("跌水井3"))
  }

  @Test("Axes stay east then north", arguments: ["EPSG:4490", "EPSG:4547", "EPSG:4526"])
  func axes(_ crs: String) throws {
    for (format, file) in [
      ("GPKG", "a.gpkg"), ("FlatGeobuf", "a.fgb"), ("OpenFileGDB", "a.gdb"),
      ("ESRI Shapefile", "a.shp"),
    ] {
      let test = try TestImport()
      let options = format == "ESRI Shapefile" ? ["-lco", "ENCODING=UTF-8"] : []
      let report = try test.take(try test.sample(file, format, crs: crs, options: options))
      #expect(report.crs == crs, "\(file)")
      let features = try test.features("sample")
      for i in 0..<FormatFiles.count {
        let found = try #require(features["甲\(i)"]).geometry.ordinates
        let (x, y) = FormatFiles.place(i)
        // 1e-9 degrees are a tenth of a millimetre.
        #expect(abs(found[0] - x) < 1e-9 && abs(found[1] - y) < 1e-9, "\(file) \(i)")
      }
    }
  }

  @Test("A table of degrees gives the same points", arguments: ["csv", "xlsx", "dbf"])
  func tables(_ ending: String) throws {
    let test = try TestImport()
    let path = try test.table("t.\(ending)")
    let report = try test.take(path)
    #expect(report.rejected == 0 && report.problems.isEmpty, "\(report.problems)")
    #expect(report.crs == "EPSG:4490" && report.ignoredProperties.isEmpty)
    #expect(report.remarks.contains { $0.contains("\"经度\" is read as longitude") })
    #expect(report.remarks.contains { $0.contains("EPSG:4490") })
    #expect(try test.features("sample") == TestImport.expected())
  }

  @Test("MapInfo tables come in, as TAB and as MIF", arguments: ["a.tab", "a.mif"])
  func mapInfo(_ file: String) throws {
    let test = try TestImport()
    let options = ["-sql", "SELECT \"编号\" AS code, \"数量\" AS amount FROM source"]
    let path = try test.sample(
      file, "MapInfo File", crs: "EPSG:4326", options: options + ["-lco", "ENCODING=GBK"])
    let report = try test.take(path, crs: "EPSG:4490", map: ["id": "code"])
    #expect(report.added == FormatFiles.count, "\(report.problems)")
    let features = try test.features("sample")
    #expect(features["甲7"]?.values[2] == .integer(9_000_000_007))
  }
}

extension TestImport {
  /// The points of the sample as a table with the columns 经度 and 纬度.
  func table(_ name: String) throws -> String {
    let header = "编号,名称,高程,数量,建成,经度,纬度"
    let rows = (0..<FormatFiles.count).map { i in
      let (x, y) = FormatFiles.place(i)
      let height = i % 5 == 4 ? "" : "\(20 + Double(i) / 8)"
      return "甲\(i),\(FormatFiles.names[i % 4])\(i),\(height),\(9_000_000_000 + i),"
        + "20\(10 + i % 10)-05-0\(1 + i % 9),\(x),\(y)"
    }
    let text = ([header] + rows).joined(separator: "\n") + "\n"
    guard !name.hasSuffix("csv") else { return try folder.write(text.utf8, to: name) }
    let source = try folder.write(text.utf8, to: "table.csv")
    let format = name.hasSuffix("xlsx") ? "XLSX" : "ESRI Shapefile"
    try GDALProgram.run(
      "ogr2ogr",
      ["-q", "-f", format, "-oo", "AUTODETECT_TYPE=YES", folder.file(name), source]
        + (format == "XLSX" ? [] : ["-lco", "ENCODING=GBK"]))
    return folder.file(name)
  }
}
