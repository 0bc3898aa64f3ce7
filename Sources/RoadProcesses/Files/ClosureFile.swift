import Datasets
import GeometryCore
package import SimpleFeatures

/// A vector file of what is closed, or under water.
package enum ClosureFile {
  /// Its features in degrees of longitude and latitude.
  package static func features(_ path: String) throws -> [Feature] {
    let read = try VectorFile(path)
    guard !read.crs.isEmpty else { return read.features }
    let transform = try CoordinateTransform(
      from: CoordinateReferenceSystem(read.crs), to: .cgcs2000)
    return try read.features.map { feature in
      var feature = feature
      feature.geometry = try feature.geometry.map { try transform.transform($0) }
      return feature
    }
  }
}
