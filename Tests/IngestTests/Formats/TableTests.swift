import Datasets
import FeatureStore
import Foundation
import Ingest
import SimpleFeatures
import TestSupport
import Testing

@Suite("Tables whose columns hold coordinates")
struct TableTests {
  let test: TestImport

  init() throws { test = try TestImport() }

  /// 114.305556 E, 30.592778 N in the zone of 114°E (docs/coordinates.md).
  private static let wuhan = (x: 114.305556, y: 30.592778)

  private func place(_ id: String = "1") throws -> (x: Double, y: Double) {
    let feature = try #require(try test.features("sample")[id], "no feature \(id)")
    return (feature.geometry.ordinates[0], feature.geometry.ordinates[1])
  }

  private func expectWuhan(_ id: String = "1", within degrees: Double = 1e-8) throws {
    let (x, y) = try place(id)
    #expect(abs(x - Self.wuhan.x) < degrees && abs(y - Self.wuhan.y) < degrees, "\(x), \(y)")
  }

  private func file(_ text: String, _ name: String = "t.csv") throws -> String {
    try test.folder.write(text.utf8, to: name)
  }

  @Test(
    "X and Y are told apart by their size: in Chinese surveys X is the northing",
    arguments: [
      ("X坐标,Y坐标", "3385867.029,529305.238", "EPSG:4547", "\"Y坐标\" is read as easting"),
      ("X坐标(m),Y坐标(m)", "3385867.029,38529305.238", "EPSG:4526", "\"Y坐标(m)\" is read as easting"),
      ("POINT_X,POINT_Y", "529305.238,3385867.029", "EPSG:4547", "\"POINT_X\" is read as easting"),
      ("纵坐标,横坐标", "\"3,385,867.029\",529305.238", "EPSG:4547", "\"横坐标\" is read as easting"),
      ("北坐标,东坐标", "3385867.029,529305.238", "EPSG:4547", "\"东坐标\" is read as easting"),
      ("x,y", "３３８５８６７．０２９,５２９３０５．２３８", "EPSG:4547", "\"y\" is read as easting"),
    ])
  func metres(columns: String, values: String, crs: String, remark: String) throws {
    let path = try file("编号,\(columns)\n1,\(values)\n")
    let report = try test.take(path, crs: crs)
    #expect(report.remarks.contains { $0.contains(remark) }, "\(report.remarks)")
    try expectWuhan()
  }

  @Test("Metres without --crs are refused, with the system that their zone number names")
  func missingCRS() throws {
    let words = try test.refusal(try file("编号,X坐标,Y坐标\n1,3385867.029,38529305.238\n"))
    #expect(words.contains("does not say in which CRS") && words.contains("--crs EPSG:4526"))
    let plain = try test.refusal(try file("编号,X,Y\n1,3385867.029,529305.238\n"))
    #expect(plain.contains("--crs EPSG:4547"))
  }

  @Test("Where size does not tell X from Y, the person has to; then it is as they say")
  func unclear() throws {
    let path = try file("编号,X,Y\n1,5867.029,9305.238\n")
    let words = try test.refusal(path, crs: "EPSG:4547")
    #expect(words.contains("cannot be told") && words.contains("--map easting=COLUMN"))
    let good = try file("编号,a,b\n1,3385867.029,529305.238\n")
    try test.take(good, crs: "EPSG:4547", map: ["easting": "b", "northing": "a"])
    try expectWuhan()
    let swapped = try test.refusal(
      good, crs: "EPSG:4547", map: ["easting": "a", "northing": "b"])
    #expect(swapped.contains("but y is"), "\(swapped)")
  }

  @Test(
    "Degrees may be written as people write them",
    arguments: [
      ("经度,纬度", "114.305556,30.592778"), ("Longitude;Latitude", "114.305556;30.592778"),
      ("lng\tlat", "114.305556\t30.592778"),
      ("纬度(°),经度(°)", "30.592778,114.305556"),
      ("经度,纬度", "114°18′20.0016″,30°35′34.0008″"),
      ("经度,纬度", "东经114度18分20.0016秒,北纬30度35分34.0008秒"),
      ("经度,纬度", "E114 18 20.0016,N30 35 34.0008"),
    ])
  func degrees(columns: String, values: String) throws {
    let mark = columns.contains(";") ? ";" : columns.contains("\t") ? "\t" : ","
    let report = try test.take(try file("编号\(mark)\(columns)\n1\(mark)\(values)\n"))
    #expect(report.crs == "EPSG:4490")
    try expectWuhan()
  }

