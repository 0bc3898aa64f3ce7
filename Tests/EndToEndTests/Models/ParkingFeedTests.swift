import Foundation
import TestSupport
import Testing

extension ModelEndToEndTests {
  @Suite("What parking takes from files while it is served")
  struct ParkingFeedTests {
    private let folder: TestFolder
    private static let lots = [(id: "P1", capacity: 200), (id: "P2", capacity: 80)]

    init() throws { folder = try TestFolder() }

    /// A city that has two car parks and nothing else.
    private func city() async throws -> String {
      let lots = Self.lots.enumerated().map { number, lot in
        let (x, y) = (114.3 + 0.01 * Double(number), 30.5)
        let ring = [(0.0, 0.0), (0.001, 0), (0.001, 0.001), (0, 0.001), (0, 0)].map {
          "[\(x + $0),\(y + $1)]"
        }
        return """
          {"type":"Feature","id":"\(lot.id)","properties":{"name":"Car park \(number)",\
          "capacity":\(lot.capacity),"tariff":"day"},"geometry":{"type":"Polygon",\
          "coordinates":[[\(ring.joined(separator: ","))]]}}
          """
      }
      let file = try folder.write("lots.geojsonl", lots.joined(separator: "\n") + "\n")
      let city = folder.file("lots.city")
      let ended = try await yutu(
        "import", "--city", city, "--layer", "parking-lot", file, in: folder)
      #expect(ended.code == 0, "\(ended.errors)")
      return city
    }

    /// A tariff; `fee` is what its example says.
    private static func tariff(fee: Int) -> String {
      """
      id: day
      title: {zh: 全天, en: All day}
      source: unconfirmed
      rates: [{from: "08:00", to: "08:00", steps: [{unit: 60, price: 2}]}]
      examples: [{from: 2026-03-02 09:00, to: 2026-03-02 09:20, fee: \(fee)}]

      """
    }

    /// Waits until the server says of a file what is wanted.
    private func wait(_ name: String, _ status: String, _ server: Served) async throws -> JSON {
      var feed = JSON.null
      for _ in 0..<400 {
        feed = try server.json("/health").feeds.list.first { $0.name.text == name } ?? .null
        if feed.status.text == status { return feed }
        try await Task.sleep(for: .milliseconds(50))
      }
      Issue.record("\(name) is not \(status) but \(feed)")
      return feed
    }

    private func forecast(
      _ server: Served, time: String = "2026-03-30T10:00", issued: String = "2026-03-30T09:10"
    ) throws -> JSON {
      let answer = try server.post(
        "/processes/parking-forecast/execution",
        """
        {"inputs":{"time":"\(time)","issued":"\(issued)"},"response":"document"}
        """)
      return try JSON(answer.body)
    }

    /// Waits until the basis of the forecasts is such; `false` if it does not become so.
    private func becomes(
      _ server: Served, _ isSuch: (_ basis: String?) -> Bool
    ) async throws -> Bool {
      for _ in 0..<400 {
        if isSuch(try forecast(server).forecast.value.features[0].properties.basis.text) {
          return true
        }
        try await Task.sleep(for: .milliseconds(50))
      }
      return false
    }

