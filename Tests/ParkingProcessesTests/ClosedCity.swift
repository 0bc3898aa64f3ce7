import Catalog
import Foundation
import Parking
import RoadProcesses
import Roads
import SimpleFeatures
import Simulation

@testable import ParkingProcesses

/// A city of six by six streets, about 200 m apart, with a handful of car parks.
struct ClosedCity {
  let service: ParkingDataService
  let map: HandMap
  /// Monday, 2026-03-30 09:10 on the lots' clock.
  static let nowSeconds: Int64 = 1_774_861_800
  static let west = 114.3
  static let south = 30.5
  static let step = 0.002

  static func place(_ column: Double, _ row: Double) -> JSONValue {
    [.real(west + step * column), .real(south + step * row)]
  }

  /// - Parameter counts: Whether there are any: five weeks, every half hour, of all lots but one.
  init(counts: Bool = true) throws {
    let (profiles, _) = RoadProfile.check(folder: "Models/roads")
    let roads = RoadNetworkService(
      profiles: profiles.filter { $0.id == "car" } + profiles.filter { $0.id == "foot" }
    ) { try RoadNetwork($0, profiles: $1) }
    try roads.put(Self.streets())
    let tariffs = ParkingTariff.check(folder: "Models/parking/tariffs")
    service = ParkingDataService(
      roads: roads, tariffs: TariffCatalog(tariffs.values, diagnostics: tariffs.diagnostics),
      clock: ParkingClock(zone: .gmt) {
        Date(timeIntervalSince1970: Double(ClosedCity.nowSeconds))
      })
    map = HandMap(layers: [.carPark: Self.lots()])
    if counts { service.put(OccupancyHistory(counts: Self.counts())) }
  }

  private static func streets() -> RoadMap {
    var roads = LayerRoads()
    for line in 0..<6 {
      let along = (0..<6).flatMap { [west + step * Double($0), south + step * Double(line)] }
      let across = (0..<6).flatMap { [west + step * Double(line), south + step * Double($0)] }
      for (name, ordinates) in [("a", along), ("b", across)] {
        roads.add(
          Feature(
            id: "\(name)\(line)", geometry: .lineString(ordinates),
            properties: [Property("class", .text("residential"))]))
      }
    }
    return roads.finish()
  }

  private static func lots() -> [Feature] {
    let rows: [(String, Double, Double, [(String, PropertyValue)])] = [
      ("A", 2.1, 2, [("capacity", .integer(60)), ("tariff", .text("sample-public"))]),
      ("B", 3, 2.2, [("capacity", .integer(40)), ("height_limit", .real(2.0))]),
      ("C", 4, 4.1, [("capacity", .integer(90)), ("open_capacity", .integer(80))]),
      ("D", 0.9, 1, [("capacity", .integer(30)), ("permit", .text("resident"))]),
      ("E", 5, 0.1, [("capacity", .integer(50)), ("tariff", .text("no-such"))]),
      ("F", 2, 3.9, [("capacity", .integer(20)), ("hours", .text("10:00-12:00"))]),
      ("G", 3.1, 3, [("capacity", .integer(45)), ("max_stay", .integer(30))]),
    ]
    return rows.map { id, column, row, properties in
      Feature(
        id: id, geometry: .point(x: west + step * column, y: south + step * row),
        properties: [Property("name", .text("Car park \(id)"))]
          + properties.map { Property($0.0, $0.1) })
    }
  }

  private static func counts() -> [OccupancyCount] {
    var counts: [OccupancyCount] = []
    let capacities = ["A": 60.0, "B": 40, "C": 80, "D": 30, "E": 50, "F": 20, "X": 10]
    for (number, (lot, capacity)) in capacities.sorted(by: { $0.key < $1.key }).enumerated() {
      for half in 0..<(35 * 48) {
        let timeSeconds = nowSeconds - 600 - Int64(half) * 1800
        let hour = Double(((timeSeconds % 86_400) + 86_400) % 86_400) / 3600
        let wave = sin(Double(half * (number + 3)) * 0.7)
        let share = min(1, max(0, 0.25 + 0.7 * exp(-pow((hour - 11) / 4, 2)) + 0.1 * wave))
        counts.append(
          OccupancyCount(
            lot: lot, timeSeconds: timeSeconds, occupied: (share * capacity).rounded(),
            capacity: capacity))
      }
    }
    return counts
  }

  /// What a process answers, as one document.
  func ask(_ process: any Simulation.Process, _ inputs: JSONValue) async throws -> JSONValue {
    let inputs = try InputSchema(process.inputs).values(of: inputs)
    let outputs = try await process.outputs(of: inputs, on: map) { _ in }
    return try JSONValue(parsing: outputs.json.bytes)
  }
}

/// A map whose layers are lists, found by their roles.
struct HandMap: MapSnapshot {
  let commit = 1
  let layers: [LayerRole: [Feature]]
  /// What is thrown for the features of a layer.
  var damage: [LayerRole: any Error & Sendable] = [:]

  func layers(withRole role: LayerRole) -> [String] {
    layers[role] == nil ? [] : [role.rawValue]
  }

  func raster(_ layer: String, on lattice: RasterLattice) -> RasterGrid { RasterGrid(lattice) }
  func rasters(withRole role: LayerRole) -> [MapRaster] { [] }
  func with(_ scenario: Scenario) -> any MapSnapshot { self }

  func features(_ layer: String, in area: Envelope, crs: String) throws -> [Feature] {
    var features: [Feature] = []
    try forEachFeature(of: layer, meeting: area) { features.append($0) }
    return features
  }

  func forEachFeature(
    of layer: String, meeting area: Envelope?, _ body: (Feature) throws -> Void
  ) throws {
    if let error = damage[LayerRole(layer)] { throw error }
    for feature in layers[LayerRole(layer)] ?? [] { try body(feature) }
  }
}

extension JSONValue {
  /// The features of a collection.
  var features: [JSONValue] { self["features"]?.items ?? [] }
  /// A number among a feature's properties.
  func number(_ name: String) -> Double { self["properties"]?[name]?.number ?? .nan }
  /// A text among a feature's properties.
  func words(_ name: String) -> String? { self["properties"]?[name]?.string }
}
