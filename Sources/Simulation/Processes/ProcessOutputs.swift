public import Catalog
public import SimpleFeatures

/// What a process gives: its outputs by name, each as JSON text, in their order.
public struct ProcessOutputs: Sendable {
  /// One output.
  public struct Output: Sendable {
    /// What the process calls it.
    public let name: String
    /// Its value.
    public let json: JSONText
    /// What people call the layer that is made of it; `nil` for the process's title and the name.
    public let title: LocalisedText?
  }

  /// The outputs in their order.
  public private(set) var all: [Output] = []

  /// No outputs yet.
  public init() {}

  /// The members of an object as outputs; any other value as the output `result`.
  public init(_ value: JSONValue) {
    for (name, member) in value.members ?? [("result", value)] { append(name, member) }
  }

  /// Adds an output that is JSON text already, which is not looked at any more.
  ///
  /// - Parameter title: What people call the layer that is made of a feature collection.
  public mutating func append(_ name: String, _ json: JSONText, title: LocalisedText? = nil) {
    all.append(Output(name: name, json: json, title: title))
  }

  /// Adds an output.
  public mutating func append(_ name: String, _ value: JSONValue) {
    var json = JSONText()
    value.append(to: &json)
    append(name, json)
  }

  /// The output called `name`; `nil` where there is none.
  public subscript(name: String) -> JSONText? { all.first { $0.name == name }?.json }

  /// The length of all outputs, in bytes.
  public var byteCount: Int { all.reduce(0) { $0 + $1.json.bytes.count } }

  /// All outputs as the members of one object.
  public var json: JSONText {
    var text = JSONText(capacity: byteCount + 64)
    text.raw("{")
    for (index, output) in all.enumerated() {
      if index > 0 { text.raw(",") }
      text.string(output.name)
      text.raw(":")
      text.raw(output.json)
    }
    text.raw("}")
    return text
  }

  /// ``json`` as a string.
  public var text: String { String(decoding: json.bytes, as: UTF8.self) }
}
