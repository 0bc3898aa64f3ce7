import Foundation
import TestSupport
import Testing

extension EndToEndTests {
  @Suite("A city file that suffers while it is served")
  struct CityFaultTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private static let paths = [
      "/collections/building", "/collections/building/items?limit=1000",
      "/collections/building/items?bbox=114.3,30.5,114.45,30.6", "/collections", "/health",
    ]

    /// Asks for everything; an answer is right or a problem document that names the city's fault.
    private func ask(_ served: Served, _ allowed: Set<Int>) throws -> Set<Int> {
      var statuses: Set<Int> = []
      for path in Self.paths + Self.paths {
        let answer = try served.get(path)
        statuses.insert(answer.status)
        #expect(allowed.contains(answer.status), "\(path): \(answer.status)")
        guard answer.status >= 500 else { continue }
        #expect(answer.headers["content-type"] == "application/problem+json")
        #expect(try answer.json.code.text?.hasPrefix("city-") == true, "\(answer.text)")
        // Where the city stands is nobody's business.
        #expect(!answer.text.contains(folder.path), "\(answer.text)")
        #expect(try answer.json.hint.text?.isEmpty == false)
      }
      return statuses
    }

    /// Serves Guanggu's city; what the server says about faults goes to its errors.
    private func served(_ body: (Served) async throws -> Void) async throws {
      let city = try await Cities.guanggu(in: folder)
      try await serving(city, in: folder, complains: true, body)
    }

    @Test("Another program that locks the file keeps nobody from reading")
    func locked() async throws {
      try await served { served in
        let script = """
          import sqlite3, sys, time
          city = sqlite3.connect(sys.argv[1], isolation_level=None)
          city.execute("BEGIN EXCLUSIVE")
          print("locked", flush=True)
          time.sleep(30)
          """
        let locker = try Program(
          Place.python, [try folder.write("lock.py", script), served.city], in: folder)
        while locker.isRunning, locker.output.isEmpty {
          try await Task.sleep(for: .milliseconds(5))
        }
        #expect(try ask(served, [200]) == [200])
        #expect(locker.isRunning)
        locker.send(SIGKILL)
      }
    }

    @Test("A file that is cut short is said to be damaged, and read again once it is whole")
    func truncated() async throws {
      try await served { served in
        let whole = try folder.bytes(at: served.city)
        for size in [whole.count / 3, 0] {
          truncate(served.city, size)
          // What is in memory is still answered.
          _ = try ask(served, [200, 500, 503])
          let file = try #require(FileHandle(forWritingAtPath: served.city))
          try file.write(contentsOf: whole)
          try file.close()
          // Readers are renewed once a second at most.
          try await Task.sleep(for: .milliseconds(1200))
          _ = try ask(served, [200, 500])
          try await Task.sleep(for: .milliseconds(1200))
          #expect(try ask(served, [200]) == [200])
        }
      }
    }

    @Test("A file that was moved away or replaced is noticed, and served again when it is back")
    func moved() async throws {
      try await served { served in
        try FileManager.default.moveItem(atPath: served.city, toPath: served.city + ".away")
        let away = try served.get("/health")
        #expect(try (away.status, away.json.code.text) == (503, "city-moved"))
        try FileManager.default.copyItem(atPath: served.city + ".away", toPath: served.city)
        #expect(try served.get("/health").status == 503)
        try FileManager.default.removeItem(atPath: served.city)
        try FileManager.default.moveItem(atPath: served.city + ".away", toPath: served.city)
        #expect(try ask(served, [200]) == [200])
      }
    }
  }
}
