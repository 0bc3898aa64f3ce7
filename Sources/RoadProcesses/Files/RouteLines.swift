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
    let found = answers.compactMap { id, answer in answer.route.map { (id: id, route: $0) } }
    let text = JSONText.features(of: found, isInLines: true) { text, found in
      text.route(found.route, router, language, id: found.id)
    }
    return String(decoding: text.bytes, as: UTF8.self)
  }
}
