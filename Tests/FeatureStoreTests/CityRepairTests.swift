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

  /// Commit 1 makes 50 plots, 2 a raster, and 3 changes a plot that nothing else changes, removes
  /// another and adds one.
  init() throws {
    test = try TestCity()
    layer = try TestLayer.make("plot", "polygon", fields: ["name: text"])
    try test.write(
      (0..<50).map {
        rectangle("p\($0)", 114 + Double($0) / 100, 30, 0.001, 0.001, [.text("园\($0)")])
      },
      to: layer)
    try test.write(TestRaster.noise(TestRaster.lattice(300, 300), seed: 1), to: TestRaster.layer())
    _ = try test.store.commit(TestCity.draft, to: layer) { writer in
      var counts = CommitCounts()
      (counts.added, counts.changed) = (1, 1)
      counts.removed = try writer.remove(id: "p30") ? 1 : 0
      for id in ["p20", "new"] {
        let box = Envelope(minX: 115, minY: 30, maxX: 115.001, maxY: 30.001)
        _ = try writer.write(id: id, geometry: .rectangle(box), values: [.text("新园")])
      }
      return counts
    }
  }

  /// Faults that `--repair` mends, each with the damage that another program does.
  static let repairable = [
    ("spatial index is wrong for 1 feature", "DELETE FROM idx_plot_geom WHERE pkid = 7"),
    ("spatial index is wrong for 1 feature", "UPDATE idx_plot_geom SET xmax = xmin WHERE pkid = 7"),
    ("spatial index is missing", "DROP TABLE idx_plot_geom"),
    ("index for small scales is wrong", "DELETE FROM yutu_weights_plot WHERE fid < 10"),
    ("search does not find", "DELETE FROM yutu_search_layers"),
    (
      "search does not find 1 of its features",
      "UPDATE yutu_search_entries SET ended = 3 WHERE fid = 8"
    ),
    ("search holds 52 texts and", "DELETE FROM yutu_search_entries WHERE fid % 2 = 0"),
    ("search holds 0 texts", "INSERT INTO yutu_search (yutu_search) VALUES ('delete-all')"),
    ("search does not find all of its terms", "DELETE FROM yutu_search_data WHERE id > 10"),
    ("the index of its history is missing", "DROP TABLE yutu_past_plot_index"),
    ("its history is wrong for 1 feature", "DELETE FROM yutu_past_plot_index WHERE version = 1"),
    (
      "its history is wrong for 1 feature",
      "UPDATE yutu_past_plot_index SET cmax = 1 WHERE version = 1"
    ),
    (
      "its state after commit 1 counts 7 features, its history has 50",
      "UPDATE yutu_layer_states SET feature_count = 7 WHERE commit_seq = 1"
    ),
    (
      "50 features, but its last commit left 7",
      "UPDATE yutu_layer_states SET feature_count = 7 WHERE commit_seq = 3"
    ),
    ("not registered", "DELETE FROM geometry_columns WHERE f_table_name = 'plot'"),
    (
      "not registered",
      "UPDATE geometry_columns SET spatial_index_enabled = 0 WHERE f_table_name = 'plot'"
    ),
    ("its spatial index is damaged", "DELETE FROM idx_plot_geom_node"),
    ("its spatial index is damaged", "UPDATE idx_plot_geom_node SET data = zeroblob(7)"),
    (
      "index for small scales is damaged",
      "UPDATE yutu_weights_plot_rowid SET nodeno = 99 WHERE rowid = 3"
    ),
    ("the index of its history is damaged", "DELETE FROM yutu_past_plot_index_rowid"),
    (
      "extent does not hold all of its features",
      "UPDATE yutu_layer_states SET max_x = min_x WHERE commit_seq = 3"
    ),
    (
      "which of its tiles have changed is not known",
      "UPDATE yutu_tile_commits SET cell = -5 WHERE cell = 0 AND layer = 'plot'"
    ),
    (
      "which of its tiles have changed is not known",
      "UPDATE yutu_tile_commits SET commit_seq = 2 WHERE layer = 'plot'"
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

  @Test("A row that another program removed is taken over as a commit, which notes what is lost")
  func takeOverOfRemoved() throws {
    try damaged("DELETE FROM plot WHERE id = 'p7'") { store in
      let faults = try store.check(against: [])
      #expect(faults.contains { $0.message.contains("49 features, but its last commit left 50") })
      #expect(!faults.contains { !$0.isRepairable })
      let done = try store.repair(author: "planner").joined(separator: "\n")
      #expect(done.contains("commit 4 takes over what another program wrote: 0 added, 1 removed"))
      #expect(done.contains("1 versions of features are lost: what was before commit 4 is shown"))
      #expect(try store.check(against: []) == [])
      let last = try store.logNow(limit: 1)[0]
      #expect(last.number == 4 && last.counts.removed == 1 && last.draft.author == "planner")
      #expect(try store.readNow(MapVersion(.commit(3))) { try $0.layer("plot").featureCount } == 50)
    }
  }

  @Test("A row that another program added is there from the commit on that takes it over")
  func takeOverOfAdded() throws {
    let columns = "id, name, geom"
    let damage = """
      INSERT INTO plot (commit_seq, \(columns)) SELECT 1, 'foreign', name, geom FROM plot
        WHERE id = 'p1';
      INSERT INTO plot (commit_seq, \(columns)) SELECT 2, 'other', name, geom FROM plot
        WHERE id = 'p2';
      """
    try damaged(damage) { store in
      #expect(try store.check(against: []).contains { $0.repair == .takeOver })
      let done = try store.repair(author: "planner").joined(separator: "\n")
      #expect(done.contains("2 added, 0 removed") && !done.contains("lost"), "\(done)")
      #expect(try store.check(against: []) == [])
      for (commit, ids) in [(3, [false, false]), (4, [true, true])] {
        let found = try store.readNow(MapVersion(.commit(commit))) { snapshot in
          let plot = try snapshot.layer("plot")
          return try ["foreign", "other"].map { try snapshot.feature($0, in: plot) != nil }
        }
        #expect(found == ids, "commit \(commit)")
      }
      let before = try store.readNow(MapVersion(.commit(1))) { snapshot in
        try snapshot.feature("p1", in: snapshot.layer("plot"))
      }
      #expect(before?.commit == 1)
      // What was taken over is reverted as any commit.
      try store.revert(.commit(4), RevertTests.draft)
      #expect(try store.check(against: []) == [])
    }
  }

  @Test("A feature that another program puts in the place of one is taken over as a commit")
  func takeOverOfSwapped() throws {
    let damage = """
      INSERT INTO plot (commit_seq, id, name, geom) SELECT 1, 'foreign', name, geom FROM plot
        WHERE id = 'p7';
      DELETE FROM plot WHERE id = 'p7';
      """
    try damaged(damage) { store in
      #expect(try store.check(against: []).contains { $0.repair == .takeOver })
      let done = try store.repair(author: "planner").joined(separator: "\n")
      #expect(done.contains("1 added, 1 removed"), "\(done)")
      #expect(try store.check(against: []) == [])
      let counts = try store.logNow(limit: 1)[0].counts
      #expect(counts.added == 1 && counts.removed == 1)
    }
  }

  @Test("Wrong counts beside what another program wrote are mended in one go")
  func countsAndTakeOver() throws {
    let damage = """
      UPDATE yutu_layer_states SET feature_count = 7 WHERE commit_seq = 1;
      INSERT INTO plot (commit_seq, id, name, geom) SELECT 1, 'foreign', name, geom FROM plot
        WHERE id = 'p7';
      """
    try damaged(damage) { store in
      _ = try store.repair(author: "planner")
      #expect(try store.check(against: []) == [])
    }
  }

  /// Versions of the past that are gone, each with the words for it.
  static let losses = [
    (
      "its history lacks 1 of the versions that commit 1 wrote",
      "DELETE FROM yutu_past_plot WHERE id = 'p20'"
    ),
    ("its history lacks 2 of the versions that commit 1 wrote", "DELETE FROM yutu_past_plot"),
    ("its history lacks 2 of the versions that commit 1 wrote", "DROP TABLE yutu_past_plot"),
  ]

  @Test("What is gone from the past is found, and noted by the repair", arguments: losses)
  func lostPast(words: String, damage: String) throws {
    let before = try test.items("plot")
    try damaged(damage + "; DELETE FROM yutu_past_plot_index WHERE version > 0") { store in
      let faults = try store.check(against: [])
      let fault = try #require(faults.first { $0.message.contains(words) }, "\(faults)")
      #expect(fault.hint.contains("restore a backup") && fault.hint.contains("--repair"))
      #expect(try store.repair(author: "planner").contains { $0.contains("are lost") })
      #expect(try store.check(against: []) == [])
      #expect(try store.logNow(limit: 1)[0].counts.touched == 0)
      try expectWhole(store, before)
    }
  }

  /// What only a backup brings back.
  static let restorable = [
    ("commit 2 is missing", "DELETE FROM yutu_commits WHERE seq = 2"),
    ("commits 2 to 3 are missing", "DELETE FROM yutu_commits WHERE seq > 1"),
    ("layer plot: its states after 2 commits are missing", "DELETE FROM yutu_layer_states"),
    (
      "layer plot: its state after commit 1 is missing",
      "DELETE FROM yutu_layer_states WHERE commit_seq = 1"
    ),
    ("layer terrain: its state after commit 2 is missing", "DELETE FROM yutu_raster_states"),
    ("layer terrain: its state after commit 2 is missing", "DELETE FROM yutu_rasters"),
    (
      "it has a state of commit 2, which is of another layer",
      """
      INSERT INTO yutu_layer_states SELECT layer, 2, definition, feature_count, oldest_commit,
        min_x, min_y, max_x, max_y FROM yutu_layer_states WHERE commit_seq = 1
      """
    ),
    ("layer plot: its definitions as of 2 commits are missing", "DELETE FROM yutu_definitions"),
    ("its table yutu_commits is missing", "DROP TABLE yutu_commits"),
    ("its table yutu_search is missing", "DROP TABLE yutu_search"),
    ("its table plot is missing", "DROP TABLE plot"),
    (
      "its history has 1 versions that end before they begin",
      "UPDATE yutu_past_plot SET commit_seq = 3 WHERE id = 'p20'"
    ),
    ("search cannot be opened", "DELETE FROM yutu_search_data"),
    ("cannot be read", "UPDATE yutu_definitions SET text = 'x'"),
    (
      "row 0, column 1 of commit 2 is damaged",
      "UPDATE yutu_raster_tiles SET data = x'00' WHERE level = 0 AND tile_column = 1 "
        + "AND tile_row = 0"
    ),
    (
      "cells with a value, but its commits left",
      "DELETE FROM yutu_raster_tiles WHERE level = 0 AND tile_column = 1 AND tile_row = 0"
    ),
    (
      "it has 1 tiles that do not fit its commits",
      "UPDATE yutu_raster_tiles SET since = 3 WHERE level = 0 AND tile_column = 1 AND tile_row = 0"
    ),
    (
      "1 values of column columns of table yutu_raster_states are not of kind integer",
      "UPDATE yutu_raster_states SET columns = 'x'"
    ),
    (
      "1 values of column feature_count of table yutu_layer_states are not of kind integer",
      "UPDATE yutu_layer_states SET feature_count = 'many' WHERE commit_seq = 3"
    ),
    (
      "values of column cell_width of table yutu_rasters are not of kind real",
      "UPDATE yutu_rasters SET cell_width = 'x'"
    ),
    ("a raster of -5 by", "UPDATE yutu_raster_states SET columns = -5"),
    ("0 levels", "UPDATE yutu_raster_states SET levels = 0"),
    ("the time of commit 2 is not a time", "UPDATE yutu_commits SET time = 'x' WHERE seq = 2"),
    (
      "the time of commit 3 is before that of the commit before it",
      "UPDATE yutu_commits SET time = '2001-01-01T00:00:00Z' WHERE seq = 3"
    ),
    ("counts fewer features than none", "UPDATE yutu_commits SET removed = -1 WHERE seq = 2"),
    ("the report of commit 1 is not JSON", "UPDATE yutu_commits SET report = '{' WHERE seq = 1"),
    (
      "its extent after commit 1 is not a box on the earth",
      "UPDATE yutu_layer_states SET max_x = 181 WHERE commit_seq = 1"
    ),
    (
      "the geometry of 1 feature is damaged, the first is p7",
      "UPDATE plot SET geom = x'00' WHERE id = 'p7'"
    ),
    (
      "the geometry of 1 feature is damaged, the first is p7",
      // The box, at the start, is not that of the points.
      "UPDATE plot SET geom = substr(geom, 1, 10) || x'0000' || substr(geom, 13) WHERE id = 'p7'"
    ),
    (
      "the geometry of 1 feature is damaged, the first is p20",
      "UPDATE yutu_past_plot SET geom = substr(geom, 1, 90) WHERE id = 'p20'"
    ),
  ]

  @Test(
    "Values of a wrong kind end no reader",
    arguments: [
      "yutu_raster_states SET columns = 'x'", "yutu_layer_states SET feature_count = 'x'",
      "yutu_commits SET added = 'x'", "yutu_rasters SET cell_width = -1",
      "yutu_raster_states SET rows = -7", "yutu_definitions SET text = x'00'",
    ])
  func readers(damage: String) throws {
    try damaged("UPDATE " + damage) { store in
      let damaged = (try? store.logNow()) == nil
      let unread = (try? store.readNow(.latest) { try $0.layers() }) == nil
      let unseen = (try? store.readRastersNow(.latest) { try $0.rasters() }) == nil
      #expect(damaged || unread || unseen)
    }
  }

  @Test("What only a backup holds is found, and a backup puts all right", arguments: restorable)
  func restore(words: String, damage: String) async throws {
    let copy = test.folder.file("backup.city")
    _ = try await CityBackup(of: test.path, to: copy, replaces: false).run { _ in }
    let before = try test.items("plot")
    try damaged(damage) { store in
      let faults = try store.check(against: [])
      let fault = try #require(
        faults.first { $0.description.contains(words) }, "\(faults.map(\.description))")
      #expect(!fault.isRepairable && fault.hint.contains("restore a backup"))
    }
    _ = try await CityBackup(of: copy, to: test.path, replaces: true).run { _ in }
    try damaged("") { store in
      #expect(try store.check(against: []) == [])
      try expectWhole(store, before)
    }
  }

  @Test("A city that only Yutu wrote to has no faults after any commits", arguments: [7, 8])
  func whole(seed: UInt64) throws {
    let model = try HistoryModel(TestCity(), seed: seed, commits: 25)
    #expect(try model.test.store.check(against: []) == [])
    try model.test.store.revert(.commit(25), RevertTests.draft)
    try model.test.store.revert(.toState(7, layers: []), RevertTests.draft)
    #expect(try model.test.store.check(against: []) == [])
  }

  @Test("The search of the past is made again too")
  func pastSearch() throws {
    try damaged("DELETE FROM yutu_search_layers") { store in
      _ = try store.repair(author: "planner")
      for (commit, counts) in [(2, [1, 0]), (3, [0, 2])] {
        let found = try store.readNow(MapVersion(.commit(commit))) { snapshot in
          try ["园20", "新园"].map { try snapshot.search(SearchQuery($0)!).hits.count }
        }
        #expect(found == counts, "commit \(commit)")
      }
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

  /// Runs `body` on the city as another program has left it.
  private func damaged(_ sql: String, _ body: (SpatiaLiteStore) throws -> Void) throws {
    // Closed already the second time.
    try? test.city.close()
    var careless = Configuration()
    careless.foreignKeysEnabled = false
    let queue = try DatabaseQueue(path: test.path, configuration: careless)
    try queue.writeWithoutTransaction { database in
      // Triggers of SpatiaLite need its functions, which this program lacks.
      let triggers = try String.fetchAll(
        database, sql: "SELECT name FROM sqlite_master WHERE type = 'trigger' AND sql LIKE '%geom%'"
      )
      if sql.contains(#/\b(FROM|UPDATE) plot\b/#) {
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
