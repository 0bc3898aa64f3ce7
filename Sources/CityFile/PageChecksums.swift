import CPageChecksum
import Foundation
import GRDB
import GRDBSQLite
import SimpleFeatures

/// The checksums of a city's pages: 8 bytes at the end of each, in the form of SQLite's own
/// extension (https://www.sqlite.org/cksumvfs.html).
///
/// All connections of this program fill them in and refuse a page that lacks its own; other
/// programs neither see nor change them, so that a page that one has written looks like one that
/// the disk has changed, and ``renew(in:)`` is for whoever knows better.
package enum PageChecksums {
  /// Whether SQLite keeps them: registered once, before the first city is opened.
  static let areKept = yutu_register_page_checksums() == SQLITE_OK

  /// What SQLite is given to open a file.
  ///
  /// - Parameters:
  ///   - isVerified: Whether a page that lacks its checksum ends what reads it.
  ///   - parameters: Further ones of SQLite's own (https://www.sqlite.org/uri.html).
  static func address(
    of path: String, isVerified: Bool = true, parameters: [String] = []
  ) -> String {
    let all = parameters + (isVerified ? [] : ["unverified=1"])
    return all.isEmpty
      ? path : URL(fileURLWithPath: path).absoluteString + "?" + all.joined(separator: "&")
  }

  /// Has a database that has no page yet keep checksums.
  static func keep(in database: Database) throws {
    guard try Int.fetchOne(database, sql: "PRAGMA page_count") == 0 else { return }
    try reserve(in: database)
  }

  /// Keeps room for them in pages that are made from now on.
  private static func reserve(in database: Database) throws {
    var count = Int32(YUTU_CHECKSUM_BYTES)
    let code = unsafe sqlite3_file_control(
      database.sqliteConnection, "main", SQLITE_FCNTL_RESERVE_BYTES, &count)
    guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
  }

  /// Whether a database keeps them.
  static func areKept(in database: Database) -> Bool {
    var count: Int32 = -1
    unsafe sqlite3_file_control(
      database.sqliteConnection, "main", SQLITE_FCNTL_RESERVE_BYTES, &count)
    return count == YUTU_CHECKSUM_BYTES
  }

  // MARK: Files

  /// The numbers of the pages, from 1, that lack their checksum; none in a city that keeps none.
  ///
  /// What a log holds is written into the file first: a power cut may have left half a page in the
  /// file that is whole in the log. The city must not be open in this process: to close the file
  /// again would drop SQLite's locks.
  package static func faults(in path: String) throws -> [Int] {
    if FileStatus.size(of: path + "-wal") + FileStatus.size(of: path + "-journal") > 0 {
      try City.open(path, isVerified: false).close()
    }
    return try faultsInFile(path)
  }

  private static func faultsInFile(_ path: String) throws -> [Int] {
    guard let file = FileHandle(forReadingAtPath: path) else { return [] }
    defer { try? file.close() }
    guard let size = try pageSize(in: file) else { return [] }
    var faults: [Int] = []
    var number = 0
    try file.seek(toOffset: 0)
    while let chunk = try file.read(upToCount: size * pagesAtOnce), chunk.count >= size {
      let pages = [UInt8](chunk)
      for start in stride(from: 0, through: pages.count - size, by: size) {
        number += 1
        if !isSound(pages[start..<start + size]) { faults.append(number) }
      }
    }
    // Another process may have been writing some of them just then.
    for _ in 0..<rounds where !faults.isEmpty {
      Thread.sleep(forTimeInterval: 0.02)
      faults = try faults.filter { number in
        try file.seek(toOffset: UInt64((number - 1) * size))
        guard let page = try file.read(upToCount: size) else { return true }
        return !isSound([UInt8](page)[...])
      }
    }
    return faults
  }

  /// Makes the checksums of all pages again that lack theirs: what they hold is taken as it is.
  ///
  /// - Returns: How many pages.
  /// - Throws: ``CityErrorCode/busy`` where a program has the city open.
  package static func renew(in path: String) throws -> Int {
    let numbers = try faults(in: path)
    guard !numbers.isEmpty else { return 0 }
    let replaced = try ReplacedFile(path, name: path)
    try withExtendedLifetime(replaced) { try renew(numbers, in: path) }
    return numbers.count
  }

  /// Makes those of some pages again in a file that nobody has open.
  private static func renew(_ numbers: [Int], in path: String) throws {
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    defer { try? file.close() }
    guard let size = try pageSize(in: file) else { return }
    for number in numbers { try renew(number, of: size, in: file) }
    try file.synchronize()
  }

  /// Puts a copy whose pages have checksums in the place of a city of an earlier program.
  ///
  /// Not in place: a journal that is played back after a power cut would write pages without room
  /// for a checksum into a file whose header tells of it.
  ///
  /// - Returns: Whether it kept none before.
  /// - Throws: ``CityErrorCode/busy`` where a program has the city open; it is then as it was.
  package static func add(to path: String) throws -> Bool {
    let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let header = FileHandle(forReadingAtPath: target)
    defer { try? header?.close() }
    guard let header, try pageSize(in: header) == nil else { return false }
    let replaced = try ReplacedFile(target, name: path)
    let part = PartName.make(for: target)
    defer { CityDraft.removeFiles(of: part) }
    var configuration = Configuration.ofCity
    configuration.readonly = true
    // Nobody else can open it, not even SQLite with its locks.
    let source = try DatabaseQueue(
      path: address(of: target, parameters: ["immutable=1"]), configuration: configuration)
    defer { try? source.close() }
    try source.inDatabase { database in
      try reserve(in: database)
      try database.execute(sql: "VACUUM INTO ?", arguments: [part])
    }
    let copy = try DatabaseQueue(
      path: address(of: part, isVerified: false), configuration: Configuration.ofCity)
    try copy.writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA user_version = \(Layout.newestFormat)")
    }
    try copy.close()
    try renew(try faultsInFile(part), in: part)
    try replaced.replace(with: part)
    return true
  }

  /// Makes the checksum of the first page again, whose header somebody has changed.
  static func renewFirstPage(in file: FileHandle) throws {
    guard let size = try pageSize(in: file) else { return }
    try renew(1, of: size, in: file)
  }

  private static func renew(_ number: Int, of size: Int, in file: FileHandle) throws {
    let start = UInt64((number - 1) * size)
    try file.seek(toOffset: start)
    guard let page = try file.read(upToCount: size), page.count == size else { return }
    let sum = checksum([UInt8](page)[...])
    try file.seek(toOffset: start + UInt64(size - sum.count))
    try file.write(contentsOf: sum)
  }

  private static let pagesAtOnce = 256
  private static let rounds = 3

  /// The size of the pages of a database that keeps checksums; `nil` for any other file.
  private static func pageSize(in file: FileHandle) throws -> Int? {
    try file.seek(toOffset: 0)
    guard let header = try file.read(upToCount: 100).map({ [UInt8]($0) }), header.count == 100,
      header.starts(with: "SQLite format 3\0".utf8), header[20] == UInt8(YUTU_CHECKSUM_BYTES)
    else { return nil }
    let size = Int(header[16]) << 8 | Int(header[17])
    return size == 1 ? 65_536 : size >= 512 && size.nonzeroBitCount == 1 ? size : nil
  }

  private static func isSound(_ page: ArraySlice<UInt8>) -> Bool {
    checksum(page)[...] == page.suffix(Int(YUTU_CHECKSUM_BYTES))
  }

  private static func checksum(_ page: ArraySlice<UInt8>) -> [UInt8] {
    var sum = [UInt8](repeating: 0, count: Int(YUTU_CHECKSUM_BYTES))
    unsafe page.withUnsafeBufferPointer {
      unsafe yutu_page_checksum($0.baseAddress, Int32($0.count), &sum)
    }
    return sum
  }
}
