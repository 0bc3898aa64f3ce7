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
    /// What the layer is called that is made of it; `nil` where none is.
    public let layer: Layer?
  }

  /// That an output is a GeoJSON feature collection, of which a job makes a layer.
  public struct Layer: Sendable {
    /// What people call the layer; `nil` for the process's title and the output's name.
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
  public mutating func append(_ name: String, _ json: JSONText) {
    all.append(Output(name: name, json: json, layer: nil))
  }

  /// Adds an output that is a GeoJSON feature collection, longitude and latitude in degrees: a job
  /// makes a layer of it.
  ///
  /// - Parameter title: What people call the layer; the process and the output unless it is said.
  public mutating func append(
    features name: String, _ collection: JSONText, title: LocalisedText? = nil
  ) {
    all.append(Output(name: name, json: collection, layer: Layer(title: title)))
  }

  /// Adds an output that is a GeoJSON feature collection, made of a tree.
  public mutating func append(
    features name: String, _ collection: JSONValue, title: LocalisedText? = nil
  ) {
    var json = JSONText()
    collection.append(to: &json)
    append(features: name, json, title: title)
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
