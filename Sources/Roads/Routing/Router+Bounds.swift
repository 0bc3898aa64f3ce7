import GeometryCore
import SimpleFeatures

extension Router {
  /// What a metre costs at least in the metric's unit, however straight and fast the way is.
  public var leastCostPerMetre: Double {
    switch metric.objective {
    case .time:
      3600 / network.profiles[metric.profile].limits.maximumKilometresPerHour
    case .length: 100
    }
  }
}

extension RoadNetwork {
  /// How far the farthest corner of the roads' box is from a place, metres.
  public func extentMetres(from place: RoadPlace) -> Double {
    let box = index.box
    let scale = MetresPerDegree(latitude: place.latitude)
    let east = max(place.longitude - box.minX, box.maxX - place.longitude) * scale.east
    let north = max(place.latitude - box.minY, box.maxY - place.latitude) * scale.north
    return (east * east + north * north).squareRoot()
  }
}
