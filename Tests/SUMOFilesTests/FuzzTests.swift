import Foundation
import SUMOFiles
import SimpleFeatures
import TestSupport
import Testing

/// What holds for any text: it is read, or refused in short words with a place.
@Suite("Garbled networks, routes and plans")
struct FuzzTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let count = environment["YUTU_FUZZ_COUNT"].flatMap { Int($0) } ?? 1500

  /// Steps of a known sequence.
  private struct Steps: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var word = state
      word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
      word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
      return word ^ (word >> 31)
    }
  }

  private static let pieces = [
    "\"", "<", ">", "/>", "-", "9223372036854775807", "1e308", "-1", "nan", "", " ", ":A0_0_0",
    "&amp;",
    "&#0;", "<tlLogic id=\"A0\" programID=\"0\">", "</tlLogic>",
    "<phase duration=\"1\" state=\"G\"/>",
    "<junction id=\"\" type=\"priority\" x=\"0\" y=\"0\"/>", "linkIndex=\"2147483647\"",
    "tl=\"A0\"",
    "<request index=\"0\" response=\"1\" foes=\"1\"/>", "</net>",
    "<lane id=\"\" length=\"1\" speed=\"1\"/>",
    "function=\"crossing\"", "function=\"internal\"", "<WAUT id=\"w\" startProg=\"0\">", "</WAUT>",
  ].map { Array($0.utf8) }

  private static func mutated(_ sample: [UInt8], _ steps: inout Steps) -> [UInt8] {
    var bytes = sample
    for _ in 0..<Int.random(in: 1...5, using: &steps) {
      let place = Int.random(in: 0..<max(1, bytes.count), using: &steps)
      let end = min(bytes.count, place + Int.random(in: 1...30, using: &steps))
      switch Int.random(in: 0..<5, using: &steps) {
      case 0 where place < bytes.count: bytes[place] ^= 1 << UInt8.random(in: 0..<7, using: &steps)
      case 1 where place < end: bytes.removeSubrange(place..<end)
      case 2 where Int.random(in: 0..<4, using: &steps) == 0 && place < bytes.count:
        bytes.removeSubrange(place...)
      case 3 where place < end:
        bytes.insert(
          contentsOf: Array(bytes[place..<end]), at: Int.random(in: 0...bytes.count, using: &steps))
      default:
        bytes.insert(
          contentsOf: pieces.randomElement(using: &steps) ?? [], at: min(place, bytes.count))
      }
    }
    return bytes
  }

  private func run(_ name: String, _ sample: String, _ read: (String) throws -> Void) {
    var steps = Steps(state: 7)
    var refused = 0
    for number in 0..<Self.count {
      let input = String(decoding: Self.mutated(Array(sample.utf8), &steps), as: UTF8.self)
      do {
        try read(input)
      } catch let error as SUMOError {
        refused += 1
        #expect(
          error.message.utf8.count < 900, "input \(number) of \(name): \(error.message.prefix(300))"
        )
      } catch {
        Issue.record("input \(number) of \(name): another error \(error)")
      }
    }
    // Some inputs must reach each end, or the test tries nothing.
    #expect(refused > Self.count / 20 && refused < Self.count)
  }

  @Test("Networks do no harm")
  func networks() throws {
    run("network", try TestData.avenue()) { _ = try SUMONetwork(parsing: $0) }
  }

  @Test("Routes do no harm")
  func routes() {
    run(
      "routes",
      "<routes><vType id=\"c\" vClass=\"bus\" speedFactor=\"normc(1,0.1,0.2,2)\"/><route id=\"r\" "
        + "edges=\"a b\"/><vehicle id=\"v\" type=\"c\" depart=\"3\" route=\"r\"/><flow id=\"f\" "
        + "begin=\"0\" "
        + "end=\"60\" number=\"4\" from=\"a\" to=\"b\"/><trip id=\"t\" depart=\"07:00:00\" "
        + "from=\"a\" "
        + "via=\"c\" to=\"b\"/></routes>"
    ) { _ = try SUMODemand(parsing: $0) }
  }

  @Test("Plans do no harm")
  func plans() throws {
    let network = try SUMONetwork(parsing: try TestData.avenue())
    run(
      "plan",
      "<additional><tlLogic id=\"A0\" programID=\"p\" offset=\"3\"><phase duration=\"30\" "
        + "state=\"gGggrrrrgGggrrrrrGrG\" next=\"1\"/><phase duration=\"4\" "
        + "state=\"yyyyrrrryyyyrrrrrrrr\"/></tlLogic><tlLogic id=\"B0\" programID=\"0\" "
        + "offset=\"9\"/>"
        + "<WAUT id=\"w\" refTime=\"0\" startProg=\"0\"><wautSwitch time=\"50\" to=\"p\"/></WAUT>"
        + "<wautJunction wautID=\"w\" junctionID=\"A0\"/></additional>"
    ) { _ = try SUMOPlan(parsing: $0, for: network) }
  }
}
