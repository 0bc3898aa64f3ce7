package import Catalog
package import CityStreets
import Foundation
import Roads
package import Signals
package import SimpleFeatures
package import Simulation

/// What a city holds for signals: roads, traffic lights and detectors.
package struct SignalCity: Sendable {
  /// The roles of the layers that it reads.
  package static let roles: [LayerRole] = [.roadNetwork, .trafficLight, .trafficDetector]

  package let streets: CityStreets
  package let detectors: [DetectorPoint]

  /// Reads the layers of roads, traffic lights and detectors of a snapshot.
  ///
  /// - Parameter path: The city's file, for messages.
  package init(
    _ snapshot: any MapSnapshot, of path: String, area: Envelope?, rules: SafetyRules
  ) throws {
    let found = try Layers(snapshot, area)
    guard found.hasRoads else {
      throw PlainError(
        message: "\(path) has no roads",
        hint: "import into a layer of role \(LayerRole.roadNetwork.rawValue), ID: yutu import "
          + "--city \(path) --layer ID FILE")
    }
    var roads = LayerRoads()
    for feature in found.roads { roads.add(feature) }
    let numbers = roads.numbers
    streets = try CityStreets(
      roads: roads.finish(), signals: found.signals.compactMap { SignalPoint($0) }, area: area,
      rules: rules)
    detectors = found.detectors.compactMap { DetectorPoint($0, roads: numbers) }
  }

  /// The features of the layers, by id, so that a result does not depend on their order.
  private struct Layers: Sendable {
    let hasRoads: Bool
    var roads: [Feature] = []
    var signals: [Feature] = []
    var detectors: [Feature] = []

    init(_ snapshot: any MapSnapshot, _ area: Envelope?) throws {
      hasRoads = try !snapshot.layers(withRole: .roadNetwork).isEmpty
      func features(_ role: LayerRole) throws -> [Feature] {
        try snapshot.features(withRole: role, meeting: area).sorted {
          ($0.id ?? "") < ($1.id ?? "")
        }
      }
      roads = try features(.roadNetwork)
      signals = try features(.trafficLight)
      detectors = try features(.trafficDetector)
    }
  }
}

extension LayerRole {
  /// Counters of vehicles.
  fileprivate static let trafficDetector = LayerRole("traffic-detector")
}

extension Feature {
  fileprivate var place: (Double, Double)? {
    guard let ordinates = geometry?.ordinates, ordinates.count >= 2 else { return nil }
    return (ordinates[0], ordinates[1])
  }

  fileprivate func text(_ name: String) -> String? {
    guard case .text(let text)? = self[name], !text.isEmpty else { return nil }
    return text
  }

  fileprivate func number(_ name: String) -> Double? {
    switch self[name] {
    case .integer(let number): Double(number)
    case .real(let number): number
    default: nil
    }
  }
}

extension Feature {
  /// A whole number of at most four digits, more than any road has of lanes; `nil` for others.
  fileprivate func whole(_ name: String) -> Int? {
    number(name).flatMap { Int(exactly: $0) }.flatMap { (0...9999).contains($0) ? $0 : nil }
  }
}

extension SignalPoint {
  /// A feature of a layer of traffic lights.
  init?(_ feature: Feature) {
    guard let id = feature.id, let (longitude, latitude) = feature.place else { return nil }
    self.init(
      id: id, longitude: longitude, latitude: latitude, kind: feature.text("kind"),
      name: feature.text("name") ?? "", phases: feature.whole("phases"),
      cycleSeconds: feature.number("cycle"))
  }
}

extension DetectorPoint {
  /// A feature of a layer of detectors; `nil` also for sensors of bays.
  init?(_ feature: Feature, roads: [String: Int64]) {
    guard let id = feature.id, let (longitude, latitude) = feature.place,
      feature.text("kind") != "bay"
    else { return nil }
    self.init(
      id: id, longitude: longitude, latitude: latitude,
      road: feature.text("road").flatMap { roads[$0] },
      lane: feature.whole("lane"), bearing: feature.number("direction"))
  }
}
