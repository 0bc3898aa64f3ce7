import SimpleFeatures

/// What in a value is not as a schema wants it, and where.
struct SchemaDiagnostic {
  /// A step from a value into its parts.
  enum Step {
    case member(String)
    case item(Int)
  }

  /// What is wrong.
  enum Kind {
    case missing(String)
    case unknown(String)
    /// `is 95.2, which is more than 90`, as the end of a sentence about the value.
    case unfit(String)
  }

  var kind: Kind
  /// From the outside in.
  var path: [Step] = []

  init(_ kind: Kind) { self.kind = kind }

  init(_ value: JSONValue, _ words: String) {
    kind = .unfit("is \(SchemaDiagnostic.words(value)), \(words)")
  }

  /// The same one level further out.
  func inside(_ step: Step) -> SchemaDiagnostic {
    var outer = self
    outer.path.insert(step, at: 0)
    return outer
  }

  /// The path after its first step, as people write it: `[1].name`.
  var place: String { Self.text(path.dropFirst()) }

  /// A path as people write it: `drivers[1].name`.
  static func words(_ path: some Sequence<Step>) -> String {
    let text = text(path)
    return text.hasPrefix(".") ? String(text.dropFirst()) : text
  }

  private static func text(_ path: some Sequence<Step>) -> String {
    path.map { step in
      switch step {
      case .member(let name): "." + shortened(name)
      case .item(let index): "[\(index)]"
      }
    }.joined()
  }

  /// What is wrong, as the end of a sentence about the value.
  var words: String {
    switch kind {
    case .missing(let name): "has no member \"\(name)\""
    case .unknown(let name):
      "has a member \"\(SchemaDiagnostic.shortened(name))\" that is not known"
    case .unfit(let words): words
    }
  }

  /// A value as a message quotes it: short, whatever it is.
  static func words(_ value: JSONValue) -> String {
    switch value {
    case .array(let items): "a list of \(items.count)"
    case .object: "an object"
    case .string(let text): "\"\(shortened(text))\""
    default: value.text
    }
  }

  static func shortened(_ text: String) -> String {
    text.unicodeScalars.count <= 40 ? text : String(text.unicodeScalars.prefix(39)) + "…"
  }
}
