public import Catalog
import Foundation
public import Roads
import SimpleFeatures
public import Simulation

/// The roads of a city: its layers of roads and traffic lights.
public enum CityRoads {
  /// The roles of the layers that roads are made of.
  public static let roles: [LayerRole] = [.roadNetwork, .trafficLight]

  /// All roads and traffic lights of a snapshot.
  ///
  /// - Throws: `RoadError` `no-roads` for a city without a road layer.
  public static func map(of snapshot: any MapSnapshot) throws -> RoadMap {
    var roads = LayerRoads()
    guard try snapshot.forEachFeature(withRole: .roadNetwork, { roads.add($0) }) else {
      throw RoadError(
        .noRoads, "the city has no roads",
        hint: "import into a layer of role \(LayerRole.roadNetwork.rawValue), ID: yutu import "
          + "--city CITY --layer ID FILE")
    }
    try snapshot.forEachFeature(withRole: .trafficLight) { feature in
      guard let ordinates = feature.geometry?.ordinates, ordinates.count >= 2 else { return }
      roads.add(signalAt: ordinates[0], ordinates[1])
    }
    return roads.finish()
  }
}
