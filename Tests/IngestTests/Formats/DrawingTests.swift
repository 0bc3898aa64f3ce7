import FeatureStore
import Foundation
import GeometryCore
import Ingest
import SimpleFeatures
import TestSupport
import Testing

@Suite("DXF drawings")
struct DrawingTests {
  let test: TestImport

  init() throws { test = try TestImport() }

  /// A drawing of zone 114°E: a text, an inserted block, an open and a closed line, on two layers.
  private static func drawing(version: String = "AC1015", codePage: String = "ANSI_936") -> String {
    """
    0\nSECTION\n2\nHEADER\n9\n$ACADVER\n1\n\(version)\n9\n$DWGCODEPAGE\n3\n\(codePage)\n0\nENDSEC
    0\nSECTION\n2\nBLOCKS\n0\nBLOCK\n8\n0\n2\n窨井\n70\n0\n10\n0\n20\n0\n30\n0
    0\nCIRCLE\n8\n0\n10\n0\n20\n0\n40\n0.5\n0\nENDBLK\n8\n0\n0\nENDSEC
    0\nSECTION\n2\nENTITIES
    0\nTEXT\n5\nA1\n8\n注记\n10\n529305\n20\n3385867\n30\n0\n40\n2\n1\n光谷大道
    0\nINSERT\n5\nA2\n8\n管点\n2\n窨井\n10\n529310\n20\n3385870\n30\n0
    0\nLWPOLYLINE\n5\nA3\n8\n管线\n90\n2\n70\n0\n10\n529305\n20\n3385867\n10\n529405\n20\n3385967
    0\nLWPOLYLINE\n5\nA4\n8\n房屋\n90\n4\n70\n1\n10\n529305\n20\n3385867\n10\n529405\n20\n3385867\
    \n10\n529405\n20\n3385967\n10\n529305\n20\n3385967
    0\nENDSEC\n0\nEOF

    """
  }

  private func file(_ text: String, _ encoding: String.Encoding) throws -> String {
    try test.folder.write(
      [UInt8](try #require(text.data(using: encoding))), to: "a.dxf")
  }

  private static let gbk = String.Encoding(rawValue: 0x8000_0632)
  private static let map = ["id": "EntityHandle", "name": "Text"]

  private func features(
    _ path: String, _ shape: FormatFiles.Shape, map: [String: String] = map
  ) throws -> (ImportReport, [String: StoredFeature]) {
    let test = try TestImport()
    let report = try test.take(path, shape, crs: "EPSG:4547", map: map)
    return (report, try test.features("sample"))
  }

  @Test("Texts and blocks are points, with the layer and the block's name as attributes")
  func points() throws {
    let path = try file(Self.drawing(), Self.gbk)
    let (report, features) = try features(path, .point)
    #expect(Set(features.keys) == ["A1", "A2"] && report.count("geometry-type") == 2)
    #expect(features["A1"]?.values[0] == .text("光谷大道"))
    let byLayer = try self.features(path, .point, map: ["id": "EntityHandle", "name": "Layer"]).1
    #expect(byLayer["A1"]?.values[0] == .text("注记") && byLayer["A2"]?.values[0] == .text("管点"))
    let block = try self.features(path, .point, map: ["id": "EntityHandle", "name": "BlockName"]).1
    #expect(block["A2"]?.values[0] == .text("窨井"))
  }

  @Test("Open lines are lines, closed ones polygons where the layer wants polygons")
  func linesAndPolygons() throws {
    let path = try file(Self.drawing(), Self.gbk)
    let lines = try features(path, .line).1
    #expect(lines["A3"] != nil && lines["A4"] != nil && lines["A1"] == nil)
    let (report, polygons) = try features(path, .polygon)
    #expect(report.remarks.contains { $0.contains("closed lines are taken as polygons") })
    let area = try #require(polygons["A4"]).geometry.planarArea
    // 100 m by 100 m: a degree is 110.87 km north and 95.9 km east here.
    #expect(abs(area * 110_870 * 95_900 - 10_000) < 50)
  }

  @Test(
    "GBK is read by the drawing's code page, by its bytes, and by --encoding",
    arguments: ["ANSI_936", "ANSI_1252"])
  func encodings(codePage: String) throws {
    let path = try file(Self.drawing(codePage: codePage), Self.gbk)
    let (report, features) = try features(path, .point)
    #expect(features["A1"]?.values[0] == .text("光谷大道"))
    #expect(report.remarks.contains { $0.contains("GB18030") } == (codePage == "ANSI_1252"))
    let newer = try file(Self.drawing(version: "AC1032", codePage: codePage), .utf8)
    #expect(try self.features(newer, .point).1["A1"]?.values[0] == .text("光谷大道"))
  }

  @Test("A drawing does not say where it lies, so the person has to")
  func missingCRS() throws {
    let words = try test.refusal(try file(Self.drawing(), Self.gbk), map: Self.map)
    #expect(words.contains("does not say in which CRS"))
  }
}
