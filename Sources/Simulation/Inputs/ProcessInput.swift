public import Catalog
import SimpleFeatures

/// One input of a process, declared once: schema, default, unit, words and value come from here.
///
/// ```swift
/// static let snap = ProcessInput(
///   "snap_m", .number(in: 0...100_000), default: 500, unit: .metres,
///   title: LocalisedText(zh: "最大偏离", en: "Snapping distance"),
///   LocalisedText(zh: "地点距道路的最大距离", en: "maximum distance between a place and its road"))
/// let metres = try inputs[Self.snap]  // a Double, 500 unless it is given
/// ```
public struct ProcessInput<Value: Sendable>: Sendable {
  /// Its name in requests.
  public let name: String
  let declaration: InputDeclaration
  let read: @Sendable (JSONValue?, String) throws -> Value

  private init(
    _ declaration: InputDeclaration, read: @escaping @Sendable (JSONValue?, String) throws -> Value
  ) {
    name = declaration.name
    self.declaration = declaration
    self.read = read
  }

  /// An input that has to be given.
  public init(
    _ name: String, _ type: InputType<Value>, unit: InputUnit? = nil, title: LocalisedText,
    _ description: LocalisedText
  ) {
    self.init(
      InputDeclaration(
        name, isRequired: true, type.words, unit: unit, title: title, description: description)
    ) { value, place in try type.read(value ?? .null, place) }
  }

  /// An input with a default, which its schema names.
  public init(
    _ name: String, _ type: InputType<Value>, default usual: Value, unit: InputUnit? = nil,
    title: LocalisedText, _ description: LocalisedText
  ) {
    let words: @Sendable (SchemaLanguage) -> [(String, JSONValue)] = {
      type.words($0) + [("default", type.json(usual))]
    }
    self.init(
      InputDeclaration(
        name, isRequired: false, words, unit: unit, title: title, description: description)
    ) { value, place in try value.map { try type.read($0, place) } ?? usual }
  }

  /// An input that may be left out; its description says what holds then.
  public init<Given: Sendable>(
    _ name: String, optional type: InputType<Given>, unit: InputUnit? = nil, title: LocalisedText,
    _ description: LocalisedText
  ) where Value == Given? {
    self.init(
      InputDeclaration(
        name, isRequired: false, type.words, unit: unit, title: title, description: description)
    ) { value, place in try value.map { try type.read($0, place) } }
  }

  /// An object that may be left out, whose members then have their defaults.
  public init(
    _ name: String, members: InputSet, title: LocalisedText, _ description: LocalisedText
  ) where Value == InputValues {
    let type = InputType.object(of: members)
    self.init(
      InputDeclaration(
        name, isRequired: false, type.words, unit: nil, title: title, description: description)
    ) { value, place in try type.read(value ?? .object([]), place) }
  }
}

/// What is declared of an input, whatever its type.
struct InputDeclaration: Sendable {
  let name: String
  let isRequired: Bool
  let title: LocalisedText
  let description: LocalisedText
  let unit: InputUnit?
  private let words: @Sendable (SchemaLanguage) -> [(String, JSONValue)]

  init(
    _ name: String, isRequired: Bool,
    _ words: @escaping @Sendable (SchemaLanguage) -> [(String, JSONValue)], unit: InputUnit?,
    title: LocalisedText, description: LocalisedText
  ) {
    self.name = name
    self.isRequired = isRequired
    self.words = words
    self.unit = unit
    self.title = title
    self.description = unit?.after(description) ?? description
  }

  func schema(in language: SchemaLanguage) -> JSONValue {
    .object(
      [("title", .string(language.text(title)))] + words(language)
        + (unit.map { [("x-unit", .string($0.rawValue))] } ?? [])
        + [("description", .string(language.text(description)))])
  }
}
