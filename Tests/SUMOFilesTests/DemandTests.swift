import SUMOFiles
import SimpleFeatures
import TestSupport
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
    #expect(hourly.vehicles.map(\.departSeconds) == Array(stride(from: 100, to: 200, by: 10)))
    #expect(hourly.vehicles[3].id == "f.3")
    let counted = try demand(
      "<flow id=\"f\" begin=\"0\" end=\"100\" number=\"4\"><route edges=\"a b c\"/></flow>")
    #expect(counted.vehicles.map(\.departSeconds) == [0, 25, 50, 75])
    #expect(counted.vehicles.allSatisfy { $0.edges == ["a", "b", "c"] && $0.isRouted })
  }

  @Test(
    "A flow of a number and a rate goes on until the number is reached, as in SUMO 1.28",
    arguments: ["period=\"30\"", "vehsPerHour=\"120\"", "perHour=\"120\""])
  func numberAtRate(_ rate: String) throws {
    let way = "from=\"a\" to=\"b\""
    let demand = try demand("<flow id=\"f\" begin=\"100\" number=\"10\" \(rate) \(way)/>")
    #expect(demand.vehicles.map(\.departSeconds) == Array(stride(from: 100, to: 400, by: 30)))
    let both = "<flow id=\"f\" begin=\"100\" end=\"200\" number=\"10\" \(rate) \(way)/>"
    #expect(code(both) == .invalidValue)
  }

  @Test("A flow has no vehicle at its end, whatever its rate")
  func rates() throws {
    for rate in [360, 700, 1100, 1300, 2100.0] {
      let vehicles = try demand(
        "<flow id=\"f\" begin=\"0\" end=\"3600\" vehsPerHour=\"\(rate)\" from=\"a\" to=\"b\"/>"
      ).vehicles
      #expect(vehicles.count == Int(rate) && vehicles.last!.departSeconds < 3600)
    }
  }

  @Test("More than ten million vehicles are refused, of one flow or of several together")
  func mostVehicles() {
    func flow(_ id: String, _ number: Int) -> String {
      "<flow id=\"\(id)\" number=\"\(number)\" from=\"a\" to=\"b\"/>"
    }
    for flows in [flow("a", 10_000_001), flow("a", 20) + flow("b", 9_999_981)] {
      let error = TestData.fault { try demand(flows) }
      #expect(error?.code == .invalidValue && error?.message.contains("10000000") == true)
    }
  }

  @Test(
    "Types of vehicles that no street has are refused",
    arguments: [
      "length=\"1e-9\"", "length=\"1e300\"", "length=\"501\"", "minGap=\"101\"",
      "accel=\"0.0001\"", "accel=\"1e300\"", "decel=\"0\"", "tau=\"100\"", "tau=\"-1\"",
      "sigma=\"1.5\"", "maxSpeed=\"0\"", "maxSpeed=\"1e300\"", "speedFactor=\"1e6\"",
      "speedFactor=\"normc(1,nan,0,2)\"", "speedFactor=\"0\"", "speedDev=\"1e300\"",
      "length=\"0.2\" minGap=\"0.2\"",
    ])
  func types(_ attributes: String) throws {
    let error = try #require(
      TestData.fault {
        try demand(
          "<vType id=\"t\" \(attributes)/><trip id=\"v\" type=\"t\" depart=\"0\" from=\"a\" "
            + "to=\"b\"/>")
      })
    #expect(error.code == .invalidValue && error.message.contains("\"t\"") && error.hint != nil)
  }

  @Test("Types within the bounds are read as they are written")
  func usualTypes() throws {
    let type = try #require(
      try demand(
        "<vType id=\"t\" length=\"500\" minGap=\"0\" accel=\"0.01\" decel=\"100\" tau=\"60\" "
          + "sigma=\"1\" maxSpeed=\"0.1\" speedFactor=\"normc(1.2,0.3,0.2,2)\"/>"
      ).types["t"])
    #expect(
      type.lengthMetres == 500 && type.accelerationMetresPerSecondSquared == 0.01
        && type.headwaySeconds == 60)
    #expect(type.speedFactor == 1.2 && type.speedDeviation == 0.3)
  }

  @Test(
    "A speed to start with is a number of a vehicle or a word of SUMO",
    arguments: [
      ("nan", false), ("inf", false), ("-1e30", false), ("1e300", false), ("fast", false),
      ("0", true), ("13.9", true), ("max", true), ("speedLimit", true),
    ])
  func departSpeeds(_ text: String, _ isRead: Bool) {
    let trip = "<trip id=\"v\" depart=\"0\" from=\"a\" to=\"b\" departSpeed=\"\(text)\"/>"
    #expect(code(trip) == (isRead ? nil : .invalidValue))
  }

  @Test("Times may be written as clocks")
  func clocks() throws {
    let vehicle = try demand("<trip id=\"t\" depart=\"07:00:05\" from=\"a\" to=\"b\" via=\"c d\"/>")
    #expect(vehicle.vehicles[0].departSeconds == 25_205)
    #expect(vehicle.vehicles[0].edges == ["a", "c", "d", "b"])
    #expect(
      try demand("<trip id=\"t\" depart=\"1:00:00:00\" from=\"a\" to=\"b\"/>").vehicles[0]
        .departSeconds
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
      "<trip id=\"t\" depart=\"1e10\" from=\"a\" to=\"b\"/>",
      "<route id=\"r\" edges=\"\"/>", "<route id=\"r\" edges=\" \"/>",
      "<flow id=\"f\" number=\"4\" period=\"1e9\" from=\"a\" to=\"b\"/>",
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
