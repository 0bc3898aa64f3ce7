import Foundation
import GRDB
import SimpleFeatures

/// Copies a city while others read and write it.
///
/// SQLite's online backup inside one read transaction: the copy holds one commit, page for page,
/// and in write-ahead mode writers go on meanwhile. `VACUUM INTO` would write every row anew.
///
/// The copy grows under a name of its own and gets its name when it is whole. It is in rollback
/// mode, so that it can be read where nothing can be written. Its layout is not brought up to date.
package struct CityBackup {
  /// What was copied.
  package struct Result: Equatable, Sendable {
    /// Number of the last commit that the copy holds; 0 for an empty city.
    package var commit: Int
    /// Time of that commit, RFC 3339; `nil` for an empty city.
    package var time: String?
    package var bytes: Int
  }

  /// How far a backup is.
  package enum Progress: Sendable {
    case copying(done: Int, of: Int)
    case verifying
  }

  private let source: String
  /// The file to write, as it was named, and where it is.
  private let name: String
  private let target: String
  private let replaces: Bool
  private static let pagesPerStep: CInt = 2048

  /// - Parameter replaces: Whether a city that stands at `target` may go.
  package init(of source: String, to target: String, replaces: Bool) {
    self.source = source
    name = target
    // A link is written through.
    self.target = URL(fileURLWithPath: target).resolvingSymlinksInPath().path
    self.replaces = replaces
  }

  /// Makes the backup.
  ///
  /// - Parameter progress: Called now and then.
  /// - Throws: ``CityError``, `CancellationError`; an older file at the target then stays, and
  ///   nothing else is left.
  package func run(progress: @escaping (Progress) -> Void) async throws -> Result {
    let interruption = Interruption()
    return try await withTaskCancellationHandler {
      try run(interruption, progress: progress)
    } onCancel: {
      interruption.ask()
    }
  }

  private func run(_ interruption: Interruption, progress: @escaping (Progress) -> Void) throws
    -> Result
  {
    let replaced = try checkPaths()
    let part = PartName.make(for: target)
    defer { CityDraft.removeFiles(of: part) }
    do {
      let result = try copy(to: part, progress: progress)
      progress(.verifying)
      try verify(part, against: result, interruption)
      // Nobody writes to the older file until it is gone.
      try withExtendedLifetime(replaced) { try publish(part, inPlaceOf: replaced) }
      return result
    } catch {
      if Task.isCancelled { throw CancellationError() }
      throw explained(error)
    }
  }

  // MARK: Steps

  /// - Returns: The lock on the file that is to be replaced; `nil` where there is none.
  private func checkPaths() throws -> ReplacedFile? {
    try City.refuseEmptyName(source)
    guard !name.isEmpty else {
      throw CityError(
        .unwritable, "the backup has no name", hint: "name a file: yutu backup CITY FILE")
    }
    let real = URL(fileURLWithPath: source).resolvingSymlinksInPath().path
    guard let identity = FileIdentity(real) else {
      throw CityError(
        .notFound, "there is no city file \(source)", hint: "check the path; yutu sample makes one")
    }
    let folder = URL(fileURLWithPath: target).deletingLastPathComponent()
      .resolvingSymlinksInPath().path
    guard Self.isFolder(folder) == true else { throw City.noFolder(folder) }
    guard FileManager.default.isWritableFile(atPath: folder) else {
      throw CityError(
        .unwritable, "\(name) cannot be written: nothing may be written in the folder \(folder)",
        hint: "name a file in another folder")
    }
    guard let isFolder = Self.isFolder(target) else {
      try refuseLeftLog()
      return nil
    }
    guard !isFolder else {
      throw CityError(.unwritable, "\(name) is a folder", hint: "name a file in it")
    }
    PartName.removeLeftovers(of: target)
    guard FileIdentity(target) != identity else {
      throw CityError(
        .unwritable, "\(name) is the city itself", hint: "name another file for the copy")
    }
    guard replaces else {
      throw CityError(
        .unwritable, "\(name) exists already",
        hint: "name another file, or replace it with --replace")
    }
    return try ReplacedFile(target, name: name)
  }

  /// SQLite would take the log of a city that is gone for that of the copy.
  private func refuseLeftLog() throws {
    for suffix in ["-wal", "-journal"]
    where FileManager.default.fileExists(atPath: target + suffix) {
      throw CityError(
        .unwritable, "\(name)\(suffix) is left of a city that was moved away or removed",
        hint: "it may hold that city's last commits: move it to where the city is, or remove it: "
          + "rm \((name + suffix).shellQuoted)")
    }
  }

  /// Whether a path leads to a folder; `nil` where it leads to nothing.
  private static func isFolder(_ path: String) -> Bool? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return (attributes?[.type] as? FileAttributeType).map { $0 == .typeDirectory }
  }

  private func copy(to part: String, progress: @escaping (Progress) -> Void) throws -> Result {
    let from = try openSource()
    defer { try? from.close() }
    let to = try DatabaseQueue(path: part, configuration: .ofCity)
    defer { try? to.close() }
    return try from.read { database in
      guard try Int32.fetchOne(database, sql: "PRAGMA application_id") == City.applicationID else {
        throw City.notACity(source)
      }
      // The first statement fixes the commit that the transaction sees.
      let result = try Self.lastCommit(database)
      try checkRoom(for: result.bytes)
      try to.writeWithoutTransaction { target in
        try database.backup(to: target, pagesPerStep: Self.pagesPerStep) { step in
          try Task.checkCancellation()
          progress(.copying(done: step.completedPageCount, of: step.totalPageCount))
        }
      }
      return result
    }
  }

  private func openSource() throws -> DatabaseQueue {
    do {
      return try DatabaseQueue(path: source, configuration: reading)
    } catch {
      guard let frozen = FrozenCity(source, error) else { throw error }
      return try DatabaseQueue(path: frozen.address(), configuration: reading)
    }
  }

  private var reading: Configuration {
    var configuration = Configuration.ofCity
    // The last connection that may write removes the log again.
    configuration.readonly = !isSourceWritable
    configuration.busyMode = .timeout(10)
    return configuration
  }

  private var isSourceWritable: Bool { FileManager.default.isWritableFile(atPath: source) }

  private static func lastCommit(_ database: Database) throws -> Result {
    let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
    let size = try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 0
    let row = try Row.fetchOne(
      database, sql: "SELECT seq, time FROM yutu_commits ORDER BY seq DESC LIMIT 1")
    return try Result(
      commit: row?.value(0) ?? 0, time: row?.value(1), bytes: pages * size)
  }

  private func checkRoom(for bytes: Int) throws {
    let folder = URL(fileURLWithPath: target).deletingLastPathComponent().path
    let attributes = try? FileManager.default.attributesOfFileSystem(forPath: folder)
    guard let free = attributes?[.systemFreeSize] as? Int, free < bytes else { return }
    throw noRoom("\(bytes >> 20) MiB are needed, \(free >> 20) MiB are free")
  }

  /// Reads the whole copy as SQLite itself checks it.
  private func verify(_ part: String, against result: Result, _ interruption: Interruption) throws {
    var configuration = Configuration.ofCity
    configuration.busyMode = .immediateError
    let copy = try DatabaseQueue(path: part, configuration: configuration)
    defer { try? copy.close() }
    try copy.inDatabase { database in
      _ = try Row.fetchOne(database, sql: "PRAGMA journal_mode = DELETE")
      let faults = try interruption.watching(database) { try database.integrityFaults(limit: 3) }
      guard faults.isEmpty else { throw damagedSource(faults.joined(separator: "; ")) }
      guard try Self.lastCommit(database) == result else {
        throw CityError(.damaged, "the copy does not hold commit \(result.commit)")
      }
    }
  }

  private func publish(_ part: String, inPlaceOf replaced: ReplacedFile?) throws {
    do {
      if let replaced {
        try replaced.replace(with: part)
      } else {
        // A link is never put in the place of a file that has come meanwhile.
        try PartName.publish(part, as: target)
      }
    } catch {
      throw CityError(
        .unwritable, "\(name) cannot be written: \(error.localizedDescription)",
        hint: "check the folder, its permissions and the disk")
    }
  }

  private func damagedSource(_ reason: String) -> CityError {
    CityError(
      .damaged, "\(source) is damaged: \(reason)",
      hint: "nothing was written; keep your older backups, and see what yutu check "
        + "--city \(source.shellQuoted) advises")
  }

  /// A city that was written to is read through a log beside it, which SQLite makes anew.
  private var needsFolder: CityError {
    let attributes = try? FileManager.default.attributesOfItem(atPath: source)
    let owner = attributes?[.ownerAccountName] as? String ?? "OWNER"
    return CityError(
      .unwritable, "\(source) can be read only by who may write to its folder",
      hint: "make the backup as the city's owner: sudo -u \(owner.shellQuoted) yutu backup "
        + "\(source.shellQuoted) FILE")
  }

  private func noRoom(_ reason: String) -> CityError {
    CityError(
      .unwritable, "there is no room for the backup \(name): \(reason)",
      hint: "free some space, or name a file on another disk; nothing was left behind")
  }

  private func explained(_ error: any Error) -> any Error {
    guard let error = error as? DatabaseError else { return error }
    switch error.resultCode {
    case .SQLITE_FULL: return noRoom("the disk is full, or the file may not grow")
    case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_WRITE:
      return noRoom("the disk refuses to take more")
    case .SQLITE_CORRUPT: return damagedSource(error.message ?? "")
    case .SQLITE_CANTOPEN where !isSourceWritable, .SQLITE_READONLY where !isSourceWritable:
      return needsFolder
    default: return City.explained(error, path: source)
    }
  }
}
