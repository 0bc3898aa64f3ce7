import CityFile
import Foundation
import GRDB
import SimpleFeatures
import TestSupport
import Testing

@Suite("A layer is a spatial table that other programs know")
struct LayerTableTests {
  let test: TestCity

  init() throws { test = try TestCity() }

  @Test(
    "Its geometry column is registered with type, reference system and R-tree",
    arguments: [("point", 1), ("line", 5), ("polygon", 6)])
  func registered(geometry: String, code: Int) throws {
    let shape: Geometry =
      switch geometry {
      case "point": .point(x: 114, y: 30)
      case "line": .lineString([114, 30, 115, 31])
      default: .rectangle(Envelope(minX: 114, minY: 30, maxX: 115, maxY: 31))
      }
    let layer = try TestLayer.make("fire-station", geometry)
    try test.write([TestCity.Item(id: "a", geometry: shape)], to: layer)
    let row = try test.city.read {
      try Row.fetchOne($0, sql: "SELECT * FROM geometry_columns WHERE f_table_name='fire_station'")
    }
    let found = try #require(row)
    #expect(found["f_geometry_column"] == "geom")
    #expect(found["geometry_type"] == code)
    #expect(found["srid"] == 4490)
    #expect(found["spatial_index_enabled"] == 1)
    #expect(try test.indexIsSound("fire_station"))
    #expect(try test.items("fire-station").map(\.geometry) == [shape])
  }

