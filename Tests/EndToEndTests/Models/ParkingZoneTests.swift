import Foundation
import Testing

extension ModelEndToEndTests {
  @Suite("Parking counts whose times name a zone")
  struct ParkingZoneTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    /// A change of the clocks, and rows to forecast on both sides of it.
    struct Season {
      /// When the clocks change, UTC.
      var change: String
      /// East of Greenwich before and after, h.
      var before: Int
      var after: Int
      var rows: [String]
    }

    static let spring = Season(
      change: "2026-03-29T01:00:00Z", before: 0, after: 1,
      rows: [
        "2026-03-20T09:10+00:00,2026-03-20T09:10+00:00",
        "2026-03-28T09:00+00:00,2026-03-28T06:15+00:00",
        "2026-03-29T04:00+01:00,2026-03-29T00:40+00:00",
        "2026-03-29T03:00+01:00,2026-03-29T02:10+01:00",
        "2026-04-01T10:00+01:00,2026-04-01T09:10+01:00",
      ])
    static let autumn = Season(
      change: "2026-10-25T01:00:00Z", before: 1, after: 0,
      rows: [
        "2026-10-20T09:10+01:00,2026-10-20T09:10+01:00",
        "2026-10-25T03:00+00:00,2026-10-25T01:40+01:00",
        "2026-10-25T01:10+00:00,2026-10-25T01:50+01:00",
        "2026-10-25T01:40+00:00,2026-10-25T01:40+00:00",
        "2026-10-28T10:00+00:00,2026-10-28T09:10+00:00",
      ])

    /// Counts every half hour from three weeks before a change of the clocks to five days after.
    ///
    /// - Parameter until: An instant after which there are none.
    static func counts(
      _ lots: [(id: String, capacity: Int)], _ season: Season, until: Date = .distantFuture
    ) throws -> String {
      var text = "lot,capacity,occupancy,time\n"
      let change = try Date(season.change, strategy: .iso8601)
      for (number, lot) in lots.enumerated() {
        for half in (-21 * 48)...(5 * 48) {
          let date = change + Double(half) * 1800
          guard date <= until else { continue }
          let hours = half < 0 ? season.before : season.after
          let wave = 0.5 + 0.2 * sin(Double(half) * 0.26) + 0.2 * sin(Double(half * (number + 2)))
          text += "\(lot.id),\(lot.capacity),\(Int((wave * Double(lot.capacity)).rounded())),"
          text += "\((date + Double(hours) * 3600).formatted(.iso8601).dropLast())+0\(hours):00\n"
        }
      }
      return text
    }

    private static let lots = [(id: "A", capacity: 200), (id: "B", capacity: 90)]

    /// The rows of a forecast, without their times.
    private func forecast(
      _ counts: String, _ rows: [String], lot: String = "A"
    ) async throws -> [String] {
      let history = try folder.write("counts.csv", counts)
      let times = try folder.write(
        "times.csv", "lot,time,issued\n" + rows.map { "\(lot),\($0)\n" }.joined())
      let ended = try await yutu(
        "parking", "forecast", "--history", history, "--at", times, in: folder)
      #expect(ended.code == 0, "\(ended.errors)")
      return ended.output.split(separator: "\n").dropFirst().map {
        $0.split(separator: ",").dropFirst(3).joined(separator: ",")
      }
    }

    @Test(
      "No count after the time of issue and no other row is used where the clocks change",
      arguments: [spring, autumn])
    func leak(season: Season) async throws {
      let all = try Self.counts(Self.lots, season)
      let together = try await forecast(all, season.rows)
      try #require(together.count == season.rows.count)
      let backwards = try await forecast(all, season.rows.reversed())
      #expect(Array(backwards.reversed()) == together)
      for (row, numbers) in zip(season.rows, together) {
        let issued = try #require(row.split(separator: ",").last)
        let until = try Date("\(issued.prefix(16)):00\(issued.suffix(6))", strategy: .iso8601)
        let known = try Self.counts(Self.lots, season, until: until)
        #expect(try await forecast(known, [row]) == [numbers], "\(row): counts after it")
        #expect(try await forecast(all, [row]) == [numbers], "\(row): other rows")
      }
    }

    @Test("A count in the hour that the clocks show twice is not used before it was made")
    func hourShownTwice() async throws {
      // Of the hour shown twice there are counts only when it is shown again.
      let lines = try Self.counts(Self.lots, Self.autumn).split(separator: "\n")
      let first = ["2026-10-25T01:00:00+01:00", "2026-10-25T01:30:00+01:00"]
      let some = lines.filter { line in !first.contains { line.hasSuffix($0) } }
      let row = "2026-10-25T04:00+00:00,2026-10-25T01:40+01:00"
      let known = some.filter { line in
        let time = line.split(separator: ",")[3]
        return time.hasSuffix("+01:00") && time < "2026-10-25T01" || time == "time"
      }
      let (before, after) = (
        try await forecast(known.joined(separator: "\n"), [row]),
        try await forecast(some.joined(separator: "\n"), [row])
      )
      #expect(before.count == 1 && before == after)
    }

