import SimpleFeatures

/// A JSON schema, read once, that checks values.
struct SchemaNode: Sendable {
  /// The types of JSON, as a set.
  struct Kinds: OptionSet {
    let rawValue: UInt8
    static let null = Kinds(rawValue: 1)
    static let boolean = Kinds(rawValue: 2)
    static let number = Kinds(rawValue: 4)
    static let integer = Kinds(rawValue: 8)
    static let string = Kinds(rawValue: 16)
    static let array = Kinds(rawValue: 32)
    static let object = Kinds(rawValue: 64)
    static let all = Kinds(rawValue: 127)

    static let named: [(String, Kinds)] = [
      ("null", .null), ("boolean", .boolean), ("number", .number), ("integer", .integer),
      ("string", .string), ("array", .array), ("object", .object),
    ]

    /// The names of the set's members, joined by `or`.
    var words: String {
      Self.named.filter { contains($0.1) }.map(\.0).joined(separator: " or ")
    }
  }

  struct Property: Sendable {
    var name: String
    var node: SchemaNode
  }

  private(set) var properties: [Property] = []
  private(set) var required: [String] = []
  private(set) var description: String?
  private var kinds = Kinds.all
  private var choices: [JSONValue] = []
  private var range: ClosedRange<Double> = -.infinity ... .infinity
  private var excludesMinimum = false
  private var excludesMaximum = false
  private var lengths = 0...Int.max
  private var counts = 0...Int.max
  /// The schema of items, and of members that are not named: one or none.
  private var items: [SchemaNode] = []
  private var others: [SchemaNode] = []
  private var refusesOthers = false
  private var all: [SchemaNode] = []
  private var any: [SchemaNode] = []
  private var one: [SchemaNode] = []

  private static let describing: Set<String> = [
    "title", "description", "default", "examples", "format", "contentMediaType",
    "contentEncoding", "x-unit", "x-titles", "x-resource",
  ]

  init(_ schema: JSONValue, at place: String) throws(SimulationError) {
    guard let members = schema.members else {
      throw SimulationError(.invalidSchema, "\(place) is no JSON schema")
    }
    for (word, value) in members {
      guard try read(word, value, at: "\(place).\(word)") else {
        throw SimulationError(
          .invalidSchema, "\(place): \"\(word)\" is no word that inputs can be checked by",
          hint: "InputSchema lists the words that are known")
      }
    }
  }

  private mutating func read(
    _ word: String, _ value: JSONValue, at place: String
  ) throws(SimulationError) -> Bool {
    switch word {
    case "type":
      let names = value.items?.compactMap(\.string) ?? [value.string ?? ""]
      kinds = names.reduce(into: []) { kinds, name in
        for (known, kind) in Kinds.named where known == name { kinds.insert(kind) }
      }
      if kinds.isEmpty { throw SimulationError(.invalidSchema, "\(place) names no type") }
    case "enum": choices = value.items ?? []
    case "const": choices = [value]
    case "minimum", "exclusiveMinimum":
      range = (value.number ?? -.infinity)...range.upperBound
      excludesMinimum = word == "exclusiveMinimum"
    case "maximum", "exclusiveMaximum":
      range = range.lowerBound...(value.number ?? .infinity)
      excludesMaximum = word == "exclusiveMaximum"
    case "minLength": lengths = (value.wholeNumber ?? 0)...lengths.upperBound
    case "maxLength": lengths = lengths.lowerBound...(value.wholeNumber ?? .max)
    case "minItems": counts = (value.wholeNumber ?? 0)...counts.upperBound
    case "maxItems": counts = counts.lowerBound...(value.wholeNumber ?? .max)
    case "items": items = [try SchemaNode(value, at: place)]
    case "required": required = value.items?.compactMap(\.string) ?? []
    case "properties":
      for (name, schema) in value.members ?? [] {
        properties.append(
          Property(name: name, node: try SchemaNode(schema, at: "\(place).\(name)")))
      }
    case "additionalProperties":
      if let isTaken = value.flag {
        refusesOthers = !isTaken
      } else {
        others = [try SchemaNode(value, at: place)]
      }
    case "allOf": all = try Self.nodes(value, at: place)
    case "anyOf": any = try Self.nodes(value, at: place)
    case "oneOf": one = try Self.nodes(value, at: place)
    case "description":
      description = value.string
    default: return Self.describing.contains(word)
    }
    return true
  }

  private static func nodes(
    _ value: JSONValue, at place: String
  ) throws(SimulationError) -> [SchemaNode] {
    var nodes: [SchemaNode] = []
    for (index, schema) in (value.items ?? []).enumerated() {
      nodes.append(try SchemaNode(schema, at: "\(place)[\(index)]"))
    }
    return nodes
  }

  // MARK: Parts

  /// The schemas of the parts that a path leads through, from the outside in, as far as known.
  func nodes(along path: some Sequence<SchemaDiagnostic.Step>) -> [SchemaNode] {
    var nodes: [SchemaNode] = []
    var node = self
    for step in path {
      guard let part = node.part(step) else { break }
      nodes.append(part)
      node = part
    }
    return nodes
  }

  /// The members of an object that have names.
  var memberNames: [String] { properties.map(\.name) }

  private func part(_ step: SchemaDiagnostic.Step) -> SchemaNode? {
    let own =
      switch step {
      case .member(let name): properties.first { $0.name == name }?.node ?? others.first
      case .item: items.first
      }
    if let own { return own }
    for node in all + any + one {
      if let part = node.part(step) { return part }
    }
    return nil
  }

  // MARK: Checking

