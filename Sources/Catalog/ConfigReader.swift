package import SimpleFeatures

/// Reads the tree of one layer file and notes every fault in it.
///
/// Each method returns `nil` where the value cannot be used; a fault has then been noted.
package struct ConfigReader {
  package let file: String
  package var diagnostics: [Diagnostic] = []

  package init(file: String) {
    self.file = file
  }

  /// What `body` makes of YAML text that came from `file`.
  ///
  /// - Throws: ``CatalogError`` with every fault, in the order of their places.
  package static func read<Value>(
    _ yaml: String, file: String, _ body: (inout ConfigReader, YAMLTree) -> Value?
  ) throws(CatalogError) -> Value {
    var composer = YAMLComposer(file: file)
    let tree = composer.compose(yaml)
    var reader = ConfigReader(file: file)
    reader.diagnostics = composer.diagnostics
    guard let tree, let value = body(&reader, tree), reader.diagnostics.isEmpty else {
      throw CatalogError(diagnostics: CatalogFile.sorted(reader.diagnostics))
    }
    return value
  }

  package mutating func note(_ place: TextPosition, _ message: String, hint: String? = nil) {
    diagnostics.append(
      Diagnostic(file: file, line: place.line, column: place.column, message: message, hint: hint))
  }

  // MARK: Mappings

  /// The entries of a mapping by key.
  package struct Entries {
    package var position: TextPosition
    package var values: [String: YAMLTree]

    package subscript(key: String) -> YAMLTree? { values[key] }
  }

  /// The known entries of `tree` that have a value; unknown, missing and empty ones are noted.
  package mutating func entries(of tree: YAMLTree, keys: KeySet) -> Entries? {
    guard case .mapping(let pairs) = tree.content else {
      note(
        tree.position, "\(keys.owner) must be a mapping of keys to values, not \(tree.kind)",
        hint: "its keys are \(list(keys.all))")
      return nil
    }
    var entries = Entries(position: tree.position, values: [:])
    var misspelt: [String] = []
    for pair in pairs {
      if !keys.all.contains(pair.key) {
        let near = suggestion(for: pair.key, among: keys.all)
        if let near { misspelt.append(near) }
        note(
          pair.keyPosition, "unknown key `\(shown(pair.key))` in \(keys.owner)",
          hint: near.map { "did you mean `\($0)`?" } ?? "its keys are \(list(keys.all))")
      } else if pair.value.content == .nothing {
        note(
          pair.keyPosition, "`\(pair.key)` has no value",
          hint: keys.required.contains(pair.key) ? nil : "give one, or remove the line")
      } else {
        entries.values[pair.key] = pair.value
      }
    }
    for key in keys.required
    where !pairs.contains(where: { $0.key == key }) && !misspelt.contains(key) {
      note(tree.position, "`\(key)` is missing in \(keys.owner)")
    }
    return entries
  }

  /// The word that stands under `key`, without a fault where there is none.
  package func word(of key: String, in tree: YAMLTree) -> String? {
    guard case .mapping(let pairs) = tree.content,
      case .scalar(let word, _)? = pairs.first(where: { $0.key == key })?.value.content
    else { return nil }
    return word
  }

  /// The items of a list.
  package mutating func items(_ tree: YAMLTree?, _ key: String) -> [YAMLTree] {
    guard let tree else { return [] }
    guard case .list(let items) = tree.content else {
      note(
        tree.position, "`\(key)` must be a list, not \(tree.kind)",
        hint: "begin each item with `- `, or write `[ ]` around them")
      return []
    }
    return items
  }

  // MARK: Scalars

  /// Text that is not blank; numbers and booleans without quotes count as the text they are.
  package mutating func text(_ tree: YAMLTree?, _ key: String) -> String? {
    guard let tree else { return nil }
    switch tree.content {
    case .scalar(let text, _):
      if text.allSatisfy(\.isWhitespace) {
        note(tree.position, "`\(key)` is empty")
        return nil
      }
      if text.first?.isWhitespace == true || text.last?.isWhitespace == true {
        note(tree.position, "`\(key)` begins or ends with a space")
      }
      return text
    case .nothing:
      note(tree.position, "`\(key)` is empty")
    case .list, .mapping:
      note(tree.position, "`\(key)` must be text, not \(tree.kind)")
    }
    return nil
  }

  package mutating func boolean(_ tree: YAMLTree?, _ key: String) -> Bool? {
    guard let tree else { return nil }
    if case .scalar(let text, isPlain: true) = tree.content, text == "true" || text == "false" {
      return text == "true"
    }
    note(tree.position, "`\(key)` must be `true` or `false`, not \(described(tree))")
    return nil
  }

  package mutating func number(
    _ tree: YAMLTree?, _ key: String, in range: ClosedRange<Double>? = nil
  ) -> Double? {
    guard let tree else { return nil }
    guard case .scalar(let text, isPlain: true) = tree.content, let number = decimal(text) else {
      note(tree.position, "`\(key)` must be a number, not \(described(tree))")
      return nil
    }
    if let range, !range.contains(number) {
      note(tree.position, "`\(key)` must lie between \(range.lowerBound) and \(range.upperBound)")
      return nil
    }
    return number
  }

  package mutating func integer(_ tree: YAMLTree?, _ key: String, in range: ClosedRange<Int>)
    -> Int?
  {
    guard let tree else { return nil }
    guard case .scalar(let text, isPlain: true) = tree.content, let number = Int(text) else {
      note(tree.position, "`\(key)` must be a whole number, not \(described(tree))")
      return nil
    }
    guard range.contains(number) else {
      note(tree.position, "`\(key)` must lie between \(range.lowerBound) and \(range.upperBound)")
      return nil
    }
    return number
  }

  /// One of the words that `Choice` knows.
  package mutating func choice<Choice: RawRepresentable & CaseIterable>(
    _ tree: YAMLTree?, _ key: String, _ type: Choice.Type
  ) -> Choice? where Choice.RawValue == String {
    guard let text = text(tree, key), let tree else { return nil }
    if let choice = Choice(rawValue: text) { return choice }
    let allowed = Choice.allCases.map(\.rawValue)
    let near = suggestion(for: text, among: allowed).map { "did you mean `\($0)`? " } ?? ""
    note(
      tree.position, "`\(shown(text))` is not a \(key)",
      hint: near + "allowed are \(list(allowed))")
    return nil
  }

  package mutating func localised(_ tree: YAMLTree?, _ key: String) -> LocalisedText? {
    guard let tree else { return nil }
    var keys = KeySet.text
    keys.owner = "`\(key)`"
    guard let entries = entries(of: tree, keys: keys) else { return nil }
    let zh = text(entries["zh"], "zh")
    let en = text(entries["en"], "en")
    guard let zh, let en else { return nil }
    return LocalisedText(zh: zh, en: en)
  }

  mutating func colour(_ tree: YAMLTree?) -> String? {
    guard let text = text(tree, "colour"), let tree else { return nil }
    if NameRules.isColour(text) { return text.lowercased() }
    note(
      tree.position, "`\(shown(text))` is not a colour",
      hint: "write \"#rrggbb\" in quotes, as in \"#3b7dd8\"")
    return nil
  }

  // MARK: Words

  package func list(_ words: [String]) -> String { words.map { "`\($0)`" }.joined(separator: ", ") }

  /// Text from the file, cut to a length that fits a message.
  package func shown(_ text: String) -> String { text.count > 60 ? text.prefix(60) + "…" : text }

  private func described(_ tree: YAMLTree) -> String {
    if case .scalar(let text, let isPlain) = tree.content {
      return isPlain ? "`\(shown(text))`" : "the text \"\(shown(text))\""
    }
    return tree.kind
  }

  /// A finite number in decimal notation; Swift itself would also take hexadecimal and `nan`.
  private func decimal(_ text: String) -> Double? {
    let allowed = "0123456789+-.eE"
    guard text.allSatisfy(allowed.contains), let number = Double(text), number.isFinite else {
      return nil
    }
    return number
  }
}
