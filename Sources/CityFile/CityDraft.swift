import Foundation
import SimpleFeatures

/// A city that is being written: one that exists, or a new one.
///
/// A new city grows under a name of its own, `CITY.<host>-<process>.part`, and gets its proper name
/// only when it is whole. So whatever ends the work, no half-made city is ever found under the
/// name, and a city that another process has made meanwhile is never touched.
package final class CityDraft {
  /// What the names of the files end in that SQLite makes of one database.
  static let suffixes = ["", "-wal", "-shm", "-journal"]

  private let path: String
  private var city: City?
  /// Where a new city grows; `nil` for one that exists.
  private var part: String?

  package init(_ path: String) {
    self.path = path
  }

  /// Opens the city, or begins a new one.
  package func open() throws -> City {
    try City.refuseEmptyName(path)
    if FileManager.default.fileExists(atPath: path) {
      // A process may have been killed when its new city had its name already.
      PartName.removeLeftovers(of: path)
    } else {
      part = PartName.make(for: path)
    }
    let opened = try City.openOrCreate(part ?? path)
    city = opened
    return opened
  }

  /// Closes the city; a new one gets its name.
  ///
  /// - Throws: ``CityErrorCode/busy`` where another process has made a city of that name
  ///   meanwhile;
  ///   the new one is then discarded.
  package func publish() throws {
    try city?.close()
    city = nil
    guard let part else { return }
    defer { Self.removeFiles(of: part) }
    do {
      try PartName.publish(part, as: path)
    } catch {
      guard error.code == .EEXIST else {
        throw CityError(
          .unwritable, "\(path) cannot be written: \(error.localizedDescription)",
          hint: "check the folder, its permissions and the disk")
      }
      throw CityError(
        .busy, "another process has made \(path) meanwhile; nothing of this was written",
        hint: "repeat the command")
    }
  }

  /// Closes the city; of a new one nothing stays.
  package func discard() {
    try? city?.close()
    city = nil
    if let part { Self.removeFiles(of: part) }
  }

  /// Removes a database with all that SQLite has beside it.
  static func removeFiles(of part: String) {
    for suffix in CityDraft.suffixes {
      try? FileManager.default.removeItem(atPath: part + suffix)
    }
  }
}
