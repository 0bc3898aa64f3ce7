import Foundation
import Testing

extension ModelEndToEndTests {
  @Suite("The CSV of parking counts")
  struct ParkingCountFileTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    /// Some weeks of half hours of some lots; each is its cells, the last a remark.
    private static let rows: [[String]] = {
      var rows = [["lot", "capacity", "occupancy", "time", "remark"]]
      for half in 0..<(21 * 48) {
        for lot in 0..<4 {
          let share = 0.5 + 0.3 * sin(Double(half * (lot + 3)) * 0.11)
          let date = Date(timeIntervalSince1970: 1_790_000_000 / 1800 * 1800 + Double(half) * 1800)
          // Rows of many lengths: the end of what is read at once falls anywhere in them.
          rows.append([
            "停车场 \(lot)", "200", "\(Int(200 * share))", "\(date.formatted(.iso8601).dropLast())",
            String(repeating: "m", count: (half * 7 + lot * 3) % 40),
          ])
        }
      }
      return rows
    }()

    private func forecast(_ text: String) async throws -> String {
      let history = try folder.write("counts.csv", text)
      let times = try folder.write(
        "times.csv",
        "lot,time,issued\n停车场 1,2026-10-10T09:00:00,2026-10-10T08:10:00\n"
          + "停车场 3,2026-10-12T09:00:00,2026-10-10T00:00:00\n")
      let ended = try await yutu(
        "parking", "forecast", "--history", history, "--at", times, in: folder)
      #expect(ended.code == 0, "\(ended.errors)")
      #expect(ended.output.split(separator: "\n").count == 3)
      return ended.output
    }

    @Test("Counts are the same whatever ends and parts the cells, and in whatever order")
    func forms() async throws {
      let rows = Self.rows
      let plain = try await forecast(rows.map { $0.joined(separator: ",") + "\n" }.joined())
      let quoted = rows.map { row in
        row.map { "\"\($0)\"" }.joined(separator: " , ") + "\r\n"
      }
      #expect(try await forecast("\u{FEFF}" + quoted.joined()) == plain)
      let semicolons = rows.map { $0.joined(separator: ";") }.joined(separator: "\r\n")
      #expect(try await forecast("# parking\n\n" + semicolons) == plain)
      let several = rows.map { row in
        row[..<4].joined(separator: ",") + ",\"\(row[4])\n\"\"\(row[4])\"\", \r\n\"\n\n"
      }
      #expect(try await forecast(several.joined()) == plain)
      let byLot = rows.dropFirst().sorted { ($0[0], $0[3]) < ($1[0], $1[3]) }
      #expect(
        try await forecast(
          ([rows[0]] + byLot).map { $0.joined(separator: "\t") + "\r" }.joined()) == plain)
    }

    @Test("A quotation that nobody closes costs its row, wherever the file goes on")
    func openQuotation() async throws {
      var lines = Self.rows.map { $0.joined(separator: ",") }
      let plain = try await forecast(lines.joined(separator: "\n"))
      for line in stride(from: 1500, to: 100, by: -300) { lines.insert("\"no,end", at: line) }
      let history = try folder.write("counts.csv", lines.joined(separator: "\n"))
      let ended = try await yutu(
        "parking", "forecast", "--history", history, "--at", folder.file("times.csv"), in: folder)
      #expect(ended.code == 0 && ended.output == plain)
      #expect(ended.errors.contains("counts.csv:301: a quotation mark is not closed"))
      #expect(ended.errors.contains("(and 4 more such rows)"))
    }

    @Test("Rows that are no counts are left out by their reason, however long they are")
    func noCounts() async throws {
      var lines = Self.rows.map { $0.joined(separator: ",") }
      let plain = try await forecast(lines.joined(separator: "\n"))
      lines.insert(String(repeating: ",", count: 3_000_000), at: 700)
      lines.insert(",200,5,2026-10-10T08:00:00,", at: 500)
      lines.insert("\u{1B}[31m,200,5,2026-10-10T08:00:00,", at: 400)
      lines.insert("停车场 1,200,19\u{0},2026-10-10T08:05:00,", at: 300)
      lines.append(String(repeating: "m", count: 3_000_000))
      let history = try folder.write("counts.csv", lines.joined(separator: "\n"))
      let ended = try await yutu(
        "parking", "forecast", "--history", history, "--at", folder.file("times.csv"), in: folder)
      #expect(ended.code == 0 && ended.output == plain)
      let told = ended.errors
      #expect(told.contains("counts.csv:402: the lot's id has more than 256 bytes, or control"))
      #expect(told.contains("(and 1 more such rows); left out"), "\(told.prefix(2000))")
      #expect(told.contains("counts.csv:704: the row has more than a million bytes (and 1 more"))
      #expect(told.contains("not-a-number: 1 at 停车场 1"))
      #expect(told.utf8.count < 3000 && !told.contains("\u{1B}"))

      let endless = try folder.write(
        "endless.csv", lines[0] + "\n" + String(repeating: ",", count: 3_000_000))
      let refused = try await yutu(
        "parking", "forecast", "--history", endless, "--at", folder.file("times.csv"), in: folder)
      #expect(refused.code == 1)
      #expect(refused.errors.contains("endless.csv:2: the row has more than a million bytes"))
      #expect(refused.errors.contains("hint: a CSV has a row in each line"))
    }
  }
}
