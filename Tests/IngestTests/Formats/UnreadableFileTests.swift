import CityFile
import Foundation
import GRDB
import Ingest
import TestSupport
import Testing

@Suite("Files that cannot be used say what they are, and the city stays as it was")
struct UnreadableFileTests {
  let test: TestImport

  init() throws { test = try TestImport() }

  /// The first bytes of a file, the name that it has, and what its refusal says.
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var bytes: [UInt8]
    var words: String
    var testDescription: String { "\(name): \(words)" }

    init(_ name: String, _ bytes: [UInt8], _ words: String) {
      (self.name, self.bytes, self.words) = (name, bytes, words)
    }

    init(_ name: String, _ text: String, _ words: String) {
      self.init(name, Array(text.utf8), words)
    }
  }

  static let cases = [
    Case("plan.dwg", "AC1032\0\0\0\0\0", "save it as DXF"),
    Case("plan.dxf", "AC1018\0\0\0\0\0", "an AutoCAD drawing (DWG, AC1018)"),
    Case("plan2.dxf", "AutoCAD Binary DXF\r\n", "ASCII DXF"),
    Case("old.xls", [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1], "save it as .xlsx"),
    Case("base.mdb", [0, 1, 0, 0] + Array("Standard Jet DB\0".utf8), "an Access database"),
    Case("map.geojson", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A], "a PNG image"),
    Case("map.gpkg", [0xFF, 0xD8, 0xFF, 0xE0], "a JPEG image"),
    Case("map.pdf", "%PDF-1.7\n", "a PDF document"),
    Case("dem.tif", "II*\0\u{8}\0\0\0", "a TIFF image"),
    Case("scan.las", "LASF\0\0", "a LAS point cloud"),
    Case("a.geojson", [0x1F, 0x8B, 8, 0], "gunzip"),
    Case("a.shp", "Rar!\u{1A}\u{7}", "a RAR archive"),
    Case("a.csv", [0xFF, 0xFE, 0x41, 0], "text in UTF-16"),
    Case("a.zip", "PK\u{3}\u{4}", "empty, cut off or damaged"),
    Case("page.kml", "<!DOCTYPE html><html>", "a web page"),
    Case("a.kml", "<?xml version=\"1.0\"?><foo/>", "an XML document that is no KML"),
    Case("a.gml", "<a xmlns=\"http://www.opengis.net/gml\"/>", "a GML document"),
    Case("a.db", "SQLite format 3\0", "no GeoPackage"),
    Case("a.bin", [1, 2, 3, 0, 5, 6], "no format that is known"),
    Case("empty.gpkg", [], "is empty"),
    Case("blank.csv", " \n \n", "blank"),
    Case("vrt.csv", "<OGRVRTDataSource/>", "an XML document"),
    Case("note.txt", "PG:dbname=city\n", "no table"),
    Case(
      "half.gpkg", "SQLite format 3\0" + String(repeating: "\0", count: 52) + "GPKG", "GeoPackage"),
    Case("half.fgb", "fgb\u{3}fgb\0", "holds no layer"),
    Case("half.shp", [0, 0, 0x27, 0x0A, 0, 0], ".shx file"),
    Case("half.dat", [0, 0, 0x27, 0x0A, 0, 0], "part of a Shapefile by its content"),
  ]

  @Test("by their content, whatever their name", arguments: cases)
  func refused(_ fault: Case) throws {
    let path = try test.folder.write(fault.bytes, to: fault.name)
    let words = try test.refusal(path)
    #expect(words.contains(fault.words) && words.contains("("), "\(words)")
    #expect(!words.contains("\n"))
  }

  @Test("A city of Yutu itself is no file to import")
  func city() throws {
    let path = test.folder.file("other.city")
    try City.openOrCreate(path).close()
    #expect(try test.refusal(path).contains("a city of Yutu"))
  }

  /// What a stranger may put into the schema of a GeoPackage, with the words of its refusal.
  static let foreignParts = [
    ("CREATE VIRTUAL TABLE extra USING VirtualText('/etc/hostname','UTF-8',0)", "virtual table"),
    ("CREATE VIRTUAL TABLE extra USING fts5(rtree)", "virtual table"),
    ("CREATE /* USING rtree( */ VIRTUAL TABLE extra USING VirtualText('a')", "virtual table"),
    ("CREATE VIEW extra AS SELECT 1 AS fid, 2 AS name", "view"),
  ]

  @Test("A GeoPackage whose parts are computed is not read", arguments: foreignParts)
  func foreignPart(sql: String, kind: String) throws {
    let path = try test.sample("a.gpkg", "GPKG", crs: "EPSG:4326")
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction {
      try $0.execute(
        sql: """
          PRAGMA writable_schema = ON;
          INSERT INTO sqlite_master (type, name, tbl_name, rootpage, sql) VALUES (
            '\(kind == "view" ? kind : "table")', 'extra', 'extra', 0,
            '\(sql.replacing("'", with: "''"))')
          """)
    }
    try queue.close()
    let words = try test.refusal(path)
    #expect(words.contains("it holds the \(kind) extra"), "\(words)")
  }

  @Test(
    "A wrong ending does not matter where the content is clear",
    arguments: [("GPKG", "a.gpkg"), ("FlatGeobuf", "a.fgb"), ("LIBKML", "a.kml")])
  func wrongEnding(format: String, file: String) throws {
    let path = try test.sample(file, format, crs: "EPSG:4326")
    for ending in ["csv", "geojson", "bin"] {
      let other = test.folder.file("other.\(ending)")
      try? FileManager.default.removeItem(atPath: other)
      try FileManager.default.copyItem(atPath: path, toPath: other)
      #expect(try TestImport().take(other).added == FormatFiles.count)
    }
    let book = try test.table("t.xlsx")
    let other = test.folder.file("t.csv")
    try FileManager.default.copyItem(atPath: book, toPath: other)
    #expect(try TestImport().take(other).added == FormatFiles.count)
  }

  @Test("What is no file is told apart: nothing, a folder, a circle of links, a pipe, a device")
  func places() throws {
    #expect(try test.refusal(test.folder.file("none.gpkg")).contains("there is no file"))
    #expect(try test.refusal(test.folder.path).contains("is a folder"))
    let (a, b) = (test.folder.file("a.gpkg"), test.folder.file("b.gpkg"))
    try FileManager.default.createSymbolicLink(atPath: a, withDestinationPath: b)
    try FileManager.default.createSymbolicLink(atPath: b, withDestinationPath: a)
    #expect(try test.refusal(a).contains("leads back to itself"))
    try GDALProgram.run("mkfifo", [test.folder.file("p.csv")])
    #expect(try test.refusal(test.folder.file("p.csv")).contains("is a pipe or a device"))
    #expect(try test.refusal("/dev/zero").contains("is a pipe or a device"))
    let shapes = try test.sample("s.shp", "ESRI Shapefile", options: ["-lco", "ENCODING=GBK"])
    #expect(try test.refusal(test.folder.path).contains("s.shp"))
    try FileManager.default.removeItem(atPath: test.folder.file("s.shx"))
    #expect(try test.refusal(shapes).contains(".shx file"))
    let base = try test.sample("g.gdb", "OpenFileGDB")
    try FileManager.default.moveItem(atPath: base, toPath: test.folder.file("plain"))
    #expect(try test.refusal(test.folder.file("plain")).contains("rename the folder"))
  }

  @Test("A Shapefile without its table gives shapes, and says so")
  func withoutTable() throws {
    let path = try test.sample("s.shp", "ESRI Shapefile", options: ["-lco", "ENCODING=GBK"])
    try FileManager.default.removeItem(atPath: test.folder.file("s.dbf"))
    let report = try test.take(path)
    #expect(report.added == FormatFiles.count && report.identifiedByGeometry == FormatFiles.count)
    #expect(report.remarks == ["s.dbf is missing: shapes come without attributes"])
  }

  @Test(
    "A name is a path and nothing else: no address, no connection, no part of another file",
    arguments: [
      "/vsicurl/http://127.0.0.1:1/a.gpkg", "http://127.0.0.1:1/a.gpkg", "GPKG:a.gpkg:t",
      "PG:dbname=city", "/vsistdin/", "/vsimem/a.csv", "WFS:http://127.0.0.1:1",
      "<OGRVRTDataSource/>",
    ])
  func names(_ name: String) throws {
    #expect(try test.refusal(name).contains("there is no file"))
  }

  @Test("A file beside it cannot take a file's place")
  func sidecars() throws {
    let path = try test.table("t.csv")
    for ending in ["vrt", "csvt", "prj", "aux.xml"] {
      _ = try test.folder.write("<OGRVRTDataSource/>".utf8, to: "t.\(ending)")
    }
    #expect(try test.take(path).added == FormatFiles.count)
  }

  @Test("Too many columns and endless lines end in a clear error, quickly and without much memory")
  func bounds() throws {
    let columns = (0..<1_000_000).map { "c\($0)" }.joined(separator: ",")
    let wide = try test.folder.write("lon,lat,\(columns)\n".utf8, to: "wide.csv")
    #expect(try test.refusal(wide).contains("more than 10000 values"))
    let line = [UInt8](repeating: UInt8(ascii: "a"), count: 40 << 20)
    let long = try test.folder.write(Array("id,lon,lat\n1,".utf8) + line, to: "long.csv")
    #expect(try test.refusal(long).contains("longer than 16 MiB"))
    let quote = try test.folder.write("id,lon,lat\n1,\"114,30\n2,114,30\n".utf8, to: "q.csv")
    #expect(try test.refusal(quote).contains("inside a quoted value"))
    let members = (0..<1_000_000).map { "\"p\($0)\":1" }.joined(separator: ",")
    let rich = try test.folder.write(pointText("1", members).utf8, to: "rich.geojson")
    #expect(try test.refusal(rich).contains("has 1000000 properties"))
  }

  @Test("Shapes of other types, in the wrong zone or crossing themselves are told record by record")
  func shapes() throws {
    let text = collection([
      boxText("a", 114.3, 30.5), pointText("b"),
      """
      {"type":"Feature","id":"c","properties":{},"geometry":{"type":"Polygon",
       "coordinates":[[[114,30],[115,31],[115,30],[114,31],[114,30]]]}}
      """,
    ])
    let source = try test.folder.write(text.utf8, to: "s.geojson")
    let path = test.folder.file("m.gpkg")
    try GDALProgram.run("ogr2ogr", ["-q", "-f", "GPKG", "-a_srs", "EPSG:4490", path, source])
    let report = try test.take(path, .polygon)
    #expect(report.added == 2 && report.count("geometry-type") == 1 && report.repaired == 1)
    let table = try test.folder.write(
      "编号,X,Y\n1,3385867.029,38529305.238\n2,3385867.029,39529305.238\n".utf8, to: "z.csv")
    let zones = try TestImport().take(table, crs: "EPSG:4526")
    #expect(zones.added == 1 && zones.count("zone-mismatch") == 1)
  }
}
