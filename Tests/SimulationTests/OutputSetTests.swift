import Catalog
import SimpleFeatures
import Simulation
import Testing

@Suite("What a process gives is described in both languages")
struct OutputSetTests {
  private static let words = LocalisedText(zh: "水位（米）", en: "water level, metres")
  private static let station = LocalisedText(zh: "站名", en: "name of the station")
  private static let outputs = OutputSet(
    OutputDeclaration(
      "stations", title: LocalisedText(zh: "水位站", en: "Gauges"),
      .points(
        words, id: station,
        [
          ("level_m", .number(words, optional: true)),
          ("kind", .word(of: ["river", "lake"], words)),
        ],
        others: .integer(station))),
    OutputDeclaration(
      "levels", title: LocalisedText(zh: "各时刻", en: "Levels"),
      .list(words, of: .list(station, of: .number(words, optional: true)))))

  /// All words for people in a schema, from the outside in.
  private func words(_ schema: JSONValue) -> [String] {
    ["title", "description"].compactMap { schema[$0]?.string }
      + (schema["properties"]?.members ?? []).flatMap { words($0.1) }
      + ["items", "additionalProperties"].compactMap { schema[$0] }.flatMap(words)
  }

  @Test("Each part is described in the language asked for, and all of them")
  func languages() {
    let chinese = words(Self.outputs.schema(in: .zh))
    let english = words(Self.outputs.schema(in: .en))
    #expect(chinese.count == english.count && chinese.count == 19)
    #expect(english.allSatisfy { $0.unicodeScalars.allSatisfy(\.isASCII) })
    #expect(chinese.allSatisfy { $0.unicodeScalars.contains { !$0.isASCII } })
    #expect(
      words(Self.outputs.schema(in: .both)) == zip(chinese, english).map { "\($0) \($1)" })
  }

  @Test("The schema is that of the value: null, choices, items and members of any name")
  func types() throws {
    let schema = Self.outputs.schema(in: .en)
    let stations = try #require(schema["properties"]?["stations"])
    #expect(stations["contentMediaType"]?.string == "application/geo+json")
    let feature = stations["properties"]?["features"]?["items"]
    let properties = try #require(feature?["properties"]?["properties"])
    #expect(properties["properties"]?["level_m"]?["nullable"]?.flag == true)
    #expect(properties["properties"]?["kind"]?["nullable"] == nil)
    #expect(
      properties["properties"]?["kind"]?["enum"]?.items?.compactMap(\.string) == ["river", "lake"])
    #expect(properties["additionalProperties"]?["type"]?.string == "integer")
    let levels = try #require(schema["properties"]?["levels"])
    #expect(levels["contentMediaType"] == nil)
    #expect(levels["items"]?["items"]?["type"]?.string == "number")
    #expect(Self.outputs.all.map(\.mediaType) == ["application/geo+json", nil])
  }
}
