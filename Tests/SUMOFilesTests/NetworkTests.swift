import Foundation
import SUMOFiles
import SimpleFeatures
import TestSupport
import Testing

@Suite("Networks of SUMO")
struct NetworkTests {
  @Test("The avenue has its edges, lanes, signals and crossings")
  func avenue() throws {
    let network = try SUMONetwork(parsing: try TestData.avenue())
    #expect(network.version == "1.20")
    #expect(network.programs.map(\.signal) == ["A0", "B0"])
    #expect(network.programs[0].stages.map(\.durationSeconds) == [28, 5, 3, 6, 3, 28, 5, 3, 6, 3])
    #expect(network.crossings.count == 8)
    let crossing = try #require(network.crossings.first { $0.id == ":A0_c0" })
    #expect(crossing.signal == "A0")
    #expect(crossing.links == [16])
    // The requests of the sixteen ways of vehicles come first.
    #expect(crossing.request == 16)
    #expect(crossing.edges.map { network.edges[$0].id }.sorted() == ["A0top0", "top0A0.90.00"])
    // Who turns right yields to the people on the crossing at the exit.
    let junction = network.junctions[crossing.junction]
    #expect(
      junction.requests[4].yieldsTo.contains(16) || junction.requests[0].yieldsTo.contains(16))
  }

  @Test("Each connection of a signal has its own way, request and link")
  func connections() throws {
    let network = try SUMONetwork(parsing: try TestData.avenue())
    for signal in ["A0", "B0"] {
      let governed = network.connections.filter { $0.signal == signal }
      #expect(governed.compactMap(\.linkIndex).sorted() == Array(0..<16))
      // Without joined signals SUMO numbers links as it numbers requests.
      #expect(governed.allSatisfy { $0.request == $0.linkIndex })
      #expect(governed.allSatisfy { $0.shape.count > 1 && $0.lengthMetres > 0 })
    }
  }

  @Test("Ways that wait within the junction go on over all inner lanes")
  func waiting() throws {
    let network = try SUMONetwork(parsing: try TestData.avenue())
    let left = try #require(network.connections.first { $0.signal == "A0" && $0.direction == "l" })
    #expect(left.waitingLengthMetres > 0)
    #expect(left.waitingLengthMetres < left.lengthMetres)
    let end = try #require(left.shape.last)
    let start = try #require(network.lanes[left.to].shape.first)
    #expect(abs(end.x - start.x) < 0.1 && abs(end.y - start.y) < 0.1)
  }

  @Test(
    "Nets of real places are read whole",
    .enabled(if: TestData.isExpected, "no test data: set YUTU_TEST_DATA to its folder"),
    arguments: ["cologne1", "cologne8", "ingolstadt7"])
  func real(name: String) throws {
    let network = try SUMONetwork(contentsOf: TestData.network(name))
    let text = try String(contentsOfFile: TestData.network(name), encoding: .utf8)
    let lines = text.split(separator: "\n")
    func count(_ pattern: (Substring) -> Bool) -> Int { lines.count(where: pattern) }
    #expect(
      network.edges.count == count { $0.contains("<edge id=\"") && !$0.contains("<edge id=\":") })
    #expect(
      network.connections.count
        == count { $0.contains("<connection from=\"") && !$0.contains("from=\":") })
    #expect(
      network.connections.count { $0.signal != nil }
        == count { $0.contains("<connection from=\"") && $0.contains("tl=\"") })
    #expect(network.programs.flatMap(\.stages).count == count { $0.contains("<phase ") })
    for stage in network.programs.flatMap(\.stages) {
      #expect(text.contains("state=\"\(stage.state)\""))
    }
    let demand = try SUMODemand(contentsOf: [TestData.routes(name)])
    let routes = try String(contentsOfFile: TestData.routes(name), encoding: .utf8)
    #expect(
      demand.vehicles.count
        == routes.split(separator: "\n").count {
          $0.contains("<trip ") || $0.contains("<vehicle ")
        })
    #expect(demand.vehicles.allSatisfy { demand.types[$0.type] != nil })
  }
}

