import Catalog
import Datasets
import Foundation
import Ingest
import SimpleFeatures
import TestSupport
import Testing

@Suite("Divisions fill and check what comes in", .enabled(if: TestData.isExpected))
struct DivisionImportTests {
  let test: TestImport

  init() throws { test = try TestImport() }

  private static let table = Result { try DivisionTable.read(file: DivisionTableTests.path) }

  private func take(_ text: String, into id: String) throws -> ImportReport {
    let path = try test.folder.write(text.utf8, to: "in.csv")
    var request = Importer.Request(file: path, layer: try TestData.layer(id), crs: "EPSG:4490")
    request.divisions = try Self.table.get()
    return try Importer(request).run { test.store }
  }

  private func values(_ layer: String, _ field: String) throws -> [String: String] {
    try test.values(layer, named: field).mapValues { FieldValue.plainText($0) }
  }

  @Test("Addresses get division, street and number; what the file gives stays")
  func addresses() throws {
    let report = try take(
      """
      编号,标准地址,政区代码,路街巷,门牌号,经度,纬度
      1,湖北省武汉市江汉区解放大道688号,,,,114.27,30.59
      2,武汉江汉区解放大道甲8-1号2栋,,,,114.27,30.59
      3,武汉市东湖高新区光谷大道77号金融港,,,,114.4,30.5
      4,武汉市江汉区解放大道688号,420103,另路,9,114.27,30.59
      5,武汉市江汉区解放大道688号,420102,,,114.27,30.59
      6,朝阳区建国路1号,,,,116.4,39.9
      7,某某地方,,,,114.4,30.5
      8,武汉市江汉区解放大道688号,420199,,,114.27,30.59

      """, into: "address")
    #expect(
      try values("address", "division") == [
        "1": "420103", "2": "420103", "3": "420100", "4": "420103", "5": "420102", "6": "",
        "7": "", "8": "420199",
      ])
    let streets = try values("address", "street")
    #expect(streets["1"] == "解放大道" && streets["3"] == "光谷大道" && streets["4"] == "另路")
    let numbers = try values("address", "number")
    #expect(numbers["1"] == "688号" && numbers["2"] == "甲8-1号" && numbers["4"] == "9")
    #expect(
      report.problems.map { "\($0.record) \($0.rule)" } == [
        "5 division-mismatch", "6 division-unclear", "8 unknown-division",
      ], "\(report.problems)")
    #expect(report.problems[1].message.contains("吉林省长春市朝阳区"))
    #expect(report.remarks.contains { $0.hasPrefix("3 divisions were found") }, "\(report.remarks)")
    #expect(report.remarks.contains { $0.contains("东湖高新区") }, "\(report.remarks)")
  }

  @Test("Divisions get name, rank and parent from their code, or the code from their name")
  func areas() throws {
    let box = "\"POLYGON((114 30,115 30,115 31,114 30))\""
    let report = try take(
      """
      id,区划代码,名称,级别,上级代码,功能区,wkt
      1,420103,,,,,\(box)
      2,,武汉市,,,,\(box)
      3,420103002,,乡级,420100,,\(box)
      4,420102,江汉区,,,,\(box)
      5,420198,某区,县级,,,\(box)
      6,,朝阳区,,,,\(box)
      7,420199,东湖高新区,县级,420100,是,\(box)
      8,420102002001,某社区,,,,\(box)

      """, into: "administrative-area")
    let names = try values("administrative-area", "name")
    #expect(names["1"] == "江汉区" && names["4"] == "江汉区")
    let parents = try values("administrative-area", "parent")
    #expect(parents["1"] == "420100" && parents["2"] == "420000" && parents["8"] == "420102002")
    let ranks = try values("administrative-area", "rank")
    #expect(ranks["1"] == "county" && ranks["2"] == "prefecture" && ranks["8"] == "community")
    #expect(try values("administrative-area", "code")["2"] == "420100")
    #expect(
      report.problems.map { "\($0.record) \($0.rule)" } == [
        "3 division-parent", "4 division-name", "5 unknown-division", "6 division-unclear",
        "6 required",
      ], "\(report.problems)")
    #expect(report.remarks.contains { $0.contains("functional") })
  }

  @Test("A layer of neither divisions nor addresses is refused")
  func otherLayer() throws {
    let error = #expect(throws: ImportError.self) {
      try take("编号,经度,纬度\n1,114,30\n", into: "manhole")
    }
    #expect(error?.code == .unsuitableLayer)
  }
}
