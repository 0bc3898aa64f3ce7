import Datasets
package import Roads
import SimpleFeatures

/// A table of places: `id,lon,lat`.
package struct PlaceTable {
  package private(set) var ids: [String] = []
  /// `nil` for places that are too far from each road, which are told.
  package private(set) var places: [RoadPlace?] = []

  /// Reads the table and places its rows on roads.
  ///
  /// - Parameter warn: Gets a line about each place that is too far from each road.
  package init(
    _ path: String, on router: Router, withinMetres limit: Double, warn: (String) -> Void
  ) throws {
    let table = try NumberTable(
      path, headers: [["id", "编号"], ["lon", "longitude", "经度"], ["lat", "latitude", "纬度"]])
    for row in table.rows {
      let (longitude, latitude) = (try table.number(1, of: row), try table.number(2, of: row))
      guard longitude.magnitude <= 180, latitude.magnitude <= 90 else {
        throw PlainError(
          message: "\(path):\(row.line): \(longitude),\(latitude) is no place in degrees",
          hint: "longitude first, then latitude")
      }
      ids.append(row.words[0])
      do throws(RouteError) {
        places.append(
          try router.snapToMainComponent(
            .place(longitude, latitude), isStart: true, withinMetres: limit))
      } catch {
        places.append(nil)
        let words = error.error(start: row.words[0]).message
        warn("\(path):\(row.line): \(words)")
      }
    }
  }
}
