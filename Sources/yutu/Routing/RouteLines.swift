import Roads
import SimpleFeatures

/// Writes routes as GeoJSON lines with directions.
struct RouteLines {
  private let router: Router
  private let language: DirectionLanguage

  init(_ router: Router, _ language: DirectionLanguage) {
    self.router = router
    self.language = language
  }

  func text(_ answers: [(id: String, answer: PairAnswer)]) -> String {
    var text = JSONText()
    text.raw("{\"type\":\"FeatureCollection\",\"features\":[")
    var isFirst = true
    for (id, answer) in answers {
      guard let route = answer.route else { continue }
      text.raw(isFirst ? "\n" : ",\n")
      isFirst = false
      text.route(route, router, language, id: id)
    }
    text.raw("\n]}\n")
    return String(decoding: text.bytes, as: UTF8.self)
  }
}
