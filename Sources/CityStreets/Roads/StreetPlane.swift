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
  private let middle: SIMD2<Double>

  init(longitude: Double, latitude: Double) throws(StreetError) {
    guard longitude.magnitude <= 180, latitude.magnitude <= 84 else {
      throw StreetError(
        .projection, "\(longitude), \(latitude) lies in no UTM zone",
        hint: "Are longitude and latitude exchanged?")
    }
    middle = SIMD2(longitude, latitude)
    let zone = min(max(Int(((longitude + 180) / 6).rounded(.down)) + 1, 1), 60)
    let south = latitude < 0
    projection =
      "+proj=utm +zone=\(zone)\(south ? " +south" : "") +ellps=WGS84 +datum=WGS84 +units=m "
      + "+no_defs"
    do throws(GeometryError) {
      let crs = try CoordinateReferenceSystem("EPSG:\((south ? 32_700 : 32_600) + zone)")
      transform = try CoordinateTransform(from: .crs84, to: crs)
      let origin = try transform.transform(x: longitude, y: latitude)
      offset = -SIMD2(origin.x.rounded(), origin.y.rounded())
    } catch {
      throw StreetError(.projection, error.message, hint: error.hint)
    }
  }

  /// How far from the middle a plane is used, degrees.
  private static let reach = 1.5

  /// Where longitude and latitude lie in the network; `nil` far from its middle.
  func place(_ longitude: Double, _ latitude: Double) throws(StreetError) -> SIMD2<Double>? {
    guard (longitude - middle.x).magnitude < Self.reach,
      (latitude - middle.y).magnitude < Self.reach
    else { return nil }
    do throws(GeometryError) {
      let place = try transform.transform(x: longitude, y: latitude)
      return SIMD2(place.x, place.y) + offset
    } catch {
      throw StreetError(.projection, error.message, hint: error.hint)
    }
  }

  /// Where a node of a map lies; `nil` far from the middle.
  func place(ofNode node: Int, _ map: RoadMap) throws(StreetError) -> SIMD2<Double>? {
    try place(Double(map.longitudes[node]) * 1e-7, Double(map.latitudes[node]) * 1e-7)
  }
}
