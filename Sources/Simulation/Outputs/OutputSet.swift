public import Catalog
public import SimpleFeatures

/// One output of a process, declared once: its schema, its title and its description.
///
/// ```swift
/// OutputDeclaration(
///   "capacity", title: LocalisedText(zh: "容量", en: "Capacity"),
///   .integer(LocalisedText(zh: "各场所容纳人数之和", en: "people whom all of them hold")))
/// ```
public struct OutputDeclaration: Sendable {
  /// Its name in answers.
  public let name: String
  /// What people call it.
  public let title: LocalisedText
  let type: OutputType

  /// An output of a type; the type describes it.
  public init(_ name: String, title: LocalisedText, _ type: OutputType) {
    self.name = name
    self.title = title
    self.type = type
  }

  /// What it is, with its unit.
  public var description: LocalisedText { type.description }

  /// The media type of its value where that is not JSON.
  public var mediaType: String? { type.mediaType }

  /// The JSON schema of its value, with title and description.
  public func schema(in language: SchemaLanguage) -> JSONValue {
    .object([("title", .string(language.text(title)))] + type.words(in: language))
  }
}

/// The outputs of a process in their order.
public struct OutputSet: Sendable {
  /// The outputs.
  public let all: [OutputDeclaration]

  /// The outputs of `outputs`, each with a name of its own.
  public init(_ outputs: OutputDeclaration...) { self.init(outputs) }

  /// The outputs of `outputs`, each with a name of its own.
  public init(_ outputs: [OutputDeclaration]) {
    precondition(Set(outputs.map(\.name)).count == outputs.count, "two outputs have one name")
    all = outputs
  }

  /// The JSON schema of the object of all outputs.
  public func schema(in language: SchemaLanguage) -> JSONValue {
    [
      "type": "object", "properties": .object(all.map { ($0.name, $0.schema(in: language)) }),
    ]
  }
}
