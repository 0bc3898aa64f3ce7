import CityFile
import Foundation
import GRDB
import TestSupport
import Testing

@Suite("Work that nobody waits for any more stops")
struct CancellationTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let endless =
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"

  /// Seconds from the cancellation of a read to its end: the least of some, since other tests
  /// take the processor meanwhile.
  private func secondsToStop(
    _ city: City, _ work: @escaping @Sendable (Database) throws -> Void
  ) async throws -> Double {
    var least = Double.infinity
    for _ in 0..<20 where least >= 0.1 {
      let task = Task { try await city.read(work) }
      try await Task.sleep(for: .milliseconds(50))
      let start = ContinuousClock.now
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      least = min(least, (ContinuousClock.now - start) / .seconds(1))
    }
    return least
  }

  @Test("One long statement, and a loop over many short ones, end within a tenth of a second")
  func stops() async throws {
    let city = try City.openOrCreate(folder.file("a.city"))
    let long = try await secondsToStop(city) { database in
      _ = try Int.fetchOne(database, sql: Self.endless)
    }
    #expect(long < 0.1, "\(long) s")
    let short = try await secondsToStop(city) { database in
      let statement = try database.cachedStatement(
        sql: "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n LIMIT 50) "
          + "SELECT max(i) FROM n")
      while true { _ = try Int.fetchOne(statement) }
    }
    #expect(short < 0.1, "\(short) s")
    // The connections serve the next reader as if nothing had been.
    for _ in 0..<20 {
      let count = try await city.read {
        try Int.fetchOne($0, sql: "SELECT count(*) FROM yutu_commits")
      }
      #expect(count == 0)
    }
    try city.close()
  }
}
