import Foundation
import Ingest
import SimpleFeatures
import TestSupport
import Testing

@Suite("Files with several layers")
struct SourceLayerTests {
  let test: TestImport

  init() throws { test = try TestImport() }

  /// A GeoPackage with layers of these names and shapes.
  private func package(_ layers: [(String, FormatFiles.Shape)]) throws -> String {
    let path = test.folder.file("many.gpkg")
    for (name, shape) in layers {
      let source = try test.folder.write(FormatFiles.geoJSON(shape).utf8, to: "s.geojson")
      let isThere = FileManager.default.fileExists(atPath: path)
      try GDALProgram.run(
        "ogr2ogr",
        ["-q", "-f", "GPKG"] + (isThere ? ["-update"] : []) + [
          "-a_srs", "EPSG:4490", "-nln", name, path, source,
        ])
    }
    return path
  }

  @Test("The only layer whose shapes fit is taken, and it is said")
  func fitting() throws {
    let path = try package([("井", .point), ("管线", .line), ("区", .polygon)])
    for (shape, name) in [(FormatFiles.Shape.point, "井"), (.line, "管线"), (.polygon, "区")] {
      let other = try TestImport()
      let report = try other.take(path, shape)
      #expect(report.added == FormatFiles.count)
      #expect(report.remarks.contains { $0.contains("layer \"\(name)\" is read") })
    }
  }

  @Test("Of several that fit the one called like the layer is taken; else all are listed")
  func named() throws {
    let path = try package([("井", .point), ("阀", .point), ("管线", .line)])
    let words = try test.refusal(path)
    #expect(words.contains("\"井\" (24 points), \"阀\" (24 points), \"管线\" (24 lines)"), "\(words)")
    #expect(words.contains("--source-layer NAME"))
    #expect(try test.refusal(path, layer: "无").contains("has no layer \"无\""))
    let chosen = try test.take(path, layer: "阀")
    #expect(chosen.added == FormatFiles.count && chosen.remarks.isEmpty)
    let withNamesake = try package([("Sample", .point)])
    let report = try TestImport().take(withNamesake)
    #expect(report.remarks.contains { $0.contains("called like the layer") })
  }

  @Test("Of several sheets the filled one is taken; several filled ones have to be named")
  func sheets() throws {
    let source = try test.folder.write(
      "编号,lon,lat\n1,114.25,30.5\n".utf8, to: "t.csv")
    let path = test.folder.file("b.xlsx")
    try GDALProgram.run("ogr2ogr", ["-q", "-f", "XLSX", "-nln", "管点", path, source])
    try GDALProgram.run(
      "ogr2ogr",
      ["-q", "-f", "XLSX", "-update", "-nln", "说明", "-where", "\"编号\"='9'", path, source])
    #expect(try test.take(path).added == 1)
    try GDALProgram.run(
      "ogr2ogr", ["-q", "-f", "XLSX", "-update", "-nln", "管点2", path, source])
    #expect(try test.refusal(path).contains("\"管点2\""))
    #expect(try test.take(path, layer: "管点2").unchanged == 1)
  }

  @Test("Shapefiles, geodatabases and GeoPackages come in packed, too")
  func archives() throws {
    let shape = try test.sample("a.shp", "ESRI Shapefile", options: ["-lco", "ENCODING=GBK"])
    let parts = ["shp", "shx", "dbf", "prj"].map {
      (path: String(shape.dropLast(3)) + $0, entry: "数据/a.\($0)")
    }
    let packed = try test.archive("a.shp.zip", of: parts)
    let report = try test.take(packed)
    #expect(report.added == FormatFiles.count)
    #expect(try test.values("sample")["甲2"] == .text("光谷大道2"))
    let base = try test.sample("b.gdb", "OpenFileGDB")
    let names = try FileManager.default.contentsOfDirectory(atPath: base)
    let geodatabase = try test.archive("b.zip", of: names.map { ("\(base)/\($0)", "b.gdb/\($0)") })
    #expect(try test.take(geodatabase).unchanged == FormatFiles.count)
    let package = try test.sample("c.gpkg", "GPKG")
    #expect(
      try test.take(try test.archive("c.zip", of: [(package, "c.gpkg")])).unchanged
        == FormatFiles.count)
    let text = try test.folder.write("说明".utf8, to: "readme.txt")
    #expect(
      try test.refusal(try test.archive("d.zip", of: [(text, "readme.txt")]))
        .contains("nothing to read: readme.txt"))
    #expect(
      try test.refusal(try test.archive("e.zip", of: [(package, "c.gpkg"), (package, "d.gpkg")]))
        .contains("several datasets: c.gpkg, d.gpkg"))
  }
}