@Suite("Networks that are refused")
struct BadNetworkTests {
  /// The avenue with a text in place of another, which must be there.
  private func fault(_ old: String, _ new: String, all: Bool = false) throws -> SUMOError? {
    let text = try TestData.avenue()
    let range = try #require(text.range(of: old), "the avenue does not hold \(old)")
    return TestData.fault {
      try SUMONetwork(
        parsing: all
          ? text.replacing(old, with: new) : text.replacingCharacters(in: range, with: new))
    }
  }

  @Test("A file that is no network is refused by name")
  func wrongKind() {
    #expect(TestData.fault { try SUMONetwork(parsing: "<routes/>") }?.code == .wrongKind)
    #expect(TestData.fault { try SUMONetwork(parsing: "") }?.code == .invalidXML)
    #expect(
      TestData.fault { try SUMONetwork(contentsOf: "/no/such/net.xml") }?.code == .unreadableFile)
  }

  @Test(
    "A network of another version is refused with the version", arguments: ["0.27", "2.0", "x"])
  func version(_ version: String) throws {
    let error = try fault("<net version=\"1.20\"", "<net version=\"\(version)\"")
    #expect(error?.code == .unknownVersion)
    #expect(error?.message.contains(version) == true)
    #expect(error?.hint != nil)
  }

  @Test(
    "A junction of an unknown type is refused by name", arguments: ["roundabout_2", "unknown", ""])
  func junctionType(_ type: String) throws {
    let error = try fault("type=\"traffic_light\"", "type=\"\(type)\"")
    #expect(error?.code == .invalidValue)
    #expect(error?.message.contains("unknown type \"\(type)\"") == true)
  }

  @Test("A signal that governs no lane is refused")
  func signalWithoutLanes() throws {
    let error = try fault(
      "<tlLogic id=\"A0\"",
      "<tlLogic id=\"Z\" type=\"static\" programID=\"0\" offset=\"0\"><phase duration=\"5\" "
        + "state=\"G\"/>"
        + "</tlLogic><tlLogic id=\"A0\"")
    #expect(error?.code == .missingReference)
    #expect(error?.message.contains("\"Z\" governs no lane") == true)
  }

  @Test("A connection of a signal that does not say which link it is is refused")
  func signalWithoutLink() throws {
    for (link, words) in [
      ("tl=\"A0\" linkIndex=\"0\"", "top0A0"), ("tl=\"A0\" linkIndex=\"16\"", ":A0_c0"),
    ] {
      let error = try #require(try fault(link, "tl=\"A0\""))
      #expect(error.code == .invalidValue && error.message.contains("no linkIndex"))
      #expect(error.message.contains(words))
    }
  }

  @Test(
    "Lanes that no vehicle can drive on are refused",
    arguments: [
      "length=\"0\" speed=\"13.89\"", "length=\"0.001\" speed=\"13.89\"",
      "length=\"1e10\" speed=\"13.89\"", "length=\"-5\" speed=\"13.89\"",
      "length=\"100\" speed=\"0\"", "length=\"100\" speed=\"1e-300\"",
      "length=\"100\" speed=\"201\"", "length=\"nan\" speed=\"13.89\"",
    ])
  func lanes(_ attributes: String) throws {
    func net(_ function: String) -> String {
      "<net version=\"1.20\"><edge id=\"e\" from=\"a\" to=\"a\"\(function)><lane id=\"e_0\" "
        + "\(attributes)/></edge><junction id=\"a\" type=\"priority\" x=\"0\" y=\"0\"/></net>"
    }
    let error = try #require(TestData.fault { try SUMONetwork(parsing: net("")) })
    #expect(error.code == .invalidValue && error.message.contains("\"e_0\"") && error.hint != nil)
    // Ways within junctions may be as short as they like.
    if !attributes.hasPrefix("length=\"0") {
      let inner = TestData.fault { try SUMONetwork(parsing: net(" function=\"internal\"")) }
      #expect(inner?.code == .invalidValue)
    }
  }

  @Test("A way within a junction that comes back to itself is refused, not followed for ever")
  func innerLoop() throws {
    let text = """
      <net version="1.20"><edge id=":J_0" function="internal"><lane id=":J_0_0" speed="9"
      length="9"/></edge><edge id="a" from="J" to="J"><lane id="a_0" speed="9" length="9"/></edge>
      <junction id="J" type="priority" x="0" y="0"/>
      <connection from="a" to="a" fromLane="0" toLane="0" via=":J_0_0"/>
      <connection from=":J_0" to="a" fromLane="0" toLane="0" via=":J_0_0"/></net>
      """
    let error = TestData.fault { try SUMONetwork(parsing: text) }
    #expect(error?.code == .invalidValue && error?.message.contains(":J_0_0 twice") == true)
  }

  @Test("The short pieces that netconvert makes are lanes")
  func shortLanes() throws {
    let network = try SUMONetwork(
      parsing: "<net version=\"1.20\"><edge id=\"e\" from=\"a\" to=\"a\"><lane id=\"e_0\" "
        + "length=\"0.10\" speed=\"2.78\"/></edge><junction id=\"a\" type=\"priority\" x=\"0\" "
        + "y=\"0\"/></net>")
    #expect(network.lanes.map(\.lengthMetres) == [0.1])
  }

  @Test("Links without a programme are refused")
  func linksWithoutProgram() throws {
    let error = try fault("<tlLogic id=\"A0\"", "<tlLogic id=\"B1\"")
    #expect(error?.code == .missingReference)
  }

  @Test(
    "Stages that no signal can show are refused",
    arguments: [
      ("state=\"gGggrrrrgGggrrrrrGrG\"", "state=\"gGggrrrrgGggrrrrrGr\""),
      ("state=\"gGggrrrrgGggrrrrrGrG\"", "state=\"gGggrrrrgGggrrrrrGrX\""),
      ("state=\"gGggrrrrgGggrrrrrGrG\"", "state=\"\""),
      ("phase duration=\"28\"", "phase duration=\"-28\""),
      ("phase duration=\"28\"", "phase duration=\"nan\""),
      ("phase duration=\"28\"", "phase duration=\"0\""),
      ("phase duration=\"5\"", "phase duration=\"9.2e18\""),
      ("offset=\"0\"", "offset=\"1e10\""),
      ("phase duration=\"28\"", "phase"),
      ("offset=\"0\"", "offset=\"soon\""),
    ])
  func stages(_ change: (String, String)) throws {
    #expect(try fault(change.0, change.1)?.code == .invalidValue)
  }

  @Test(
    "Names that are not there are refused",
    arguments: [
      (
        "connection from=\"top0A0.90.00\" to=\"A0left0\"",
        "connection from=\"nobody\" to=\"A0left0\""
      ),
      (
        "connection from=\"top0A0.90.00\" to=\"A0left0\"",
        "connection from=\"top0A0.90.00\" to=\"nobody\""
      ),
      ("crossingEdges=\"", "crossingEdges=\"nobody "),
      ("edge id=\"A0B0\" from=\"A0\"", "edge id=\"A0B0\" from=\"nobody\""),
    ])
  func names(_ change: (String, String)) throws {
    #expect(try fault(change.0, change.1)?.code == .missingReference)
  }

  @Test("A request beyond its junction is refused, not read past the end")
  func requests() throws {
    #expect(
      try fault(
        "response=\"10010000000000000000\"", "response=\"1\(String(repeating: "0", count: 30))\"")?
        .code
        == .missingReference)
  }

  @Test("Numbers that are too large for any network are refused")
  func largeNumbers() throws {
    #expect(try fault("linkIndex=\"", "linkIndex=\"9223372036854775")?.code == .invalidValue)
    // A name that counts further than any request is none.
    #expect(
      TestData.fault {
        try SUMONetwork(
          parsing: try TestData.avenue().replacing(":A0_0_0", with: ":A0_9223372036854775807_1"))
      } == nil)
  }

  @Test("A compressed file says that it is one")
  func compressed() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "yutu-\(UUID()).net.xml.gz")
    try Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0]).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let error = TestData.fault { try SUMONetwork(contentsOf: file.path) }
    #expect(error?.code == .wrongKind)
    #expect(error?.hint?.contains("gunzip") == true)
  }

  @Test("A file that ends too early and one with entities are refused")
  func broken() throws {
    let text = try TestData.avenue()
    #expect(
      TestData.fault { try SUMONetwork(parsing: String(text.prefix(text.count / 2))) }?.code
        == .invalidXML)
    #expect(
      TestData.fault {
        try SUMONetwork(
          parsing: "<!DOCTYPE net [<!ENTITY a \"aaaa\">]><net version=\"1.20\">&a;</net>")
      }?.code == .invalidXML)
  }
}
