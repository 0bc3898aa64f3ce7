import Catalog
import CityFile
import FeatureStore
import Foundation
import GRDB
import SimpleFeatures
import TestSupport
import Testing

@Suite("Faults of a city are found, and the advice helps")
struct CityRepairTests {
  private let test: TestCity
  private let layer: LayerDefinition

  init() throws {
    test = try TestCity()
    layer = try TestLayer.make("plot", "polygon", fields: ["name: text"])
    try test.write(
      (0..<50).map {
        rectangle("p\($0)", 114 + Double($0) / 100, 30, 0.001, 0.001, [.text("园\($0)")])
      },
      to: layer)
    try test.write(TestRaster.noise(TestRaster.lattice(300, 300), seed: 1), to: TestRaster.layer())
  }

  /// Faults that `--repair` mends, each with the damage that another program does.
  static let repairable = [
    ("spatial index is wrong for 1 feature", "DELETE FROM idx_plot_geom WHERE pkid = 7"),
    ("spatial index is wrong for 1 feature", "UPDATE idx_plot_geom SET xmax = xmin WHERE pkid = 7"),
    ("spatial index is missing", "DROP TABLE idx_plot_geom"),
    ("index for small scales is wrong", "DELETE FROM yutu_weights_plot WHERE fid < 10"),
    ("search does not find", "DELETE FROM yutu_search_layers"),
    ("not registered", "DELETE FROM geometry_columns WHERE f_table_name = 'plot'"),
    (
      "not registered",
      "UPDATE geometry_columns SET spatial_index_enabled = 0 WHERE f_table_name = 'plot'"
    ),
  ]

  @Test("What follows from the features is made again", arguments: repairable)
  func repairs(words: String, damage: String) throws {
    let before = try test.items("plot")
    try damaged(damage) { store in
      let faults = try store.check(against: [])
      #expect(faults.contains { $0.message.contains(words) && $0.hint.contains("--repair") })
      #expect(try store.repair(author: "planner") != [])
      #expect(try store.check(against: []) == [])
      #expect(try store.repair(author: "planner") == [])
      try expectWhole(store, before)
    }
  }

  @Test("What another program wrote is taken over as a commit, which can be seen")
  func takeOver() throws {
    try damaged("DELETE FROM plot WHERE id = 'p7'") { store in
      let faults = try store.check(against: [])
      #expect(faults.contains { $0.message.contains("49 features, but its last commit left 50") })
      #expect(!faults.contains { !$0.isRepairable })
      _ = try store.repair(author: "planner")
      #expect(try store.check(against: []) == [])
      let last = try store.logNow(limit: 1)[0]
      #expect(last.number == 3 && last.counts.removed == 1 && last.draft.author == "planner")
    }
  }

  @Test("An index of SQLite itself that is out of step is found and made again")
  func sqliteIndex() throws {
    let before = try test.items("plot")
    // What the index holds is no longer what it says that it holds.
    let damage = """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_master SET sql = replace(sql, '(layer, fid)', '(fid, layer)')
        WHERE name = 'yutu_search_entries_now';
      PRAGMA writable_schema = OFF;
      """
    try damaged(damage) { store in
      let faults = try store.check(against: [])
      #expect(faults.contains { $0.message.contains("index") && $0.hint.contains("--repair") })
      _ = try store.repair(author: "planner")
      #expect(try store.check(against: []) == [])
      try expectWhole(store, before)
    }
  }

  @Test("A lost table and damaged cells need a backup, which puts all right")
  func restore() async throws {
    let copy = test.folder.file("backup.city")
    _ = try await CityBackup(of: test.path, to: copy, replaces: false).run { _ in }
    let before = try test.items("plot")
    for (words, damage) in [
      ("its table plot is missing", "DROP TABLE plot"),
      (
        "row 0, column 1 of commit 2 is damaged",
        "UPDATE yutu_raster_tiles SET data = x'00' "
          + "WHERE level = 0 AND tile_column = 1 AND tile_row = 0"
      ),
      ("cannot be read", "UPDATE yutu_definitions SET text = 'x'"),
    ] {
      try damaged(damage) { store in
        let faults = try store.check(against: [])
        let fault = try #require(faults.first { $0.message.contains(words) }, "\(faults)")
        #expect(!fault.isRepairable && fault.hint.contains("restore a backup"))
      }
      _ = try await CityBackup(of: copy, to: test.path, replaces: true).run { _ in }
      try damaged("") { store in
        #expect(try store.check(against: []) == [])
        try expectWhole(store, before)
      }
    }
  }

  /// Runs `body` on the city as another program has left it.
  private func damaged(_ sql: String, _ body: (SpatiaLiteStore) throws -> Void) throws {
    // Closed already the second time.
    try? test.city.close()
    let queue = try DatabaseQueue(path: test.path)
    try queue.writeWithoutTransaction { database in
      // Triggers of SpatiaLite need its functions, which this program lacks.
      let triggers = try String.fetchAll(
        database, sql: "SELECT name FROM sqlite_master WHERE type = 'trigger' AND sql LIKE '%geom%'"
      )
      if sql.hasPrefix("DELETE FROM plot") {
        for name in triggers { try database.execute(sql: "DROP TRIGGER \"\(name)\"") }
      }
      try database.execute(sql: sql)
    }
    try queue.close()
    let city = try City.open(test.path)
    defer { try? city.close() }
    try body(SpatiaLiteStore(city))
  }

  private func expectWhole(_ store: SpatiaLiteStore, _ items: [TestCity.Item]) throws {
    let box = Envelope(minX: 114.065, minY: 29, maxX: 114.075, maxY: 31)
    let (all, near, found) = try store.readNow(.latest) { snapshot in
      let plot = try snapshot.layer("plot")
      var all: [TestCity.Item] = []
      var near: [String] = []
      try snapshot.forEachFeature(of: plot) {
        let feature = try $0.feature()
        all.append(
          TestCity.Item(id: feature.id, geometry: feature.geometry, values: feature.values))
      }
      try snapshot.forEachFeature(of: plot, meeting: box) { near.append($0.id) }
      return (all, near, try snapshot.search(SearchQuery("园7")!).hits.count)
    }
    #expect(all == items && near == ["p7"] && found >= 1)
  }
}
