import Catalog
import SimpleFeatures

extension SpatiaLiteStore {
  /// The id of the city's layer with such an id or title; `name` itself where there is none.
  package func layerID(of name: String) throws -> String {
    let features = try readNow(.latest) { try $0.layers() }.map(\.definition)
    let rasters = try readRastersNow(MapVersion(.latest)) { try $0.rasters() }.map(\.definition)
    return (features + rasters).named(name)?.id ?? name
  }
}
