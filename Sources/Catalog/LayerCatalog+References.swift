import SimpleFeatures

extension LayerCatalog {
  /// The relations and rules that point at a layer or field which is not there, each at its place.
  ///
  /// - Parameter checked: The layers whose references are looked at, with their files.
  /// - Parameter layers: The layers of the folder.
  /// - Parameter others: Ids of layers whose files have faults of their own: nothing can be said
  ///   about their fields.
  static func danglingReferences(
    of checked: [(file: String, layer: LayerDefinition)],
    among layers: [(file: String, layer: LayerDefinition)], others: Set<String>
  ) -> [Diagnostic] {
    let known = Dictionary(
      layers.map { ($0.layer.id, $0.layer) }, uniquingKeysWith: { first, _ in first })
    return checked.flatMap { file, layer in
      let places = LayerPlaces(layer)
      var check = ReferenceCheck(file: file, layers: known, others: others)
      for relation in layer.relations {
        check.relation(relation, of: layer, places)
      }
      for rule in layer.rules {
        check.rule(rule, places)
      }
      return check.diagnostics
    }
  }
}

/// Checks the references of one layer against the layers of its folder.
private struct ReferenceCheck {
  let file: String
  let layers: [String: LayerDefinition]
  let others: Set<String>
  var diagnostics: [Diagnostic] = []

  mutating func relation(
    _ relation: LayerRelation, of layer: LayerDefinition, _ places: LayerPlaces
  ) {
    let owner = "the relation `\(relation.id)`"
    for id in relation.layers {
      let place = places.position(of: relation.id, key: "layer", item: id)
      guard let target = features(id, owner, place) else { continue }
      guard let name = relation.target else {
        if layer.field(named: relation.field)?.type == .integer {
          let place = places.position(of: relation.id, key: "field")
          note(
            place, "\(owner) compares the whole number `\(relation.field)` to ids, which are text",
            hint: "make the field `text`, or name a `target` field that holds whole numbers")
        }
        continue
      }
      let targetPlace = places.position(of: relation.id, key: "target")
      guard let field = target.field(named: name) else {
        let names = target.fields.map(\.name)
        note(
          targetPlace, "\(owner) names the field `\(name)`, which the layer `\(id)` does not have",
          hint: hint(name, names, "its fields are"))
        continue
      }
      if let own = layer.field(named: relation.field), own.type != field.type {
        note(
          targetPlace,
          "\(owner) compares `\(own.name)` (\(own.type.rawValue)) to `\(name)` of "
            + "`\(id)` (\(field.type.rawValue))", hint: "give both the same type")
      }
    }
  }

  mutating func rule(_ rule: LayerRule, _ places: LayerPlaces) {
    for id in rule.check.otherLayers {
      let place = places.position(of: rule.id, key: "layer", item: id)
      guard let target = features(id, "the rule `\(rule.id)`", place) else { continue }
      if case .within = rule.check, target.geometry != .polygon {
        note(
          place,
          "the rule `\(rule.id)` looks within `\(id)`, whose geometry is "
            + "`\(target.geometry.rawValue)`", hint: "features lie within polygons")
      }
    }
  }

  /// The layer of features called `id`; `nil` where nothing more can be said.
  private mutating func features(
    _ id: String, _ owner: String, _ place: TextPosition
  ) -> LayerDefinition? {
    guard let layer = layers[id] else {
      if !others.contains(id) {
        note(
          place, "\(owner) names the layer `\(id)`, which has no file",
          hint: hint(id, layers.keys.sorted(), "there are"))
      }
      return nil
    }
    guard layer.hasFeatures else {
      note(place, "\(owner) names the layer `\(id)`, which has no features")
      return nil
    }
    return layer
  }

  private func hint(_ word: String, _ candidates: [String], _ words: String) -> String {
    if let near = suggestion(for: word, among: candidates) { return "did you mean `\(near)`?" }
    return "\(words) " + candidates.map { "`\($0)`" }.joined(separator: ", ")
  }

  private mutating func note(_ place: TextPosition, _ message: String, hint: String? = nil) {
    diagnostics.append(
      Diagnostic(file: file, line: place.line, column: place.column, message: message, hint: hint))
  }
}
