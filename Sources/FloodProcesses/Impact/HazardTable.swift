package import Catalog

/// Classes of hazard by the depth and speed of water: `Models/flood/hazard.yml`.
package struct HazardTable: Equatable, Sendable {
  /// What the water of a class is at most.
  package struct Limits: Equatable, Sendable {
    /// Metres.
    package var depthMetres: Float
    /// Metres a second.
    package var speed: Float
    /// Depth times speed, m²/s.
    package var hazard: Float
  }

  /// Where its numbers were read; `nil` where nobody has confirmed them.
  package var source: String?
  /// Those of all classes but the highest, the lowest first.
  package var limits: [Limits]

  /// The name of its file.
  package static let file = "hazard.yml"

  /// The class of water, from 1 on: the lowest whose limits it keeps.
  package func hazardClass(depthMetres: Float, speed: Float) -> Int {
    let place = limits.firstIndex {
      depthMetres <= $0.depthMetres && speed <= $0.speed && depthMetres * speed <= $0.hazard
    }
    return (place ?? limits.count) + 1
  }
}

extension KeySet {
  fileprivate static let hazard = KeySet(
    owner: "the table", required: ["id", "source", "classes"], optional: ["title"])
  fileprivate static let hazardClass = KeySet(
    owner: "the class", required: ["depth", "speed", "hazard"])
}

extension HazardTable: ConfigFile {
  private static let positive = 0.001...100.0

  package static func read(
    _ tree: YAMLTree, text: String, by reader: inout ConfigReader
  ) -> HazardTable? {
    guard let entries = reader.entries(of: tree, keys: .hazard) else { return nil }
    _ = reader.fileID(
      entries["id"], expected: CatalogFile.id(of: reader.file), of: "table of hazards")
    _ = entries["title"].flatMap { reader.localised($0, "title") }
    let source = reader.text(entries["source"], "source")
    var limits: [Limits] = []
    for item in reader.items(entries["classes"], "classes") {
      guard let entries = reader.entries(of: item, keys: .hazardClass) else { continue }
      let numbers = ["depth", "speed", "hazard"].compactMap {
        reader.number(entries[$0], $0, in: positive)
      }
      guard numbers.count == 3 else { continue }
      let own = Limits(
        depthMetres: Float(numbers[0]), speed: Float(numbers[1]), hazard: Float(numbers[2]))
      if let last = limits.last,
        own.depthMetres < last.depthMetres || own.speed < last.speed || own.hazard < last.hazard
      {
        reader.note(
          item.position, "the limits of a class lie below those of the class before",
          hint: "list the classes from the lowest to the highest")
      }
      limits.append(own)
    }
    guard let source, reader.diagnostics.isEmpty else { return nil }
    return HazardTable(source: source == "unconfirmed" ? nil : source, limits: limits)
  }
}