    @Test("Counts, holidays and tariffs are taken when they change, and those before stay else")
    func feeds() async throws {
      let city = try await city()
      let all = ParkingProcessTests.occupancy(of: Self.lots)
      let counts = try folder.write("counts.csv", all)
      let days = try folder.write("days.csv", "date,like\n2026-03-31,holiday\n")
      let tariffs = folder.file("tariffs")
      try FileManager.default.createDirectory(
        atPath: tariffs, withIntermediateDirectories: false)
      try folder.write("tariffs/day.yml", Self.tariff(fee: 2))
      let options = ["--occupancy", counts, "--exceptions", days, "--tariffs", tariffs]
      try await serving(city, in: folder, options, complains: true) { server in
        let feed = try await wait("counts", "ok", server)
        #expect(feed.taken.text?.hasSuffix("Z") ?? false, "\(feed)")
        let before = try forecast(server)
        #expect(before.forecast.value.features[0].properties.basis.text != "closed")
        #expect(before.notes.list.isEmpty && before.forecast.value.features.list.count == 2)

        try folder.write("days.csv", "date,like\n2026-03-30,关闭\n")
        #expect(try await becomes(server) { $0 == "closed" })
        try folder.write("days.csv", "date,like\n2026-03-30,caturday\n")
        _ = try await wait("exceptions", "refused", server)
        #expect(
          try forecast(server).forecast.value.features[0].properties.basis.text == "closed")
        try folder.write("days.csv", "date,like\n2026-10-01,holiday\n")
        _ = try await wait("exceptions", "ok", server)
        #expect(try forecast(server).forecast.value == before.forecast.value)

        try folder.write("counts.csv", "lot,capacity,time\n")
        _ = try await wait("counts", "refused", server)
        let kept = try forecast(server)
        #expect(kept.forecast.value == before.forecast.value)
        #expect(kept.notes[0].text?.contains("counts before") ?? false, "\(kept.notes)")
        #expect(
          try server.get("/metrics").text.contains("yutu_feed_refused{feed=\"counts\"} 1\n"))
        try folder.write("counts.csv", all + "P1,200,7\nP1,200,20,2026-03-30T09:30:00\n")
        let partly = try await wait("counts", "partly", server)
        #expect(partly.newest.text?.contains(":30:00") ?? false, "\(partly)")
        let notes = try forecast(server).notes
        #expect(notes[0].text == "a row of the counts cannot be read and is left out")

