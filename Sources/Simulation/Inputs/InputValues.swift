public import SimpleFeatures

/// The inputs of one execution, which fit the schema of their process.
///
/// They are read by their declarations: `try inputs[Self.count]`.
public struct InputValues: Sendable {
  /// The object of all inputs that were given.
  public let json: JSONValue
  /// What comes before their names in messages: `drivers[3].`; empty for those of a process.
  public let place: String

  /// No inputs: all have their defaults.
  public static let none = InputValues(unchecked: .object([]))

  /// Inputs that nobody has checked: ``InputSchema/values(of:)`` checks them.
  public init(unchecked json: JSONValue, at place: String = "") {
    self.json = json
    self.place = place
  }

  /// The value of an input, or its default.
  ///
  /// - Throws: ``ProcessError`` of status 400 that names the input.
  public subscript<Value>(input: ProcessInput<Value>) -> Value {
    get throws { try input.read(json[input.name], place + input.name) }
  }

  /// Whether an input was given.
  public func gives<Value>(_ input: ProcessInput<Value>) -> Bool { json[input.name] != nil }
}
