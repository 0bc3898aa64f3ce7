import ArgumentParser
import Datasets
import Foundation
import Roads
import SimpleFeatures

/// A place on the command line: `114.3,30.6`.
struct PlaceArgument: ExpressibleByArgument {
  var longitude: Double
  var latitude: Double

  init?(argument: String) {
    let numbers = argument.split(separator: ",").map { Double($0) }
    guard numbers.count == 2, let longitude = numbers[0], let latitude = numbers[1],
      longitude.magnitude <= 180, latitude.magnitude <= 90
    else { return nil }
    (self.longitude, self.latitude) = (longitude, latitude)
  }

  var end: RouteEnd { .place(longitude, latitude) }
}

/// A table of places: `id,lon,lat`.
struct PlaceTable {
  private(set) var ids: [String] = []
  /// `nil` for places that are too far from each road, which are told.
  private(set) var places: [RoadPlace?] = []

  init(_ path: String, on router: Router, withinMetres limit: Double) throws {
    let table = try NumberTable(
      path, headers: [["id"], ["lon", "longitude"], ["lat", "latitude"]])
    for row in table.rows {
      let (longitude, latitude) = (try table.number(1, of: row), try table.number(2, of: row))
      guard longitude.magnitude <= 180, latitude.magnitude <= 90 else {
        throw CommandError(
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
        Terminal.say("warning: \(path):\(row.line): \(words)")
      }
    }
  }
}
