import SUMOFiles
import SimpleFeatures
import TestSupport
import Testing

@Suite("Plans of SUMO")
struct PlanReadingTests {
  private static let program =
    "<tlLogic id=\"A0\" programID=\"p\" type=\"static\" offset=\"-3\"><phase duration=\"30.5\" "
    + "state=\"gGggrrrrgGggrrrrrGrG\" name=\"a &amp; b\"/><phase duration=\"4\" "
    + "state=\"yyyyrrrryyyyrrrrrrrr\" minDur=\"3\" maxDur=\"5\"/></tlLogic>"

  private func plan(_ inner: String) throws -> SUMOPlan {
    try SUMOPlan(
      parsing: "<additional>\(inner)</additional>",
      for: try SUMONetwork(parsing: try TestData.avenue()))
  }

  private func code(_ inner: String) -> SUMOError.Code? {
    TestData.fault { try plan(inner) }?.code
  }

  @Test("States, durations and names are kept as they are written")
  func states() throws {
    let plan = try plan(Self.program)
    #expect(
      plan
        == SUMOPlan(programs: [
          SignalProgram(
            signal: "A0", id: "p", offsetSeconds: -3,
            stages: [
              SignalProgram.Stage(
                durationSeconds: 30.5, state: "gGggrrrrgGggrrrrrGrG", name: "a & b"),
              SignalProgram.Stage(
                durationSeconds: 4, state: "yyyyrrrryyyyrrrrrrrr", minimumSeconds: 3,
                maximumSeconds: 5),
            ])
        ]))
  }

  @Test("A programme without stages shifts the network's own")
  func shift() throws {
    let network = try SUMONetwork(parsing: try TestData.avenue())
    let plan = try plan("\(Self.program)<tlLogic id=\"B0\" programID=\"0\" offset=\"17\"/>")
    #expect(plan.programs.map(\.signal) == ["B0", "A0"])
    #expect(plan.programs[0].offsetSeconds == 17)
    #expect(plan.programs[0].stages == network.programs[1].stages)
  }

  @Test("A time table counts from its reference time, also as a clock")
  func tables() throws {
    let plan = try plan(
      Self.program
        + "<WAUT id=\"w\" refTime=\"100\" startProg=\"0\"><wautSwitch time=\"50\" to=\"p\"/>"
        + "<wautSwitch time=\"1:00:00\" to=\"0\"/></WAUT><wautJunction wautID=\"w\" "
        + "junctionID=\"A0\"/>"
    )
    #expect(
      plan.tables
        == [
          SUMOPlan.Table(
            signal: "A0", first: "0",
            switches: [
              SUMOPlan.Switch(timeSeconds: 150, program: "p"),
              SUMOPlan.Switch(timeSeconds: 3700, program: "0"),
            ])
        ])
  }

  @Test(
    "What SUMO would not load, or load otherwise, is refused",
    arguments: [
      (
        "<tlLogic id=\"A0\" programID=\"0\"><phase duration=\"9\" "
          + "state=\"gGggrrrrgGggrrrrrGrG\"/></tlLogic>",
        SUMOError.Code.duplicate
      ),
      ("\(program)\(program)", .duplicate),
      (
        "<tlLogic id=\"A9\" programID=\"p\"><phase duration=\"9\" state=\"G\"/></tlLogic>",
        .missingReference
      ),
      ("<tlLogic id=\"A0\" programID=\"p\"/>", .invalidValue),
      (
        "<tlLogic id=\"A0\" programID=\"p\"><phase duration=\"0\" state=\"G\"/></tlLogic>",
        .invalidValue
      ),
      (
        "<tlLogic id=\"A0\" programID=\"p\"><phase duration=\"9\" state=\"?\"/></tlLogic>",
        .invalidValue
      ),
      (
        "<tlLogic id=\"A0\" programID=\"p\"><phase duration=\"9\" state=\"G\" "
          + "next=\"a\"/></tlLogic>",
        .invalidValue
      ),
      (
        "<tlLogic id=\"A0\" programID=\"p\"><phase duration=\"86401\" state=\"G\"/></tlLogic>",
        .invalidValue
      ),
      ("<tlLogic id=\"A0\" programID=\"0\" offset=\"1e300\"/>", .invalidValue),
      ("<tlLogic id=\"A0\" programID=\"0\" offset=\"-1000000001\"/>", .invalidValue),
      ("<tlLogic id=\"A0\" programID=\"0\" offset=\"1e308:0:0\"/>", .invalidValue),
      ("<wautSwitch time=\"1\" to=\"p\"/>", .invalidValue),
      ("<wautJunction wautID=\"w\" junctionID=\"A0\"/>", .missingReference),
      (
        "<WAUT id=\"w\" startProg=\"0\"/><wautJunction wautID=\"w\" junctionID=\"Z\"/>",
        .missingReference
      ),
      (
        "<WAUT id=\"w\" startProg=\"q\"/><wautJunction wautID=\"w\" junctionID=\"A0\"/>",
        .missingReference
      ),
      (
        "<WAUT id=\"w\" startProg=\"0\"/><wautJunction wautID=\"w\" junctionID=\"A0\" "
          + "procedure=\"GSP\"/>",
        .invalidValue
      ),
      ("<WAUT id=\"w\" startProg=\"0\" period=\"3600\"/>", .invalidValue),
      (
        "<WAUT id=\"w\" startProg=\"0\"><wautSwitch time=\"9\" to=\"0\"/><wautSwitch time=\"8\" "
          + "to=\"0\"/></WAUT>",
        .invalidValue
      ),
      (
        "<WAUT id=\"w\" startProg=\"0\"/><wautJunction wautID=\"w\" junctionID=\"A0\"/>"
          + "<wautJunction wautID=\"w\" junctionID=\"A0\"/>", .duplicate
      ),
    ])
  func refused(_ inner: String, _ expected: SUMOError.Code) {
    #expect(code(inner) == expected)
  }

  @Test("A file that includes another is refused by that one's name, whatever it holds")
  func include() throws {
    let diagnostics = [
      TestData.fault { try plan("<include href=\"more.add.xml\"/>") },
      TestData.fault {
        try SUMODemand(parsing: "<routes><include href=\"more.add.xml\"/></routes>")
      },
      TestData.fault {
        try SUMONetwork(
          parsing: "<net version=\"1.20\"><include href=\"more.add.xml\"/></net>")
      },
    ]
    for fault in diagnostics {
      #expect(fault?.code == .wrongKind)
      #expect(fault?.message.contains("more.add.xml") == true && fault?.hint != nil)
    }
  }
}
