import SimpleFeatures
import Yams

/// Turns YAML text into a tree in which every part knows its line and column.
///
/// libYAML stops at the first key that stands twice in a mapping, and aliases may expand without
/// bound. So every `*` is masked before parsing, which turns aliases into ordinary text that is
/// reported afterwards, and a doubled key is renamed in place, on one character, until the text
/// composes. Columns stay as they are, because libYAML counts Unicode scalars.
struct YAMLComposer {
  /// Largest file that is read, in bytes.
  static let byteLimit = 1 << 20
  /// How many doubled keys are looked for before giving up on the file.
  private static let renameLimit = 50

  let file: String
  private(set) var diagnostics: [Diagnostic] = []
  private var renamed: [TextPosition: String] = [:]
  private var mask: Unicode.Scalar = "*"

  init(file: String) {
    self.file = file
  }

  /// The tree of `text`; `nil` where a fault leaves none.
  mutating func compose(_ text: String) -> YAMLTree? {
    var scalars = Array(text.unicodeScalars)
    if scalars.first == "\u{FEFF}" { scalars.removeFirst() }
    guard let mask = Self.privateScalars.first(where: { !scalars.contains($0) }) else { return nil }
    self.mask = mask
    guard scalars.count <= Self.byteLimit else {
      note(TextPosition(line: 1, column: 1), "the file is larger than 1 MiB")
      return nil
    }
    guard isPrintable(scalars) else { return nil }
    for index in scalars.indices where scalars[index] == "*" { scalars[index] = mask }
    guard let node = root(of: &scalars) else { return nil }
    return tree(node)
  }

  /// Sixteen characters that no text needs: of these, one that a file does not hold.
  private static let privateScalars: [Unicode.Scalar] = (0x10FFF0..<0x10FFFE).compactMap {
    Unicode.Scalar($0)
  }

  mutating func note(_ place: TextPosition, _ message: String, hint: String? = nil) {
    diagnostics.append(
      Diagnostic(file: file, line: place.line, column: place.column, message: message, hint: hint))
  }

  /// YAML allows tabs and line breaks of the control characters, nothing else.
  private mutating func isPrintable(_ scalars: [Unicode.Scalar]) -> Bool {
    var place = TextPosition(line: 1, column: 1)
    for scalar in scalars {
      switch scalar.value {
      case 0x0A: place = TextPosition(line: place.line + 1, column: 0)
      case 0x09, 0x0D, 0x20...0x7E, 0x85, 0xA0...0xFEFE, 0xFF00...0xFFFD, 0x10000...: break
      default:
        let code = String(scalar.value, radix: 16, uppercase: true)
        let name = String(repeating: "0", count: max(0, 4 - code.count)) + code
        note(place, "the character U+\(name) is not allowed in YAML", hint: "remove it")
        return false
      }
      place.column += 1
    }
    return true
  }

  // MARK: Parsing

  private mutating func root(of scalars: inout [Unicode.Scalar]) -> Node? {
    while true {
      var text = ""
      text.unicodeScalars.append(contentsOf: scalars)
      do {
        let parser = try Parser(
          yaml: text, resolver: .basic, constructor: .default, encoding: .utf8)
        if let node = try parser.singleRoot() { return node }
        note(
          TextPosition(line: 1, column: 1), "the file is empty",
          hint: "see Layers/README.md for a complete example")
        return nil
      } catch YamlError.duplicatedKeysInMapping(let names, let context) {
        let place = TextPosition(line: context.mark.line, column: context.mark.column)
        let name = unmasked(names.first ?? "")
        guard renamed.count < Self.renameLimit, rename(name, at: place, in: &scalars) else {
          note(place, "`\(name)` is given more than once", hint: "keep one of them")
          return nil
        }
      } catch let error as YamlError {
        reportDoubled()
        note(syntax: error)
        return nil
      } catch {
        note(TextPosition(line: 1, column: 1), "the file cannot be parsed: \(error)")
        return nil
      }
    }
  }

  /// Makes the key at `place` differ from its namesakes, without moving anything.
  private mutating func rename(
    _ name: String, at place: TextPosition, in scalars: inout [Unicode.Scalar]
  ) -> Bool {
    guard !name.isEmpty, renamed[place] == nil, var index = offset(of: place, in: scalars) else {
      return false
    }
    if scalars[index] == "\"" || scalars[index] == "'" { index += 1 }
    guard index < scalars.count, let unique = Unicode.Scalar(0x100000 + UInt32(renamed.count))
    else { return false }
    scalars[index] = unique
    renamed[place] = name
    return true
  }

  private func offset(of place: TextPosition, in scalars: [Unicode.Scalar]) -> Int? {
    var line = 1
    var index = 0
    while line < place.line, index < scalars.count {
      if scalars[index] == "\n" { line += 1 }
      index += 1
    }
    index += place.column - 1
    return line == place.line && index < scalars.count ? index : nil
  }

  /// Doubled keys of a file that has a fault of syntax further on.
  private mutating func reportDoubled() {
    for (place, name) in renamed {
      note(place, "`\(name)` is given more than once", hint: "keep one of them")
    }
  }

  // MARK: The tree

  private func unmasked(_ text: String) -> String {
    var result = ""
    result.unicodeScalars.append(contentsOf: text.unicodeScalars.map { $0 == mask ? "*" : $0 })
    return result
  }

  private mutating func tree(_ node: Node) -> YAMLTree {
    let place = TextPosition(line: node.mark?.line ?? 1, column: node.mark?.column ?? 1)
    switch node {
    case .scalar(let scalar):
      if scalar.style == .plain, scalar.string.unicodeScalars.first == mask {
        note(
          place, "aliases such as `\(unmasked(scalar.string))` are not allowed",
          hint: "write the value out, or put quotes around text that begins with `*`")
      }
      if scalar.style == .plain, ["", "~", "null", "Null", "NULL"].contains(scalar.string) {
        return YAMLTree(position: place, content: .nothing)
      }
      let text = unmasked(scalar.string)
      return YAMLTree(position: place, content: .scalar(text, isPlain: scalar.style == .plain))
    case .sequence(let items):
      return YAMLTree(position: place, content: .list(items.map { tree($0) }))
    case .mapping(let mapping):
      return YAMLTree(position: place, content: .mapping(entries(mapping)))
    case .alias:
      return YAMLTree(position: place, content: .nothing)
    }
  }

  private mutating func entries(_ mapping: Node.Mapping) -> [YAMLTree.Entry] {
    var entries: [YAMLTree.Entry] = []
    var first: [String: TextPosition] = [:]
    for (keyNode, valueNode) in mapping {
      let key = tree(keyNode)
      let value = tree(valueNode)
      let name: String
      switch key.content {
      case .scalar(let text, _): name = renamed[key.position] ?? text
      case .nothing, .list, .mapping:
        note(key.position, "a key must be a word, not \(key.kind)")
        continue
      }
      if let place = first[name] {
        note(
          key.position, "`\(name)` is given twice; the first is at \(place)",
          hint: "keep one of them")
        continue
      }
      first[name] = key.position
      entries.append(YAMLTree.Entry(key: name, keyPosition: key.position, value: value))
    }
    return entries
  }
}
