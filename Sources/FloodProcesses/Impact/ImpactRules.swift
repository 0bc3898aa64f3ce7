package import Catalog

/// From when on water counts for what stands in it: `Models/flood/impact.yml`.
package struct ImpactRules: Equatable, Sendable {
  /// When roads are closed to a class of vehicles, or to people on foot.
  package struct Closure: Equatable, Sendable {
    /// Its name, as in fields of the layer of roads.
    package var name: String
    /// From which depth on, metres.
    package var depthMetres: Float
    /// From which depth times speed on, m²/s.
    package var hazard: Float
  }

  /// Where its numbers were read; `nil` where nobody has confirmed them.
  package var source: String?
  /// From which depth on something counts as under water, metres.
  package var wetMetres: Float
  /// The depths above which areas are counted, metres.
  package var areaMetres: [Float]
  /// When roads are closed, class by class.
  package var closures: [Closure]
  /// Fields that tell how many people there are, the first that has a number.
  package var peopleFields: [String]
  /// Fields that tell what kind something is, the first that has a text.
  package var kindFields: [String]
  /// Kinds of lines in layers of roads on which nobody walks or drives.
  package var railKinds: [String]

  /// The name of its file.
  package static let file = "impact.yml"

  /// What a depth is called in ids and fields: `15cm`.
  static func name(ofDepth metres: Float) -> String { "\(Int((metres * 100).rounded()))cm" }
}

extension KeySet {
  fileprivate static let impact = KeySet(
    owner: "the table",
    required: ["id", "source", "wet", "areas", "closures", "people", "kinds"],
    optional: ["title", "rails"])
  fileprivate static let closure = KeySet(owner: "the class", required: ["depth", "hazard"])
}

extension ImpactRules: ConfigFile {
  private static let depths = 0.001...100.0

  package static func read(
    _ tree: YAMLTree, text: String, by reader: inout ConfigReader
  ) -> ImpactRules? {
    guard let entries = reader.entries(of: tree, keys: .impact) else { return nil }
    _ = reader.fileID(
      entries["id"], expected: CatalogFile.id(of: reader.file), of: "table of impacts")
    _ = entries["title"].flatMap { reader.localised($0, "title") }
    let source = reader.text(entries["source"], "source")
    let wet = reader.number(entries["wet"], "wet", in: depths)
    let areas = reader.items(entries["areas"], "areas").compactMap {
      reader.number($0, "areas", in: depths)
    }
    let closures = reader.named(entries["closures"], "closures") { reader, tree -> [Float]? in
      guard let entries = reader.entries(of: tree, keys: .closure) else { return nil }
      let depth = reader.number(entries["depth"], "depth", in: depths)
      let hazard = reader.number(entries["hazard"], "hazard", in: depths)
      guard let depth, let hazard else { return nil }
      return [Float(depth), Float(hazard)]
    }
    func words(_ key: String) -> [String] {
      reader.items(entries[key], key).compactMap { reader.text($0, key) }
    }
    let (people, kinds, rails) = (words("people"), words("kinds"), words("rails"))
    guard let source, let wet, reader.diagnostics.isEmpty else { return nil }
    return ImpactRules(
      source: source == "unconfirmed" ? nil : source, wetMetres: Float(wet),
      areaMetres: areas.map { Float($0) },
      closures: closures.map {
        Closure(name: $0.name, depthMetres: $0.value[0], hazard: $0.value[1])
      }, peopleFields: people, kindFields: kinds, railKinds: rails)
  }
}
