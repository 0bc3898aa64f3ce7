import Foundation
import Ingest
import TestSupport
import Testing

@Suite("The table of divisions", .enabled(if: TestData.isExpected))
struct DivisionTableTests {
  static let path = TestData.path("admin/mca_divisions_2025-12-31.json")
  private static let shared = Result { try DivisionTable.read(file: path) }
  private static let sharedFinder = shared.map { DivisionFinder($0) }
  let table: DivisionTable
  let finder: DivisionFinder

  init() throws {
    table = try Self.shared.get()
    finder = try Self.sharedFinder.get()
  }

  @Test("It holds 33 provinces, 333 prefectures, 2,845 counties and 38,723 towns")
  func counts() throws {
    let counts = Dictionary(grouping: table.divisions, by: \.rank).mapValues(\.count)
    #expect(counts == [.province: 33, .prefecture: 333, .county: 2845, .town: 38723])
    for (code, counties, towns) in [("420100", 13, 160), ("420200", 6, 47), ("420700", 3, 25)] {
      let city = try #require(table.index(ofCode: code))
      #expect(table.counts(within: city) == [.county: counties, .town: towns])
    }
  }

  @Test("Each of the 38,723 towns is found from its full name, and where the name ends")
  func everyTown() {
    var missed: [String] = []
    for (index, division) in table.divisions.enumerated() where division.rank == .town {
      let name = table.fullName(index)
      let match = finder.match(name + "解放大道5号")
      if match.divisions != [index] || match.end != name.utf16.count { missed.append(name) }
    }
    #expect(missed.isEmpty, "\(missed.count): \(missed.prefix(5))")
  }

  @Test(
    "Levels and endings may be left out",
    arguments: [
      ("武汉江汉区解放大道", "420103"), ("湖北省武汉市江汉区", "420103"), ("湖北武汉江汉区", "420103"),
      ("湖北省 武汉市 江汉区 解放大道1号", "420103"), ("武汉市东湖高新区光谷大道77号", "420100"),
      ("中国北京市市辖区朝阳区建国路", "110105"), ("湖北恩施州恩施市", "422801"),
      ("吉林省吉林市龙潭区", "220203"), ("鄂州市葛店开发区", "420700"),
    ])
  func leftOut(text: String, code: String) {
    let found = finder.match(text).divisions.map { table.divisions[$0].code }
    #expect(found == [code])
  }

  @Test(
    "A street that is called like a city is no city, and an unclear name is left unclear",
    arguments: [
      ("南京东路100号", 0), ("武汉大道8号", 0), ("东湖高新区光谷大道77号", 0), ("解放大道1号", 0), ("金城镇江苏省常州市金坛区金城镇1号", 0),
    ])
  func noDivision(text: String, count: Int) {
    #expect(finder.match(text).divisions.count == count)
  }

  @Test("A name that several divisions have gives them all")
  func unclear() {
    let found = finder.match("朝阳区建国路1号").divisions.map { table.fullName($0) }
    #expect(found.count == 2 && found.contains("北京市朝阳区") && found.contains("吉林省长春市朝阳区"))
    let town = finder.match("朝阳区三里屯街道").divisions.map { table.fullName($0) }
    #expect(town == ["北京市朝阳区三里屯街道"])
  }

  @Test("Twenty thousand addresses a second are looked up")
  func speed() {
    let texts = table.divisions.indices.map { table.fullName($0) + "解放大道1688号" }
    let start = ContinuousClock.now
    var found = 0
    for text in texts { found += finder.match(text).divisions.count }
    let seconds = start.duration(to: .now) / .seconds(1)
    #expect(found > 0)
    // A tenth of the rate: other tests share the machine.
    #expect(Double(texts.count) / seconds > 2000, "\(Double(texts.count) / seconds) a second")
    print("divisions: \(Int(Double(texts.count) / seconds)) addresses a second")
  }
}
