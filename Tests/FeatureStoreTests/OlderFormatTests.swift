import CityFile
import FeatureStore
import Foundation
import GRDB
import SimpleFeatures
import TestSupport
import Testing

/// Cities as earlier versions wrote them: `Tests/FeatureStoreTests/Formats/format-<n>.sql`.
@Suite("Cities of older file formats")
struct OlderFormatTests {
  private let folder: TemporaryFolder
  private var path: String { folder.file("old.city") }

  init() throws { folder = try TemporaryFolder() }

  /// Makes the city that an earlier version left.
  private func make(_ format: Int) throws {
    let text = try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Formats/format-\(format).sql"), encoding: .utf8)
    try execute(text)
  }

  private func execute(_ sql: String) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    try queue.close()
  }

  @Test("They open with all that they hold, and take commits", arguments: [1, 2, 4, 5])
  func opens(format: Int) throws {
    try make(format)
    let city = try City.open(path)
    defer { try? city.close() }
    let store = SpatiaLiteStore(city)
    let version = try city.read { try Int.fetchOne($0, sql: "PRAGMA user_version") }
    #expect(version == 6)
    #expect(try ids(store) == ["a 114.301", "b 114.31", "c 114.32", "d 114.33"])
    #expect(try store.check(against: []).filter { !$0.message.contains("search") } == [])
    let tokens = try city.read { try String.fetchAll($0, sql: "SELECT token FROM yutu_commits") }
    #expect(Set(tokens).count == 2 && tokens.allSatisfy { $0.count == 16 })
    #expect(try store.logNow().map(\.draft.message) == ["second delivery", "first delivery"])

    let layer = try store.readNow(.latest) { try $0.layer("hydrant").definition }
    let commit = try store.commit(TestCity.draft, to: layer) { writer in
      var counts = CommitCounts()
      _ = try writer.write(id: "e", geometry: .point(x: 114.34, y: 30), values: [.null, .null])
      counts.added = 1
      counts.removed = try writer.remove(id: "b") ? 1 : 0
      return counts
    }
    #expect(commit?.number == 3)
    #expect(try ids(store) == ["a 114.301", "c 114.32", "d 114.33", "e 114.34"])
    #expect(try ids(store, at: 2).count == 4)
    #expect(try store.check(against: []) == [])
    try store.revert(.commit(3), RevertTests.draft)
    #expect(try ids(store) == (try ids(store, at: 2)))
  }

  @Test("--repair gives their pages checksums, and they hold what they held", arguments: [2, 5])
  func checksums(format: Int) throws {
    try make(format)
    var done = try SpatiaLiteStore.repair(path, author: "planner")
    #expect(done.contains { $0.contains("have checksums from now on") })
    done = try SpatiaLiteStore.repair(path, author: "planner")
    #expect(done == [])
    let city = try City.open(path)
    let store = SpatiaLiteStore(city)
    #expect(try city.read { try Int.fetchOne($0, sql: "PRAGMA user_version") } == 7)
    #expect(try ids(store) == ["a 114.301", "b 114.31", "c 114.32", "d 114.33"])
    #expect(try ids(store, at: 1).count > 0)
    #expect(try store.check(against: []) == [])
    try city.close()
    var bytes = try Data(contentsOf: URL(filePath: path))
    #expect(bytes[20] == 8)
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: URL(filePath: path))
    #expect(try PageChecksums.faults(in: path) != [])
  }

  @Test("What was before is read and reverted where it was kept", arguments: [2, 4, 5])
  func history(format: Int) throws {
    try make(format)
    let city = try City.open(path)
    defer { try? city.close() }
    let store = SpatiaLiteStore(city)
    #expect(try ids(store, at: 1) == ["a 114.3", "b 114.31", "c 114.32"])
    try store.revert(.commit(2), RevertTests.draft)
    #expect(try ids(store) == ids(store, at: 1))
  }

  @Test("Where no history was kept, a revert says so and does nothing")
  func noHistory() throws {
    try make(1)
    let city = try City.open(path)
    defer { try? city.close() }
    let store = SpatiaLiteStore(city)
    for reversal in [Reversal.commit(2), .commit(1), .toState(1, layers: [])] {
      let fault = #expect(throws: StoreError.self) { try store.revert(reversal, RevertTests.draft) }
      #expect(fault?.code == .historyNotKept)
    }
    #expect(try store.logNow().count == 2)
  }

  @Test("A step that fails leaves the city in the format that it had")
  func allOrNothing() throws {
    try make(2)
    try execute("CREATE TABLE yutu_raster_tiles (x)")
    #expect(throws: (any Error).self) { try City.open(path) }
    let queue = try DatabaseQueue(path: path)
    let left = try queue.read { database in
      (
        try String.fetchAll(database, sql: "SELECT identifier FROM grdb_migrations"),
        try database.tableExists("yutu_search_layers"),
        try Int.fetchOne(database, sql: "PRAGMA user_version")
      )
    }
    try queue.close()
    #expect(left == (["1 layers and commits", "2 history"], false, 0))
  }

  @Test("A backup leaves an older city, and its copy, in the format that it has")
  func backup() async throws {
    try make(4)
    let copy = folder.file("copy.city")
    let result = try await CityBackup(of: path, to: copy, replaces: false).run { _ in }
    #expect(result.commit == 2)
    for file in [path, copy] { #expect(try format(of: file) == 0) }
    #expect(folder.names == ["copy.city", "old.city"])
  }

  private func format(of file: String) throws -> Int? {
    let queue = try DatabaseQueue(path: file)
    let number = try queue.read { try Int.fetchOne($0, sql: "PRAGMA user_version") }
    try queue.close()
    return number
  }

  private func ids(_ store: SpatiaLiteStore, at commit: Int? = nil) throws -> [String] {
    try store.readNow(MapVersion(commit.map { .commit($0) } ?? .latest)) { snapshot in
      var ids: [String] = []
      try snapshot.forEachFeature(of: snapshot.layer("hydrant")) { row in
        ids.append("\(row.id) \(try row.geometry().ordinates[0])")
      }
      return ids.sorted()
    }
  }
}
