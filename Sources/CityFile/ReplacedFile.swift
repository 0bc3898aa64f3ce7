import Foundation
import GRDB
import SimpleFeatures

/// A file that is about to be replaced by a city: kept shut for all other programs as long as this
/// lives.
///
/// SQLite locks bytes at a fixed place of a file, the lock-byte page
/// (https://www.sqlite.org/fileformat2.html#the_lock_byte_page). A program that has a city open in
/// write-ahead mode holds a shared lock there, also while it does nothing. So all of these bytes
/// can be locked only when nobody has the city open, and nobody can open it then. The lock is not
/// taken through SQLite, since a damaged city must be replaceable too.
final class ReplacedFile {
  private let path: String
  /// The file as it was named.
  private let name: String
  /// Closing it gives the lock back.
  private let file: FileHandle

  /// Linux's `F_OFD_SETLK`, a lock that belongs to the open file: that this process closes the same
  /// file elsewhere does not take it away.
  private static let setLockOfOpenFile: Int32 = 37
  private static let lockedBytes = (start: off_t(0x4000_0000), count: off_t(512))
  /// Where the header has the file's format for writing and for reading: 1 rollback, 2 write-ahead.
  private static let formatBytes = 18..<20

  /// Locks the file at `path`.
  ///
  /// - Throws: ``CityErrorCode/notACity`` where it is neither empty nor a city,
  ///   ``CityErrorCode/busy`` where another program has it open, ``CityErrorCode/unwritable``.
  init(_ path: String, name: String) throws {
    self.path = path
    self.name = name
    // Before anything is opened: to open a pipe waits for its other end.
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard attributes?[.type] as? FileAttributeType == .typeRegular else {
      throw ReplacedFile.notReplaceable(name, isFile: false)
    }
    guard let file = try? FileHandle(forUpdating: URL(fileURLWithPath: path)) else {
      throw CityError(
        .unwritable, "\(name) is write-protected for you",
        hint: "its owner can permit it: chmod u+w \(name.shellQuoted)")
    }
    self.file = file
    let header = try file.read(upToCount: 100) ?? Data()
    guard header.isEmpty || ReplacedFile.isCity(header) else {
      throw ReplacedFile.notReplaceable(name, isFile: true)
    }
    let isSound = try foldLog()
    try lock()
    if isSound { try refuseLog() }
    try setRollbackMode()
  }

  private static func isCity(_ header: Data) -> Bool {
    let mark = header.dropFirst(68).prefix(4).reduce(Int32(0)) { $0 << 8 | Int32($1) }
    return header.starts(with: "SQLite format 3\0".utf8) && mark == City.applicationID
  }

  private static func notReplaceable(_ name: String, isFile: Bool) -> CityError {
    CityError(
      .notACity, "\(name) is no city, and --replace replaces nothing else",
      hint: isFile
        ? "name another file, or remove this one first: rm \(name.shellQuoted)"
        : "name another file: this is a device, a pipe or a socket")
  }

  /// Lets SQLite write what a killed program has left in a log into the file: should the backup
  /// fail, it holds all of its commits.
  ///
  /// - Returns: False for a file that SQLite cannot open: it may be what a backup is restored over.
  private func foldLog() throws -> Bool {
    do {
      var configuration = Configuration.ofCity
      configuration.busyMode = .immediateError
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      defer { try? queue.close() }
      try queue.writeWithoutTransaction {
        _ = try Row.fetchOne($0, sql: "PRAGMA journal_mode = DELETE")
      }
      return true
    } catch let error as DatabaseError {
      switch error.resultCode {
      case .SQLITE_BUSY, .SQLITE_LOCKED: throw busy
      case .SQLITE_CORRUPT, .SQLITE_NOTADB: return false
      case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_DATA: return false
      default: throw City.explained(error, path: name)
      }
    }
  }

  private func lock() throws {
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    (lock.l_start, lock.l_len) = Self.lockedBytes
    guard unsafe fcntl(file.fileDescriptor, Self.setLockOfOpenFile, &lock) == 0 else { throw busy }
  }

  private var busy: CityError {
    CityError(
      .busy, "\(name) is open in another program",
      hint: "stop that program (yutu serve, an import, QGIS) and repeat the command")
  }

  /// Another program may have opened the file, and been killed, before it was locked.
  private func refuseLog() throws {
    for suffix in ["-wal", "-journal"] {
      let attributes = try? FileManager.default.attributesOfItem(atPath: path + suffix)
      guard attributes?[.size] as? Int ?? 0 == 0 else { throw busy }
    }
  }

  /// Puts a whole city in the file's place, for good, with its owner, group and permissions.
  func replace(with part: String) throws {
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: part))
    defer { try? file.close() }
    try handOver(to: file)
    removeLog()
    try PartName.replace(path, with: part)
  }

  /// Gives the file that comes in this one's place its owner, group and permissions.
  private func handOver(to part: FileHandle) throws {
    var found = stat()
    guard unsafe fstat(file.fileDescriptor, &found) == 0,
      // Root alone can give a file away; who may not has made one of their own.
      fchown(part.fileDescriptor, found.st_uid, found.st_gid) == 0 || geteuid() != 0,
      fchmod(part.fileDescriptor, found.st_mode & 0o777) == 0
    else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
  }

  /// Removes what would be taken for the log of the city that comes in the file's place: an empty
  /// one, or that of a city so damaged that SQLite cannot open it.
  private func removeLog() {
    for suffix in CityDraft.suffixes.dropFirst() {
      try? FileManager.default.removeItem(atPath: path + suffix)
    }
  }

  /// Lets SQLite see that the file is gone, for those who wait for the lock.
  ///
  /// They have it open when they get the lock. In rollback mode SQLite finds that the path leads to
  /// another file before it writes (`SQLITE_READONLY_DBMOVED`); in write-ahead mode it would not,
  /// and make its log beside the new city.
  private func setRollbackMode() throws {
    try file.seek(toOffset: UInt64(Self.formatBytes.lowerBound))
    guard let format = try file.read(upToCount: Self.formatBytes.count), format.contains(2) else {
      return
    }
    try file.seek(toOffset: UInt64(Self.formatBytes.lowerBound))
    try file.write(contentsOf: [1, 1])
    try PageChecksums.renewFirstPage(in: file)
  }
}
