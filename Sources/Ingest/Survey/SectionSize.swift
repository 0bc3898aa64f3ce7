import Catalog
import Datasets
import Foundation
import SimpleFeatures

/// Takes the size of a pipe's section apart: `800×600` is 800 wide and 600 high, `300` is a
/// diameter.
struct SectionSize {
  /// What a column holds.
  private enum Role {
    /// Sizes of sections alone.
    case size
    /// What the layer takes as diameter.
    case diameter
    case other
  }

  private let isKnown: Bool
  private let diameters: Set<String>
  private let diameterField: Field?
  private var roles: [String: Role] = [:]
  private static let names: Set<String> = [
    "断面尺寸", "管径或断面尺寸", "管径/断面尺寸", "管径断面尺寸", "断面规格", "规格", "dmcc", "gjdmcc",
  ]

  init(_ layer: LayerDefinition, _ guess: MappingGuess) {
    isKnown =
      layer.field(named: "section_width") != nil && layer.field(named: "section_height") != nil
    diameterField = layer.field(named: "diameter")
    let columns = guess.lines.first { $0.field == "diameter" }?.source.columns ?? []
    diameters = Set([diameterField].compactMap { $0 }.flatMap { [$0.name] + $0.aliases } + columns)
  }

  /// Puts width and height into properties of their own, which the layer's fields then take.
  mutating func split(_ feature: inout Feature) -> NormalisedRecord.Diagnostic? {
    guard isKnown else { return nil }
    var remark: NormalisedRecord.Diagnostic?
    for (place, property) in feature.properties.enumerated().reversed() {
      let role = role(of: property.name)
      guard role != .other, let text = property.value.filledText else { continue }
      if let (width, height) = Self.sides(text) {
        feature.properties[place].value = .null
        feature.properties += [
          Property("section_width", .real(width)), Property("section_height", .real(height)),
        ]
      } else if role == .size {
        if FieldValue.number(property.value) != nil {
          feature.properties.append(Property("diameter", property.value))
        } else {
          remark = NormalisedRecord.Diagnostic(
            severity: .warning, rule: "section-size",
            message: "the section \"\(text.prefix(40))\" is neither width×height nor a diameter",
            hint: "write it as 800×600, in mm")
        }
      }
    }
    feature.properties.removeAll { roles[$0.name] == .size }
    return remark
  }

  private mutating func role(of column: String) -> Role {
    if let known = roles[column] { return known }
    let role: Role =
      if diameters.contains(column) {
        .diameter
      } else {
        Self.names.contains(ColumnName(column).folded) ? .size : .other
      }
    roles[column] = role
    return role
  }

  /// Width and height in mm.
  private static func sides(_ text: String) -> (Double, Double)? {
    var plain = text.precomposedStringWithCompatibilityMapping.lowercased()
    if plain.hasSuffix("mm") { plain.removeLast(2) }
    let sides = plain.split(omittingEmptySubsequences: false) { "×x*✕".contains($0) }
      .map { FieldValue.number(.text(String($0))) }
    guard sides.count == 2, let width = sides[0], let height = sides[1], width > 0, height > 0
    else { return nil }
    return (width, height)
  }
}
