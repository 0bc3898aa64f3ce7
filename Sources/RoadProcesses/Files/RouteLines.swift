package import Roads
import SimpleFeatures

/// Writes routes as GeoJSON lines with directions.
package struct RouteLines {
  private let router: Router
  private let language: DirectionLanguage

  /// Lines of a router's routes, with directions in a language.
  package init(_ router: Router, _ language: DirectionLanguage) {
    self.router = router
    self.language = language
  }

  /// A feature collection of the pairs that have a route.
  package func text(_ answers: [(id: String, answer: PairAnswer)]) -> String {
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
