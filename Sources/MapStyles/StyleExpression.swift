import Catalog
import SimpleFeatures

/// Expressions of the MapLibre style specification.
enum StyleExpression {
  /// A value by the categories of a layer, `other` for the rest; only `other` where no category
  /// states one.
  static func byCategory(
    _ style: LayerStyle, else other: JSONValue,
    _ value: (LayerStyle.Categories.Entry) -> JSONValue?
  ) -> JSONValue {
    guard let categories = style.categories else { return other }
    let pairs = categories.colours.flatMap { entry in
      value(entry).map { [.string(entry.value), $0] } ?? []
    }
    guard !pairs.isEmpty else { return other }
    return .array(
      ["match", ["to-string", ["get", .string(categories.field)]]] + pairs + [other])
  }

  /// A colour by the categories of a layer: what `drawn` makes of those of its layer file.
  static func colour(_ style: LayerStyle, _ drawn: (String) -> String) -> JSONValue {
    byCategory(style, else: .string(drawn(style.colour))) { .string(drawn($0.colour)) }
  }

  /// A number that goes with the zoom by powers of `base` from stop to stop.
  static func byZoom(_ base: Double, _ stops: [(zoom: Double, value: JSONValue)]) -> JSONValue {
    .array(
      ["interpolate", ["exponential", .real(base)], ["zoom"]]
        + stops.flatMap { [.real($0.zoom), $0.value] })
  }

  /// A value that changes at zooms.
  static func steps(
    _ first: JSONValue, _ stops: [(zoom: Double, value: JSONValue)]
  ) -> JSONValue {
    .array(["step", ["zoom"], first] + stops.flatMap { [.real($0.zoom), $0.value] })
  }

  static func all(_ filters: [JSONValue]) -> JSONValue? {
    filters.count > 1 ? .array(["all"] + filters) : filters.first
  }

  static func not(_ filter: JSONValue) -> JSONValue { ["!", filter] }
}