  /// The first thing in `value` that is not as the schema wants it; `nil` where all is.
  func mismatch(_ value: JSONValue) -> SchemaDiagnostic? {
    if let mismatch = ownMismatch(value) { return mismatch }
    for node in all { if let mismatch = node.mismatch(value) { return mismatch } }
    if !any.isEmpty, let mismatch = Self.best(any.map { $0.mismatch(value) }) { return mismatch }
    guard !one.isEmpty else { return nil }
    let mismatches = one.map { $0.mismatch(value) }
    if let mismatch = Self.best(mismatches) { return mismatch }
    return mismatches.count { $0 == nil } == 1
      ? nil : SchemaDiagnostic(value, "which fits more than one of the forms that it may have")
  }

  /// What is said where none of several schemas fits: of the one that came furthest.
  private static func best(_ mismatches: [SchemaDiagnostic?]) -> SchemaDiagnostic? {
    let found = mismatches.compactMap(\.self)
    guard found.count == mismatches.count else { return nil }
    return found.max { $0.path.count < $1.path.count }
  }

  private func ownMismatch(_ value: JSONValue) -> SchemaDiagnostic? {
    if kinds != .all, !accepts(value) { return SchemaDiagnostic(value, "not \(kinds.words)") }
    if !choices.isEmpty, !choices.contains(where: { $0.isSame(as: value) }) {
      let known = choices.prefix(20).map(SchemaDiagnostic.words).joined(separator: ", ")
      return SchemaDiagnostic(value, "not one of \(known)")
    }
    switch value {
    case .integer(let number): return mismatch(Double(number), value)
    case .real(let number): return mismatch(number, value)
    case .string(let text): return mismatch(text, value)
    case .array(let values): return mismatch(values, value)
    case .object(let members): return mismatch(members)
    case .null, .boolean: return nil
    }
  }

  private func accepts(_ value: JSONValue) -> Bool {
    switch value {
    case .null: kinds.contains(.null)
    case .boolean: kinds.contains(.boolean)
    case .integer: !kinds.isDisjoint(with: [.integer, .number])
    case .real(let number):
      kinds.contains(.number) || kinds.contains(.integer) && number == number.rounded()
    case .string: kinds.contains(.string)
    case .array: kinds.contains(.array)
    case .object: kinds.contains(.object)
    }
  }

  private func mismatch(_ number: Double, _ value: JSONValue) -> SchemaDiagnostic? {
    let (least, most) = (range.lowerBound, range.upperBound)
    if excludesMinimum ? number <= least : number < least {
      let bound = JSONValue.real(least).text
      return SchemaDiagnostic(value, excludesMinimum ? "not above \(bound)" : "less than \(bound)")
    }
    if excludesMaximum ? number >= most : number > most {
      let bound = JSONValue.real(most).text
      return SchemaDiagnostic(value, excludesMaximum ? "not below \(bound)" : "more than \(bound)")
    }
    return nil
  }

  private func mismatch(_ text: String, _ value: JSONValue) -> SchemaDiagnostic? {
    guard lengths != 0...Int.max else { return nil }
    let length = text.unicodeScalars.count
    if length < lengths.lowerBound {
      return SchemaDiagnostic(value, "shorter than \(lengths.lowerBound) characters")
    }
    if length > lengths.upperBound {
      return SchemaDiagnostic(value, "longer than \(lengths.upperBound) characters")
    }
    return nil
  }

  /// What is wrong with the number of a list's items.
  func countMismatch(_ values: [JSONValue], _ value: JSONValue) -> SchemaDiagnostic? {
    if values.count < counts.lowerBound {
      return SchemaDiagnostic(value, "fewer than \(counts.lowerBound)")
    }
    if values.count > counts.upperBound {
      return SchemaDiagnostic(value, "more than \(counts.upperBound)")
    }
    return nil
  }

  private func mismatch(_ values: [JSONValue], _ value: JSONValue) -> SchemaDiagnostic? {
    if let mismatch = countMismatch(values, value) { return mismatch }
    guard let node = items.first else { return nil }
    for (index, item) in values.enumerated() {
      if let mismatch = node.mismatch(item) { return mismatch.inside(.item(index)) }
    }
    return nil
  }

  private func mismatch(_ members: [(String, JSONValue)]) -> SchemaDiagnostic? {
    for name in required where !members.contains(where: { $0.0 == name }) {
      return SchemaDiagnostic(.missing(name))
    }
    guard !properties.isEmpty || refusesOthers || !others.isEmpty else { return nil }
    for (name, member) in members {
      let property = properties.first { $0.name == name }
      if property == nil, refusesOthers { return SchemaDiagnostic(.unknown(name)) }
      guard let node = property?.node ?? others.first else { continue }
      if let mismatch = node.mismatch(member) { return mismatch.inside(.member(name)) }
    }
    return nil
  }
}

extension JSONValue {
  /// Whether two values are the same to JSON Schema: whole numbers however they are written, and
  /// objects in any order.
  fileprivate func isSame(as other: JSONValue) -> Bool {
    switch (self, other) {
    case (.null, .null): true
    case (.boolean(let a), .boolean(let b)): a == b
    case (.string(let a), .string(let b)): a == b
    case (.integer(let a), .integer(let b)): a == b
    case (.array(let a), .array(let b)):
      a.count == b.count && zip(a, b).allSatisfy { $0.isSame(as: $1) }
    case (.object(let a), .object(let b)):
      a.count == b.count
        && a.allSatisfy { name, value in other[name].map { value.isSame(as: $0) } ?? false }
    default: number != nil && number == other.number
    }
  }
}
