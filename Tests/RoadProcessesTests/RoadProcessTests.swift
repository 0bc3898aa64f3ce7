import Foundation
import RoadProcesses
import Roads
import SimpleFeatures
import Simulation
import Testing

@Suite("Questions about roads", .timeLimit(.minutes(3)))
struct RoadProcessTests {
  private let city = GridCity()

  /// A street's length between two crossings, m: east and north.
  private static let east = 111_320 * cos(30.5 * .pi / 180) * GridCity.step
  private static let north = 110_870 * GridCity.step

  @Test("A route is as long as the streets between its ends, over the places on the way")
  func route() async throws {
    let process = RouteProcess(try city.network())
    let direct = try await city.ask(
      process,
      ["from": GridCity.place(0, 0), "to": GridCity.place(2, 1), "objective": "length"])
    let features = direct["route"]?["features"]?.items ?? []
    #expect(features.count == 1)
    let length = features.first?["properties"]?["length_m"]?.number ?? 0
    #expect(abs(length - 2 * Self.east - Self.north) < 5)
    let legs =
      try await city.ask(
        process,
        [
          "from": GridCity.place(0, 0), "to": GridCity.place(2, 1), "objective": "length",
          "via": [GridCity.place(0, 3)],
        ])["route"]?["features"]?.items ?? []
    #expect(legs.compactMap { $0["id"]?.string } == ["1", "2"])
    let total = legs.reduce(0) { $0 + ($1["properties"]?["length_m"]?.number ?? 0) }
    #expect(abs(total - 2 * Self.east - 5 * Self.north) < 10)
  }

  @Test("A table holds what single routes say, and nothing for places off the road")
  func matrix() async throws {
    let network = try city.network()
    let places = [GridCity.place(0, 0), GridCity.place(3, 1), [0, 0]]
    let answer = try await city.ask(
      MatrixProcess(network),
      ["sources": .array(places), "targets": .array(places), "objective": "length"])
    #expect(answer["unit"]?.string == "m")
    let rows = answer["values"]?.items?.map { $0.items ?? [] } ?? []
    #expect(rows.count == 3 && rows.allSatisfy { $0.count == 3 })
    let route = try await city.ask(
      RouteProcess(network), ["from": places[0], "to": places[1], "objective": "length"])
    let length = route["route"]?["features"]?.items?[0]["properties"]?["length_m"]?.number ?? 0
    #expect(abs((rows[0][1].number ?? 0) - length) < 1)
    #expect(rows[0][0].number == 0 && rows[2][0].number == nil && rows[0][2].number == nil)
    #expect(answer["snap_sources_m"]?.items?.map { $0.number == nil } == [false, false, true])
  }

  @Test("The nearest come in order, and those that a closed street cuts off are left out")
  func nearest() async throws {
    let process = NearestProcess(try city.network())
    func ids(_ more: [(String, JSONValue)] = []) async throws -> [String] {
      let answer = try await city.ask(
        process, .object([("at", GridCity.place(3, 0)), ("layer", "corners")] + more))
      return answer["nearest"]?["features"]?.items?.compactMap { $0["id"]?.string } ?? []
    }
    #expect(try await ids() == ["se", "sw", "ne"])
    #expect(try await ids([("count", 1)]) == ["se"])
    // A ring around the south-west corner.
    let (west, south, half) = (GridCity.west, GridCity.south, GridCity.step / 2)
    func corner(_ x: Double, _ y: Double) -> JSONValue { [.real(x), .real(y)] }
    let ring: JSONValue = .array([
      corner(west - half, south - half), corner(west + half, south - half),
      corner(west + half, south + half), corner(west - half, south + half),
      corner(west - half, south - half),
    ])
    let closure: JSONValue = [
      "type": "FeatureCollection",
      "features": [
        [
          "type": "Feature", "properties": [:],
          "geometry": ["type": "Polygon", "coordinates": [ring]],
        ]
      ],
    ]
    #expect(try await ids([("closures", closure)]) == ["se", "ne"])
  }

  @Test(
    "What cannot be answered names the input or the place",
    arguments: [
      (["at": [0, 0], "minutes": [5]], "from-off-road", "the place is"),
      (["at": GridCity.place(0, 0)], "missing-input", "minutes"),
      (["at": [114, 100], "minutes": [5]], "invalid-input", "latitude"),
      (["at": GridCity.place(0, 0), "minutes": [5], "conditions": "x"], "unknown-conditions", "x"),
    ] as [(JSONValue, String, String)])
  func diagnostics(inputs: JSONValue, code: String, words: String) async throws {
    let process = IsochroneProcess(try city.network())
    let fault = await #expect(throws: ProcessError.self) {
      try await city.ask(process, inputs)
    }
    #expect(fault?.code == code && fault?.message.contains(words) == true)
  }

  @Test("Only a route without stops and closures is brief, and only once the roads are there")
  func brief() throws {
    let process = RouteProcess(try city.network())
    let ends: [(String, JSONValue)] = [
      ("from", GridCity.place(0, 0)), ("to", GridCity.place(1, 1)),
    ]
    #expect(process.isBrief(InputValues(unchecked: .object(ends))))
    for more in ["via", "closures", "departure", "conditions"] {
      #expect(!process.isBrief(InputValues(unchecked: .object(ends + [(more, "x")]))))
    }
    let empty = RoadNetworkService(profiles: []) { try RoadNetwork($0, profiles: $1) }
    #expect(!RouteProcess(empty).isBrief(InputValues(unchecked: .object(ends))))
  }

  @Test("A service makes roads when somebody asks, and anew after a commit")
  func service() async throws {
    let services = try CityServices(
      [RoadService.self], ServiceContext(map: city, models: "Models"))
    #expect(services.processes.map(\.id) == ["route", "isochrone", "matrix", "nearest"])
    let running = Task { await services.run() }
    defer { running.cancel() }
    let process = services.processes[0]
    let far: JSONValue = ["from": GridCity.place(0, 0), "to": GridCity.place(7, 7), "snap_m": 50]
    let fault = await #expect(throws: ProcessError.self) { try await city.ask(process, far) }
    #expect(fault?.code == "to-off-road")
    city.build(streets: 8)
    var answer: JSONValue?
    while answer == nil {
      answer = try? await city.ask(process, far)
      try await Task.sleep(for: .milliseconds(50))
    }
    #expect(answer?["route"]?["features"]?.items?.count == 1)
  }

  @Test("A city without a road layer is told what to import")
  func noRoads() {
    city.build(streets: 0)
    let error = #expect(throws: RoadError.self) { try CityRoads.map(of: city) }
    #expect(error?.code == .noRoads && error?.hint?.contains("road-network") == true)
  }
}
