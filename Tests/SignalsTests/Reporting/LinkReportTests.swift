import Catalog
import Foundation
import SUMOFiles
import SimpleFeatures
import Testing

@testable import Signals

@Suite("Figures of roads")
struct LinkReportTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Models/signals").path

  private func scale() throws -> CongestionScale {
    try CongestionScale.load(file: Self.folder + "/congestion.yml")
  }

  @Test("The index is linear between its points, goes on beyond the last and ends at 10")
  func index() throws {
    let scale = try scale()
    for (time, index) in [
      (0.5, 0), (1, 0), (1.1, 1), (1.2, 2), (1.35, 3), (1.5, 4), (1.65, 5), (1.8, 6), (2.1, 8),
      (2.25, 9), (2.4, 10), (9, 10),
    ] {
      #expect(abs(scale.index(travelTimeIndex: time) - Double(index)) < 1e-9)
    }
    #expect(scale.grade(ofIndex: 3.99).title.zh == "基本畅通")
    #expect(scale.grade(ofIndex: 4).title.zh == "轻度拥堵")
    #expect(scale.grade(ofIndex: 10).title.zh == "严重拥堵")
  }

  @Test("Levels of service are the HCM's")
  func levels() throws {
    let scale = try scale()
    let levels = [0, 10, 10.1, 20, 35, 55, 80, 80.1].map { scale.levelOfService(delaySeconds: $0) }
    #expect(String(levels) == "AABBCDEF")
  }

  @Test(
    "A scale that contradicts itself is refused with its place",
    arguments: [
      ("[1, 1.2, 1.5, 1.8, 2.1]", "[1, 1.5, 1.2, 1.8, 2.1]"),
      ("[0, 2, 4, 6, 8]", "[0, 2, 4, 6]"), ("{from: 2,", "{from: 7,"), ("{from: 0,", "{from: 1,"),
      ("B: 20", "B: 5"), ("E: 80", "F: 80"), ("id: congestion", "id: other"),
    ])
  func badScale(_ old: String, _ new: String) throws {
    let file = Self.folder + "/congestion.yml"
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(text.contains(old))
    let error = #expect(throws: CatalogError.self) {
      try CongestionScale.parse(yaml: text.replacing(old, with: new), file: file)
    }
    #expect(error?.diagnostics.allSatisfy { $0.line > 0 } == true)
  }

  @Test("The limits of the file are the usual rules")
  func limits() throws {
    let file = Self.folder + "/safety.yml"
    #expect(SafetyRules(try SignalLimits.load(file: file)) == SafetyRules())
    let text = try String(contentsOfFile: file, encoding: .utf8)
    for (old, new) in [("[20, 240]", "[240, 20]"), ("maximum_red: 180", "maximum_red: 9999")] {
      #expect(throws: CatalogError.self) {
        try SignalLimits.parse(yaml: text.replacing(old, with: new), file: file)
      }
    }
  }

  @Test("Delay, queue and index of a road are what its lanes add up to")
  func figures() throws {
    let network = try TestNetworks.avenue()
    let lanes = network.lanes.count
    let edge = try #require(network.edges.firstIndex { $0.id == "left0A0" })
    let road = network.edges[edge].lanes
    var measures = TrafficMeasures(
      beginSeconds: 0, endSeconds: 600, intervalSeconds: 300, intervals: 2, delaySeconds: 0,
      departDelaySeconds: 0,
      vehicles: 30, finished: 30, undeparted: 0, vehicleSeconds: 0,
      queues: Array(repeating: 0, count: lanes * 2), flows: Array(repeating: 0, count: lanes * 2),
      travelTimesSeconds: Array(repeating: 0, count: lanes * 2))
    let lane = road.lowerBound
    let freeSeconds = network.lanes[lane].lengthMetres / network.lanes[lane].speedMetresPerSecond
    measures.flows[lane * 2] = 10
    measures.flows[lane * 2 + 1] = 20
    measures.travelTimesSeconds[lane * 2] = Float(10 * freeSeconds * 3)
    measures.travelTimesSeconds[lane * 2 + 1] = Float(20 * freeSeconds * 1.5)
    measures.queues[lane * 2] = 4
    measures.queues[lane * 2 + 1] = 1
    // Nobody gets off another road.
    let blocked = try #require(network.edges.firstIndex { $0.id == "right0B0" })
    measures.queues[network.edges[blocked].lanes.lowerBound * 2 + 1] = 7
    let report = try LinkReport(measures, of: network, try scale())
    let link = report.links[edge]
    #expect(link.vehicles == 30)
    // (10 · 3 + 20 · 1.5) / 30 = 2 times the free time.
    #expect(abs((link.travelTimeIndex ?? 0) - 2) < 1e-5)
    #expect(abs((link.delaySeconds ?? 0) - freeSeconds) < 1e-4)
    #expect(link.queue == 2.5 && link.longestQueue == 4)
    #expect(report.links[blocked].isBlocked)
    #expect(report.levelOfService(of: report.links[blocked]) == "F")
    #expect(report.index(of: report.links[blocked]) == 10)
    #expect(abs((report.travelTimeIndex ?? 0) - (link.travelTimeIndex ?? 0)) < 1e-9)
    let empty = try #require(report.links.first { $0.vehicles == 0 && !$0.isBlocked })
    #expect(report.index(of: empty) == nil && report.levelOfService(of: empty) == nil)
    try checkGeoJSON(report, network, edge)
    measures.flows.removeLast()
    #expect(throws: SignalError.self) { try LinkReport(measures, of: network, try scale()) }
  }

  @Test("A stub has no index, and weighs in the network's by the seconds spent on it")
  func stubs() throws {
    var network = try TestNetworks.avenue()
    let road = try #require(network.edges.firstIndex { $0.id == "left0A0" })
    let stub = try #require(network.edges.firstIndex { $0.id == "right0B0" })
    for lane in network.edges[stub].lanes { network.lanes[lane].lengthMetres = 1 }
    var measures = TrafficMeasures(
      beginSeconds: 0, endSeconds: 300, intervalSeconds: 300, intervals: 1, delaySeconds: 0,
      departDelaySeconds: 0,
      vehicles: 20, finished: 20, undeparted: 0, vehicleSeconds: 0,
      queues: Array(repeating: 0, count: network.lanes.count),
      flows: Array(repeating: 0, count: network.lanes.count),
      travelTimesSeconds: Array(repeating: 0, count: network.lanes.count))
    let (lane, stubLane) = (
      network.edges[road].lanes.lowerBound, network.edges[stub].lanes.lowerBound
    )
    let freeSeconds = network.lanes[lane].lengthMetres / network.lanes[lane].speedMetresPerSecond
    // 10 vehicles freely on the road, 10 for 4 s each on a stub of 0.07 s.
    (measures.flows[lane], measures.flows[stubLane]) = (10, 10)
    measures.travelTimesSeconds[lane] = Float(10 * freeSeconds)
    measures.travelTimesSeconds[stubLane] = 40
    let report = try LinkReport(measures, of: network, try scale())
    #expect(report.links[stub].isStub && !report.links[road].isStub)
    #expect(report.index(of: report.links[stub]) == nil)
    #expect(report.index(of: report.links[road]).map { $0 < 1e-4 } == true)
    #expect((report.links[stub].delaySeconds ?? 0) > 3.9)
    let stubSeconds = 1 / network.lanes[stubLane].speedMetresPerSecond
    let expected = (10 * freeSeconds + 40) / (10 * freeSeconds + 10 * stubSeconds)
    #expect(abs((report.travelTimeIndex ?? 0) - expected) < 1e-4)
    // Who waits on a stub is not in a jam of ten of ten either.
    measures.flows[stubLane] = 0
    measures.queues[stubLane] = 3
    let blocked = try LinkReport(measures, of: network, try scale())
    #expect(blocked.links[stub].isBlocked && blocked.index(of: blocked.links[stub]) == nil)
  }

  private func checkGeoJSON(_ report: LinkReport, _ network: SUMONetwork, _ edge: Int) throws {
    let local = try JSONValue(parsing: Array(try report.geoJSON().utf8))
    #expect(local["features"]?.items?.count == network.edges.count)
    #expect(local["coordinate_system"]?.string == "local metres of the network")
    let feature = try #require(local["features"]?.items?[edge])
    #expect(feature["properties"]?["level_of_service"]?.string == "A")
    #expect(abs((feature["properties"]?["congestion_index"]?.number ?? 0) - (6 + 2 / 1.5)) < 1e-4)
    let moved = try JSONValue(
      parsing: Array(try report.geoJSON { $0 / 1000 + SIMD2(114, 30) }.utf8))
    let point = moved["features"]?.items?[edge]["geometry"]?["coordinates"]?.items?[0].items
    #expect(point?[0].number.map { (114..<115).contains($0) } == true)
    #expect(moved["coordinate_system"]?.string == "longitude latitude, WGS 84")
  }
}
