public import Catalog
import GeometryCore
import Parking
import SimpleFeatures
import Simulation

/// A lot of the city's layers of car parks.
struct CityLot: Sendable {
  var id: String
  var name: String?
  /// Where it is, degrees.
  var longitude: Double
  var latitude: Double
  /// Where one drives in: its entrance if the city has one, else its own place.
  var entranceLongitude: Double
  var entranceLatitude: Double
  /// Public spaces, or all; `nil` where the city does not tell.
  var capacity: Int?
  var choice: ChoiceLot
  /// The tariff that it names, if any.
  var tariffName: String?
  /// Opening hours that are not understood.
  var hoursFault: String?

  var point: Geometry { .point(x: longitude, y: latitude) }
}

extension CityLot {
  /// All lots as a snapshot has them, in the order of their ids.
  ///
  /// - Throws: `ProcessError` `no-lots` for a city without any.
  static func all(_ snapshot: any MapSnapshot, _ tariffs: TariffCatalog) throws -> [CityLot] {
    let features = try snapshot.features(withRole: .carPark)
    guard !features.isEmpty else {
      throw ProcessError(
        "no-lots", "the city has no car parks",
        hint: "import into a layer of role \(LayerRole.carPark.rawValue), ID: yutu import "
          + "--city CITY --layer ID FILE", status: 422)
    }
    var entrances: [String: (id: String, x: Double, y: Double)] = [:]
    try snapshot.forEachFeature(withRole: .carParkEntrance) { feature in
      guard let lot = feature.words("lot"), feature.words("direction") != "out",
        let point = feature.geometry, point.ordinates.count >= 2
      else { return }
      let entrance = (id: feature.id ?? "", x: point.ordinates[0], y: point.ordinates[1])
      if let known = entrances[lot], known.id <= entrance.id { return }
      entrances[lot] = entrance
    }
    return features.compactMap { lot($0, entrances, tariffs) }.sorted { $0.id < $1.id }
  }

  private static func lot(
    _ feature: Feature, _ entrances: [String: (id: String, x: Double, y: Double)],
    _ tariffs: TariffCatalog
  ) -> CityLot? {
    guard let id = feature.id, let geometry = feature.geometry, !geometry.isEmpty else {
      return nil
    }
    let point = geometry.kind == .point ? geometry : (try? geometry.pointOnSurface()) ?? geometry
    let (x, y) = (point.ordinates[0], point.ordinates[1])
    let capacity = (feature.number("open_capacity") ?? feature.number("capacity")).map(wholeSpaces)
    var choice = ChoiceLot(id: id, spaces: capacity ?? 1)
    choice.tariff = feature.words("tariff").map { tariffs[$0] }
    choice.permit = feature.words("permit")
    choice.maximumStaySeconds = feature.number("max_stay").map { Int64(wholeSpaces($0 * 60)) }
    choice.heightLimitMetres = feature.number("height_limit")
    choice.accessibleSpaces = wholeSpaces(feature.number("accessible") ?? 0)
    if feature.number("charging") ?? 0 > 0 {
      choice.chargers = [ChoiceLot.Charger(kind: "", powerKilowatts: 0)]
    }
    var fault: String?
    if let hours = feature.words("hours") {
      do throws(ParkingError) { choice.hours = try OpeningHours(hours) } catch {
        fault = error.message
      }
    }
    let entrance = entrances[id]
    return CityLot(
      id: id, name: feature.words("name"), longitude: x, latitude: y,
      entranceLongitude: entrance?.x ?? x, entranceLatitude: entrance?.y ?? y,
      capacity: capacity, choice: choice, tariffName: feature.words("tariff"), hoursFault: fault)
  }
}

extension Feature {
  fileprivate func words(_ name: String) -> String? {
    guard case .text(let text)? = properties.first(where: { $0.name == name })?.value,
      !text.isEmpty
    else { return nil }
    return text
  }

  fileprivate func number(_ name: String) -> Double? {
    switch properties.first(where: { $0.name == name })?.value {
    case .integer(let number)?: Double(number)
    case .real(let number)?: number
    default: nil
    }
  }
}

extension LayerRole {
  /// Car parks with their spaces.
  public static let carPark = LayerRole("car-park")
  /// Where one drives into a car park.
  public static let carParkEntrance = LayerRole("car-park-entrance")
}

/// A number of a file as a whole one: rounded down, not below 0, and not beyond what can be meant.
func wholeSpaces(_ number: Double) -> Int {
  number.isFinite ? Int(min(max(0, number + 1e-9), 1e8).rounded(.down)) : 0
}
