import CityFile
import FeatureStore
import GRDB
import SimpleFeatures
import Testing

@Suite("Rows in place")
struct FeatureRowTests {
  let city: TestCity

  init() throws { city = try TestCity() }

  @Test("What a row shows in place is what it gives as a value of its own")
  func views() throws {
    let layer = try TestLayer.make("plot", "polygon")
    let values: [PropertyValue] = [
      .text("楼"), .integer(-3), .real(9.5), .boolean(true), .text("2001-02-03"), .null,
    ]
    try city.write([rectangle("a", 114, 30, 0.1, 0.1, values), rectangle("b", 115, 31)], to: layer)
    let rows = try seen("plot")
    #expect(rows.map(\.id) == ["a", "b"])
    #expect(rows.map(\.values) == [values, Array(repeating: .null, count: 6)])
    #expect(rows.map(\.geometry) == (try city.items("plot")).map(\.geometry))
    #expect(rows.map(\.values) == (try city.items("plot")).map(\.values))
  }

  @Test("Values of other types and broken texts of another program are shown as what they are")
  func foreignValues() throws {
    let layer = try TestLayer.make("plot", "polygon")
    try city.write([rectangle("a", 114, 30)], to: layer)
    try city.city.write { database in
      try database.execute(
        sql: """
          UPDATE plot SET id = CAST(x'61FF62' AS TEXT), name = CAST(x'E6A5BCE6A5' AS TEXT),
            floors = 'many', height = 7, listed = 2.5, built = x'00FF', seen = ''
          """)
    }
    let row = try #require(try seen("plot").first)
    // What is no UTF-8 becomes U+FFFD, as the Unicode Standard (3.9) recommends.
    #expect(row.id == "a\u{FFFD}b")
    #expect(
      row.values == [
        .text("楼\u{FFFD}"), .text("many"), .real(7), .real(2.5), .null, .text(""),
      ])
    #expect(row.values == (try city.items("plot"))[0].values)
  }

  /// Every row as it shows itself in place.
  private func seen(_ layer: String) throws -> [TestCity.Item] {
    var items: [TestCity.Item] = []
    try city.store.readNow(.latest) { snapshot in
      let layer = try snapshot.layer(layer)
      var geometry = Geometry(kind: .point)
      try snapshot.forEachFeature(of: layer) { row in
        var item = TestCity.Item(id: "", geometry: geometry)
        row.withID { item.id = String(copying: $0) }
        row.forEachValue { index, value in
          item.values.append(PropertyValue(copying: value))
          row.withValue(index) { #expect(PropertyValue(copying: $0) == item.values[index]) }
        }
        try row.read(into: &geometry)
        item.geometry = geometry
        items.append(item)
      }
    }
    return items
  }
}
