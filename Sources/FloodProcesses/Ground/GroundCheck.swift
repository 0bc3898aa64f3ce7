package import Catalog
import Coverages
import Foundation
import SimpleFeatures
package import Simulation

/// Looks at the ground of a city as a flood takes it: dykes, depressions, river beds, datums.
package struct GroundCheck {
  /// What is worth telling.
  package struct Limits: Sendable {
    /// By how much a crest lies lower than beside, or than it should, metres.
    package var crestMetres = 0.3
    /// How deep a pit is, metres.
    package var pitMetres = 0.5
    /// How large a pit is, square metres.
    package var pitSquareMetres = 400.0
    /// By how much a bed rises, metres.
    package var bedMetres = 0.3
    /// By how much the heights of a layer lie off the terrain, metres.
    package var offMetres = 0.5

    /// The usual ones.
    package init() {}
  }

  let flood: CityFlood
  let map: any MapSnapshot
  let limits: Limits
  let area: CityFloodArea
  let bed: RasterGrid
  private var findings: [GroundFinding] = []
  private var notes: [LocalisedText] = []

  var lattice: RasterLattice { area.lattice }

  /// Checks the ground of a scenario's flood, or of the whole city.
  ///
  /// - Parameters:
  ///   - scenario: One with a part `flood`, whose area, cells, edits and levels count; `nil` for
  ///     wherever there is terrain.
  ///   - cellMetres: Other cells than the scenario's or the terrain's.
  /// - Throws: ``CatalogError`` at the scenario's line, ``PlainError`` for a city without terrain.
  package static func run(
    _ scenario: Scenario?, cellMetres: Double? = nil, on map: any MapSnapshot, _ limits: Limits
  ) throws -> GroundReport {
    let scenario = try scenario ?? Scenario.adHoc.with(#"{"duration": 1}"#, in: CityFlood.part.name)
    var flood = try CityFlood(of: scenario)
    if let cellMetres { flood.cellMetres = Located(cellMetres, flood.position) }
    var check = try GroundCheck(flood, try map.with(scenario), limits)
    try check.look()
    return GroundReport(commit: check.map.commit, check.lattice, check.findings, check.notes)
  }

  private init(_ flood: CityFlood, _ map: any MapSnapshot, _ limits: Limits) throws {
    (self.flood, self.map, self.limits) = (flood, map, limits)
    area = try CityFloodArea(flood, map)
    bed = try map.raster(area.ground.id, on: area.lattice)
    guard bed.valueCount > 0 else {
      throw CatalogError(diagnostics: [
        flood.fault(
          flood.area?.position ?? flood.position, "the terrain has no heights in the area",
          hint: "choose another `area`, or import a terrain that covers it")
      ])
    }
  }

  private mutating func look() throws {
    try checkDykes()
    try checkPits()
    try checkBeds()
    try checkDatums()
  }

  mutating func add(_ finding: GroundFinding) { findings.append(finding) }

  mutating func note(zh: String, en: String) { notes.append(LocalisedText(zh: zh, en: en)) }

  /// The features of all layers of a role that meet the area, each with its layer, in the check's
  /// CRS.
  func features(_ role: LayerRole) throws -> [(layer: String, feature: Feature)] {
    try map.layers(withRole: role).flatMap { layer in
      try map.features(layer, in: lattice.envelope, crs: lattice.crs).map { (layer, $0) }
    }
  }

  /// The height of the ground at a place; `nil` where none is known.
  func height(_ place: Place) -> Double? {
    guard let cell = lattice.cell(x: place.x, y: place.y) else { return nil }
    let height = bed[cell.column, cell.row]
    return height.isNaN ? nil : Double(height)
  }

  // MARK: Pits

  /// Depressions that no water drains: that of the sides, of rivers and lakes, of underpasses.
  private mutating func checkPits() throws {
    var outlets = [Bool](repeating: false, count: bed.values.count)
    for role in [FloodLayers.water, FloodLayers.watercourse, FloodLayers.underpass] {
      for (_, feature) in try features(role) {
        guard let shape = feature.geometry else { continue }
        for span in lattice.spans(of: shape, by: .allTouched) {
          for column in span.columns { outlets[span.row * bed.columns + column] = true }
        }
      }
    }
    let filled = TerrainDrainage(bed, outlets: outlets).filled
    let cellArea = lattice.cellWidth * lattice.cellWidth
    func depth(_ cell: Int) -> Double { Double(filled.values[cell] - bed.values[cell]) }
    for region in bed.regions(where: { depth($0) > 0.001 }) {
      let depths = region.map { depth($0) }
      let (deepest, area) = (depths.max() ?? 0, Double(region.count) * cellArea)
      guard deepest >= limits.pitMetres, area >= limits.pitSquareMetres else { continue }
      let volume = depths.reduce(0, +) * cellArea
      let level = Double(filled.values[region[0]])
      add(
        GroundFinding(
          .pit, of: nil, nil, deepest,
          [("area_m2", area), ("volume_m3", volume), ("outlet_level_m", level)],
          at: lattice.outline(of: region),
          zh: "洼地无出口：最深 \(deepest.told) m，面积 \(area.toldWhole) m²，"
            + "容积 \(volume.toldWhole) m³，溢流高程 \(level.told) m",
          en: "a pit without an outlet: \(deepest.told) m deep, \(area.toldWhole) m², "
            + "\(volume.toldWhole) m³ below \(level.told) m, where it overflows"))
    }
  }
}
