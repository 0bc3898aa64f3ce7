import CityStreets
import Foundation
import SignalProcesses
import SimpleFeatures
import Testing

@Suite("Counts of detectors in a file")
struct CountFileTests {
  private func read(_ text: String) throws -> [Double] {
    let url = FileManager.default.temporaryDirectory.appending(path: "yutu-" + UUID().uuidString)
    try Data(text.utf8).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    return try CountFile.read(url.path).map(\.beginSeconds)
  }

  @Test("Times of the day count from the first day's midnight, in either way of writing")
  func times() throws {
    #expect(
      try read(
        """
        detector,time,vehicles
        a,2026-11-23T07:15:00,4
        a,2026/11/24 7:15,5
        "a",2026-11-23 07:15:30.5+08:00,6
        """) == [26_100, 112_500, 26_130.5])
    #expect(try read("id;begin_s;count\na;900;4\n") == [900])
  }

  @Test("What is no time is named by its line")
  func noTime() throws {
    #expect {
      try read("detector,time,vehicles\na,2026-11-23T07:15,4\na,2026-13-01T07:15,5\n")
    } throws: { error in
      (error as? any ExplainedError)?.message.hasSuffix(":3: `2026-13-01T07:15` is no time") == true
    }
  }
}
