import Foundation
package import GRDB
import GRDBSQLite
import SimpleFeatures
import Synchronization

/// An open city: one SQLite/SpatiaLite file in write-ahead mode, many readers, one writer.
///
/// Every connection has SpatiaLite of its own. ``close()`` must be called when the work is done.
package final class City: Sendable {
  package let path: String
  /// What SQLite is given to open.
  private let address: String
  private let pool: DatabasePool
  private let spatialiteCaches: SpatiaLiteCaches
  /// Which file the connections have open, whatever is called ``path`` later.
  private let identity: FileIdentity?
  /// How long to wait while another process writes.
  private let patienceSeconds: Double
  /// Set where the city can only be read.
  private let frozen: FrozenCity?
  private let lastRenewal = Mutex(ContinuousClock.now)

  private let readersAtWork = Atomic(0)
  /// Leaves one reader to brief work, however much other work there is; all of it is one client's.
  private let longReads = FairSemaphore<Int>(limit: readerCount - 1, share: readerCount - 1)
  private static let readerCount = max(4, ProcessInfo.processInfo.activeProcessorCount * 2)

  /// `PRAGMA application_id` of a city file: "YUTU".
  static let applicationID: Int32 = 0x5955_5455

  /// Opens an existing city; brings an older layout up to date.
  ///
  /// - Parameter isVerified: Whether a page that lacks its checksum ends what reads it.
  package static func open(_ path: String, isVerified: Bool = true) throws -> City {
    try refuseEmptyName(path)
    guard FileManager.default.fileExists(atPath: path) else {
      throw CityError(
        .notFound, "there is no city file \(path)",
        hint: "check the path; to make a new city: yutu import --city \(path.shellQuoted) "
          + "--layer building FILE")
    }
    return try City(path: path, mayBeNew: false, isVerified: isVerified)
  }

  /// Opens the city at `path`, or makes an empty one.
  ///
  /// - Parameter patienceSeconds: How long to wait while another process writes.
  package static func openOrCreate(_ path: String, patienceSeconds: Double = 10) throws -> City {
    if FileManager.default.fileExists(atPath: path) {
      return try City(path: path, patienceSeconds: patienceSeconds)
    }
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    guard FileManager.default.fileExists(atPath: folder) else { throw noFolder(folder) }
    return try City(path: path, patienceSeconds: patienceSeconds)
  }

  /// - Parameter mayBeNew: Whether an empty file becomes a city.
  private init(
    path: String, mayBeNew: Bool = true, patienceSeconds: Double = 10, isVerified: Bool = true
  ) throws {
    self.path = path
    address = PageChecksums.address(of: path, isVerified: isVerified)
    self.patienceSeconds = patienceSeconds
    try City.refuseSmallFile(path)
    let caches = SpatiaLiteCaches()
    var configuration = Configuration.ofCity
    configuration.label = "city"
    configuration.busyMode = .timeout(patienceSeconds)
    configuration.maximumReaderCount = Self.readerCount
    configuration.persistentReadOnlyConnections = true
    configuration.prepareDatabase { database in
      try City.refuseForeignFile(database, path: path, mayBeNew: mayBeNew)
      try Layout.refuseNewer(database, path: path)
      try PageChecksums.keep(in: database)
      unsafe caches.initialise(database.sqliteConnection)
      // KiB: readers answer many small requests from the same pages, the writer passes once.
      let cache = database.configuration.readonly ? 24_000 : 16_000
      try database.execute(
        sql: "PRAGMA cache_size = -\(cache); PRAGMA temp_store = FILE; PRAGMA synchronous = NORMAL")
    }
    spatialiteCaches = caches
    do {
      do {
        pool = try City.openPool(address, configuration, patienceSeconds: patienceSeconds)
        frozen = nil
      } catch {
        guard let found = FrozenCity(path, error) else { throw error }
        configuration.readonly = true
        pool = try City.openPool(
          found.address(isVerified: isVerified), configuration, patienceSeconds: patienceSeconds)
        frozen = found
      }
    } catch {
      caches.release()
      throw City.explained(error, path: path)
    }
    identity = FileIdentity(path)
  }

  /// Why the city can only be read; `nil` where it can be written to.
  package var readOnlyReason: String? { frozen?.reason }

  /// Opens the connections and brings the layout up to date; closes them again when that fails.
  private static func openPool(
    _ path: String, _ configuration: Configuration, patienceSeconds: Double
  ) throws -> DatabasePool {
    let pool = try DatabasePool(path: path, configuration: configuration)
    do {
      try pool.read { try refuseForeignTables($0, path: path) }
      try Layout.migrate(pool)
      guard !configuration.readonly else { return pool }
      // Whoever puts another file in the city's place must not find a log there that is folded
      // into it. Another process that writes has its own log to keep.
      _ = try? pool.writeWithoutTransaction { database in
        try withoutWaiting(database, patienceSeconds, foldLog)
      }
      // A commit that was told to be there is there after a power cut.
      try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
      return pool
    } catch {
      try? pool.close()
      throw error
    }
  }

  /// Runs `body` on a reader that sees one commit throughout.
  package func read<T>(_ body: (Database) throws -> T) throws -> T {
    do {
      try frozen?.refuseChange()
      return try pool.read(body)
    } catch {
      throw City.explained(error, path: path)
    }
  }

  /// Runs `body` on a reader without blocking the caller's thread, however long it takes.
  package func read<T: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> T
  ) async throws -> T {
    try await read(isBrief: false, body)
  }

  /// Runs `body` on a reader.
  ///
  /// When the caller's task is cancelled, the statements of `body` end within milliseconds.
  ///
  /// - Throws: `CancellationError` then.
  ///
  /// - Parameter isBrief: Whether `body` is done within a few milliseconds. It then runs on the
  ///   caller's thread, which saves two changes of threads, unless all readers are at work or the
  ///   file is locked.
  package func read<T: Sendable>(
    isBrief: Bool, _ body: @escaping @Sendable (Database) throws -> T
  ) async throws -> T {
    let interruption = Interruption()
    do {
      try frozen?.refuseChange()
      if isBrief, let value = try readHere(body) { return value }
      try await longReads.enter(1, of: 0)
      defer { longReads.leave(1, of: 0) }
      readersAtWork.add(1, ordering: .relaxed)
      defer { readersAtWork.subtract(1, ordering: .relaxed) }
      return try await withTaskCancellationHandler {
        try await pool.read { database in
          try interruption.watching(database) { try body(database) }
        }
      } onCancel: {
        interruption.ask()
      }
    } catch {
      if Task.isCancelled { throw CancellationError() }
      let explained = City.explained(error, path: path)
      if (explained as? CityError)?.code == .damaged { renewReaders() }
      throw explained
    }
  }

  /// Runs `body` on the caller's thread, which waits for nothing as long as a reader is free.
  ///
  /// - Returns: `nil` where none is, or where another process holds the file.
  private func readHere<T>(_ body: (Database) throws -> T) throws -> T? {
    let count = readersAtWork.add(1, ordering: .relaxed).newValue
    defer { readersAtWork.subtract(1, ordering: .relaxed) }
    guard count <= Self.readerCount else { return nil }
    do {
      return try pool.read { try City.withoutWaiting($0, patienceSeconds, body) }
    } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
      return nil
    }
  }

  /// Runs `body` on a connection that, as long as it runs, does not wait for a lock.
  ///
  /// - Parameter patienceSeconds: How long the connection waits otherwise.
  private static func withoutWaiting<T>(
    _ database: Database, _ patienceSeconds: Double, _ body: (Database) throws -> T
  ) rethrows -> T {
    unsafe sqlite3_busy_timeout(database.sqliteConnection, 0)
    defer {
      unsafe sqlite3_busy_timeout(database.sqliteConnection, Int32(patienceSeconds * 1000))
    }
    return try body(database)
  }

  /// Checks that the file that is open is still the one at ``path``, and whole in length.
  ///
  /// - Throws: ``CityErrorCode/moved``: what is read is then of a file that nobody sees any more;
  ///   ``CityErrorCode/damaged``.
  package func check() async throws {
    guard FileIdentity(path) == identity else {
      throw CityError(
        .moved, "\(path) was moved away or replaced while it was open",
        hint: "put it back, or stop this program and start it again")
    }
    let bytes = try await read(isBrief: true) { database in
      let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
      return pages * (try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 0)
    }
    // What the log holds need not be in the file yet.
    guard FileStatus.size(of: path + "-wal") == 0, FileStatus.size(of: path) < bytes else { return }
    throw City.damaged(path, "it is shorter than it was")
  }

  /// Lets the next readers forget what they hold of the file, which may be whole again; once a
  /// second at most, since each new connection costs memory.
  private func renewReaders() {
    let isDue = lastRenewal.withLock { last in
      guard last.duration(to: .now) >= .seconds(1) else { return false }
      last = .now
      return true
    }
    if isDue { pool.invalidateReadOnlyConnections() }
  }

  /// Runs `body` as the one writer, in one transaction that is undone when it throws.
  package func write<T>(_ body: (Database) throws -> T) throws -> T {
    if let frozen { throw City.readOnly(path, frozen.reason) }
    do {
      return try pool.writeWithoutTransaction { database in
        var result: Result<T, any Error>?
        try database.inTransaction(.immediate) {
          result = try .success(body(database))
          return .commit
        }
        return try result!.get()
      }
    } catch {
      throw City.explained(error, path: path)
    }
  }

  /// Closes all connections; the write-ahead log is folded into the file.
  ///
  /// - Throws: ``CityErrorCode/unwritable`` where there is no room for that: the log then holds
  ///   what was last written, and the city is whole only together with it.
  package func close() throws {
    var unfolded: (any Error)?
    do {
      // Once no reader is at work: SpatiaLite's memory must outlive every connection.
      try pool.barrierWriteWithoutTransaction { database in
        pool.invalidateReadOnlyConnections()
        if frozen == nil { do { try City.foldLog(database) } catch { unfolded = error } }
      }
      try pool.close()
      spatialiteCaches.release()
      if unfolded == nil, frozen == nil, FileIdentity(path) == identity {
        try removeLog()
      }
    } catch {
      throw City.explained(error, path: path)
    }
    guard unfolded != nil, FileManager.default.isWritableFile(atPath: path) else { return }
    throw CityError(
      .unwritable, "what was last written stands in \(path)-wal: \(path) has no room for it",
      hint: "keep the two files together, free some space, then: yutu log --city "
        + path.shellQuoted)
  }

  /// Writes what the log holds into the file that this connection has open, as far as no other
  /// process is at work on it.
  private static func foldLog(_ database: Database) throws {
    _ = try Row.fetchOne(database, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
  }

  /// Opens the file once more and closes it, so that a city at rest is one file.
  ///
  /// SQLite removes the log when its last connection closes, if that one may write; a pool closes
  /// its readers last (https://github.com/groue/GRDB.swift/issues/739).
  private func removeLog() throws {
    guard FileManager.default.isWritableFile(atPath: path) else { return }
    let queue = try DatabaseQueue(path: address, configuration: .ofCity)
    _ = try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_master") }
    try queue.close()
  }
}
