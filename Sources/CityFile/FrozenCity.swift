import Foundation
import GRDB
import SimpleFeatures

/// A city that can only be read: its file, its folder or the disk takes nothing more.
///
/// SQLite keeps a file beside a database in write-ahead mode even to read it. Without one it reads
/// a file that is said not to change (https://www.sqlite.org/uri.html#uriimmutable), which is true
/// as long as nobody else writes: each read looks for that.
struct FrozenCity: Sendable {
  /// Why the city cannot be written to.
  let reason: String
  private let path: String
  private let status: FileStatus

  /// - Parameter error: What opening it for writing came to.
  ///
  /// - Returns: `nil` where the file cannot be read either, or is whole only together with a log.
  init?(_ path: String, _ error: any Error) {
    guard let explained = City.explained(error, path: path) as? CityError,
      explained.code == .unwritable, let status = FileStatus(path), status.isRegular,
      status.size > 0, FrozenCity.logSize(path) == 0
    else { return nil }
    reason = (error as? DatabaseError)?.message ?? explained.message
    self.path = path
    self.status = status
  }

  /// What SQLite is given to open.
  ///
  /// - Parameter isVerified: Whether a page that lacks its checksum ends what reads it.
  func address(isVerified: Bool = true) -> String {
    PageChecksums.address(of: path, isVerified: isVerified, parameters: ["immutable=1"])
  }

  /// Throws ``CityErrorCode/moved`` once another program has written to the city.
  func refuseChange() throws {
    guard FileStatus(path) == status, FrozenCity.logSize(path) == 0 else {
      throw City.changedWhileReadOnly(path)
    }
  }

  private static func logSize(_ path: String) -> Int {
    FileStatus.size(of: path + "-wal") + FileStatus.size(of: path + "-journal")
  }
}
