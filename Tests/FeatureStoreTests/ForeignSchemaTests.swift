import CityFile
import FeatureStore
import Foundation
import GRDB
import SimpleFeatures
import TestSupport
import Testing

@Suite("What a stranger put into a city's schema does not run")
struct ForeignSchemaTests {
  private let test: TestCity

  init() throws {
    test = try TestCity()
    try test.write(
      [rectangle("a", 114, 30, 0.1, 0.1, [.text("one")])],
      to: TestLayer.make("plot", "polygon", fields: ["name: text"]))
    try test.city.close()
  }

  /// Changes the file as another program does, its own triggers aside.
  private func alter(_ sql: String) throws {
    let queue = try DatabaseQueue(path: test.path)
    try queue.writeWithoutTransaction { database in
      let triggers = try String.fetchAll(
        database, sql: "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'plot'"
      )
      // SpatiaLite's need its functions.
      for name in triggers { try database.execute(sql: "DROP TRIGGER \"\(name)\"") }
      try database.execute(sql: "PRAGMA writable_schema = ON; \(sql)")
    }
    try queue.close()
  }

  private static func forged(_ name: String, _ sql: String) -> String {
    """
    INSERT INTO sqlite_master (type, name, tbl_name, rootpage, sql)
    VALUES ('table', '\(name)', '\(name)', 0, '\(sql.replacing("'", with: "''"))')
    """
  }

  @Test(
    "A city with a virtual table of another module is not opened",
    arguments: [
      "CREATE VIRTUAL TABLE words USING VirtualText('/etc/hostname','UTF-8',0,POINT,NONE,':')",
      "CREATE VIRTUAL TABLE \"words\" USING VirtualText('/etc/hostname','UTF-8',0)",
      "CREATE /* USING rtree( */ VIRTUAL TABLE words USING VirtualText('/etc/hostname')",
      "CREATE VIRTUAL TABLE words USING dbstat(main)", "create virtual table words using csv(a)",
    ])
  func virtualTable(sql: String) throws {
    try alter(Self.forged("words", sql))
    let error = #expect(throws: CityError.self) { try City.open(test.path) }
    #expect(error?.code == .damaged && error?.message.contains("virtual table words") == true)
    #expect(error?.hint?.contains("nothing of it was read") == true)
  }

  @Test("A view in the place of a table is not read")
  func view() throws {
    try alter(
      """
      ALTER TABLE plot RENAME TO old;
      CREATE VIEW plot AS SELECT 1 AS fid, 'a' AS id, 1 AS commit_seq, x'00' AS geom,
        (WITH RECURSIVE r (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r) SELECT max(i) FROM r)
        AS name
      """)
    let city = try City.open(test.path)
    defer { try? city.close() }
    let store = SpatiaLiteStore(city)
    let error = #expect(throws: CityError.self) {
      try store.readNow(.latest) { try $0.forEachFeature(of: $0.layer("plot")) { _ in } }
    }
    #expect(error?.code == .damaged && error?.message.contains("is a view") == true)
    #expect(try store.check(against: []).contains { $0.message.contains("the view plot") })
  }

  @Test("A trigger does not run, and check names it with the command that removes it")
  func trigger() throws {
    try alter(
      """
      CREATE TRIGGER rewrite AFTER INSERT ON yutu_commits BEGIN UPDATE plot SET name = 'two'; END;
      CREATE TRIGGER ggi_plot AFTER INSERT ON yutu_commits BEGIN DELETE FROM plot; END;
      """)
    let city = try City.open(test.path)
    let store = SpatiaLiteStore(city)
    _ = try store.commit(
      TestCity.draft, to: TestLayer.make("spot", "polygon", fields: ["name: text"])
    ) {
      let box = Envelope(minX: 115, minY: 30, maxX: 115.001, maxY: 30.001)
      _ = try $0.write(id: "b", geometry: .rectangle(box), values: [.null])
      var counts = CommitCounts()
      counts.added = 1
      return counts
    }
    let faults = try store.check(against: [])
    #expect(
      faults.map(\.message)
        == ["rewrite", "ggi_plot"].sorted().map {
          "another program has put the trigger \($0) into it"
        })
    try store.readNow(.latest) { snapshot in
      let feature = try snapshot.feature("a", in: snapshot.layer("plot"))
      #expect(feature?.values == [.text("one")])
    }
    try city.close()
    for fault in faults {
      let sql = try #require(fault.hint.firstMatch(of: #/'(DROP TRIGGER .*)'$/#)?.1)
      try alter(String(sql))
    }
    let mended = try City.open(test.path)
    defer { try? mended.close() }
    #expect(try SpatiaLiteStore(mended).check(against: []) == [])
  }
}
