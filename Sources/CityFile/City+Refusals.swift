import Foundation
import GRDB
import SimpleFeatures

/// What is refused as a city, and SQLite's errors in words.
extension City {
  static func refuseEmptyName(_ path: String) throws {
    guard path.isEmpty else { return }
    throw CityError(.notFound, "the city has no name", hint: "name its file, such as wuhan.city")
  }

  static func noFolder(_ folder: String) -> CityError {
    CityError(
      .unwritable, "there is no folder \(folder)",
      hint: "make it first: mkdir -p \(folder.shellQuoted)")
  }

  static func damaged(_ path: String, _ reason: String) -> CityError {
    CityError(
      .damaged, "\(path) is damaged: \(reason)", hint: RepairAdvice(city: path).recover)
  }

  /// SQLite takes a file of one byte for an empty database and would write over it.
  static func refuseSmallFile(_ path: String) throws {
    // By its size: to open and close the file would drop SQLite's locks on it.
    guard let status = FileStatus(path), status.isRegular else { return }
    guard status.size == 0 || status.size >= 512 else { throw notACity(path) }
  }

  static func notACity(_ path: String) -> CityError {
    CityError(.notACity, "\(path) is no city file", hint: "name the file that import made")
  }

  static func refuseForeignFile(
    _ database: Database, path: String, mayBeNew: Bool
  ) throws {
    let mark = try Int32.fetchOne(database, sql: "PRAGMA application_id") ?? 0
    let tableCount = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") ?? 0
    if mark == applicationID, try !Layout.isStarted(database) {
      throw CityError(
        .damaged, "\(path) is damaged: it lacks the tables of a city",
        hint: RepairAdvice(city: path).restore)
    }
    if tableCount == 0, mark == 0 {
      guard !mayBeNew else { return }
      throw CityError(
        .notACity, "\(path) is empty: nothing has been imported into it",
        hint: "make it a city: yutu import --city \(path.shellQuoted) --layer building FILE")
    }
    guard mark == applicationID else {
      throw CityError(
        .notACity, "\(path) is a database, but no city file",
        hint: "name another file; Yutu never writes into a foreign database")
    }
  }

  /// A virtual table of a module that Yutu does not use may read any file of this machine.
  static func refuseForeignTables(_ database: Database, path: String) throws {
    let parts = try ForeignSchema(database).parts
    guard let table = parts.first(where: { $0.kind == .virtualTable }) else { return }
    throw CityError(
      .damaged,
      "\(path) holds the virtual table \(table.name), which Yutu did not make: such a table can "
        + "read files of this machine",
      hint: "nothing of it was read; ask where the file comes from, or "
        + RepairAdvice(city: path).restore)
  }

  /// SQLite's errors in words a person can act on; others unchanged.
  static func explained(_ error: any Error, path: String) -> any Error {
    if error is RowDecodingError {
      return damaged(path, "a value is not of its column's kind")
    }
    guard let error = error as? DatabaseError else { return error }
    switch error.resultCode {
    case .SQLITE_NOTADB:
      return notACity(path)
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      return CityError(
        .busy, "another process is writing to \(path)", hint: "wait until its import has ended")
    case .SQLITE_CORRUPT:
      return damaged(path, error.message ?? "")
    case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_DATA:
      return CityError(
        .damaged,
        "\(path) is damaged, or another program has written to it: a page lacks its checksum",
        hint: RepairAdvice(city: path).checksums)
    case .SQLITE_READONLY where error.extendedResultCode == .SQLITE_READONLY_DBMOVED:
      return CityError(
        .moved, "\(path) was replaced while this waited for it; nothing was written",
        hint: "repeat the command")
    case .SQLITE_ERROR where error.message?.hasPrefix("no such table") == true:
      return damaged(path, error.message ?? "")
    case .SQLITE_ERROR where error.message?.hasPrefix("access to view") == true:
      return damaged(path, "one of its tables is a view, which another program has made")
    case .SQLITE_FULL:
      return CityError(
        .unwritable, "the disk is full; nothing was written", hint: "free some space, then repeat")
    case .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_IOERR:
      return CityError(
        .unwritable, "\(path) cannot be written, or not be read: \(error.message ?? "")",
        hint: "check the folder, the file's permissions and the disk")
    default: return error
    }
  }

  /// Why nothing can be written to a city that is open for reading alone.
  static func readOnly(_ path: String, _ reason: String) -> CityError {
    CityError(
      .unwritable, "\(path) can only be read: \(reason)",
      hint: "see that its folder and the file may be written and the disk has room, then repeat")
  }

  /// A city that is open for reading alone has no locks that would keep others from writing.
  static func changedWhileReadOnly(_ path: String) -> CityError {
    CityError(
      .moved, "\(path) was written to while it was open for reading only",
      hint: "stop this program and start it again")
  }
}
