import RoadProcesses
import SimpleFeatures
import Simulation
import Synchronization
import TestSupport
import Testing

@Suite("The nearest features against a table of all", .timeLimit(.minutes(3)))
struct NearestTests {
  private let city = GridCity()

  /// Features up to `reach` streets beyond the city, as points and as small areas.
  private func scatter(_ count: Int, reach: Double, _ dice: inout SeededGenerator) -> [JSONValue] {
    var features: [Feature] = []
    var places: [JSONValue] = []
    for number in 0..<count {
      let x = Double.random(in: -reach...4 + reach, using: &dice)
      let y = Double.random(in: -reach...4 + reach, using: &dice)
      let (east, north) = (GridCity.west + GridCity.step * x, GridCity.south + GridCity.step * y)
      features.append(Feature(id: "\(number)", geometry: .point(x: east, y: north)))
      places.append([.real(east), .real(north)])
    }
    let all = features
    city.scattered.withLock { $0 = all }
    return places
  }

  @Test(
    "Whatever lies around, near or far off the roads, the first come first",
    arguments: [(1, 12, 0.0, 500.0), (2, 30, 3, 500), (3, 12, 14, 3000), (4, 8, 40, 9000)]
      as [(UInt64, Int, Double, Double)])
  func table(seed: UInt64, count: Int, reach: Double, snap: Double) async throws {
    let network = try city.network()
    var dice = SeededGenerator(seed: seed)
    for round in 0..<6 {
      let places = scatter(count, reach: reach, &dice)
      let at = GridCity.place(.random(in: 0...4, using: &dice), .random(in: 0...4, using: &dice))
      let objective = round % 2 == 0 ? "length" : "time"
      let isTowards = round % 3 != 0
      let shared: [(String, JSONValue)] = [
        ("objective", .string(objective)), ("snap_m", .real(snap)),
      ]
      let table = try await city.ask(
        MatrixProcess(network),
        .object(
          [
            ("sources", .array(isTowards ? places : [at])),
            ("targets", .array(isTowards ? [at] : places)),
          ] + shared))
      let costs = (table["values"]?.items ?? []).flatMap { $0.items ?? [] }.map(\.number)
      #expect(costs.count == count)
      let known = costs.compactMap { $0 }.sorted()
      for most in [1, 3, count] {
        let answer = try await city.ask(
          NearestProcess(network),
          .object(
            [
              ("at", at), ("layer", "scattered"), ("count", .integer(most)),
              ("direction", isTowards ? "to" : "from"),
            ] + shared))
        let found = answer["nearest"]?["features"]?.items ?? []
        #expect(found.count == min(most, known.count))
        for (hit, cost) in zip(found, known) {
          let name = objective == "length" ? "length_m" : "duration_s"
          let own = try #require(hit["properties"]?[name]?.number)
          #expect(abs(own - cost) < 0.02, "\(hit["id"]?.string ?? "") \(own), not \(cost)")
          let place = try #require(hit["id"]?.string.flatMap { Int($0) })
          #expect(abs(try #require(costs[place]) - own) < 0.02)
        }
      }
    }
  }
}