  @Test("Degrees of AMap or Baidu by their column's name have to be named")
  func shifted() throws {
    let path = try file("编号,gcj_lng,gcj_lat\n1,114.311000964,30.590368652\n")
    let map = ["longitude": "gcj_lng", "latitude": "gcj_lat"]
    #expect(try test.refusal(path).contains("no column is known to hold coordinates"))
    #expect(try test.refusal(path, map: map).contains("--crs GCJ-02"))
    try test.take(path, crs: "GCJ-02", map: map)
    try expectWuhan()
  }

  @Test("Columns called X and Y that hold degrees have to be named, too")
  func degreesInXY() throws {
    let path = try file("编号,x,y\n1,114.305556,30.592778\n")
    #expect(try test.refusal(path).contains("look like degrees"))
    try test.take(path, crs: "EPSG:4490")
    try expectWuhan()
  }

  @Test(
    "Whole shapes in a column: WKT, EWKT, GeoJSON",
    arguments: [
      ("SRID=4547;POINT(529305.238 3385867.029)", nil, "EPSG:4547"),
      ("POINT (529305.238 3385867.029)", "EPSG:4547", "EPSG:4547"),
      (#"{""type"":""Point"",""coordinates"":[114.305556,30.592778]}"#, nil, "OGC:CRS84"),
    ] as [(String, String?, String)])
  func shapes(text: String, crs: String?, found: String) throws {
    let path = try file("编号,wkt\n1,\"\(text)\"\n")
    let report = try test.take(path, crs: crs)
    #expect(report.crs == found)
    try expectWuhan()
    let named = try TestImport()
    let other = try named.folder.write(Data("编号,形状\n1,\"\(text)\"\n".utf8), to: "t.csv")
    #expect(try named.take(other, crs: crs, map: ["geometry": "形状"]).added == 1)
  }

  @Test("Rows that are no records are named one by one with their lines")
  func badRows() throws {
    let path = try file(
      """
      编号,名称,经度,纬度
      1,a,114.305556,30.592778
      ,,,
      2,b,,30.5
      3,c,不详,30.5
      编号,名称,经度,纬度
      4,"d
      e",114.3,30.5
      5,f,114.3
      6,g,"114,3",30.5
      合计,6,,
      """)
    let report = try test.take(path)
    #expect(report.added == 2 && report.addsUp)
    let problems = report.problems.map { "\($0.position?.line ?? 0) \($0.rule): \($0.message)" }
    #expect(
      problems == [
        "4 bad-coordinate: the coordinate \"经度\" is empty",
        "5 bad-coordinate: the coordinate \"经度\" is \"不详\", which is no number",
        "6 not-a-record: the row repeats the names of the columns",
        "9 not-a-record: the row has 3 values for 4 columns",
        "10 bad-coordinate: the coordinate \"经度\" is \"114,3\", which is no number",
        "11 not-a-record: the row holds totals and no place",
      ])
    #expect(report.remarks.contains("1 blank rows are passed over"))
    #expect(try test.values("sample")["4"] == .text("d\ne"))
  }

  @Test("A title above the names of the columns does no harm, in CSV and in a workbook")
  func title() throws {
    let text = "管点成果表,,\n编号,经度,纬度\n1,114.305556,30.592778\n"
    try test.take(try file(text))
    try expectWuhan()
    let book = try TestImport()
    let path = try book.workbook("t.xlsx", rows: text)
    #expect(try book.take(path).added == 1)
    #expect(try book.features("sample")["1"]?.geometry.ordinates == [114.305556, 30.592778])
  }

  @Test("A sheet with rows of totals, repeated names and blank rows reports them")
  func sheet() throws {
    let source = try file(
      "编号,经度,纬度\n1,114.305556,30.592778\n编号,经度,纬度\n2,,\n合计,,\n")
    let path = test.folder.file("t.xlsx")
    try GDALProgram.run("ogr2ogr", ["-q", "-f", "XLSX", path, source])
    let report = try test.take(path)
    #expect(report.added == 1 && report.rejected == 3 && report.count("not-a-record") == 2)
    try expectWuhan()
  }

  @Test("A file without names of columns, or with numbers for names, is refused")
  func headers() throws {
    #expect(try test.refusal(try file("1,,3385867.029,529305.238\n")).contains("name the columns"))
    #expect(try test.refusal(try file("abc\ndef\n")).contains("no table"))
    #expect(try test.refusal(try file("编号,名称\n1,a\n")).contains("编号, 名称"))
    #expect(
      try test.refusal(try file("编号,lon,lng,lat\n1,1,1,1\n")).contains("several columns"))
    let half = try test.refusal(try file("编号,a,b\n1,2,3\n"), map: ["longitude": "a"])
    #expect(half.contains("name longitude and latitude"))
    let none = try test.refusal(try file("编号,a,b\n1,2,3\n"), map: ["geometry": "形状"])
    #expect(none.contains("does not have") && none.contains("编号, a, b"))
  }
}
