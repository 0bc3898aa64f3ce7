import Catalog
package import SimpleFeatures

/// What became of one feature between two revisions of a layer.
package struct FeatureChange: Equatable, Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    case added
    case changed
    case removed
  }

  package var kind: Kind
  package var id: String
  /// Whether the shape differs; true for a feature that is new or gone.
  package var hasNewGeometry: Bool
  /// The fields that differ, by name, in the layer's order; those that are null on both sides are
  /// left out.
  package var fields: [FieldChange]
  /// The feature as it is after the change; `nil` where it is gone.
  package var after: StoredFeature?

  package struct FieldChange: Equatable, Sendable {
    package var name: String
    package var before: PropertyValue
    package var after: PropertyValue
  }

  /// The change from `before` to `after`; `nil` where nothing differs.
  ///
  /// A field that one of the layers does not have yet counts as null there.
  init?(
    id: String, from before: StoredFeature?, in oldLayer: StoredLayer, to after: StoredFeature?,
    in newLayer: StoredLayer
  ) {
    guard let kind = Kind(from: before, to: after) else { return nil }
    let oldFields = oldLayer.definition.fields.map(\.name)
    let newFields = newLayer.definition.fields.map(\.name)
    // Fields are only ever added to a layer; a diff may go either way in time.
    let names = oldFields.count > newFields.count ? oldFields : newFields
    let old = Dictionary(uniqueKeysWithValues: zip(oldFields, before?.values ?? []))
    let new = Dictionary(uniqueKeysWithValues: zip(newFields, after?.values ?? []))
    fields = names.compactMap { name in
      let (was, became) = (old[name] ?? .null, new[name] ?? .null)
      return was == became ? nil : FieldChange(name: name, before: was, after: became)
    }
    hasNewGeometry = before?.geometry != after?.geometry
    guard hasNewGeometry || !fields.isEmpty else { return nil }
    self.kind = kind
    self.id = id
    self.after = after
  }
}

extension FeatureChange {
  /// The change as commands and answers give it; the new shape apart.
  package var json: JSONValue {
    let fields = fields.map { field in
      (field.name, ["before": JSONValue(field.before), "after": JSONValue(field.after)])
        as (String, JSONValue)
    }
    return [
      "id": .string(id), "change": .string(kind.rawValue),
      "geometryChanged": .boolean(hasNewGeometry), "fields": .object(fields),
    ]
  }
}

extension FeatureChange.Kind {
  fileprivate init?(from before: StoredFeature?, to after: StoredFeature?) {
    switch (before == nil, after == nil) {
    case (true, true): return nil
    case (true, false): self = .added
    case (false, true): self = .removed
    case (false, false): self = .changed
    }
  }
}
