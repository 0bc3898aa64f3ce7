package import Catalog
package import SimpleFeatures

/// A feature that was looked for, or a street of several.
package struct SearchHit: Sendable {
  package var layer: StoredLayer
  /// The nearest piece of a street.
  package var feature: StoredFeature
  /// The other pieces of a street or river: lines of one name near each other.
  package private(set) var otherParts: [StoredFeature] = []
  let rank: SearchRank
  /// The part of the title, or of ``match``, that fits pinyin, in lower case; `nil` where what was
  /// typed is in the text itself.
  package internal(set) var pinyinPart: String?

  init(layer: StoredLayer, feature: StoredFeature, rank: SearchRank) {
    self.layer = layer
    self.feature = feature
    self.rank = rank
  }

  /// The way from the query's place in metres; `nil` where it has none.
  package var distance: Double? { rank.distance }

  /// What the feature is called: the first of the searched fields that has a value.
  package var title: String {
    feature.searchTexts(layer.definition).first { !$0.isEmpty } ?? feature.id
  }

  /// The field in which the text was found, and its value; `nil` where the title says it, the id
  /// or the layer's title.
  package var match: (field: Field, text: String)? {
    guard let index = rank.field.map({ layer.definition.searchIndexes[$0] }) else { return nil }
    let text = FieldValue.plainText(feature.values[index])
    return text == title ? nil : (layer.definition.fields[index], text)
  }

  /// The feature's geometry, of a street that of all its pieces.
  package var geometry: Geometry {
    otherParts.reduce(feature.geometry) { $0.joined(with: $1.geometry) }
  }

  // MARK: Streets

  /// How far pieces of one street may be apart, in metres.
  private static let gap = 300.0

  /// Whether both are lines of one layer with one name.
  func isPart(of other: SearchHit) -> Bool {
    layer.id == other.layer.id && isPart(of: other.rank)
  }

  /// Whether a feature of the same layer with that rank is called the same, and both are lines.
  func isPart(of other: SearchRank) -> Bool {
    layer.definition.geometry == .line && rank.title != nil && rank.title == other.title
  }

  /// Takes the lines of `others` that go on from this one, over as many others as it takes, and
  /// returns the rest.
  mutating func join(_ others: [StoredFeature]) -> [StoredFeature] {
    var left = others
    var boxes = ([feature] + otherParts).map(Self.surroundings)
    while let box = boxes.popLast() {
      let isNear = { (other: StoredFeature) in box.intersects(other.geometry.envelope) }
      let near = left.filter(isNear)
      guard !near.isEmpty else { continue }
      left.removeAll(where: isNear)
      otherParts += near
      boxes += near.map(Self.surroundings)
    }
    return left
  }

  /// The hit without the features of which `isGone` is true; `nil` where nothing is left of it.
  func without(_ isGone: (StoredFeature) throws -> Bool) rethrows -> SearchHit? {
    var parts = try ([feature] + otherParts).filter { try !isGone($0) }
    guard !parts.isEmpty else { return nil }
    var hit = self
    hit.feature = parts.removeFirst()
    hit.otherParts = parts
    return hit
  }

  private static func surroundings(of feature: StoredFeature) -> Envelope {
    let box = feature.geometry.envelope
    let metres = LocalMetres(latitude: (box.minY + box.maxY) / 2)
    let (east, north) = (gap / metres.eastPerDegree, gap / metres.northPerDegree)
    return Envelope(
      minX: box.minX - east, minY: box.minY - north, maxX: box.maxX + east,
      maxY: box.maxY + north)
  }
}

extension StoredFeature {
  /// The searched fields in their order, empty where there is no value.
  func searchTexts(_ layer: LayerDefinition) -> [String] {
    layer.searchIndexes.map { FieldValue.plainText(values[$0]) }
  }
}

extension Geometry {
  /// Two geometries of lines as one, with x and y only.
  fileprivate func joined(with other: Geometry) -> Geometry {
    var all = flattened
    let other = other.flattened
    all.kind = .multiLineString
    let count = all.vertexCount
    all.pathEnds += other.pathEnds.map { $0 + count }
    all.ordinates += other.ordinates
    return all
  }
}
