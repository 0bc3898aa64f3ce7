import ArgumentParser
import Roads

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
