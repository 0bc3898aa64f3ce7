public import SimpleFeatures

/// The JSON schema of a process's inputs, ready to check them.
///
/// It knows these words of JSON Schema: `type`, `enum`, `const`, `minimum`, `maximum`,
/// `exclusiveMinimum`, `exclusiveMaximum`, `minLength`, `maxLength`, `items`, `minItems`,
/// `maxItems`, `properties`, `required`, `additionalProperties`, `oneOf`, `anyOf`, `allOf`; and
/// passes over those that only describe: `title`, `description`, `default`, `examples`, `format`,
/// `contentMediaType`, `contentEncoding`, `x-unit`, `x-titles`, `x-resource`. A schema with any
/// other word is refused, since what it asks for would not be checked.
public struct InputSchema: Sendable {
  /// The inputs in the order of the schema.
  public let names: [String]
  /// The inputs that must be there.
  public let required: [String]
  private let root: SchemaNode
  /// The same with descriptions in Chinese.
  private var chinese: SchemaNode?

  /// A schema, which must be one of an object.
  ///
  /// - Throws: ``SimulationError`` `invalid-schema` with the place of what is not known.
  public init(_ schema: JSONValue) throws(SimulationError) {
    root = try SchemaNode(schema, at: "schema")
    names = root.properties.map(\.name)
    required = root.required
    guard schema["type"]?.string == "object" else {
      throw SimulationError(.invalidSchema, "the schema of inputs is not one of an object")
    }
  }

  /// The schema of declared inputs; messages are in English, and hints in Chinese, too.
  ///
  /// - Throws: ``SimulationError`` `invalid-schema`, where a type of its own has words that are not
  ///   known.
  public init(_ inputs: InputSet) throws(SimulationError) {
    try self.init(inputs.schema(in: .en))
    chinese = try SchemaNode(inputs.schema(in: .zh), at: "schema")
  }

  /// The object of all inputs, checked.
  ///
  /// - Throws: ``ProcessError`` as ``check(_:)`` does.
  public func values(of inputs: JSONValue) throws(ProcessError) -> InputValues {
    try check(inputs)
    return InputValues(unchecked: inputs)
  }

  /// Checks the object of all inputs.
  ///
  /// - Throws: ``ProcessError`` `missing-input`, `unknown-input` or `invalid-input` of status 400,
  ///   which names the input, its place within (`drivers[3].from`), what it was and has to be.
  public func check(_ inputs: JSONValue) throws(ProcessError) {
    guard let mismatch = root.mismatch(inputs) else { return }
    var fault = fault(mismatch)
    if case .unknown = mismatch.kind { throw fault }
    fault.chineseHint = chinese.flatMap { Self.description(at: mismatch, in: $0) }
      .map { "\($0.place)：\($0.words)" }
    throw fault
  }

  /// Checks how many items a list for the input `name` has, whatever they are.
  ///
  /// - Throws: ``ProcessError`` `invalid-input` of status 400.
  public func checkCount(of list: JSONValue, for name: String) throws(ProcessError) {
    guard let items = list.items,
      let node = root.properties.first(where: { $0.name == name })?.node,
      let mismatch = node.countMismatch(items, list)
    else { return }
    throw fault(mismatch.inside(.member(name)))
  }

  private func fault(_ mismatch: SchemaDiagnostic) -> ProcessError {
    let known = "it takes: " + names.joined(separator: ", ")
    guard case .member(let name)? = mismatch.path.first else {
      if case .missing(let name) = mismatch.kind {
        return ProcessError(
          "missing-input", "input \"\(name)\" is missing",
          hint: hint(mismatch) ?? known, status: 400)
      }
      if case .unknown(let name) = mismatch.kind {
        return ProcessError(
          "unknown-input", "there is no input \"\(SchemaDiagnostic.shortened(name))\"",
          hint: choices(for: name, among: names), status: 400)
      }
      return ProcessError(
        "invalid-input", "the inputs are \(mismatch.words)", hint: known, status: 400)
    }
    return ProcessError(
      "invalid-input", "input \"\(name)\(mismatch.place)\" \(mismatch.words)",
      hint: hint(mismatch) ?? known, status: 400)
  }

  /// What is expected where a nested value does not fit, with its place: `drivers[3].to: where to`.
  ///
  /// Of the innermost part that the schema describes; for a member that is not known, those that
  /// are.
  private func hint(_ mismatch: SchemaDiagnostic) -> String? {
    if case .unknown = mismatch.kind {
      let nodes = root.nodes(along: mismatch.path)
      if nodes.count == mismatch.path.count, let names = nodes.last?.memberNames, !names.isEmpty {
        return "\(SchemaDiagnostic.words(mismatch.path)) takes: \(names.joined(separator: ", "))"
      }
    }
    return Self.description(at: mismatch, in: root).map { "\($0.place): \($0.words)" }
  }

  /// What a schema says of the innermost part that it describes where a value does not fit.
  private static func description(
    at mismatch: SchemaDiagnostic, in root: SchemaNode
  ) -> (place: String, words: String)? {
    var path = mismatch.path
    if case .missing(let name) = mismatch.kind { path.append(.member(name)) }
    let nodes = root.nodes(along: path)
    guard let inner = nodes.lastIndex(where: { $0.description != nil }),
      let words = nodes[inner].description
    else { return nil }
    return (SchemaDiagnostic.words(path[...inner]), words)
  }
}
