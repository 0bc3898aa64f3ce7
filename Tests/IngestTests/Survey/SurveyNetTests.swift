import Catalog
import Datasets
import FeatureStore
import Foundation
import Ingest
import SimpleFeatures
import TestSupport
import Testing

@Suite("A surveyed net of 2,000 pipes")
struct SurveyNetTests {
  /// A tree on a grid: every row runs east to west into a main that runs south.
  private struct Net {
    var points: String
    var lines: String

    init(rows: Int, columns: Int) {
      func number(_ row: Int, _ column: Int) -> String { "WS\(row * columns + column + 1)" }
      func ground(_ row: Int, _ column: Int) -> Double {
        30 + Double(row) * 0.12 + Double(column) * 0.1
      }
      var points = "物探点号,X,Y,地面高程,特征,附属物,井深\n"
      var lines = "起点点号,终点点号,管线小类,起点埋深,终点埋深,起点高程,终点高程,管径,材质,埋设方式,敷设年代,流向\n"
      for row in 0..<rows {
        for column in 0..<columns {
          let (x, y) = (3_380_000.125 + Double(row) * 33.3, 520_000.375 + Double(column) * 27.7)
          let height = ground(row, column)
          points += "\(number(row, column)),\(x),\(y),\(height),直线点,检查井,2.30\n"
          let next = column > 0 ? (row, column - 1) : (row - 1, 0)
          guard next.0 >= 0 else { continue }
          let low = ground(next.0, next.1)
          lines +=
            "\(number(row, column)),\(number(next.0, next.1)),污水,2.00,2.00,"
            + "\(height - 2),\(low - 2),400,混凝土,直埋,2015-05,顺绘制方向\n"
        }
      }
      (self.points, self.lines) = (points, lines)
    }
  }

  private static let gbk = String.Encoding(rawValue: 0x8000_0632)

  private func write(_ text: String, _ name: String, _ format: String, in test: TestImport) throws
    -> String
  {
    guard format == "XLSX" else {
      return try test.folder.write(try #require(text.data(using: Self.gbk)), to: name + ".csv")
    }
    let source = try test.folder.write(text.utf8, to: name + "-source.csv")
    let target = test.folder.file(name + ".xlsx")
    try GDALProgram.run("ogr2ogr", ["-q", "-f", "XLSX", target, source])
    return target
  }

  @Test(
    "It comes in without a problem, and each pipe ends at its manholes within 1 mm",
    arguments: ["GBK", "XLSX"], [true, false])
  func net(format: String, hasPointsFile: Bool) throws {
    let test = try TestImport()
    let net = Net(rows: 43, columns: 47)
    let points = try write(net.points, "points", format, in: test)
    let lines = try write(net.lines, "lines", format, in: test)
    let nodes = try test.file(points, into: TestData.layer("manhole"), crs: "EPSG:4547")
    #expect(nodes.added == 2021 && nodes.problems.isEmpty, "\(nodes.problems.prefix(3))")
    let report = try test.survey(
      file: lines, points: hasPointsFile ? points : nil, crs: hasPointsFile ? "EPSG:4547" : nil)
    #expect(report.added == 2020 && report.problems.isEmpty, "\(report.problems.prefix(3))")
    #expect(report.rules.breaches.isEmpty, "\(report.rules.breaches)")
    let manholes = try test.features("manhole")
    for (id, pipe) in try test.features("drainage-pipe") {
      let ends = id.split(separator: "-").map { manholes[String($0)]?.geometry.ordinates ?? [] }
      let ordinates = pipe.geometry.demotedFromMulti.ordinates
      #expect(ordinates.count == 4)
      for (a, b) in zip(ordinates, ends.joined()) { #expect(abs(a - b) < 1e-8) }  // 1 mm
    }
    let precisions = try test.values("drainage-pipe", named: "laid_precision")
    #expect(precisions.values.allSatisfy { $0 == .text("month") })
    let days = try test.values("drainage-pipe", named: "laid")
    #expect(days.values.allSatisfy { $0 == .text("2015-05-01") })
  }

  @Test("Without points in a file or in the city, the person is told what to do")
  func noPoints() throws {
    let error = #expect(throws: ImportError.self) { try TestImport().survey(points: nil, crs: nil) }
    #expect(error?.code == .missingPoints)
    #expect(error?.hint?.contains("--points") == true)
  }

  @Test("Sections and years come as surveyors write them")
  func sections() throws {
    let test = try TestImport()
    try test.survey()
    let pipe = "YS2-YS3"
    #expect(try test.values("drainage-pipe", named: "section_width")[pipe] == .real(800))
    #expect(try test.values("drainage-pipe", named: "section_height")[pipe] == .real(600))
    #expect(try test.values("drainage-pipe", named: "diameter")[pipe] == .null)
    #expect(try test.values("drainage-pipe", named: "diameter")["YS1-YS2"] == .real(300))
    #expect(try test.values("drainage-pipe", named: "laid")[pipe] == .text("2015-01-01"))
    #expect(try test.values("drainage-pipe", named: "laid_precision")[pipe] == .text("year"))
    #expect(try test.values("drainage-pipe", named: "laid_precision")["YS1-YS2"] == .null)
  }

  @Test("The classes of the pipe layers are those of CJJ 61", .enabled(if: TestData.isExpected))
  func classes() throws {
    let data = try Data(contentsOf: URL(filePath: TestData.path("pipes/cjj61.json")))
    let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let classes = try #require(object["classes"] as? [[String: Any]])
    for (name, id) in [("排水", "drainage-pipe"), ("给水", "supply-pipe"), ("燃气", "gas-pipe")] {
      let found = try #require(classes.first { $0["name"] as? String == name })
      let sub = try #require(found["sub"] as? [String: [String]])
      let codes = try TestData.layer(id).field(named: "class")?.codes ?? []
      #expect(Set(codes.map(\.value)) == Set(sub.values.map { $0[0] }))
    }
  }
}
