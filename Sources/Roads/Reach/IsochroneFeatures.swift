import GeometryCore
public import SimpleFeatures

extension JSONText {
  /// Areas within limits of a place as a GeoJSON feature collection, one feature a limit.
  ///
  /// Limits are minutes or, for lengths, kilometres; the metric's objective must be the same.
  /// Properties are `minutes` or `kilometres`, and `area_m2` on the ellipsoid.
  public static func isochrones(
    _ limits: [Double], _ unit: RouteObjective, around place: RoadPlace, _ router: Router,
    towards: Bool, leastHoleSquareMetres: Double
  ) -> JSONText {
    precondition(unit == router.metric.objective, "limits are in the metric's unit")
    return features(of: limits, bytesEach: 1 << 14) { text, limit in
      let bound = UInt32(min(limit * (unit == .time ? 60_000 : 100_000), 2e9))
      let area = router.network.outline(
        of: router.reach(place, within: bound, towards: towards),
        leastHoleSquareMetres: leastHoleSquareMetres)
      let squareMetres = (try? area.geodesicAreaSquareMetres()) ?? 0
      text.feature(
        id: nil, geometry: area,
        properties: [
          Property(unit == .time ? "minutes" : "kilometres", .real(limit)),
          Property("area_m2", .real(squareMetres.rounded())),
          Property("profile", .text(router.network.profiles[router.metric.profile].id)),
        ])
    }
  }
}
