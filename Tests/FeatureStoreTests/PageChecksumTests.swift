import Catalog
import CityFile
import FeatureStore
import Foundation
import GRDB
import SimpleFeatures
import TestSupport
import Testing

@Suite("A page that the disk or another program has changed is not served")
struct PageChecksumTests {
  private let test: TestCity
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    test = try TestCity()
    let layer = try TestLayer.make("plot", "polygon", fields: ["name: text"])
    for round in ["园", "苑"] {
      try test.write(
        (0..<200).map {
          rectangle(
            "p\($0)", 114 + Double($0) / 1000, 30, 0.001, 0.001, [.text("\(round)\($0)")])
        },
        to: layer)
    }
    try test.write(TestRaster.noise(TestRaster.lattice(300, 300), seed: 1), to: TestRaster.layer())
  }

  /// A copy of the city at rest.
  private func copy(_ name: String = "copy.city") async throws -> String {
    let path = folder.file(name)
    try? FileManager.default.removeItem(atPath: path)
    _ = try await CityBackup(of: test.city.path, to: path, replaces: false).run { _ in }
    return path
  }

  /// All that the tables of a city hold.
  private func contents(_ path: String) throws -> String {
    let city = try City.open(path)
    defer { try? city.close() }
    return try city.read { database in
      let tables = try String.fetchAll(
        database,
        sql: "SELECT name FROM sqlite_master WHERE rootpage > 0 AND type = 'table' ORDER BY name")
      return try tables.map { table in
        try Row.fetchAll(database, sql: "SELECT * FROM \"\(table)\"").map(\.description)
          .joined(separator: "\n")
      }.joined(separator: "\n\n")
    }
  }

  /// Opens a database as a program does that knows nothing of checksums.
  private func foreign(_ path: String, _ sql: String) throws {
    let queue = try DatabaseQueue(path: "file://\(path)?vfs=unix")
    defer { try? queue.close() }
    try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
  }

  @Test("A bit that changes in any page is found, and what is read is never other than it was")
  func anyPage() async throws {
    let path = try await copy()
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    let before = try contents(path)
    let count = whole.count / 4096
    #expect(count > 80)
    #expect(try PageChecksums.faults(in: path) == [])
    var random = SeededGenerator(seed: 7)
    var (read, refused) = (0, 0)
    for page in 0..<count {
      var bytes = whole
      // The header's own size of pages and reserved bytes aside, which say whether it has any.
      let place = page * 4096 + Int.random(in: (page == 0 ? 24 : 0)..<4096, using: &random)
      bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      try bytes.write(to: URL(fileURLWithPath: path))
      #expect(try PageChecksums.faults(in: path) == [page + 1])
      guard page < 8 || page.isMultiple(of: 4) else { continue }
      read += 1
      do {
        #expect(try contents(path) == before, "page \(page + 1)")
      } catch let error as CityError {
        refused += 1
        #expect(error.code == .damaged || error.code == .newerVersion, "\(error)")
      }
      try? FileManager.default.removeItem(atPath: path + "-wal")
      try? FileManager.default.removeItem(atPath: path + "-shm")
    }
    #expect(refused > read / 2)
  }

  @Test("Commits, checkpoints, backups and compaction keep the checksums right")
  func kept() async throws {
    let path = try await copy()
    let city = try City.open(path)
    let layer = try TestLayer.make("plot", "polygon", fields: ["name: text"])
    let store = SpatiaLiteStore(city)
    _ = try store.commit(TestCity.draft, to: layer) { writer in
      var counts = CommitCounts()
      counts.removed = try writer.remove(id: "p30") ? 1 : 0
      return counts
    }
    try city.close()
    #expect(try PageChecksums.faults(in: path) == [])
    let queue = try DatabaseQueue(path: path)
    try await queue.vacuum()
    try await queue.vacuum(into: folder.file("into.city"))
    try queue.close()
    #expect(try PageChecksums.faults(in: path) == [])
    let again = try City.open(path)
    #expect(try SpatiaLiteStore(again).check(against: []) == [])
    try again.close()
    try foreign(folder.file("into.city"), "UPDATE plot SET name = 'x' WHERE id = 'p1'")
    #expect(try PageChecksums.faults(in: folder.file("into.city")) != [])
  }

  @Test(
    "What another program wrote is told, refused, and taken over by --repair",
    arguments: ["", "; VACUUM"])
  func foreignWrites(more: String) async throws {
    let path = try await copy()
    try foreign(path, "UPDATE plot SET name = '别' WHERE id = 'p7'" + more)
    let pages = try PageChecksums.faults(in: path)
    #expect(!pages.isEmpty)
    #expect {
      _ = try contents(path)
    } throws: { error in
      guard let error = error as? CityError else { return false }
      return error.code == .damaged && (error.hint ?? "").hasSuffix("--repair")
    }
    let (open, faults) = try SpatiaLiteStore.openForCheck(path)
    try open.close()
    #expect(faults.count == 1)
    let words = pages.count == 1 ? "page \(pages[0])" : "\(pages.count) pages"
    #expect(faults[0].message.contains(words))
    let done = try SpatiaLiteStore.repair(path, author: "planner")
    #expect(done.last?.contains("taken as it is") == true)
    #expect(try PageChecksums.faults(in: path) == [])
    #expect(try contents(path).contains("别"))
  }

  @Test("Half a page that a power cut has left is no fault where the log has it whole")
  func torn() async throws {
    let path = try await copy()
    let city = try City.open(path)
    let layer = try TestLayer.make("plot", "polygon", fields: ["name: text"])
    _ = try SpatiaLiteStore(city).commit(TestCity.draft, to: layer) { writer in
      var counts = CommitCounts()
      counts.removed = try writer.remove(id: "p30") ? 1 : 0
      return counts
    }
    // What stands on the disk when the power goes amid a checkpoint.
    let cut = folder.file("cut.city")
    try FileManager.default.copyItem(atPath: path, toPath: cut)
    try FileManager.default.copyItem(atPath: path + "-wal", toPath: cut + "-wal")
    try city.close()
    let whole = try Data(contentsOf: URL(filePath: path))
    var torn = try Data(contentsOf: URL(filePath: cut))
    let changed = (1..<torn.count / 4096).filter {
      torn[$0 * 4096..<($0 + 1) * 4096] != whole[$0 * 4096..<($0 + 1) * 4096]
    }
    let page = try #require(changed.first)
    torn[page * 4096..<page * 4096 + 2048] = whole[page * 4096..<page * 4096 + 2048]
    torn[page * 4096 + 100] ^= 1
    try torn.write(to: URL(filePath: cut))
    let (open, faults) = try SpatiaLiteStore.openForCheck(cut)
    #expect(faults == [])
    #expect(try SpatiaLiteStore(open).check(against: []) == [])
    try open.close()
  }

  @Test("A city of an earlier program is read and written as it is, without checksums")
  func earlier() throws {
    let path = folder.file("older.city")
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction {
      try $0.execute(sql: "CREATE TABLE a (b); INSERT INTO a VALUES (1)")
    }
    try queue.close()
    #expect(try PageChecksums.faults(in: path) == [])
    try foreign(path, "UPDATE a SET b = 2")
    let again = try DatabaseQueue(path: path)
    #expect(try again.read { try Int.fetchOne($0, sql: "SELECT b FROM a") } == 2)
  }
}
