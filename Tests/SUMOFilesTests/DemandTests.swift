import SUMOFiles
import Testing

@Suite("Routes of SUMO")
struct DemandTests {
  private func demand(_ inner: String) throws -> SUMODemand {
    try SUMODemand(parsing: "<routes>\(inner)</routes>")
  }

  private func code(_ inner: String) -> SUMOError.Code? {
    TestData.fault { try demand(inner) }?.code
  }

  @Test("A flow is its vehicles one by one, at equal distances")
  func flows() throws {
    let hourly = try demand(
      "<flow id=\"f\" begin=\"100\" end=\"200\" vehsPerHour=\"360\" from=\"a\" to=\"b\"/>")
    #expect(hourly.vehicles.map(\.depart_s) == Array(stride(from: 100, to: 200, by: 10)))
    #expect(hourly.vehicles[3].id == "f.3")
    let counted = try demand(
      "<flow id=\"f\" begin=\"0\" end=\"100\" number=\"4\"><route edges=\"a b c\"/></flow>")
    #expect(counted.vehicles.map(\.depart_s) == [0, 25, 50, 75])
    #expect(counted.vehicles.allSatisfy { $0.edges == ["a", "b", "c"] && $0.isRouted })
  }

  @Test("Times may be written as clocks")
  func clocks() throws {
    let vehicle = try demand("<trip id=\"t\" depart=\"07:00:05\" from=\"a\" to=\"b\" via=\"c d\"/>")
    #expect(vehicle.vehicles[0].depart_s == 25_205)
    #expect(vehicle.vehicles[0].edges == ["a", "c", "d", "b"])
    #expect(
      try demand("<trip id=\"t\" depart=\"1:00:00:00\" from=\"a\" to=\"b\"/>").vehicles[0].depart_s
        == 86_400)
  }

  @Test("Routes may come after the vehicles that take them")
  func namedRoutes() throws {
    let demand = try demand(
      "<vehicle id=\"v\" depart=\"3\" route=\"r\"/><vehicle id=\"w\" depart=\"1\" route=\"r\"/>"
        + "<route id=\"r\" edges=\"a b\"/>")
    #expect(demand.vehicles.map(\.id) == ["w", "v"])
    #expect(demand.vehicles.allSatisfy { $0.edges == ["a", "b"] })
  }

  @Test("Nobody who drives is no error of the file")
  func empty() throws {
    #expect(try demand("").vehicles.isEmpty)
    #expect(try demand("<flow id=\"f\" number=\"0\" from=\"a\" to=\"b\"/>").vehicles.isEmpty)
    #expect(try demand("<flow id=\"f\" vehsPerHour=\"0\" from=\"a\" to=\"b\"/>").vehicles.isEmpty)
  }

  @Test(
    "Counts and times without meaning are refused",
    arguments: [
      "<flow id=\"f\" number=\"-4\" from=\"a\" to=\"b\"/>",
      "<flow id=\"f\" vehsPerHour=\"-360\" from=\"a\" to=\"b\"/>",
      "<flow id=\"f\" vehsPerHour=\"nan\" from=\"a\" to=\"b\"/>",
      "<flow id=\"f\" period=\"-1\" from=\"a\" to=\"b\"/>",
      "<flow id=\"f\" period=\"0\" from=\"a\" to=\"b\"/>",
      "<flow id=\"f\" period=\"1e-9\" from=\"a\" to=\"b\"/>",
      "<flow id=\"f\" number=\"4\" begin=\"9\" end=\"3\" from=\"a\" to=\"b\"/>",
      "<flow id=\"f\" from=\"a\" to=\"b\"/>",
      "<trip id=\"t\" depart=\"-1\" from=\"a\" to=\"b\"/>",
      "<trip id=\"t\" depart=\"inf\" from=\"a\" to=\"b\"/>",
      "<trip id=\"t\" depart=\"7:99\" from=\"a\" to=\"b\"/>",
      "<trip id=\"t\" from=\"a\" to=\"b\"/>",
      "<trip id=\"t\" depart=\"1\" from=\"a\"/>",
      "<trip id=\"t\" depart=\"triggered\" from=\"a\" to=\"b\"/>",
      "<vType id=\"c\" length=\"0\"/>", "<vType id=\"c\" accel=\"-2\"/>",
      "<vType id=\"c\" speedFactor=\"fast\"/>",
    ])
  func values(_ inner: String) throws {
    let error = try #require(TestData.fault { try demand(inner) })
    #expect(error.code == .invalidValue)
    #expect(error.message.contains("rou.xml:1"))
    #expect(error.hint != nil)
  }

  @Test("Names that are not there, and names twice, are refused")
  func names() {
    #expect(code("<vehicle id=\"v\" depart=\"3\" route=\"r\"/>") == .missingReference)
    #expect(
      code("<trip id=\"t\" depart=\"1\" type=\"x\" from=\"a\" to=\"b\"/>") == .missingReference)
    #expect(
      code(
        "<trip id=\"t\" depart=\"1\" from=\"a\" to=\"b\"/><trip id=\"t\" depart=\"2\" from=\"a\" "
          + "to=\"b\"/>"
      )
        == .duplicate)
    #expect(TestData.fault { try SUMODemand(parsing: "<net/>") }?.code == .wrongKind)
  }
}
