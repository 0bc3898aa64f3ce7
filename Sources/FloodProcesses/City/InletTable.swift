package import Catalog
import Foundation
import SimpleFeatures

/// What inlets and outfalls take at most: `Models/flood/inlets.yml`.
package struct InletTable: Equatable, Sendable {
  /// Where its numbers were read; `nil` where nobody has confirmed them.
  package var source: String?
  /// m³/s of a drainage node by its `fitting`.
  package var fittings: [String: Double]
  /// The same where there is none of ``fittings``.
  package var standIns: [String: Double]
  /// How fast water flows through an outfall's full pipe, m/s.
  package var outfallMetresPerSecond: Double

  /// What an outfall of a round pipe takes, m³/s.
  func outfall(diameterMillimetres: Double) -> Double {
    let radius = diameterMillimetres / 2000
    return .pi * radius * radius * outfallMetresPerSecond
  }
}

extension KeySet {
  fileprivate static let inlets = KeySet(
    owner: "the table", required: ["id", "source", "fittings", "outfall_velocity"],
    optional: ["title", "stand_ins"])
}

extension InletTable: ConfigFile {
  package static func read(
    _ tree: YAMLTree, text: String, by reader: inout ConfigReader
  ) -> InletTable? {
    guard let entries = reader.entries(of: tree, keys: .inlets) else { return nil }
    _ = reader.fileID(entries["id"], expected: CatalogFile.id(of: reader.file), of: "inlet table")
    _ = entries["title"].flatMap { reader.localised($0, "title") }
    let source = reader.text(entries["source"], "source")
    func capacities(_ key: String) -> [String: Double] {
      let named = reader.named(entries[key], key) { reader, value in
        reader.number(value, key, in: FloodLimits.capacity)
      }
      return Dictionary(named.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    }
    let (fittings, standIns) = (capacities("fittings"), capacities("stand_ins"))
    let velocity = reader.number(entries["outfall_velocity"], "outfall_velocity", in: 0...20)
    guard let source, let velocity, reader.diagnostics.isEmpty else { return nil }
    return InletTable(
      source: source == "unconfirmed" ? nil : source, fittings: fittings, standIns: standIns,
      outfallMetresPerSecond: velocity)
  }
}
