import SimpleFeatures

extension LayerDefinition {
  /// What in this definition has no place for the features that a city holds under `earlier`.
  ///
  /// Each fault stands at the line of this definition that causes it; there are none where the city
  /// can take the definition over, as it can new fields, titles, rules and colours.
  public func diagnostics(replacing earlier: LayerDefinition) -> [Diagnostic] {
    let places = LayerPlaces(self)
    var diagnostics: [Diagnostic] = []
    func note(_ place: TextPosition, _ message: String, hint: String) {
      diagnostics.append(
        Diagnostic(
          file: "\(id).yml", line: place.line, column: place.column, message: message, hint: hint))
    }
    if hasFeatures != earlier.hasFeatures || geometry != earlier.geometry {
      let held = earlier.hasFeatures ? "\(earlier.geometry.rawValue)s" : "no features"
      let said = hasFeatures ? "\(geometry.rawValue)s" : "no features"
      note(
        places.position(ofKey: hasFeatures ? "geometry" : "kind"),
        "the layer `\(id)` holds \(held) in this city, its file now says \(said)",
        hint: "give the new layer an id of its own")
    }
    let added = fields.filter { earlier.field(named: $0.name) == nil }
    for old in earlier.fields {
      guard let new = field(named: old.name) else {
        let heir = added.first { $0.type == old.type }
        note(
          places.position(ofField: old.name),
          "the field `\(old.name)` (\(old.type.rawValue)) is gone, but the city holds its values",
          hint: heir.map {
            "was it renamed to `\($0.name)`? keep the name `\(old.name)`, change its title, and "
              + "write other names into `aliases`"
          } ?? "keep the field; what is not asked for any more need not be `required`")
        continue
      }
      guard new.type != old.type else { continue }
      note(
        places.position(ofField: old.name),
        "the field `\(old.name)` is \(old.type.rawValue) in this city, its file now says "
          + "\(new.type.rawValue)", hint: "keep the field as it was and add a new one beside it")
    }
    return diagnostics
  }
}
