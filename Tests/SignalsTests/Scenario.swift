import Foundation
import SUMOFiles
import TestSupport
import Testing

@testable import Signals

/// Scenarios of the test data.
enum Scenario {
  /// A scenario's model; `nil` where the test data is not there and need not be.
  static func model(_ name: String, beginSeconds: Double) throws -> TrafficModel? {
    guard TestData.isExpected else { return nil }
    let folder = TestData.path("traffic/resco/\(name)")
    return try TrafficModel(
      network: try SUMONetwork(contentsOf: "\(folder)/\(name).net.xml"),
      demand: try SUMODemand(contentsOf: ["\(folder)/\(name).rou.xml"]), beginSeconds: beginSeconds,
      endSeconds: beginSeconds + 3600)
  }

  static func cologne1() throws -> TrafficModel? { try model("cologne1", beginSeconds: 25_200) }
}
