import GeometryCore
package import SUMOFiles

/// Longitude and latitude of a network's coordinates, where it says its projection.
package struct NetworkPlaces {
  private let transform: CoordinateTransform
  private let offset: SIMD2<Double>

  /// `nil` where the network is local or its projection is none that is known for certain.
  package init?(_ network: SUMONetwork) {
    guard let code = Self.code(network.projection),
      let crs = try? CoordinateReferenceSystem("EPSG:\(code)"),
      let transform = try? CoordinateTransform(from: crs, to: .crs84)
    else { return nil }
    self.transform = transform
    offset = network.offset
  }

  /// The place of a point of the network.
  package func place(_ point: SIMD2<Double>) throws -> SIMD2<Double> {
    let place = try transform.transform(x: point.x - offset.x, y: point.y - offset.y)
    return SIMD2(place.x, place.y)
  }

  /// The EPSG code of PROJ's words: UTM zones of WGS 84, and zones of CGCS2000.
  static func code(_ projection: String) -> Int? {
    var values: [String: String] = [:]
    for word in projection.split(separator: " ") where word.hasPrefix("+") {
      let parts = word.dropFirst().split(separator: "=", maxSplits: 1)
      values[String(parts[0])] = parts.count > 1 ? String(parts[1]) : ""
    }
    func number(_ name: String, _ fallback: Double? = nil) -> Double? {
      values[name].map { Double($0) } ?? fallback
    }
    guard (values["units"] ?? "m") == "m", values["towgs84"].map({ $0.hasPrefix("0,0,0") }) ?? true
    else { return nil }
    if values["proj"] == "utm", values["datum"] == "WGS84" || values["ellps"] == "WGS84",
      let zone = values["zone"].flatMap({ Int($0) }), (1...60).contains(zone)
    {
      return (values["south"] == nil ? 32_600 : 32_700) + zone
    }
    guard values["proj"] == "tmerc", values["ellps"] == "GRS80", number("lat_0", 0) == 0,
      number("k", 1) == 1, number("k_0", 1) == 1, number("y_0", 0) == 0,
      let meridian = number("lon_0"), let easting = number("x_0"),
      let third = Int(exactly: meridian / 3), (25...45).contains(third)
    else { return nil }
    // Gauss-Krüger of CGCS2000: 3-degree zones without and with their number, 6-degree ones with
    // it.
    if easting == 500_000 { return 4534 + third - 25 }
    if easting == Double(third) * 1e6 + 500_000 { return 4488 + third }
    let sixth = (third + 1) / 2
    if meridian == Double(sixth * 6 - 3), easting == Double(sixth) * 1e6 + 500_000 {
      return 4478 + sixth
    }
    return nil
  }
}
