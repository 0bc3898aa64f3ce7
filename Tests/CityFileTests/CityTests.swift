import CityFile
import Foundation
import GRDB
import SimpleFeatures
import TestSupport
import Testing

@Suite("A city is one file")
struct CityTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("A new city is an empty SpatiaLite file with one reference system, and nothing beside it")
  func newCity() throws {
    let city = try City.openOrCreate(folder.file("wuhan.city"))
    try city.read { database in
      let systems = try Int.fetchAll(
        database, sql: "SELECT srid FROM spatial_ref_sys WHERE srid > 0")
      #expect(systems == [4490])
      #expect(try Int.fetchOne(database, sql: "SELECT CheckSpatialMetaData()") == 3)
      #expect(try String.fetchOne(database, sql: "PRAGMA journal_mode") == "wal")
      #expect(try String.fetchOne(database, sql: "PRAGMA integrity_check") == "ok")
      #expect(try Int.fetchOne(database, sql: "SELECT count(*) FROM yutu_layer_states") == 0)
    }
    try city.close()
    #expect(folder.names == ["wuhan.city"])
    #expect(try folder.bytes(of: "wuhan.city")[68..<72].elementsEqual("YUTU".utf8))
  }

  @Test("A city opens again and again, at the same time too, and what it holds stays")
  func openTwice() throws {
    let path = folder.file("a.city")
    let city = try City.openOrCreate(path)
    try city.write { try $0.execute(sql: CityTests.insertCommit) }
    let before = try schema(city)
    try city.close()
    for _ in 0..<3 {
      let first = try City.openOrCreate(path)
      let second = try City.open(path)
      for city in [first, second] {
        #expect(try schema(city) == before)
        #expect(try commitCount(city) == 1)
      }
      try first.close()
      try second.close()
      #expect(folder.names == ["a.city"])
    }
  }

  @Test("A file that takes the city's place while it is open stays as it is")
  func replaced() throws {
    let (path, other) = (folder.file("a.city"), folder.file("b.city"))
    let next = try City.openOrCreate(other)
    try next.write { database in
      try database.execute(sql: "CREATE TABLE long (text TEXT)")
      for _ in 0..<200 {
        try database.execute(sql: "INSERT INTO long VALUES (hex(randomblob(4000)))")
      }
    }
    try next.close()
    let bytes = try folder.bytes(of: "b.city")

    let city = try City.openOrCreate(path)
    try city.write { try $0.execute(sql: CityTests.insertCommit) }
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: other, toPath: path)
    try city.close()
    #expect(try folder.bytes(of: "a.city") == bytes)
    let reopened = try City.open(path)
    let health = try reopened.read {
      try String.fetchOne($0, sql: "PRAGMA integrity_check")
    }
    let rows = try reopened.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM long") }
    #expect(health == "ok" && rows == 200)
    try reopened.close()
  }

  @Test("Beside a city that is only read lies no log that could be taken for another city's")
  func emptyLog() throws {
    let path = folder.file("a.city")
    try City.openOrCreate(path).close()
    let city = try City.open(path)
    _ = try commitCount(city)
    #expect(try folder.bytes(of: "a.city-wal").isEmpty)
    try city.close()
  }

  private func schema(_ city: City) throws -> [String] {
    try city.read {
      try String.fetchAll($0, sql: "SELECT name || coalesce(sql, '') FROM sqlite_master ORDER BY 1")
    }
  }

  @Test("A missing city and a missing folder are named, with what to do")
  func missing() {
    let path = folder.file("none.city")
    #expect(error { try City.open(path) }?.code == .notFound)
    #expect(error { try City.open(path) }?.hint?.contains("yutu import --city \(path)") == true)
    let inside = folder.file("none/a.city")
    #expect(error { try City.openOrCreate(inside) }?.code == .unwritable)
    #expect(
      error { try City.openOrCreate(inside) }?.hint == "make it first: mkdir -p \(folder.path)/none"
    )
    #expect(folder.names == [])
    #expect(error { try City.open(folder.path) }?.code == .unwritable)
  }

  @Test("A foreign database is refused and not one byte of it changes")
  func foreignDatabase() throws {
    let path = folder.file("other.sqlite")
    let other = try DatabaseQueue(path: path)
    try other.write { try $0.execute(sql: "CREATE TABLE t (x); INSERT INTO t VALUES (1)") }
    try other.close()
    let before = try folder.bytes(of: "other.sqlite")
    for open in [{ try City.open($0) }, { try City.openOrCreate($0) }] as [(String) throws -> City]
    {
      #expect(error { try open(path) }?.code == .notACity)
    }
    #expect(try folder.bytes(of: "other.sqlite") == before)
    #expect(folder.names == ["other.sqlite"])
  }

  @Test(
    "A file that is no database is refused and stays as it is",
    arguments: ["x", "{\"type\":\"FeatureCollection\"}", String(repeating: "光谷", count: 10_000)])
  func textFile(text: String) throws {
    let path = try folder.write(text.utf8, to: "a.geojson")
    #expect(error { try City.openOrCreate(path) }?.code == .notACity)
    #expect(try folder.bytes(of: "a.geojson") == Data(text.utf8))
    #expect(folder.names == ["a.geojson"])
  }

  @Test("A city cut short is called damaged, or no city, and never opened as a new one")
  func truncatedFile() throws {
    try City.openOrCreate(folder.file("a.city")).close()
    let bytes = try folder.bytes(of: "a.city")
    for count in [50, 512, 4_096, 10_000, bytes.count / 2, bytes.count - 4_096] {
      let path = try folder.write(bytes.prefix(count), to: "cut-\(count).city")
      let fault = error {
        let city = try City.open(path)
        try city.read { try $0.execute(sql: "PRAGMA quick_check; SELECT * FROM yutu_layer_states") }
        return city
      }
      #expect(
        [.damaged, .notACity].contains(fault?.code), "\(count) bytes: \(String(describing: fault))")
    }
  }

  @Test("A file without the tables of a city is no whole city, and stays as it is")
  func withoutTables() throws {
    let path = try folder.write([], to: "a.city")
    #expect(error { try City.open(path) }?.code == .notACity)
    #expect(error { try City.open("") }?.message == "the city has no name")
    #expect(try folder.bytes(of: "a.city") == Data())
    // As a rescue leaves it that has saved nothing.
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA application_id = \(0x5955_5455)")
    }
    try queue.close()
    let before = try folder.bytes(of: "a.city")
    for open in [{ try City.open($0) }, { try City.openOrCreate($0) }] as [(String) throws -> City]
    {
      let fault = error { try open(path) }
      #expect(fault?.code == .damaged && fault?.hint?.contains("restore a backup") == true)
    }
    #expect(try folder.bytes(of: "a.city") == before)
  }

  @Test("A city of a newer Yutu is refused, not guessed at")
  func newerVersion() throws {
    let path = folder.file("a.city")
    let city = try City.openOrCreate(path)
    try city.write {
      try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('999 of the future')")
    }
    try city.close()
    let fault = error { try City.open(path) }
    #expect(fault?.code == .newerVersion)
    #expect(fault?.hint?.contains("update") == true)
  }

  @Test("While another program writes, the writer waits, then says so; readers go on")
  func busy() throws {
    let path = folder.file("a.city")
    let first = try City.openOrCreate(path)
    let second = try City.openOrCreate(path, patienceSeconds: 0.2)
    try first.write { database in
      try database.execute(sql: CityTests.insertCommit)
      let start = ContinuousClock.now
      let fault = error { try second.write { _ in } }
      #expect(fault?.code == .busy)
      #expect(fault?.hint?.contains("wait") == true)
      #expect(ContinuousClock.now - start >= .milliseconds(190))
      #expect(try commitCount(second) == 0)
    }
    #expect(try commitCount(second) == 1)
    try second.write { try $0.execute(sql: CityTests.insertCommit) }
    #expect(try commitCount(first) == 2)
    try first.close()
    try second.close()
  }

  @Test("What a failing writer did is undone")
  func undo() throws {
    struct Stop: Error {}
    let city = try City.openOrCreate(folder.file("a.city"))
    #expect(throws: Stop.self) {
      try city.write { database in
        try database.execute(sql: CityTests.insertCommit + "; CREATE TABLE extra (x)")
        throw Stop()
      }
    }
    #expect(try commitCount(city) == 0)
    #expect(try city.read { try $0.tableExists("extra") } == false)
    try city.write { try $0.execute(sql: CityTests.insertCommit) }
    #expect(try commitCount(city) == 1)
    try city.close()
  }

  @Test("A reader sees one state throughout, whatever is written meanwhile")
  func snapshot() throws {
    let city = try City.openOrCreate(folder.file("a.city"))
    try city.read { database in
      #expect(try Int.fetchOne(database, sql: "SELECT count(*) FROM yutu_commits") == 0)
      let other = try City.open(city.path)
      try other.write { try $0.execute(sql: CityTests.insertCommit) }
      try other.close()
      #expect(try Int.fetchOne(database, sql: "SELECT count(*) FROM yutu_commits") == 0)
    }
    #expect(try commitCount(city) == 1)
    try city.close()
  }

  @Test("Many readers at once each have SpatiaLite")
  func manyReaders() async throws {
    let city = try City.openOrCreate(folder.file("a.city"))
    let sum = try await withThrowingTaskGroup(of: Double.self) { group in
      for index in 0..<64 {
        group.addTask {
          try await city.read { database in
            try Double.fetchOne(
              database, sql: "SELECT ST_Area(BuildMbr(0, 0, 1, ?))", arguments: [index]) ?? -1
          }
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(sum == Double((0..<64).reduce(0, +)))
    try city.close()
  }

  static let insertCommit = """
    INSERT INTO yutu_commits
    (time, author, message, source, layer, added, changed, unchanged, rejected, report)
    VALUES ('2026-05-31T00:00:00Z', '', '', '', '', 0, 0, 0, 0, '{}')
    """

  private func commitCount(_ city: City) throws -> Int? {
    try city.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM yutu_commits") }
  }

  private func error<T>(_ body: () throws -> T) -> CityError? {
    do {
      _ = try body()
      return nil
    } catch {
      return error as? CityError
    }
  }
}