    @Test("Times of another clock are turned into those that the lots' clock showed then")
    func otherClock() async throws {
      for (season, rows) in [
        (Self.spring, ["2026-03-20T17:10+08:00", "2026-04-01T16:10+08:00"]),
        (Self.autumn, ["2026-10-20T16:10+08:00", "2026-10-28T17:10+08:00"]),
      ] {
        let all = try Self.counts(Self.lots, season)
        let other = try await forecast(all, rows.map { "\($0),\($0)" })
        let own = [season.rows[0], season.rows[4]].map { $0.split(separator: ",")[1] }
        #expect(try await forecast(all, own.map { "\($0),\($0)" }) == other)
      }
    }

    @Test(
      "Rows of another clock than most are left out and told",
      arguments: [
        ("", "+08:00", 1, "the time has the zone +08:00, most have no zone"),
        ("+08:00", "", 1, "the time has no zone, most have the zone +08:00"),
        ("+08:00", "+10:00", 3, "the time has the zone +10:00, most have the zone +08:00"),
        ("", "+99:00", 1, "`+99:00` is no zone"),
      ])
    func otherZone(zone: String, odd: String, line: Int, words: String) async throws {
      let plain = try Self.counts(Self.lots, Self.spring).split(separator: "\n").map {
        $0.hasSuffix(":00") ? "\($0.dropLast(6))\(zone)" : String($0)
      }
      let row = "2026-03-20T10:00\(zone),2026-03-20T09:10\(zone)"
      let before = try await forecast(plain.joined(separator: "\n"), [row])
      var rows = plain
      rows.insert("A,200,200,2026-03-20T09:00:00\(odd)", at: line)
      #expect(try await forecast(rows.joined(separator: "\n"), [row]) == before)
      let ended = try await yutu(
        "parking", "forecast", "--history", folder.file("counts.csv"), "--at",
        folder.file("times.csv"), "--out", folder.file("out.csv"), "--json", in: folder)
      let told = "counts.csv:\(line + 1): \(words); left out"
      #expect(ended.errors.contains(told), "\(ended.errors)")
      let reason = try JSON(ended.output).countRowsLeftOut[0].reason.text
      #expect(reason == (odd == "+99:00" ? "no-time" : "other-zone"))
    }

    @Test("Zones on either side of the lots' are not both taken for summer time")
    func eitherSide() async throws {
      var rows = ["lot,capacity,occupancy,time"]
      for hour in 10..<20 { rows.append("A,200,\(hour),2026-03-20T\(hour):00+08:00") }
      rows += ["A,200,1,2026-03-20T20:00+07:00", "A,200,1,2026-03-20T20:00+07:00"]
      rows.append("A,200,200,2026-03-20T09:00+09:00")
      let counts = try folder.write("counts.csv", rows.joined(separator: "\n"))
      let times = try folder.write(
        "times.csv", "lot,time,issued\nA,2026-03-20T21:00+08:00,2026-03-20T20:00+08:00\n")
      let ended = try await yutu(
        "parking", "forecast", "--history", counts, "--at", times, in: folder)
      #expect(ended.code == 0)
      #expect(ended.errors.contains("counts.csv:14: the time has the zone +09:00"))
      let both = try folder.write(
        "both.csv",
        "lot,time,issued\nA,2026-03-20T21:00+08:00,2026-03-20T20:00+07:00\n"
          + "A,2026-03-20T21:00+09:00,2026-03-20T20:00+09:00\n")
      let refused = try await yutu(
        "parking", "forecast", "--history", counts, "--at", both, in: folder)
      #expect(refused.code == 1)
      #expect(refused.errors.contains("both.csv:3: the time has the zone +09:00"))
    }

    @Test("Counts of two clocks, neither of which most are of, are refused with both lines")
    func noClock() async throws {
      let times = try folder.write(
        "times.csv", "lot,time,issued\nA,2026-03-20T21:00,2026-03-20T20:00\n")
      let counts = try folder.write(
        "counts.csv",
        """
        lot,capacity,occupancy,time
        A,200,1,2026-03-20T10:00
        A,200,1,2026-03-20T11:00Z
        A,200,1,2026-03-20T12:00+08:00
        """)
      let ended = try await yutu(
        "parking", "forecast", "--history", counts, "--at", times, in: folder)
      #expect(ended.code == 1)
      #expect(
        ended.errors.contains(
          "counts.csv:3: the time has the zone Z, that of line 2 has no zone"), "\(ended.errors)")
    }

    @Test("UTF-16 is told as such, whichever byte comes first", arguments: [true, false])
    func utf16(isBig: Bool) async throws {
      let text = "lot,capacity,occupancy,time\nA,200,1,2026-03-20T10:00\n"
      let mark: [UInt8] = isBig ? [0xFE, 0xFF] : [0xFF, 0xFE]
      let counts = try folder.write(
        "counts.csv", mark + text.utf8.flatMap { isBig ? [0, $0] : [$0, 0] })
      let times = try folder.write(
        "times.csv", "lot,time,issued\nA,2026-03-20T21:00,2026-03-20T20:00\n")
      let ended = try await yutu(
        "parking", "forecast", "--history", counts, "--at", times, in: folder)
      #expect(ended.code == 1 && ended.errors.contains("UTF-16"), "\(ended.errors)")
    }
  }
}
