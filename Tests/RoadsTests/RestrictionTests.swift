import Networks
import TestSupport
import Testing

@testable import Catalog
@testable import Roads

@Suite("Turns that are forbidden, in cities of chance, against a search of another kind")
struct RestrictionTests {
  /// Restrictions between ways that meet, a third of them over a way between; some allow one turn
  /// alone, some forbid to turn round.
  private static func restrictions(
    of map: RoadMap, count: Int, _ dice: inout SeededGenerator
  ) -> [TurnRestriction] {
    var waysAt: [UInt32: [Int]] = [:]
    for (number, way) in map.ways.enumerated() {
      for node in map.nodes(of: way) { waysAt[node, default: []].append(number) }
    }
    func other(_ way: Int, _ node: UInt32) -> UInt32 {
      let nodes = map.nodes(of: map.ways[way])
      return nodes.first == node ? nodes.last! : nodes.first!
    }
    return (0..<count).compactMap { number in
      let from = Int.random(in: map.ways.indices, using: &dice)
      let node = map.nodes(of: map.ways[from]).randomElement(using: &dice)!
      guard let next = waysAt[node]!.randomElement(using: &dice) else { return nil }
      var rule = TurnRestriction(
        id: Int64(number + 1), from: map.ways[from].id, to: map.ways[next].id,
        viaNode: map.nodeIDs[Int(node)], isOnly: .random(in: 0..<4, using: &dice) == 0,
        modes: [.car])
      if number % 3 == 0, next != from {
        let end = other(next, node)
        let last = waysAt[end]!.filter { $0 != next }.randomElement(using: &dice)
        guard let last, last != from else { return nil }
        rule.viaNode = nil
        rule.viaWays = [map.ways[next].id]
        rule.to = map.ways[last].id
        rule.isOnly = false
      } else if next == from, rule.isOnly {
        return nil
      }
      return rule
    }
  }

  @Test("Every pair costs what the other search says", arguments: 1...8)
  func pairs(seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed)
    var map = GeneratedCity.superblocks(12, seed: seed)
    // Junctions of one city, with one-way streets of every class.
    for way in map.ways.indices where Int.random(in: 0..<6, using: &dice) == 0 {
      map.ways[way].direction = dice.next() % 2 == 0 ? .forward : .backward
    }
    map.restrictions = Self.restrictions(of: map, count: [0, 12, 60][Int(seed % 3)], &dice)
    let network = try RoadNetwork(map, profiles: [try OracleTests.profile("car")])
    let known = OracleTests.known(map, network)
    #expect(known.count * 2 >= map.restrictions.count)
    for objective in RouteObjective.allCases {
      let result = OracleTests.compare(
        network, network.metric(profile: 0, objective), sources: 6, targets: 60, seed: seed,
        restrictions: known)
      #expect(result.wrong.isEmpty, "\(result.wrong.prefix(5))")
      #expect(result.reached > 100, "\(result.reached)")
    }
  }
}
