import Datasets
import FeatureStore
import Foundation
import Ingest
import SimpleFeatures
import Testing

@Suite("What is wrong in a survey is said line by line")
struct SurveyFaultTests {
  let test: TestImport

  init() throws { test = try TestImport() }

  private static func found(_ report: ImportReport) -> [String] {
    report.problems.map { "\($0.severity.rawValue) \($0.record) \($0.rule)" }
  }

  @Test("A town without faults comes in without a word")
  func clean() throws {
    let report = try test.survey()
    #expect(report.added == 2 && report.problems.isEmpty, "\(report.problems)")
    #expect(Set(try test.features("drainage-pipe").keys) == ["YS1-YS2", "YS2-YS3"])
  }

  @Test(
    "Each fault of a line is named once, with what to do",
    arguments: [
      ("YS2,YS9,YS,,,,,,,,", "rejected 3 missing-point", "no point YS9"),
      ("YS2,YS2,YS,,,,,,,,", "rejected 3 equal-ends", "the same point, YS2"),
      ("YS2,,YS,,,,,,,,", "rejected 3 missing-end", "does not name both"),
      ("YS1,YS2,YS,,,,,,,,", "rejected 3 line-twice", "has come before, in record 1"),
      ("YS3,YS2,YS,,,,,,,,", "rejected 3 line-twice", "in the other direction, in record 2"),
      ("YS1,YS3,YS,2.00,2.20,23.50,22.60,,,,", "warning 3 depth-mismatch", "lie at 23.5 m"),
      ("YS1,YS3,YS,-2.00,2.20,23.00,22.60,,,,", "warning 3 depth-sign", "is negative; left empty"),
      ("YS1,YS3,YS,200,2.20,23.00,22.60,,,,", "warning 3 depth-unit", "in centimetres"),
      ("YS1,YS3,YS,2.20,2.20,22.80,22.60,,,,", "warning 3 invert-below-bottom", "at 22.9 m"),
      ("YS1,YS3,YS,2.00,2.20,23.00,22.60,,,,backward", "warning 3 flow-against-fall", "0.4 m"),
      ("YS1,YS3,YS,2.00,2.20,23.00,22.60,圆拱,,,", "warning 3 section-size", "800×600"),
    ])
  func lines(line: String, fault: String, words: String) throws {
    let report = try test.survey(SurveyTown.lines + line + "\n")
    #expect(Self.found(report) == [fault], "\(report.problems)")
    let problem = try #require(report.problems.first)
    #expect("\(problem.message) \(problem.hint ?? "")".contains(words), "\(problem.message)")
    #expect(problem.hint != nil && report.addsUp)
  }

  @Test("--fix takes depths with the wrong sign and in centimetres as what they are")
  func fixedDepths() throws {
    let report = try test.survey(
      SurveyTown.lines + "YS1,YS3,YS,-200,2.20,23.00,22.60,,,,\n", fixes: true)
    #expect(
      Self.found(report) == ["repaired 3 depth-sign", "repaired 3 depth-unit"],
      "\(report.problems)")
    #expect(try test.values("drainage-pipe", named: "depth_start")["YS1-YS3"] == .real(2))
  }

  @Test("A point given at two places is said, and lines at it are left out")
  func pointTwice() throws {
    let report = try test.survey(
      points: SurveyTown.points + "YS3,3385000,529120,24.80,检查井,2.30\n")
    #expect(
      Self.found(report) == ["warning 0 duplicate-point", "rejected 2 duplicate-point"],
      "\(report.problems)")
    #expect(report.problems[0].message.contains("record 4 of points.csv: the point YS3"))
    #expect(report.problems[0].message.contains("20.0 m apart"))
    let same = try TestImport().survey(
      points: SurveyTown.points + "YS3,3385000,529100.004,24.80,检查井,2.30\n")
    #expect(Self.found(same) == ["warning 0 duplicate-point"] && same.added == 2)
  }

  @Test(
    "Two numbers within 10 mm are one place, beyond they are two",
    arguments: [(0.007, true), (0.0099, true), (0.0101, false), (0.014, false)])
  func samePlace(metres: Double, isOne: Bool) throws {
    // Along a diagonal, through the corners of whatever grid the search lays.
    for place in 0..<5 {
      let (x, y) = (3_385_000 + Double(place) * 0.003, 529_200 + Double(place) * 0.003)
      let step = metres / 2.0.squareRoot()
      let report = try TestImport().survey(
        points: SurveyTown.points + "A,\(x),\(y),,,\nB,\(x + step),\(y - step),,,\n")
      #expect(Self.found(report) == (isOne ? ["warning 0 same-place"] : []))
    }
  }

  @Test("Pressure pipes of one class that meet at different depths are said")
  func depthSteps() throws {
    let lines = """
      起点点号,终点点号,管线小类,起点埋深,终点埋深
      YS1,YS2,JP,1.00,1.10
      YS2,YS3,JP,1.30,1.30
      YS3,YS1,JP,1.40,1.00

      """
    let report = try test.survey(lines, into: "supply-pipe")
    #expect(Self.found(report) == ["warning 2 depth-step"], "\(report.problems)")
    #expect(report.problems[0].message.contains("1.3 m") && report.added == 3)
    let others = lines.replacing("YS2,YS3,JP", with: "YS2,YS3,XS")
    #expect(try TestImport().survey(others, into: "supply-pipe").problems.isEmpty)
  }

  @Test("A line drawn from its end to its start is said, and turned by --fix")
  func reversed() throws {
    func drawn(_ x: Double, _ y: Double) -> String {
      """
      {"type":"FeatureCollection",
       "crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::4547"}},"features":[
       {"type":"Feature","properties":{"起点点号":"YS1","终点点号":"YS2","管线小类":"YS"},
        "geometry":{"type":"LineString",
         "coordinates":[[\(x),3385000],[529020,3385001],[\(y),3385000]]}}]}
      """
    }
    let right = try test.survey(drawn(529000, 529050), crs: "EPSG:4547")
    #expect(right.problems.isEmpty && right.added == 1)
    let line = try #require(try test.features("drainage-pipe")["YS1-YS2"]).geometry
    let wrong = try TestImport().survey(drawn(529050, 529000))
    #expect(Self.found(wrong) == ["warning 1 reversed-line"])
    let fixed = try TestImport()
    #expect(
      Self.found(try fixed.survey(drawn(529050, 529000), fixes: true))
        == ["repaired 1 reversed-line"])
    #expect(try fixed.features("drainage-pipe")["YS1-YS2"]?.geometry == line)
    let elsewhere = try TestImport().survey(drawn(529003, 529050))
    #expect(Self.found(elsewhere) == ["warning 1 off-its-points"])
  }
}
