extension LayerDefinition {
  /// The layer with other data behind it: only who answers for them is another, in its text too,
  /// which a city keeps.
  ///
  /// - Returns: `nil` where the text cannot be read any more.
  package func holding(dataOf provenance: Provenance) -> LayerDefinition? {
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let start = lines.firstIndex { $0.hasPrefix("provenance:") } ?? lines.endIndex
    let end =
      lines[start...].dropFirst().firstIndex { !$0.isEmpty && !$0.hasPrefix(" ") }
      ?? lines.endIndex
    let block: [Substring] = provenance.yaml.split(separator: "\n") + [""]
    lines.replaceSubrange(start..<end, with: block)
    return LayerCatalog.parse(yaml: lines.joined(separator: "\n"), file: "\(id).yml").layer
  }

  /// Whether this is what a city took over from `other`, whoever answers for the data.
  package func isTakenOver(from other: LayerDefinition) -> Bool {
    text == other.text || other.holding(dataOf: provenance)?.text == text
  }
}

extension Provenance {
  /// The entry of a layer's file.
  fileprivate var yaml: String {
    """
    provenance:
      owner: {zh: \(Self.quoted(owner.zh)), en: \(Self.quoted(owner.en))}
      source: {zh: \(Self.quoted(source.zh)), en: \(Self.quoted(source.en))}
      licence: \(Self.quoted(licence))
      grade: \(grade.rawValue)
    """
  }

  private static func quoted(_ text: String) -> String {
    "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }
}
