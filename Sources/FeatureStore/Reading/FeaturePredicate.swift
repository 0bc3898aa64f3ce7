package import Catalog
import GeometryCore
package import SimpleFeatures

/// What must be true of a feature: a tree, the one form of every condition on features.
///
/// ``PredicateSQL`` writes it for the city file, ``matches(_:of:)`` judges a feature at hand, and
/// both say the same. Another kind of condition is another case, a line in each, and a line in
/// their test (`FeaturePredicateTests`).
package indirect enum FeaturePredicate: Equatable, Sendable {
  /// All of these are true; of none that is so for every feature.
  case all([FeaturePredicate])
  /// One of these at least is true; of none that is so for no feature.
  case any([FeaturePredicate])
  /// The field has exactly this value, by its bytes; null asks for no value.
  case equals(Property)
  /// The geometry shares a point with the area.
  case intersects(QueryArea)

  /// True of every feature.
  package static let everything = FeaturePredicate.all([])

  /// The geometry meets one of these boxes; of none, every feature.
  package static func boxes(_ boxes: [Envelope]) -> FeaturePredicate {
    boxes.isEmpty ? .everything : .any(boxes.map { .intersects(QueryArea($0)) })
  }

  /// Both are true.
  package func and(_ other: FeaturePredicate) -> FeaturePredicate {
    switch (self, other) {
    case (.all(let mine), .all(let others)): .all(mine + others)
    case (.all(let mine), _): .all(mine + [other])
    case (_, .all(let others)): .all([self] + others)
    default: .all([self, other])
    }
  }

  /// Whether it is true of `feature`.
  ///
  /// - Throws: `GeometryError` where the geometry cannot be held against an area.
  package func matches(_ feature: StoredFeature, of layer: LayerDefinition) throws -> Bool {
    switch self {
    case .all(let terms): try terms.allSatisfy { try $0.matches(feature, of: layer) }
    case .any(let terms): try terms.contains { try $0.matches(feature, of: layer) }
    case .equals(let property):
      layer.fields.firstIndex { $0.name == property.name }
        .map { feature.values[$0].isExactly(property.value) } ?? false
    case .intersects(let area): try area.intersects(feature.geometry)
    }
  }

  /// The predicate for features that all lie within `extent`, without what is true of all of them.
  func simplified(within extent: Envelope?) -> FeaturePredicate {
    switch self {
    case .equals: return self
    case .intersects(let area):
      return extent.map { area.inside.contains($0) } == true ? .everything : self
    case .all(let terms):
      let left = terms.map { $0.simplified(within: extent) }.filter { $0 != .everything }
      return left.count == 1 ? left[0] : .all(left)
    case .any(let terms):
      let simple = terms.map { $0.simplified(within: extent) }
      if simple.contains(.everything) { return .everything }
      return simple.count == 1 ? simple[0] : .any(simple)
    }
  }

  /// Whether no field is named: there are few such statements, which are worth keeping.
  var isOfPlaces: Bool {
    switch self {
    case .all(let terms), .any(let terms): terms.allSatisfy(\.isOfPlaces)
    case .equals: false
    case .intersects: true
    }
  }

  /// Areas of which the feature must meet one, and what must be true besides; `nil` where no part
  /// of the predicate says that alone.
  ///
  /// An index finds what meets the areas, so that the rest is asked of those features only.
  var splitByPlace: (areas: [QueryArea], rest: FeaturePredicate)? {
    if let areas { return (areas, .everything) }
    guard case .all(var terms) = self,
      let index = terms.firstIndex(where: { $0.areas != nil }), let areas = terms[index].areas
    else { return nil }
    terms.remove(at: index)
    return (areas, .all(terms))
  }

  /// The areas of a predicate that asks for a place in one of them, and nothing else.
  private var areas: [QueryArea]? {
    switch self {
    case .intersects(let area): return [area]
    case .any(let terms):
      let areas = terms.compactMap { if case .intersects(let area) = $0 { area } else { nil } }
      return areas.count == terms.count && !areas.isEmpty ? areas : nil
    case .all, .equals: return nil
    }
  }
}

/// Where features are looked for: a box of longitude and latitude, or an area within one.
package struct QueryArea: Equatable, Sendable {
  /// The box around the area.
  package let bounds: Envelope
  /// A box that lies inside the area: what lies in it needs no closer look.
  package let inside: Envelope
  /// The area; `nil` where it is ``bounds``.
  private let shape: Geometry?

  /// All of a box.
  package init(_ box: Envelope) {
    bounds = box
    inside = box
    shape = nil
  }

  /// An area that is no box, such as a rectangle of another system.
  ///
  /// - Parameter bounds: The box around it.
  /// - Parameter inside: A box that lies inside it.
  package init(_ shape: Geometry, bounds: Envelope, inside: Envelope) {
    self.bounds = bounds
    self.inside = inside
    self.shape = shape
  }

  /// The area as a geometry.
  var geometry: Geometry { shape ?? bounds.shape }

  fileprivate func intersects(_ geometry: Geometry) throws -> Bool {
    guard let shape else { return geometry.intersects(bounds) }
    return bounds.intersects(geometry.envelope) ? try geometry.intersects(shape) : false
  }
}

extension PropertyValue {
  /// Whether SQL would find the two the same: texts by their bytes, numbers by what they count.
  fileprivate func isExactly(_ other: PropertyValue) -> Bool {
    switch (self, other) {
    case (.text(let mine), .text(let others)), (.json(let mine), .json(let others)):
      mine.utf8.elementsEqual(others.utf8)
    default: self == other
    }
  }
}

extension Envelope {
  /// The box as the point, line or rectangle that it is; GEOS misjudges rectangles without area.
  fileprivate var shape: Geometry {
    switch (width > 0, height > 0) {
    case (true, true): .rectangle(self)
    case (false, false): .point(x: minX, y: minY)
    default: .lineString([minX, minY, maxX, maxY])
    }
  }
}
