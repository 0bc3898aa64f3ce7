import SUMOFiles
import TestSupport
import Testing

@testable import CityStreets

@Suite("Flows and lines, by another count")
struct FlowTests {
  /// Blocks of 150 m with roads of chance: lanes, classes, one-ways.
  private static func blocks(_ dice: inout SeededGenerator) -> Drawing {
    var drawing = Drawing()
    let size = Int.random(in: 3...4, using: &dice)
    for line in 0..<size {
      for isAcross in [false, true] {
        let places = (-1...size).map { step -> (Double, Double) in
          let (a, b) = (Double(step) * 150, Double(line) * 150)
          return isAcross ? (b, a) : (a, b)
        }
        let isOneWay = Int.random(in: 0..<4, using: &dice) == 0
        drawing.road(
          places, class: ["primary", "secondary", "residential"].randomElement(using: &dice)!,
          lanes: (isOneWay ? 1 : 2) * Int.random(in: 1...3, using: &dice),
          oneway: isOneWay ? "yes" : nil)
      }
    }
    drawing.signal("XH1", 0, 0)
    return drawing
  }

  @Test("Lanes carry the vehicles that drive on, each on one lane of its turn", arguments: 1...6)
  func laneFlows(seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed)
    let streets = try Self.blocks(&dice).streets()
    let seconds = Double([600, 1800, 3600][Int(seed % 3)])
    let begin = Double(Int.random(in: 0...20_000, using: &dice))
    let traffic = try streets.traffic(
      assumedByClassFor: seconds, beginSeconds: begin, factor: .random(in: 0.3...2, using: &dice))
    let network = streets.network
    var leaving: [String: Int] = [:]
    for vehicle in traffic.demand.vehicles {
      for edge in vehicle.edges.dropLast() { leaving[edge, default: 0] += 1 }
      #expect(vehicle.departSeconds <= traffic.endSeconds)
      #expect(vehicle.departSeconds >= traffic.beginSeconds)
    }
    #expect(!leaving.isEmpty && traffic.endSeconds == begin + seconds)
    for edge in network.edges {
      let flow = edge.lanes.reduce(0) { $0 + traffic.laneFlows[$1] } * seconds
      #expect(abs(flow - Double(leaving[edge.id] ?? 0)) < 1e-6, "\(edge.id)")
    }
    // Every step of a way is a turn of the network.
    var turns: Set<[String]> = []
    for connection in network.connections {
      turns.insert(
        [connection.from, connection.to].map { network.edges[network.lanes[$0].edge].id })
    }
    for route in Set(traffic.demand.vehicles.map(\.edges)) {
      for (one, next) in zip(route, route.dropFirst()) { #expect(turns.contains([one, next])) }
    }
  }

  @Test("Counts of a traffic that exists are met, in the shares that ways had", arguments: 1...12)
  func fit(seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed)
    let ways = Int.random(in: 2...25, using: &dice)
    let hidden = (0..<ways).map { _ in Double.random(in: 0.5...200, using: &dice) }
    let priors = hidden.map { $0 * .random(in: 0.2...5, using: &dice) }
    let users = (0..<Int.random(in: 1...6, using: &dice)).map { _ in
      (0..<ways).filter { _ in dice.next() % 3 == 0 }
    }
    let counts = users.map { $0.reduce(0) { $0 + hidden[$1] } }
    let fit = CountFit(priors: priors, users: users, counts: counts, rounds: 20_000)
    for (ways, count) in zip(users, counts) where !ways.isEmpty {
      let sum = ways.reduce(0) { $0 + fit.flows[$1] }
      #expect(abs(sum / count - 1) < 1e-4, "\(sum), not \(count)")
    }
    // What no count tells apart keeps its shares: the fit is the prior times a factor a count.
    var alike: [[Bool]: Double] = [:]
    for way in 0..<ways {
      let factor = fit.flows[way] / priors[way]
      let pattern = users.map { $0.contains(way) }
      #expect(abs(factor / alike[pattern, default: factor] - 1) < 1e-9)
      alike[pattern] = factor
      if !pattern.contains(true) { #expect(factor == 1) }
    }
  }

  @Test("What is near a place is found, on whichever side of a square", arguments: 1...4)
  func near(seed: UInt64) {
    var dice = SeededGenerator(seed: seed)
    let reach = [100.0, 400, 2000, 400][Int(seed - 1)]
    func place() -> SIMD2<Double> {
      SIMD2(.random(in: -reach...reach, using: &dice), .random(in: -reach...reach, using: &dice))
    }
    let lines = (0..<60).map { _ -> Polyline in
      var points = [place()]
      for _ in 0..<Int.random(in: 1...4, using: &dice) {
        points.append(dice.next() % 3 == 0 ? place() : points.last! + place() / 10)
      }
      return Polyline(points: points)
    }
    let index = EdgeIndex(lines)
    var found = 0
    for _ in 0..<500 {
      let (here, metres) = (place(), Double.random(in: 0...60, using: &dice))
      let hits = index.near(here, within: metres)
      let known = lines.indices.filter { lines[$0].foot(of: here).apartMetres <= metres }
      #expect(Set(hits.map(\.piece)) == Set(known) && hits.count == known.count)
      #expect(zip(hits, hits.dropFirst()).allSatisfy { $0.apartMetres <= $1.apartMetres })
      for hit in hits {
        let line = lines[hit.piece]
        let foot = line.point(at: hit.alongMetres)
        #expect(abs((foot - here).length - hit.apartMetres) < 1e-6)
        // The line's parts before and behind the foot make up the line.
        let parts = [
          line.part(from: 0, to: hit.alongMetres),
          line.part(from: hit.alongMetres, to: line.lengthMetres),
        ]
        let sum = parts.reduce(0) { $0 + $1.lengthMetres }
        #expect(abs(sum - line.lengthMetres) < 1e-5)
      }
      found += hits.count
    }
    #expect(found > 100)
  }
}
