public import Catalog
import SimpleFeatures

/// A type of value that processes give: the words of its JSON schema (OpenAPI 3.0), and what the
/// value is, in both languages.
public struct OutputType: Sendable {
  /// What the value is, with its unit.
  public let description: LocalisedText
  /// The media type of the value where that is not JSON.
  let mediaType: String?
  private let isOptional: Bool
  private let type: String
  private let others: @Sendable (SchemaLanguage) -> [(String, JSONValue)]

  private init(
    _ type: String, _ description: LocalisedText, mediaType: String? = nil,
    isOptional: Bool = false,
    _ others: @escaping @Sendable (SchemaLanguage) -> [(String, JSONValue)] = { _ in [] }
  ) {
    self.type = type
    self.description = description
    self.mediaType = mediaType
    self.isOptional = isOptional
    self.others = others
  }

  func words(in language: SchemaLanguage) -> [(String, JSONValue)] {
    [("type", .string(type))]
      + (mediaType.map { [("contentMediaType", .string($0))] } ?? [])
      + [("description", .string(language.text(description)))]
      + (isOptional ? [("nullable", true)] : []) + others(language)
  }

  func schema(in language: SchemaLanguage) -> JSONValue { .object(words(in: language)) }

  // MARK: Plain values

  /// A text; `null` where it is `optional` and not known.
  public static func text(_ description: LocalisedText, optional: Bool = false) -> OutputType {
    OutputType("string", description, isOptional: optional)
  }

  /// A number; `null` where it is `optional` and not known.
  public static func number(_ description: LocalisedText, optional: Bool = false) -> OutputType {
    OutputType("number", description, isOptional: optional)
  }

  /// A whole number; `null` where it is `optional` and not known.
  public static func integer(_ description: LocalisedText, optional: Bool = false) -> OutputType {
    OutputType("integer", description, isOptional: optional)
  }

  /// One of some words.
  public static func word(of words: [String], _ description: LocalisedText) -> OutputType {
    OutputType("string", description) { _ in [("enum", .strings(words))] }
  }

  // MARK: Values of several

  /// A list.
  public static func list(_ description: LocalisedText, of items: OutputType) -> OutputType {
    OutputType("array", description) { [("items", items.schema(in: $0))] }
  }

  /// An object with named members.
  ///
  /// - Parameter others: The members whose names the inputs give; `nil` where none are told.
  public static func object(
    _ description: LocalisedText, _ members: [(String, OutputType)] = [],
    others: OutputType? = nil
  ) -> OutputType {
    OutputType("object", description) { parts(members, others, in: $0) }
  }

  /// A GeoJSON feature collection whose features are not described one by one.
  public static func features(_ description: LocalisedText) -> OutputType {
    OutputType("object", description, mediaType: geoJSON)
  }

  /// A GeoJSON feature collection of points, longitude and latitude in degrees.
  ///
  /// - Parameters:
  ///   - id: What a feature's id is.
  ///   - properties: The properties of each feature.
  ///   - others: The properties whose names the inputs give; `nil` where none are told.
  public static func points(
    _ description: LocalisedText, id: LocalisedText, _ properties: [(String, OutputType)],
    others: OutputType? = nil
  ) -> OutputType {
    let name = LocalisedText(zh: "GeoJSON 类型名", en: "GeoJSON type name")
    let point = object(
      LocalisedText(
        zh: "GeoJSON 点，[经度, 纬度]，度", en: "GeoJSON point, [longitude, latitude] in degrees"),
      [
        ("type", word(of: ["Point"], name)),
        (
          "coordinates",
          list(
            LocalisedText(zh: "坐标", en: "coordinates"),
            of: number(LocalisedText(zh: "经度，纬度（度）", en: "longitude, then latitude, degrees")))
        ),
      ])
    let feature = object(
      LocalisedText(zh: "GeoJSON 要素", en: "GeoJSON feature"),
      [
        ("type", word(of: ["Feature"], name)), ("id", text(id)), ("geometry", point),
        (
          "properties",
          object(
            LocalisedText(zh: "要素的属性", en: "properties of the feature"), properties, others: others)
        ),
      ])
    return OutputType("object", description, mediaType: geoJSON) {
      parts(
        [
          ("type", word(of: ["FeatureCollection"], name)),
          ("features", list(description, of: feature)),
        ], nil, in: $0)
    }
  }

  private static let geoJSON = "application/geo+json"

  private static func parts(
    _ members: [(String, OutputType)], _ others: OutputType?, in language: SchemaLanguage
  ) -> [(String, JSONValue)] {
    (members.isEmpty
      ? [] : [("properties", .object(members.map { ($0, $1.schema(in: language)) }))])
      + (others.map { [("additionalProperties", $0.schema(in: language))] } ?? [])
  }
}
