import GeometryCore
import Roads
import SimpleFeatures

/// The plane in which streets are laid: the UTM zone of the map's middle, in metres.
struct StreetPlane {
  /// PROJ's words for it.
  let projection: String
  /// What is added to projected coordinates so that those of the network are small.
  let offset: SIMD2<Double>
  private let transform: CoordinateTransform

  init(longitude: Double, latitude: Double) throws(StreetError) {
    guard longitude.magnitude <= 180, latitude.magnitude <= 84 else {
      throw StreetError(
        .projection, "\(longitude), \(latitude) lies in no UTM zone",
        hint: "Are longitude and latitude exchanged?")
    }
    let zone = min(max(Int(((longitude + 180) / 6).rounded(.down)) + 1, 1), 60)
    let south = latitude < 0
    projection =
      "+proj=utm +zone=\(zone)\(south ? " +south" : "") +ellps=WGS84 +datum=WGS84 +units=m "
      + "+no_defs"
    do throws(GeometryError) {
      let crs = try CoordinateReferenceSystem("EPSG:\((south ? 32_700 : 32_600) + zone)")
      transform = try CoordinateTransform(from: .crs84, to: crs)
      let middle = try transform.transform(x: longitude, y: latitude)
      offset = -SIMD2(middle.x.rounded(), middle.y.rounded())
    } catch {
      throw StreetError(.projection, error.message, hint: error.hint)
    }
  }

  /// Where longitude and latitude lie in the network.
  func place(_ longitude: Double, _ latitude: Double) throws(StreetError) -> SIMD2<Double> {
    do throws(GeometryError) {
      let place = try transform.transform(x: longitude, y: latitude)
      return SIMD2(place.x, place.y) + offset
    } catch {
      throw StreetError(.projection, error.message, hint: error.hint)
    }
  }

  /// Where the nodes of a map lie.
  func places(of map: RoadMap) throws(StreetError) -> [SIMD2<Double>] {
    var places: [SIMD2<Double>] = []
    places.reserveCapacity(map.nodeIDs.count)
    for (longitude, latitude) in zip(map.longitudes, map.latitudes) {
      places.append(try place(Double(longitude) * 1e-7, Double(latitude) * 1e-7))
    }
    return places
  }
}
