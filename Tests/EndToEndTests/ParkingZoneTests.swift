import Foundation
import Testing

extension EndToEndTests {
  @Suite("Parking counts whose times name a zone")
  struct ParkingZoneTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

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
