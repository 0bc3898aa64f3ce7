import Foundation
import Ingest
import SimpleFeatures
import TestSupport
import Testing

@Suite("Chinese texts in files of any encoding")
struct EncodingTests {
  let test: TestImport

  init() throws { test = try TestImport() }

  private static let gbk = String.Encoding(rawValue: 0x8000_0632)

  private func expectNames(_ report: ImportReport) throws {
    #expect(report.added == FormatFiles.count && report.problems.isEmpty, "\(report.problems)")
    #expect(try test.values("sample")["甲2"] == .text("光谷大道2"))
  }

  @Test("A Shapefile in GBK with and without .cpg, and with a mark of no meaning in its table")
  func shapefiles() throws {
    let path = try test.sample(
      "a.shp", "ESRI Shapefile", options: ["-lco", "ENCODING=GBK"])
    let told = try test.take(path)
    #expect(told.remarks.isEmpty)
    try expectNames(told)
    for mark in [UInt8(0x4D), 0x57, 0] {
      var table = [UInt8](try test.folder.bytes(of: "a.dbf"))
      table[29] = mark
      _ = try test.folder.write(table, to: "a.dbf")
      try? FileManager.default.removeItem(atPath: test.folder.file("a.cpg"))
      let report = try test.take(path)
      #expect(report.commit == nil && report.unchanged == FormatFiles.count)
      #expect(report.remarks.contains { $0.contains("read as GB18030") } == (mark != 0x4D))
    }
  }

  @Test("--encoding overrules; a wrong .cpg spoils no record in silence")
  func overruled() throws {
    let path = try test.sample("a.shp", "ESRI Shapefile", options: ["-lco", "ENCODING=GBK"])
    _ = try test.folder.write("UTF-8".utf8, to: "a.cpg")
    let words = try test.refusal(path)
    #expect(words.contains("is not UTF-8") && words.contains("--encoding GBK"), "\(words)")
    try expectNames(try test.take(path, encoding: "gb2312"))
    #expect(try test.refusal(path, encoding: "klingon").contains("is no encoding"))
  }

  @Test("A text that fills its column and ends in half a character loses that half, and it is said")
  func clipped() throws {
    let path = try test.sample("a.shp", "ESRI Shapefile", options: ["-lco", "ENCODING=GBK"])
    // The column 名称 is 80 bytes wide: 39 characters of two bytes, an "a", half a character.
    var table = [UInt8](try test.folder.bytes(of: "a.dbf"))
    let head = Int(table[8]) | Int(table[9]) << 8
    let start = head + 1 + 80
    let text = Array(repeating: [0xB9, 0xE2] as [UInt8], count: 39).joined() + [0x61, 0xB9]
    table.replaceSubrange(start..<start + 80, with: text)
    _ = try test.folder.write(table, to: "a.dbf")
    let report = try test.take(path)
    #expect(report.added == FormatFiles.count)
    #expect(report.remarks.contains { $0.contains("1 texts fill their columns") })
    let name = String(repeating: "光", count: 39) + "a"
    #expect(try test.values("sample")["甲0"] == .text(name))
  }

  @Test("CSV in GBK, UTF-8 and with a byte order mark", arguments: ["GBK", "UTF-8", "BOM"])
  func tables(_ encoding: String) throws {
    let utf8 = try test.folder.bytes(of: URL(filePath: test.table("u.csv")).lastPathComponent)
    let text = try #require(String(data: utf8, encoding: .utf8))
    let bytes: [UInt8] =
      switch encoding {
      case "GBK": [UInt8](try #require(text.data(using: Self.gbk)))
      case "BOM": [0xEF, 0xBB, 0xBF] + text.utf8
      default: Array(text.utf8)
      }
    let path = try test.folder.write(bytes, to: "t.csv")
    let report = try test.take(path)
    #expect(report.remarks.contains { $0.contains("GB18030") } == (encoding == "GBK"))
    try expectNames(report)
    if encoding == "GBK" {
      #expect(try test.refusal(path, encoding: "UTF-8").isEmpty == false)
      #expect(try test.take(path, encoding: "GBK").unchanged == FormatFiles.count)
    }
  }

  @Test("Bytes of no encoding are refused; formats that are always Unicode take no --encoding")
  func refused() throws {
    let path = try test.folder.write(
      Array("编号,lon,lat\n1,114,30\n".utf8) + [0xFF, 0xFF, 0xFF, 0x2C, 0x31, 0x2C, 0x32],
      to: "t.csv")
    #expect(try test.refusal(path).contains("neither UTF-8 nor GB18030"))
    let package = try test.sample("a.gpkg", "GPKG")
    #expect(try test.refusal(package, encoding: "GBK").contains("always Unicode"))
  }
}
