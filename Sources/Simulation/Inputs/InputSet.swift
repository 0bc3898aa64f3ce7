public import Catalog
public import SimpleFeatures

/// The inputs of a process in their order.
public struct InputSet: Sendable {
  /// What people call an input, and what it is.
  public struct Words: Sendable {
    /// Its name in requests.
    public let name: String
    /// What people call it.
    public let title: LocalisedText
    /// What it is, with its unit.
    public let description: LocalisedText
  }

  private var declarations: [InputDeclaration]

  /// The inputs of `inputs`; none without any.
  public init<each Value>(_ inputs: repeat ProcessInput<each Value>) {
    declarations = []
    for input in repeat each inputs { declarations.append(input.declaration) }
    check()
  }

  /// The inputs of two sets, those of the first before those of the second.
  public static func + (first: InputSet, second: InputSet) -> InputSet {
    var both = first
    both.declarations += second.declarations
    both.check()
    return both
  }

  private func check() {
    precondition(
      Set(declarations.map(\.name)).count == declarations.count, "two inputs have one name")
  }

  /// What each input is called, and what it is, in both languages.
  public var words: [Words] {
    declarations.map { Words(name: $0.name, title: $0.title, description: $0.description) }
  }

  /// The JSON schema of the object of all inputs.
  ///
  /// No other member is taken. An empty `required` is left out: OpenAPI 3.0 refuses it.
  public func schema(in language: SchemaLanguage) -> JSONValue { .object(words(in: language)) }

  func words(in language: SchemaLanguage) -> [(String, JSONValue)] {
    let required = declarations.filter(\.isRequired).map(\.name)
    return [
      ("type", "object"), ("additionalProperties", false),
      ("properties", .object(declarations.map { ($0.name, $0.schema(in: language)) })),
    ] + (required.isEmpty ? [] : [("required", .strings(required))])
  }
}
