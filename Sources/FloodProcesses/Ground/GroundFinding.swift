package import Catalog
import Foundation
import GeometryCore
package import SimpleFeatures

/// Something in the ground of a city that a flood would take as it is, and that is seldom so.
package struct GroundFinding: Sendable {
  /// What it is.
  package enum Kind: String, CaseIterable, Sendable {
    /// The ground along a dyke dips below the crest on both sides.
    case crestLow = "crest-low"
    /// A crest lies below the design level.
    case crestBelowDesign = "crest-below-design"
    /// A crest lies below a level that the scenario gives the water beside it.
    case crestBelowWater = "crest-below-water"
    /// Crests of different height meet.
    case crestStep = "crest-step"
    /// Two dykes end short of each other.
    case dykeGap = "dyke-gap"
    /// A dyke ends where no ground is as high.
    case dykeEnd = "dyke-end"
    /// A depression without an outlet.
    case pit
    /// A river's bed rises in the direction of flow.
    case bedUphill = "bed-uphill"
    /// A river's line runs against its fall.
    case lineReversed = "line-reversed"
    /// Heights are told in another datum than the terrain's.
    case datumDiffers = "datum-differs"
    /// Heights of a layer lie off the terrain as a whole.
    case heightsOff = "heights-off"
  }

  /// What it is.
  package var kind: Kind
  /// The layer and the feature that it is of; `nil` for the terrain's.
  package var layer, feature: String?
  /// How large it is, in ``unit``.
  package var measure: Double
  /// What ``measure`` is counted in: `m`, unless it has none.
  package var unit: String?
  /// Further numbers by their names, as `volume_m3`.
  package var numbers: [(name: String, value: Double)] = []
  /// What is found, in a sentence.
  package var text: LocalisedText
  /// Where, in the CRS of the check; `nil` where it has no place.
  package var shape: Geometry?

  init(
    _ kind: Kind, of layer: String? = nil, _ feature: String? = nil, _ measure: Double,
    unit: String? = "m", _ numbers: [(name: String, value: Double)] = [], at shape: Geometry?,
    zh: String, en: String
  ) {
    (self.kind, self.layer, self.feature) = (kind, layer, feature)
    (self.measure, self.unit, self.numbers) = (measure, unit, numbers)
    (self.shape, text) = (shape, LocalisedText(zh: zh, en: en))
  }

  /// The properties of its feature.
  var properties: [Property] {
    [
      Property("kind", .text(kind.rawValue)), Property("layer", layer.map { .text($0) } ?? .null),
      Property("feature", feature.map { .text($0) } ?? .null),
      Property("measure", .real(Self.rounded(measure))),
      Property("unit", unit.map { .text($0) } ?? .null),
    ]
      + numbers.map { Property($0.name, .real(Self.rounded($0.value))) }
      + [Property("message", .text(text.en)), Property("message_zh", .text(text.zh))]
  }

  private static func rounded(_ number: Double) -> Double { (number * 1000).rounded() / 1000 }
}

/// What the check of a ground found.
package struct GroundReport: Sendable {
  /// The commit that was looked at.
  package let commit: Int
  /// The cells that were looked at.
  package let lattice: RasterLattice
  /// By kind, the largest of each first.
  package let findings: [GroundFinding]
  /// What could not be looked at, and what was left out.
  package let notes: [LocalisedText]

  init(
    commit: Int, _ lattice: RasterLattice, _ findings: [GroundFinding], _ notes: [LocalisedText]
  ) {
    (self.commit, self.lattice) = (commit, lattice)
    var notes = notes
    self.findings = GroundFinding.Kind.allCases.flatMap { kind in
      let own = findings.filter { $0.kind == kind }.sorted { $0.measure > $1.measure }
      if own.count > Self.mostOfAKind {
        notes.append(
          LocalisedText(
            zh: "\(kind.rawValue)：共 \(own.count) 处，只列出最大的 \(Self.mostOfAKind) 处",
            en: "\(kind.rawValue): of \(own.count) the largest \(Self.mostOfAKind) are told"))
      }
      return own.prefix(Self.mostOfAKind)
    }
    self.notes = notes
  }

  private static let mostOfAKind = 5000

  /// How many there are of each kind that there is.
  package var counts: [(kind: GroundFinding.Kind, count: Int)] {
    GroundFinding.Kind.allCases.map { kind in (kind, findings.count { $0.kind == kind }) }
      .filter { $0.count > 0 }
  }

  /// All findings as GeoJSON, longitude and latitude in degrees.
  package func features() throws -> JSONText {
    let toDegrees = try CoordinateTransform(
      from: CoordinateReferenceSystem(lattice.crs), to: .cgcs2000)
    let placed = try findings.map { ($0, try $0.shape.map { try toDegrees.transform($0) }) }
    return JSONText.features(of: Array(placed.enumerated())) { text, item in
      let (finding, shape) = item.element
      text.feature(id: "\(item.offset + 1)", geometry: shape, properties: finding.properties)
    }
  }

  /// The middle of each finding's box, longitude and latitude; `nil` for one without a place.
  package func places() throws -> [(longitude: Double, latitude: Double)?] {
    let toDegrees = try CoordinateTransform(
      from: CoordinateReferenceSystem(lattice.crs), to: .cgcs2000)
    return try findings.map { finding in
      guard let box = finding.shape?.envelope, !box.isEmpty else { return nil }
      let place = try toDegrees.transform(
        x: (box.minX + box.maxX) / 2, y: (box.minY + box.maxY) / 2)
      return (place.x, place.y)
    }
  }

  /// The numbers of it all.
  package var json: JSONValue {
    [
      "commit": .integer(commit), "crs": .string(lattice.crs),
      "cell_m": .real(lattice.cellWidth), "columns": .integer(lattice.columns),
      "rows": .integer(lattice.rows), "findings": .integer(findings.count),
      "kinds": .object(counts.map { ($0.kind.rawValue, .integer($0.count)) }),
      "notes": .array(notes.map { ["en": .string($0.en), "zh": .string($0.zh)] }),
    ]
  }
}
