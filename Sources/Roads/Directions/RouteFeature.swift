public import SimpleFeatures

extension JSONText {
  /// A route as a GeoJSON feature: its line, what it takes, and its directions.
  ///
  /// `directions` is a list of `{text, road, manoeuvre, length_m, duration_s, at}`.
  public mutating func route(
    _ route: Route, _ router: Router, _ language: DirectionLanguage, id: String? = nil
  ) {
    var directions = JSONText()
    directions.raw("[")
    for (number, step) in router.network.steps(of: route, on: router.metric).enumerated() {
      directions.raw(number == 0 ? "{\"text\":" : ",{\"text\":")
      directions.string(step.text(language))
      directions.raw(",\"road\":")
      directions.string(step.road)
      directions.raw(",\"manoeuvre\":\"\(step.manoeuvre.rawValue)\",\"length_m\":")
      directions.number((step.lengthMetres * 10).rounded() / 10)
      directions.raw(",\"duration_s\":")
      directions.number((step.durationSeconds * 10).rounded() / 10)
      directions.raw(",\"at\":[")
      directions.number((step.longitude * 1e7).rounded() / 1e7)
      directions.raw(",")
      directions.number((step.latitude * 1e7).rounded() / 1e7)
      directions.raw("]}")
    }
    directions.raw("]")
    feature(
      id: id, geometry: router.network.line(of: route),
      properties: [
        Property("duration_s", .real((route.durationSeconds * 1000).rounded() / 1000)),
        Property("length_m", .real((route.lengthMetres * 100).rounded() / 100)),
        Property("snap_from_m", .real((route.from.snapMetres * 100).rounded() / 100)),
        Property("snap_to_m", .real((route.to.snapMetres * 100).rounded() / 100)),
        Property("profile", .text(router.network.profiles[router.metric.profile].id)),
        Property("directions", .json(String(decoding: directions.bytes, as: UTF8.self))),
      ])
  }
}
