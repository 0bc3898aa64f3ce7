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

  private func run(_ name: String, _ sample: String, _ read: (String) throws -> Void) {
    var mutator = Mutator(seed: 7, words: Self.pieces)
    let sample = Array(sample.utf8)
    var refused = 0
    for number in 0..<Self.count {
      let input = String(decoding: mutator.mutated(sample, with: sample), as: UTF8.self)
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
