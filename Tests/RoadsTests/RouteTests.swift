import Catalog
import Testing

@testable import Roads

@Suite("Routes in drawn towns")
struct RouteTests {
  private func seconds(
    _ town: Town, _ from: Character, _ to: Character, turns: Bool = true
  ) throws -> Double? {
    let network = try town.network(turns: turns)
    let router = Router(network, network.metric(profile: 0, .time))
    return try? router.route(from: .node(town.node(from)), to: .node(town.node(to))).durationSeconds
  }

  @Test("The way along two sides of a block is as long as they are")
  func block() throws {
    let town = Town("A-B-C\n|   |\nD-E-F")
    let network = try town.network()
    let router = Router(network, network.metric(profile: 0, .length))
    let route = try router.route(from: .node(town.node("A")), to: .node(town.node("F")))
    #expect(abs(route.lengthMetres - 300) < 0.5)
    #expect(abs(route.durationSeconds - 30) < 0.1)
  }

  @Test("A one-way street is not driven against its direction")
  func oneway() throws {
    let town = Town("A>B\n| |\nC-D")
    #expect(abs(try #require(try seconds(town, "A", "B")) - 10) < 0.1)
    #expect(abs(try #require(try seconds(town, "B", "A")) - 30) < 0.1)
  }
}
