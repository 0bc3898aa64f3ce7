import Catalog
import SimpleFeatures

/// What is looked for in names, addresses and codes.
package struct SearchQuery: Sendable {
  /// As the person typed it; words apart from each other must all be found.
  package let text: String
  /// Only in these layers; `nil` for all.
  package var layers: Set<String>?
  package var limit: Int
  /// Of equally good hits those nearest to it come first; and layers whose titles hold the text
  /// are answered with the features that lie nearest to it.
  package var place: SearchPlace?

  let sought: Sought
  /// The text read as pinyin; `nil` where no letters are in it.
  let pinyin: PinyinQuery?
  /// What FTS5 is asked for.
  let condition: String

  /// What features are compared with.
  struct Sought: Sendable {
    let whole: String
    let words: [String]
  }

  /// - Returns: `nil` where `text` is shorter than two characters.
  package init?(
    _ text: String, layers: Set<String>? = nil, limit: Int = 10, near place: SearchPlace? = nil
  ) {
    let form = SearchText(text)
    guard let condition = form.query else { return nil }
    sought = Sought(whole: form.normalised, words: form.words)
    pinyin = PinyinQuery(words: form.words)
    self.text = text
    self.layers = layers
    self.limit = limit
    self.place = place
    self.condition = condition
  }
}

/// Where someone who looks for something is.
package struct SearchPlace: Sendable {
  /// Degrees of CRS84 or CGCS2000.
  package let longitude: Double
  package let latitude: Double
  private let metres: LocalMetres

  package init(longitude: Double, latitude: Double) {
    (self.longitude, self.latitude) = (longitude, latitude)
    metres = LocalMetres(latitude: latitude)
  }

  /// The way to a geometry in metres, 0 within polygons; like ``LocalMetres``, off by less than
  /// 1e-6 of itself up to 10 km.
  func distance(to geometry: Geometry) -> Double {
    metres.distance(x: longitude, y: latitude, to: geometry)
  }

  /// The way to a box in metres.
  func distance(to box: Envelope) -> Double {
    metres.distance(
      longitude, latitude, min(max(longitude, box.minX), box.maxX),
      min(max(latitude, box.minY), box.maxY))
  }

  /// The box that holds everything within `metres`.
  func box(metres radius: Double) -> Envelope {
    metres.box(x: longitude, y: latitude, metres: radius)
  }

  /// The area of a box in square metres.
  func area(of box: Envelope) -> Double {
    (box.maxX - box.minX) * metres.eastPerDegree * (box.maxY - box.minY) * metres.northPerDegree
  }
}

/// The best of what was found.
package struct SearchAnswer: Sendable {
  package var hits: [SearchHit]
  /// How many features match.
  package var matchedCount: Int
  /// Whether no more than ``matchedCount`` match; else it says how many were looked at.
  package var isWhole: Bool
  /// The layers whose titles hold the text, the nearest title first.
  package var layers: [StoredLayer]
  /// The values of coded fields that are called so, where no layer is.
  package var kinds: [SearchKind]
}
