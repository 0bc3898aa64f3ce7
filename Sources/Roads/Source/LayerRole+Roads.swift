public import Catalog

extension LayerRole {
  /// Centre lines of roads and paths.
  public static let roadNetwork = LayerRole("road-network")
  /// Traffic lights.
  public static let trafficLight = LayerRole("traffic-light")
}
