import Foundation
import OpenStreetMap
import Roads
import SUMOFiles
import Signals
import TestSupport
import Testing

@testable import CityStreets

extension TestData {
  static func streets(_ name: String) throws -> CityStreets {
    let map = try RoadMap(openStreetMap: try OSMFile(path: path("osm/" + name)))
    let signals = map.nodeTags.filter { $0.value.signal != .none }.keys.sorted().map { node in
      SignalPoint(
        id: "node/\(map.nodeIDs[Int(node)])", longitude: Double(map.longitudes[Int(node)]) * 1e-7,
        latitude: Double(map.latitudes[Int(node)]) * 1e-7)
    }
    return try CityStreets(roads: map, signals: signals)
  }
}

@Suite("Real maps as networks", .enabled(if: TestData.isExpected))
struct RealMapTests {
  @Test(
    "Every programme that is made is safe, with nothing to say of it",
    arguments: [
      ("reisterstown.osm.pbf", 80), ("shanghai_center.osm", 600), ("Helsinki.osm.pbf", 30),
    ])
  func safe(name: String, least: Int) throws {
    let streets = try TestData.streets(name)
    let network = streets.network
    #expect(network.programs.count >= least)
    #expect(streets.report.unsafeSignals.isEmpty)
    let findings = try SafetyChecker(network).findings(of: SUMOPlan(programs: network.programs))
    #expect(findings.isEmpty, "\(findings.prefix(3).map(\.message))")
    for program in network.programs { #expect((20...240).contains(program.cycleSeconds)) }
  }

  @Test("Networks hold together: lanes, connections and requests point at what is there")
  func whole() throws {
    let network = try TestData.streets("reisterstown.osm.pbf").network
    for (number, edge) in network.edges.enumerated() {
      #expect(!edge.lanes.isEmpty && network.lanes[edge.lanes].allSatisfy { $0.edge == number })
    }
    #expect(Set(network.edges.map(\.id)).count == network.edges.count)
    for connection in network.connections {
      let (from, to) = (network.lanes[connection.from].edge, network.lanes[connection.to].edge)
      #expect(network.edges[from].to == network.edges[to].from)
      let requests = network.junctions[network.edges[from].to].requests
      #expect(requests.indices.contains(connection.request ?? -1))
      #expect(connection.lengthMetres > 0 && connection.speedMetresPerSecond > 0)
    }
    for lane in network.lanes { #expect(lane.lengthMetres > 0 && lane.shape.count > 1) }
  }

  @Test("The same map gives the same network, and traffic on it that all can drive")
  func again() throws {
    let (one, other) = (
      try TestData.streets("Helsinki.osm.pbf"), try TestData.streets("Helsinki.osm.pbf")
    )
    #expect(one.network == other.network)
    let traffic = try one.traffic(assumedByClassFor: 900)
    #expect(traffic.demand == (try other.traffic(assumedByClassFor: 900)).demand)
    _ = try TrafficModel(
      network: one.network, demand: traffic.demand, beginSeconds: traffic.beginSeconds,
      endSeconds: traffic.endSeconds)
  }
}
