import Catalog
import Datasets
import FeatureStore
import Ingest
import SimpleFeatures
import Testing

@Suite("Values that do not fit")
struct KeptValueTests {
  private func floorsAndDate() throws -> (test: TestImport, layer: LayerDefinition) {
    (
      try TestImport(),
      try TestImport.layer(
        "place", "point", fields: ["name: built, type: date", "name: floors, type: integer"])
    )
  }

  @Test("A year alone is no date: it is named with the day to write, and the city's own date stays")
  func year() throws {
    let (test, layer) = try floorsAndDate()
    try test.text(
      collection([pointText("a", "\"built\":\"2004-03-02\",\"floors\":3")]), into: layer)
    for year in ["\"2005\"", "2005", "\"2005年\""] {
      let report = try test.text(
        collection([
          pointText("a", "\"built\":\(year),\"floors\":4"),
          pointText("b\(year.count)", "\"built\":\(year)"),
        ]),
        into: layer)
      let hints = report.problems.compactMap(\.hint)
      #expect(hints.count == 2 && hints.allSatisfy { $0.contains("2005-01-01") }, "\(hints)")
      #expect(hints.allSatisfy { $0.hasPrefix("a year only") }, "\(hints)")
      let now = try test.features("place")
      #expect(now["a"]?.values == [.text("2004-03-02"), .integer(4)])
      #expect(now["b\(year.count)"]?.values == [.null, .null])
    }
  }

  @Test("Any value that does not fit leaves what the city holds; an empty one empties it")
  func anyValue() throws {
    let (test, layer) = try floorsAndDate()
    try test.text(
      collection([pointText("a", "\"built\":\"2004-03-02\",\"floors\":3")]), into: layer)
    let report = try test.text(
      collection([pointText("a", "\"built\":\"soon\",\"floors\":\"many\"")]), into: layer)
    #expect(report.count("type") == 2)
    #expect(report.changed == 0 && report.unchanged == 1 && report.addsUp)
    #expect(try test.features("place")["a"]?.values == [.text("2004-03-02"), .integer(3)])
    try test.text(collection([pointText("a", "\"built\":null,\"floors\":\"x\"")]), into: layer)
    #expect(try test.features("place")["a"]?.values == [.null, .integer(3)])
  }
}
