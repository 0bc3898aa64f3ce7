import Catalog
import CityFile
import CityStreets
import FeatureStore
import Foundation
import Roads
import Signals
import SimpleFeatures

/// What a city holds for signals: roads, traffic lights and detectors.
struct SignalCity: Sendable {
  let streets: CityStreets
  let detectors: [DetectorPoint]

  /// Reads the layers `road`, `traffic-signal` and `detector` as of the last commit.
  init(_ path: String, area: Envelope?, rules: SafetyRules) async throws {
    let open = try City.open(path)
    defer { try? open.close() }
    let found = try await SpatiaLiteStore(open).read(.latest) { try Layers($0, area) }
    guard found.known.contains("road") else {
      throw CommandError(
        message: "\(path) has no roads",
        hint: "import some: yutu import --city \(path) --layer road FILE")
    }
    var roads = LayerRoads()
    for feature in found.roads { roads.add(feature) }
    let numbers = roads.numbers
    streets = try CityStreets(
      roads: roads.finish(), signals: found.signals.compactMap { SignalPoint($0) }, area: area,
      rules: rules)
    detectors = found.detectors.compactMap { DetectorPoint($0, roads: numbers) }
    for remark in streets.report.remarks { Terminal.say("note: \(remark)") }
  }

  /// The features of the layers, by id, so that a result does not depend on their order.
  private struct Layers: Sendable {
    var known: Set<String> = []
    var roads: [Feature] = []
    var signals: [Feature] = []
    var detectors: [Feature] = []

    init(_ snapshot: any FeatureSnapshot, _ area: Envelope?) throws {
      known = Set(try snapshot.layers().map(\.definition.id))
      roads = try features("road", snapshot, area)
      signals = try features("traffic-signal", snapshot, area)
      detectors = try features("detector", snapshot, area)
    }

    private func features(
      _ id: String, _ snapshot: any FeatureSnapshot, _ area: Envelope?
    ) throws -> [Feature] {
      guard known.contains(id) else { return [] }
      let layer = try snapshot.layer(id)
      let names = layer.definition.fields.map(\.name)
      var features: [Feature] = []
      func add(_ row: borrowing FeatureRow) throws {
        var feature = Feature(id: row.id, geometry: try row.geometry())
        for (index, name) in names.enumerated() {
          feature.properties.append(Property(name, row.value(index)))
        }
        features.append(feature)
      }
      if let area {
        try snapshot.forEachFeature(of: layer, meeting: area, weighing: 0) { try add($0) }
      } else {
        try snapshot.forEachFeature(of: layer) { try add($0) }
      }
      return features.sorted { ($0.id ?? "") < ($1.id ?? "") }
    }
  }
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
  /// A feature of the layer `traffic-signal`.
  init?(_ feature: Feature) {
    guard let id = feature.id, let (longitude, latitude) = feature.place else { return nil }
    self.init(
      id: id, longitude: longitude, latitude: latitude, kind: feature.text("kind"),
      name: feature.text("name") ?? "", phases: feature.whole("phases"),
      cycleSeconds: feature.number("cycle"))
  }
}

extension DetectorPoint {
  /// A feature of the layer `detector`; `nil` also for sensors of bays.
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
