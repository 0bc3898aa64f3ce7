import GRDB
import GRDBSQLite
import Synchronization

/// Stops the work of one reader from another thread.
///
/// `sqlite3_interrupt` stops only the statement that is running. A loop over many short statements
/// is stopped by SQLite's progress handler, which looks at the flag here every so many steps.
final class Interruption: Sendable {
  private let isAsked = Atomic(false)
  /// Steps of SQLite's machine between two looks: about 20 µs of work.
  private static let stepsBetweenLooks: Int32 = 1000

  /// Lets the statements that are running inside ``watching(_:_:)`` end with `SQLITE_INTERRUPT`.
  func ask() { isAsked.store(true, ordering: .relaxed) }

  /// Runs `body`, whose statements on `database` end early once it is asked for.
  func watching<Result>(_ database: Database, _ body: () throws -> Result) rethrows -> Result {
    let connection = unsafe database.sqliteConnection
    let address = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe sqlite3_progress_handler(
      connection, Interruption.stepsBetweenLooks,
      { address in
        guard let address = unsafe address else { return 0 }
        let interruption = unsafe Unmanaged<Interruption>.fromOpaque(address)
          .takeUnretainedValue()
        return interruption.isAsked.load(ordering: .relaxed) ? 1 : 0
      }, address)
    defer { unsafe sqlite3_progress_handler(connection, 0, nil, nil) }
    return try body()
  }
}
