import Catalog
import Foundation
import RoadProcesses
import Roads
import SimpleFeatures
import Simulation
import Synchronization

import struct Catalog.LayerRole

/// A city of five by five streets 200 m apart, and shelters at three corners.
final class GridCity: MapSnapshot, LiveMap {
  static let west = 114.3
  static let south = 30.5
  static let step = 0.002
  private let commits = Mutex(1)
  private let lanes = Mutex(5)
  /// The features of the layer `scattered`.
  let scattered = Mutex<[Feature]>([])

  var commit: Int { commits.withLock { $0 } }

  /// Another number of streets, by a commit.
  func build(streets: Int) {
    lanes.withLock { $0 = streets }
    commits.withLock { $0 += 1 }
  }

  func snapshot() async throws -> any MapSnapshot { self }
  func lastCommit(ofRoles roles: [LayerRole]) async throws -> Int { commit }

  func layers(withRole role: LayerRole) -> [String] {
    role == .roadNetwork && lanes.withLock({ $0 }) > 0 ? ["streets"] : []
  }

  func raster(_ layer: String, on lattice: RasterLattice) -> RasterGrid { RasterGrid(lattice) }
  func rasters(withRole role: LayerRole) -> [MapRaster] { [] }
  func with(_ scenario: Scenario) -> any MapSnapshot { self }

  func features(_ layer: String, in area: Envelope, crs: String) throws -> [Feature] {
    if layer == "scattered" {
      return scattered.withLock { $0 }
        .filter { $0.geometry.map { area.intersects($0.envelope) } ?? false }
    }
    guard layer == "corners" else {
      throw ProcessError("unknown-layer", "there is no layer \(layer)")
    }
    return [("sw", 0.0, 0.0), ("se", 4, 0), ("ne", 4, 4)].map { id, x, y in
      Feature(id: id, geometry: .point(x: Self.west + Self.step * x, y: Self.south + Self.step * y))
    }.filter { $0.geometry.map { area.intersects($0.envelope) } ?? false }
  }

  func forEachFeature(
    of layer: String, meeting area: Envelope?, _ body: (Feature) throws -> Void
  ) throws {
    let lanes = lanes.withLock { $0 }
    for line in 0..<lanes {
      let along = (0..<lanes).flatMap { [Self.x($0), Self.y(line)] }
      let across = (0..<lanes).flatMap { [Self.x(line), Self.y($0)] }
      for (name, ordinates) in [("a", along), ("b", across)] {
        try body(
          Feature(
            id: "\(name)\(line)", geometry: .lineString(ordinates),
            properties: [Property("class", .text("residential"))]))
      }
    }
  }

  private static func x(_ column: Int) -> Double { west + step * Double(column) }
  private static func y(_ row: Int) -> Double { south + step * Double(row) }

  /// A crossing as an input.
  static func place(_ column: Double, _ row: Double) -> JSONValue {
    [.real(west + step * column), .real(south + step * row)]
  }

  // MARK: Asking

  /// The city's roads, ready.
  func network() throws -> RoadNetworkService {
    let (profiles, _) = RoadProfile.check(folder: "Models/roads")
    let service = RoadNetworkService(
      profiles: profiles.filter { $0.id == "car" } + profiles.filter { $0.id == "foot" }
    ) { try RoadNetwork($0, profiles: $1) }
    try service.put(try CityRoads.map(of: self))
    return service
  }

  /// What a process answers, as one document.
  func ask(_ process: any Simulation.Process, _ inputs: JSONValue) async throws -> JSONValue {
    let values = try InputSchema(process.inputs).values(of: inputs)
    let outputs = try await process.outputs(of: values, on: self) { _ in }
    return try JSONValue(parsing: outputs.json.bytes)
  }
}
