package import Catalog
import SimpleFeatures

/// The layers of a city that a flood reads, by their roles, and the fields that it reads of them.
package enum FloodLayers {
  /// Raster of the ground's heights, metres, river beds included.
  package static let ground = LayerRole("ground-height")
  /// Raster of land cover classes, which `Models/flood/land-cover.yml` explains.
  package static let landCover = LayerRole("land-cover-class")
  /// Polygons that water cannot enter.
  package static let building = LayerRole("building")
  /// Polygons of rivers, lakes and canals.
  package static let water = LayerRole("water-surface")
  /// Lines of dykes and flood walls: `crest_height` m.
  package static let embankment = LayerRole("embankment")
  /// Centre lines of rivers and canals, drawn in the direction of flow.
  package static let watercourse = LayerRole("watercourse")
  /// Points of the drainage network at the ground: `fitting`, `class`, `ground_height` m, `status`.
  package static let node = LayerRole("drainage-node")
  /// Points where the drainage network ends: `class`, `diameter` mm, `invert_height` m, `status`.
  package static let outfall = LayerRole("drainage-outfall")
  /// Lines of roads below others: `low_point` m, `rim_height` m.
  package static let underpass = LayerRole("underpass")
  /// Points: `width` m, `sill_height` m, `top_height` m, `status`.
  package static let gate = LayerRole("sluice")
  /// Points: `kind`, `flow` m³/s, `head` m, `start_level` m, `stop_level` m, `status`.
  package static let pump = LayerRole("storm-pump")
  /// Points whose water is told over time.
  package static let gauge = LayerRole("gauge")

  /// Lines of roads: `bridge`, `tunnel`; which are closed is told.
  package static let road = LayerRole("road-network")
  /// Places that must work in a flood, or must be left in time.
  package static let vitalFacility = LayerRole("vital-facility")
  /// Places where people find shelter.
  package static let shelter = LayerRole("emergency-shelter")
  /// Places where water is known to stand after rain.
  package static let spot = LayerRole("flood-prone-spot")
  /// Administrative areas, by which is counted what stands in water.
  package static let district = LayerRole("administrative-division")

  /// Those whose features are told one by one when they stand in water.
  package static let facilities = [vitalFacility, shelter, underpass, pump, spot]

  /// All of them.
  package static let roles = [
    ground, landCover, building, water, watercourse, embankment, underpass, gate, pump, node,
    outfall, gauge, road, vitalFacility, shelter, spot, district,
  ]
}

extension Feature {
  /// The number in a field; `nil` where it has none.
  func number(_ field: String) -> Double? {
    switch self[field] {
    case .integer(let number)?: Double(number)
    case .real(let number)?: number
    default: nil
    }
  }

  /// The text in a field; `nil` where it has none.
  func text(_ field: String) -> String? {
    if case .text(let text)? = self[field] { text } else { nil }
  }

  /// Whether it stands and works: its `status` says nothing else.
  var isInUse: Bool { text("status").map { $0 == "in_use" } ?? true }
}