  @Test("Its columns have the types of the layer file")
  func columns() throws {
    try test.write([point("a", 1, 2)], to: TestLayer.make("gauge", "point"))
    #expect(
      try test.texts("SELECT name || ' ' || type FROM pragma_table_info('gauge')") == [
        "fid INTEGER", "id TEXT", "name TEXT", "floors BIGINT", "height REAL", "listed BOOLEAN",
        "built DATE", "seen TIMESTAMP", "commit_seq INTEGER", "geom POINT",
      ])
  }

  @Test("Values come back as they went in, odd texts and extreme numbers too")
  func values() throws {
    let layer = try TestLayer.make("gauge", "point")
    let rows: [[PropertyValue]] = [
      [
        .text("光谷'\"\\%_ \u{1F5FA}"), .integer(.min), .real(-1.7e308), .boolean(true),
        .text("2024-02-29"), .text("2024-02-29T00:00:00Z"),
      ],
      [
        .text(""), .integer(.max), .real(.leastNonzeroMagnitude), .boolean(false),
        .text("0001-01-01"),
        .text("9999-12-31T23:59:59.999Z"),
      ],
      [.text("1e5"), .integer(0), .real(3), .null, .null, .null],
      Array(repeating: .null, count: 6),
    ]
    try test.write(rows.enumerated().map { point("\($0.offset)", 1, 2, $0.element) }, to: layer)
    #expect(try test.items("gauge").map(\.values) == rows)
  }

  @Test("The R-tree has one box for each feature, around it and not far off")
  func spatialIndex() throws {
    var random = SeededGenerator(seed: 1)
    let layer = try TestLayer.make("building", "polygon")
    for _ in 0..<3 {
      // The same ids move about; the index must follow them.
      let items = (0..<200).map {
        rectangle(
          "\($0)", Double.random(in: 113...115, using: &random),
          Double.random(in: 29...31, using: &random))
      }
      try test.write(items, to: layer)
      #expect(try test.integer("SELECT count(*) FROM idx_building_geom") == 200)
      #expect(try test.indexIsSound("building"))
      let misplaced = """
        SELECT count(*) FROM building b LEFT JOIN idx_building_geom i ON i.pkid = b.fid
        WHERE i.pkid IS NULL OR xmin > MbrMinX(geom) OR xmax < MbrMaxX(geom)
        OR ymin > MbrMinY(geom) OR ymax < MbrMaxY(geom)
        OR xmax - xmin > 0.0011 OR ymax - ymin > 0.0011
        """
      #expect(try test.integer(misplaced) == 0)
    }
  }

  @Test(
    "The R-tree is sound at every size, and takes what later commits add",
    arguments: [1, 2, 43, 51, 52, 53, 86, 87, 2_193, 2_194, 5_000])
  func indexOfSize(count: Int) throws {
    var random = SeededGenerator(seed: UInt64(count))
    let layer = try TestLayer.make("hydrant", "point", fields: ["note: text"])
    var items = (0..<count).map {
      point(
        "\($0)", Double.random(in: 113...115, using: &random),
        Double.random(in: 29...31, using: &random))
    }
    try test.write(items, to: layer)
    #expect(try test.integer("SELECT count(*) FROM idx_hydrant_geom") == count)
    #expect(try test.indexIsSound("hydrant"))
    for index in items.indices.prefix(60) {
      items[index].geometry = .point(x: 100, y: Double(index) / 10)
    }
    items += (0..<100).map { point("new-\($0)", Double($0), 1) }
    try test.write(items, to: layer)
    #expect(try test.integer("SELECT count(*) FROM idx_hydrant_geom") == count + 100)
    #expect(try test.indexIsSound("hydrant"))
  }

  @Test("Features that all lie at one place, or in one line, are indexed too")
  func crowded() throws {
    let layer = try TestLayer.make("hydrant", "point", fields: ["note: text"])
    try test.write((0..<200).map { point("\($0)", 114, 30) }, to: layer)
    #expect(try test.indexIsSound("hydrant"))
    let line = try TestLayer.make("valve", "point", fields: ["note: text"])
    try test.write((0..<200).map { point("\($0)", 114, Double($0) / 10) }, to: line)
    #expect(try test.indexIsSound("valve"))
    #expect(try test.integer("SELECT count(*) FROM idx_valve_geom") == 200)
  }

  @Test("After each commit SpatiaLite's triggers stand as SpatiaLite made them, word for word")
  func triggers() throws {
    let sql = """
      SELECT name || sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'building'
      ORDER BY name
      """
    // A table that SpatiaLite sets up beside ours, for the wording.
    try test.city.write { database in
      try database.execute(sql: "CREATE TABLE model (fid INTEGER PRIMARY KEY)")
      _ = try Int.fetchOne(
        database, sql: "SELECT AddGeometryColumn('model', 'geom', 4490, 'MULTIPOLYGON', 'XY', 1)")
      _ = try Int.fetchOne(database, sql: "SELECT CreateSpatialIndex('model', 'geom')")
    }
    let expected = try test.texts(sql.replacing("'building'", with: "'model'"))
      .map { $0.replacing("model", with: "building") }
    #expect(expected.count >= 6)
    let layer = try TestLayer.make("building", "polygon")
    for round in 0..<3 {
      try test.write([rectangle("a", Double(round), 0)], to: layer)
      #expect(try test.texts(sql) == expected)
    }
  }

  @Test(
    "Another program may add, move and delete features; the R-tree follows, wrong types do not pass"
  )
  func otherPrograms() throws {
    try test.write([rectangle("a", 1, 1)], to: TestLayer.make("building", "polygon"))
    // Yutu's own connections run no triggers.
    func execute(_ sql: String) throws -> String? {
      try ogrinfo(["-update", test.path, "-sql", sql])
    }
    let box = "CastToMulti(BuildMbr(5, 6, 7, 8, 4490))"
    guard
      let inserted = try execute(
        "INSERT INTO building (id, commit_seq, geom) VALUES ('b', 1, \(box))")
    else { return }
    #expect(!inserted.contains("ERROR"))
    let find = "SELECT pkid FROM idx_building_geom WHERE xmin > 4.9 AND xmax < 7.1"
    #expect(try test.integer(find) == 2)
    _ = try execute(
      "UPDATE building SET geom = CastToMulti(BuildMbr(15, 6, 17, 8, 4490)) WHERE id = 'b'")
    #expect(try test.integer(find) == nil)
    for wrong in ["MakePoint(1, 2, 4490)", "CastToMulti(BuildMbr(1, 2, 3, 4, 4326))"] {
      let words = try execute(
        "INSERT INTO building (id, commit_seq, geom) VALUES ('c', 1, \(wrong))")
      #expect(words?.contains("violates Geometry constraint") == true)
    }
    _ = try execute("DELETE FROM building WHERE id = 'b'")
    #expect(try test.integer("SELECT count(*) FROM idx_building_geom") == 1)
    #expect(try test.indexIsSound("building"))
  }

  @Test("ogr2ogr reads the layer as it is")
  func ogr() throws {
    let items = [rectangle("a", 114, 30), rectangle("b", 115, 30)]
    try test.write(items, to: TestLayer.make("building", "polygon"))
    try test.city.close()
    guard let text = try ogrinfo(["-so", test.path, "building"]) else { return }
    for line in [
      "Geometry: Multi Polygon", "Feature Count: 2", "Extent: (114.0000", "ID[\"EPSG\",4490]",
      "id: String", "floors: Integer64", "height: Real", "listed: Integer(Boolean)", "built: Date",
      "seen: DateTime",
    ] {
      #expect(text.contains(line), "\(line) is missing in \(text)")
    }
  }

  /// What ogrinfo prints, errors included; `nil` where the machine lacks it.
  private func ogrinfo(_ arguments: [String]) throws -> String? {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/ogrinfo")
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/ogrinfo") else {
      try #require(ProcessInfo.processInfo.environment["CI"] != "true", "gdal-bin is missing")
      return nil
    }
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text
  }
}
