import CityFile
import Foundation
import GRDB
import SimpleFeatures
import Synchronization
import TestSupport
import Testing

@Suite("Backups of a city")
struct CityBackupTests {
  private let folder: TemporaryFolder
  private var path: String { folder.file("a.city") }
  private var copy: String { folder.file("copy.city") }

  init() throws { folder = try TemporaryFolder() }

  /// A city of some 20 MiB with one commit.
  private func made() throws -> City {
    let city = try City.openOrCreate(path)
    try city.write { database in
      try database.execute(
        sql: "CREATE TABLE filler (bytes BLOB); INSERT INTO filler VALUES (randomblob(20000000))")
      try database.execute(sql: CityTests.insertCommit)
    }
    return city
  }

  private func commits(_ path: String) throws -> Int? {
    let city = try City.open(path)
    defer { try? city.close() }
    return try city.read { try Int.fetchOne($0, sql: "SELECT max(seq) FROM yutu_commits") }
  }

  @Test("The copy holds one commit, though others write meanwhile and do not wait")
  func oneCommit() async throws {
    let city = try made()
    var steps = 0
    let result = try await CityBackup(of: path, to: copy, replaces: false).run { step in
      guard case .copying = step else { return }
      steps += 1
      // Another connection, which waits for nobody.
      let other = try? City.openOrCreate(path, patienceSeconds: 0)
      try? other?.write { try $0.execute(sql: CityTests.insertCommit) }
      try? other?.close()
    }
    #expect(steps > 2)
    #expect(result.commit == 1 && result.time == "2026-05-31T00:00:00Z")
    try city.close()
    #expect(try commits(path) == 1 + steps)
    #expect(try commits(copy) == 1)
    #expect(folder.names == ["a.city", "copy.city"])
  }

