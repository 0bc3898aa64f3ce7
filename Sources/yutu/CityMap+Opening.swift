import Catalog
import CityFile
import CommandSupport
import FeatureStore
import OneMap

extension CityMap {
  /// The map of a city that a command has opened, with the roles of today's layer files.
  init(_ city: City) throws {
    self.init(
      SpatiaLiteStore(city), scenarios: Serve.scenarios(in: try ResourcePaths.scenarios),
      layers: LayerFolder(try ResourcePaths.layers).check().layers)
  }
}
