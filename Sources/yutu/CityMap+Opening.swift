import Catalog
import CityFile
import FeatureStore
import OneMap

extension CityMap {
  /// The map of a city that a command has opened, with the roles of today's layer files.
  init(_ city: City) {
    self.init(
      SpatiaLiteStore(city), scenarios: ScenarioFolder(ResourcePaths.scenarios),
      layers: LayerFolder(ResourcePaths.layers).check().layers)
  }
}