  @Test("Where the copy cannot be whole, the older one stays and nothing is left")
  func refused() async throws {
    try made().close()
    try Data("older".utf8).write(to: URL(filePath: copy))
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("link.city"), withDestinationPath: path)
    let cases: [(from: String, to: String, replaces: Bool, code: CityErrorCode)] = [
      (path, copy, false, .unwritable), (path, path, true, .unwritable),
      (path, folder.file("link.city"), true, .unwritable), (path, copy, true, .notACity),
      (path, "/dev/null", true, .notACity), (copy, folder.file("b.city"), true, .notACity),
      (folder.file("none.city"), copy, true, .notFound), ("", copy, true, .notFound),
      (path, "", true, .unwritable),
      (path, folder.file("none/copy.city"), false, .unwritable),
      (path, folder.path, true, .unwritable),
    ]
    let before = try folder.bytes(of: "a.city")
    for one in cases {
      let backup = CityBackup(of: one.from, to: one.to, replaces: one.replaces)
      let fault = await #expect(throws: CityError.self) { _ = try await backup.run { _ in } }
      #expect(fault?.code == one.code && fault?.hint != nil, "\(one)")
    }
    #expect(try folder.bytes(of: "a.city") == before)
    #expect(try folder.bytes(of: "copy.city") == Data("older".utf8))
    #expect(folder.names == ["a.city", "copy.city", "link.city"])
  }

  @Test("A damaged city is not taken for a good one")
  func damaged() async throws {
    try made().close()
    try City.openOrCreate(copy).close()
    var bytes = try folder.bytes(of: "a.city")
    let index = try #require(bytes.range(of: Data("yutu_commits".utf8)))
    // An inner page of a table: what is behind it is found by no index of the file.
    for page in 20..<30 { bytes.replaceSubrange(page * 4096..<page * 4096 + 64, with: repeated()) }
    #expect(index.lowerBound < 20 * 4096)
    try bytes.write(to: URL(filePath: path))
    let backup = CityBackup(of: path, to: copy, replaces: true)
    let fault = await #expect(throws: CityError.self) { _ = try await backup.run { _ in } }
    #expect(fault?.code == .damaged && fault?.hint?.contains("yutu check") == true)
    #expect(try commits(copy) == nil)
    #expect(folder.names == ["a.city", "copy.city"])
  }

  private func repeated() -> Data { Data(repeating: 0xA5, count: 64) }

  @Test("Restoring is a backup in the other direction, refused as long as the city is open")
  func restore() async throws {
    let city = try made()
    _ = try await CityBackup(of: path, to: copy, replaces: false).run { _ in }
    try city.write { try $0.execute(sql: CityTests.insertCommit) }
    let back = CityBackup(of: copy, to: path, replaces: true)
    // Nobody is at work on it, but it is open.
    let fault = await #expect(throws: CityError.self) { _ = try await back.run { _ in } }
    #expect(fault?.code == .busy && fault?.message.contains("open in another program") == true)
    #expect(try commits(path) == 2)
    try city.close()
    _ = try await back.run { _ in }
    #expect(try commits(path) == 1)
    #expect(folder.names == ["a.city", "copy.city"])
  }

  @Test("While a city is replaced nobody can open it, and whoever waits for it loses no commit")
  func replacedUnderWaiters() async throws {
    try made().close()
    try City.openOrCreate(copy).close()
    let waiters = Mutex<[Task<(any Error)?, Never>]>([])
    let copy = copy
    _ = try await CityBackup(of: path, to: copy, replaces: true).run { _ in
      #expect(throws: CityError.self) { try City.openOrCreate(copy, patienceSeconds: 0) }
      waiters.withLock { waiters in
        guard waiters.isEmpty else { return }
        waiters = [
          Self.inThread {
            let city = try City.openOrCreate(copy)
            defer { try? city.close() }
            try city.write { try $0.execute(sql: CityTests.insertCommit) }
          },
          // Another program, which knows nothing of cities.
          Self.inThread {
            var patient = Configuration()
            patient.busyMode = .timeout(10)
            let queue = try DatabaseQueue(path: copy, configuration: patient)
            defer { try? queue.close() }
            try queue.write { try $0.execute(sql: CityTests.insertCommit) }
          },
        ]
      }
      // Until they have the older file open.
      while Self.openCount(of: copy) < 3 { usleep(1000) }
    }
    var faults: [any Error] = []
    for waiter in waiters.withLock({ $0 }) {
      if let fault = await waiter.value { faults.append(fault) }
    }
    #expect(faults.count == 2, "\(faults)")
    #expect(
      faults.contains { [.moved, .busy].contains(($0 as? CityError)?.code) }, "\(faults)")
    #expect(
      faults.contains {
        ($0 as? DatabaseError)?.extendedResultCode == .SQLITE_READONLY_DBMOVED
      }, "\(faults)")
    #expect(try commits(copy) == 1)
    #expect(folder.names == ["a.city", "copy.city"])
  }

  private static func inThread(
    _ body: @escaping @Sendable () throws -> Void
  ) -> Task<(any Error)?, Never> {
    let (stream, end) = AsyncStream<(any Error)?>.makeStream()
    Thread.detachNewThread {
      do {
        try body()
        end.yield(nil)
      } catch {
        end.yield(error)
      }
      end.finish()
    }
    return Task { await stream.first { _ in true } ?? nil }
  }

  /// How often this process has a file open.
  private static func openCount(of path: String) -> Int {
    let open = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return open.count {
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == path
    }
  }

  @Test("The copy has the owner and the permissions of the city that it replaces")
  func permissions() async throws {
    try made().close()
    try City.openOrCreate(copy).close()
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: copy)
    if geteuid() == 0 {
      try FileManager.default.setAttributes(
        [.ownerAccountID: 12, .groupOwnerAccountID: 34], ofItemAtPath: copy)
    }
    let before = try FileManager.default.attributesOfItem(atPath: copy)
    _ = try await CityBackup(of: path, to: copy, replaces: true).run { _ in }
    let after = try FileManager.default.attributesOfItem(atPath: copy)
    for key in [FileAttributeKey.posixPermissions, .ownerAccountID, .groupOwnerAccountID] {
      #expect(before[key] as? Int == after[key] as? Int, "\(key)")
    }
  }

  @Test("The log of a killed program is folded into the city before it is replaced")
  func killed() async throws {
    let city = try made()
    _ = try await CityBackup(of: path, to: copy, replaces: false).run { _ in }
    try city.write { try $0.execute(sql: CityTests.insertCommit) }
    let left = folder.file("left.city")
    for suffix in ["", "-wal", "-shm"] {
      try FileManager.default.copyItem(atPath: path + suffix, toPath: left + suffix)
    }
    try city.close()
    // A backup that fails leaves the older city with all of its commits.
    let failing = CityBackup(of: folder.file("copy.city"), to: left, replaces: true)
    let task = Task {
      try await failing.run { _ in withUnsafeCurrentTask { unsafe $0?.cancel() } }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try commits(left) == 2)
    _ = try await CityBackup(of: copy, to: left, replaces: true).run { _ in }
    #expect(try commits(left) == 1)
    #expect(folder.names == ["a.city", "copy.city", "left.city"])
  }

  @Test("A damaged city and an empty file are replaced, and no log is taken for the copy's")
  func damagedTarget() async throws {
    try made().close()
    _ = try await CityBackup(of: path, to: copy, replaces: false).run { _ in }
    let back = CityBackup(of: copy, to: path, replaces: true)
    var bytes = try folder.bytes(of: "a.city")
    // A size of pages that there is not: SQLite takes it for no database.
    bytes.replaceSubrange(16..<18, with: [0xA5, 0xA5])
    for target in [bytes, bytes.prefix(5000), Data()] {
      try target.write(to: URL(filePath: path))
      try Data("log".utf8).write(to: URL(filePath: path + "-wal"))
      _ = try await back.run { _ in }
      #expect(try commits(path) == 1)
      #expect(folder.names == ["a.city", "copy.city"])
    }
    try FileManager.default.removeItem(atPath: path)
    try Data("log".utf8).write(to: URL(filePath: path + "-wal"))
    let left = await #expect(throws: CityError.self) { _ = try await back.run { _ in } }
    #expect(left?.hint?.hasSuffix("rm \(path)-wal") == true)
    #expect(folder.names == ["a.city-wal", "copy.city"])
  }

  @Test("A backup that is called off leaves nothing")
  func cancelled() async throws {
    try made().close()
    let backup = CityBackup(of: path, to: copy, replaces: false)
    let task = Task {
      try await backup.run { _ in withUnsafeCurrentTask { unsafe $0?.cancel() } }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(folder.names == ["a.city"])
  }

  @Test("A city of a newer format is refused by its number, and stays as it is")
  func newerFormat() throws {
    try made().close()
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA user_version = 8") }
    try queue.close()
    let before = try folder.bytes(of: "a.city")
    let fault = #expect(throws: CityError.self) { try City.open(path) }
    #expect(fault?.code == .newerVersion && fault?.message.contains("format is 8") == true)
    #expect(try folder.bytes(of: "a.city") == before)
    #expect(folder.names == ["a.city"])
  }
}
