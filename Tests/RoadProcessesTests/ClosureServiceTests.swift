import Catalog
import RoadProcesses
import Roads
import SimpleFeatures
import Simulation
import Testing

@Suite("Closures of a service", .timeLimit(.minutes(3)))
struct ClosureServiceTests {
  private let city = GridCity()

  /// A closure of the southernmost street between two of its crossings.
  private static func closure(
    _ from: Double, _ to: Double, _ properties: [Property] = []
  ) -> Feature {
    let y = GridCity.south
    return Feature(
      id: "c",
      geometry: .lineString([
        GridCity.west + GridCity.step * from, y,
        GridCity.west + GridCity.step * to, y,
      ]), properties: properties)
  }

  private func length(_ network: RoadNetworkService) async throws -> Double? {
    let answer = try await city.ask(
      RouteProcess(network),
      ["from": GridCity.place(0, 0), "to": GridCity.place(4, 0), "objective": "length"])
    return answer["route"]?["features"]?.items?[0]["properties"]?["length_m"]?.number
  }

  private func service() -> RoadNetworkService {
    let (profiles, _) = RoadProfile.check(folder: "Models/roads")
    return RoadNetworkService(profiles: profiles.filter { $0.id == "car" }) {
      try RoadNetwork($0, profiles: $1)
    }
  }

  @Test("Those that came before the roads hold on them, and end with those that take their place")
  func before() async throws {
    let network = service()
    try network.put(closures: [Self.closure(1, 2)])
    try network.put(try CityRoads.map(of: city))
    let around = try #require(try await length(network))
    try network.put(closures: [])
    let straight = try #require(try await length(network))
    // Two streets to the north more, up and down.
    #expect(abs(around - straight - 2 * 110_870 * GridCity.step) < 1)
    try network.put(closures: [Self.closure(1, 2, [Property("slot", .text("works"))])])
    #expect(try await length(network) == around)
  }

  static let bad: [([Feature], String)] = [
    ([closure(1, 2, [Property("speed_kmh", .text("fast"))])], "speed_kmh"),
    ([closure(1, 2, [Property("depth", .real(0.3))])], "depth"),
    ([closure(1, 2, [Property("depth_m", .real(-1))])], "depth_m"),
    ([closure(1, 2), Feature(id: "p", geometry: .point(x: 114.3, y: 30.5))], "\"p\""),
    ([Feature(id: "far", geometry: .lineString([0, 0, 200, 0]))], "\"far\""),
    ([closure(1, 2, [Property("from", .text("tomorrow"))])], "tomorrow"),
    (
      [
        closure(
          1, 2,
          [
            Property("from", .text("2026-07-02T00:00:00Z")),
            Property("until", .text("2026-07-01T00:00:00Z")),
          ])
      ], "ends before"
    ),
    ([closure(1, 2), closure(2, 3, [Property("from", .text("2026-07-01T00:00:00Z"))])], "live"),
  ]

  @Test(
    "What makes no sense is refused at once, roads or none, and what was in place stays",
    arguments: bad.indices)
  func refused(number: Int) async throws {
    let (features, words) = Self.bad[number]
    for isReady in [false, true] {
      let network = service()
      if isReady { try network.put(try CityRoads.map(of: city)) }
      try network.put(closures: [Self.closure(1, 2)])
      let error = #expect(throws: RoadError.self) { try network.put(closures: features) }
      #expect(error?.code == .invalidInput && error?.message.contains(words) == true)
      if !isReady { try network.put(try CityRoads.map(of: city)) }
      let around = try #require(try await length(network))
      #expect(around > 4 * 111_320 * 0.86 * GridCity.step + 300)
    }
  }
}
