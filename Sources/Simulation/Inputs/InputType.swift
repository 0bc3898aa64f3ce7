public import Catalog
public import SimpleFeatures

/// A type of value that processes take: the words of its JSON schema, and how a value is read.
///
/// What is read fits the schema already, so reading fails only for what no schema can say, such as
/// a latitude beyond 90 degrees.
public struct InputType<Value: Sendable>: Sendable {
  /// The words of the schema besides `title`, `description` and `default`.
  let words: @Sendable (SchemaLanguage) -> [(String, JSONValue)]
  /// Reads a value; the text is its place for messages, as `drivers[3].from`.
  let read: @Sendable (JSONValue, String) throws -> Value
  /// A value as JSON, for defaults.
  let json: @Sendable (Value) -> JSONValue

  /// A type of its own.
  ///
  /// - Parameters:
  ///   - words: See ``InputSchema`` for those that are known.
  ///   - read: `nil` for a value that does not fit the words.
  public init(
    words: [(String, JSONValue)], json: @escaping @Sendable (Value) -> JSONValue,
    read: @escaping @Sendable (JSONValue) -> Value?
  ) {
    self.init(
      { _ in words }, json: json,
      read: { value, place in
        guard let found = read(value) else {
          throw ProcessError(
            "invalid-input", "input \"\(place)\" is not of the type that its schema names",
            status: 400)
        }
        return found
      })
  }

  init(
    _ words: @escaping @Sendable (SchemaLanguage) -> [(String, JSONValue)],
    json: @escaping @Sendable (Value) -> JSONValue,
    read: @escaping @Sendable (JSONValue, String) throws -> Value
  ) {
    self.words = words
    self.read = read
    self.json = json
  }

  /// The same with a description of its own, for items of a list.
  public func described(_ description: LocalisedText) -> InputType {
    InputType(
      { language in words(language) + [("description", .string(language.text(description)))] },
      json: json, read: read)
  }

  /// Lists of values of this type.
  public func list(count: ClosedRange<Int>) -> InputType<[Value]> {
    InputType<[Value]>(
      { language in
        [("type", "array"), ("items", .object(words(language)))]
          + (count.lowerBound > 0 ? [("minItems", .integer(count.lowerBound))] : [])
          + [("maxItems", .integer(count.upperBound))]
      },
      json: { .array($0.map(json)) },
      read: { value, place in
        var items: [Value] = []
        for (index, item) in (value.items ?? []).enumerated() {
          items.append(try read(item, "\(place)[\(index)]"))
        }
        return items
      })
  }
}

extension InputType where Value == Double {
  /// A number, within bounds where they are given.
  public static func number(in range: ClosedRange<Double>? = nil) -> InputType {
    InputType(words: [("type", "number")] + bounds(range), json: { .real($0) }, read: \.number)
  }

  private static func bounds(_ range: ClosedRange<Double>?) -> [(String, JSONValue)] {
    guard let range else { return [] }
    return [("minimum", .real(range.lowerBound))]
      + (range.upperBound.isFinite ? [("maximum", .real(range.upperBound))] : [])
  }
}

extension InputType where Value == Int {
  /// A whole number within bounds.
  public static func integer(in range: ClosedRange<Int>) -> InputType {
    InputType(
      words: [("type", "integer"), ("minimum", .integer(range.lowerBound))]
        + (range.upperBound < .max ? [("maximum", .integer(range.upperBound))] : []),
      json: { .integer($0) }, read: \.wholeNumber)
  }
}

extension InputType where Value == Bool {
  /// True or false.
  public static var flag: InputType {
    InputType(words: [("type", "boolean")], json: { .boolean($0) }, read: \.flag)
  }
}

extension InputType where Value == String {
  /// A text, with bounds of its number of characters where they are given.
  public static func text(length: ClosedRange<Int>? = nil) -> InputType {
    var words: [(String, JSONValue)] = [("type", "string")]
    if let length {
      words.append(("minLength", .integer(length.lowerBound)))
      if length.upperBound < .max { words.append(("maxLength", .integer(length.upperBound))) }
    }
    return InputType(words: words, json: { .string($0) }, read: \.string)
  }

  /// One of some words.
  public static func word(of choices: [String]) -> InputType {
    InputType(
      words: [("type", "string"), ("enum", .strings(choices))], json: { .string($0) },
      read: \.string)
  }
}

extension InputType where Value: RawRepresentable, Value.RawValue == String {
  /// One of some cases, by their raw values.
  public static func choice(of cases: [Value]) -> InputType {
    InputType(
      words: [("type", "string"), ("enum", .strings(cases.map(\.rawValue)))],
      json: { .string($0.rawValue) }, read: { $0.string.flatMap(Value.init(rawValue:)) })
  }
}

extension InputType where Value == JSONValue {
  /// An object that the process reads by itself, as GeoJSON.
  public static var object: InputType {
    InputType(words: [("type", "object")], json: { $0 }, read: { $0 })
  }
}

extension InputType where Value == InputValues {
  /// An object whose members are declared.
  public static func object(of members: InputSet) -> InputType {
    InputType(
      { members.words(in: $0) }, json: { $0.json },
      read: { value, place in InputValues(unchecked: value, at: place + ".") })
  }
}