        try folder.write("tariffs/day.yml", Self.tariff(fee: 3))
        _ = try await wait("tariffs", "partly", server)
        let faulty = try forecast(server).notes.list.compactMap(\.text)
        #expect(faulty.contains("a tariff has faults: what it was before holds"), "\(faulty)")
        try folder.write("tariffs/day.yml", Self.tariff(fee: 2))
        _ = try await wait("tariffs", "ok", server)
        #expect(try forecast(server).notes.list.count == 1)
      }
    }

    @Test("Of many tariffs with faults six faults are told, and how many there are")
    func faultyTariffs() async throws {
      let city = try await city()
      let counts = try folder.write("counts.csv", ParkingProcessTests.occupancy(of: Self.lots))
      try FileManager.default.createDirectory(
        atPath: folder.file("tariffs"), withIntermediateDirectories: false)
      for number in 0..<8 {
        try folder.write("tariffs/t\(number).yml", "id: t\(number)\nrates: 7\n")
      }
      let options = ["--occupancy", counts, "--tariffs", folder.file("tariffs")]
      try await serving(city, in: folder, options, complains: true) { server in
        let notes = try forecast(server).notes.list.compactMap(\.text)
        #expect(notes == ["8 tariffs have faults: what they were before holds"])
        let told = server.program.errors
        #expect(told.split(separator: "\n").count { $0.contains("error: ") } == 6, "\(told)")
        #expect(told.contains(#/and \d+ more\n/#), "\(told)")
      }
    }

    @Test("A count that is dated in the future is told, and is not the newest")
    func future() async throws {
      let city = try await city()
      let all = ParkingProcessTests.occupancy(of: Self.lots)
      let soon = (Date() + 60).formatted(.iso8601).dropLast()
      let counts = try folder.write("counts.csv", all + "P1,200,20,2099-01-01T00:00:00\n")
      try await serving(city, in: folder, ["--occupancy", counts], complains: true) { server in
        let feed = try await wait("counts", "ok", server)
        #expect(feed.newest.text?.hasPrefix("2026-03-30T") ?? false, "\(feed)")
        let note = "a count lies ahead of the server's clock and is not used yet"
        #expect(try forecast(server).notes.list.compactMap(\.text) == [note])
        #expect(server.program.errors.contains("note: future: 1 at P1\n"))

        let more = "P1,200,20,2099-01-01T00:00:00+00:00\nP2,80,20,2099-01-01T00:00:00+00:00\n"
        let zoned = all.replacing(":00:00\n", with: ":00:00+00:00\n")
          .replacing(":30:00\n", with: ":30:00+00:00\n")
        try folder.write("counts.csv", zoned + "P1,200,20,\(soon)+00:00\n" + more)
        for _ in 0..<400 {
          if try forecast(server).notes[0].text?.hasPrefix("2") ?? false { break }
          try await Task.sleep(for: .milliseconds(50))
        }
        #expect(
          try forecast(server).notes[0].text
            == "2 counts lie ahead of the server's clock and are not used yet")
        #expect(try await wait("counts", "ok", server).newest.text == "\(soon)Z")
        #expect(server.program.errors.contains("note: future: 2 at P1, P2\n"))
      }
    }

    @Test("A pipe is refused; what grows without a pause is read; what is of no use is not newest")
    func pipesAndGrowth() async throws {
      let city = try await city()
      let all = ParkingProcessTests.occupancy(of: Self.lots)
      let counts = try folder.write("counts.csv", all)
      let days = try folder.write("days.csv", "date,like\n2026-03-30,closed\n")
      let options = ["--occupancy", counts, "--exceptions", days]
      try await serving(city, in: folder, options, complains: true) { server in
        let first = try await wait("counts", "ok", server)
        try FileManager.default.removeItem(atPath: counts)
        #expect(mkfifo(counts, 0o600) == 0)
        _ = try await wait("counts", "refused", server)
        // The lines of a warning come one after the other.
        for _ in 0..<200 where !server.program.errors.contains("is a pipe or a device\n") {
          try await Task.sleep(for: .milliseconds(50))
        }
        #expect(server.program.errors.contains("counts.csv is a pipe or a device\n"))
        try FileManager.default.removeItem(atPath: counts)
        try folder.write("counts.csv", all + "P1,200,nan,2026-03-30T11:00:00\n")
        #expect(try await wait("counts", "ok", server).newest == first.newest)

        try folder.write("days.csv", "date,like\n")
        #expect(try await becomes(server) { $0 != "closed" })

        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: counts))
        var newest = first.newest
        for minute in 0..<100 where newest == first.newest {
          try file.seekToEnd()
          let time = "2026-03-30T11:\(minute < 60 ? 10 : 20):\(10 + minute % 50)"
          try file.write(contentsOf: Data("P1,200,20,\(time)\n".utf8))
          try await Task.sleep(for: .milliseconds(300))
          newest = try await wait("counts", "ok", server).newest
        }
        #expect(newest.text?.contains("2026-03-30T") ?? false && newest != first.newest)
      }
    }

    @Test("Instants are put on the clock that the lots had then, not on that of the newest count")
    func summerTime() async throws {
      let city = try await city()
      for (season, number) in [(ParkingZoneTests.spring, 3), (ParkingZoneTests.autumn, 10)] {
        let counts = try folder.write(
          "counts.csv", try ParkingZoneTests.counts(Self.lots, season))
        let rows = [season.rows[0], season.rows[4]].map { row in
          row.split(separator: ",").map { String($0) }
        }
        try await serving(city, in: folder, ["--occupancy", counts], complains: true) { server in
          for row in rows {
            let answer = try forecast(server, time: row[0], issued: row[1])
            let properties = answer.forecast.value.features[0].properties
            #expect(properties.issued.text == "\(row[1].prefix(16)):00", "\(number) \(answer)")
            let local = try forecast(
              server, time: "\(row[0].prefix(16))", issued: "\(row[1].prefix(16))")
            #expect(local.forecast.value == answer.forecast.value)
          }
        }
      }
    }

    @Test("A server does not start with a file that cannot be read")
    func firstFault() async throws {
      let city = try await city()
      let days = try folder.write("days.csv", "date,like\nsoon,sunday\n")
      let ended = try await yutu(
        "serve", "--city", city, "--port", "0", "--exceptions", days, in: folder)
      #expect(ended.code == 1 && ended.errors.contains("days.csv:2: `soon` is no date"))
      let none = try await yutu(
        "serve", "--city", city, "--port", "0", "--tariffs", folder.file("none"), in: folder)
      #expect(none.code == 1 && none.errors.contains("there is no folder"))
    }
  }
}
