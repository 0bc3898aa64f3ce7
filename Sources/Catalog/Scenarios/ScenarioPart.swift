package import SimpleFeatures

/// A key of scenarios that a model reads: what stands under it, the model alone knows.
public struct ScenarioPart: Sendable {
  /// Lower-case words joined by hyphens.
  public let name: String
  /// Notes the faults of what stands under it.
  package let check: @Sendable (inout ConfigReader, YAMLTree) -> Void

  /// A key by its name.
  package init(_ name: String, check: @escaping @Sendable (inout ConfigReader, YAMLTree) -> Void) {
    self.name = name
    self.check = check
  }
}

extension Scenario {
  /// What `read` makes of a part.
  ///
  /// - Throws: ``CatalogError`` with every fault, in the order of their places.
  package func value<Value>(
    of part: Part, _ read: (inout ConfigReader, YAMLTree) -> Value?
  ) throws(CatalogError) -> Value {
    var reader = ConfigReader(file: file)
    guard let value = read(&reader, part.tree), reader.diagnostics.isEmpty else {
      throw CatalogError(diagnostics: CatalogFile.sorted(reader.diagnostics))
    }
    return value
  }

  /// The faults of its parts, those that no model knows among them.
  func diagnostics(knowing known: [ScenarioPart]) -> [Diagnostic] {
    var reader = ConfigReader(file: file)
    for part in parts {
      if let model = known.first(where: { $0.name == part.name }) {
        model.check(&reader, part.tree)
      } else {
        let names = KeySet.scenario.all + known.map(\.name)
        let near = suggestion(for: part.name, among: names)
        reader.note(
          part.position, "unknown key `\(part.name)` in the scenario",
          hint: near.map { "did you mean `\($0)`?" } ?? "its keys are \(reader.list(names))")
      }
    }
    return CatalogFile.sorted(reader.diagnostics)
  }
}

extension YAMLTree {
  /// The same as JSON: what may be a number or a boolean is one.
  package var json: JSONValue {
    switch content {
    case .nothing: nil
    case .scalar(let text, let isPlain):
      if isPlain, let whole = Int(text) {
        .integer(whole)
      } else if isPlain, let number = Double(text), number.isFinite {
        .real(number)
      } else if isPlain, text == "true" || text == "false" {
        .boolean(text == "true")
      } else {
        .string(text)
      }
    case .list(let items): .array(items.map(\.json))
    case .mapping(let entries): .object(entries.map { ($0.key, $0.value.json) })
    }
  }
}

extension Scenario {
  /// One that stands in no file: what it is of comes with a request.
  package static var adHoc: Scenario {
    Scenario(
      id: "ad-hoc", title: LocalisedText(zh: "临时情景", en: "Ad-hoc scenario"), description: nil,
      base: nil, edits: [], file: "", fingerprint: "")
  }

  /// The scenario with some keys of a part as a JSON object says them instead, or with a part that
  /// it had not.
  ///
  /// - Throws: ``CatalogError`` where the text is no object.
  package func with(_ json: String, in name: String) throws(CatalogError) -> Scenario {
    let said: YAMLTree = try ConfigReader.read(json, file: "`\(name)`") { $1 }
    guard case .mapping(let pairs) = said.content else { return self }
    var changed = self
    if let index = parts.firstIndex(where: { $0.name == name }),
      case .mapping(let own) = parts[index].tree.content
    {
      let keys = Set(pairs.map(\.key))
      changed.parts[index].tree.content = .mapping(
        own.filter { !keys.contains($0.key) } + pairs)
    } else {
      changed.parts.append(Part(name: name, position: said.position, tree: said))
    }
    changed.fingerprint = Fingerprint.text(of: "\(fingerprint) \(json)".utf8)
    return changed
  }
}
