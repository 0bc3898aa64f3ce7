public import Catalog
import SimpleFeatures

/// The words of schemas that tell forms more than the type: they check nothing.
extension InputType {
  /// The same with more words.
  private func with(_ more: (String, JSONValue)...) -> InputType {
    InputType({ words($0) + more }, json: json, read: read)
  }

  /// The same with what people call the choices, by their values.
  public func titled(_ titles: [String: LocalisedText]) -> InputType {
    let members = titles.sorted { $0.key < $1.key }.map { value, title in
      (value, ["zh": .string(title.zh), "en": .string(title.en)] as JSONValue)
    }
    return with(("x-titles", .object(members)))
  }

  /// The same as the id of one of the server's resources.
  public func naming(_ resource: InputResource) -> InputType {
    with(("x-resource", .string(resource.rawValue)))
  }

  /// The same as a time (RFC 3339), which a form asks for by the city's clock.
  public var instant: InputType { with(("format", "date-time")) }

  /// The same as a GeoJSON feature collection of areas, which a form lets people draw.
  public var features: InputType { with(("format", "geojson-feature-collection")) }
}

/// Resources of the server that inputs name by their ids.
public enum InputResource: String, Sendable, CaseIterable {
  /// Layers of features, `/collections`.
  case collections
  /// Runs that are kept, `/runs`.
  case runs
  /// Scenarios, `/scenarios`.
  case scenarios
}
