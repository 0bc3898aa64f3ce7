import Catalog
import FloodProcesses
import SimpleFeatures
import Simulation

/// A city of one terrain, and of layers that are lists, found by their roles.
///
/// Coordinates are metres of EPSG:4547 east and north of the terrain's south-western corner.
struct HandGround: MapSnapshot {
  let commit = 7
  var bed: RasterGrid
  var layers: [LayerRole: [Feature]] = [:]
  var fieldDatums: [LayerRole: [String: VerticalDatum]] = [:]

  /// Level ground.
  init(_ columns: Int, _ rows: Int, cell: Double = 5, level: Float = 20) {
    bed = RasterGrid(
      RasterLattice(
        columns: columns, rows: rows, originX: 530_000, originY: 3_380_000 + Double(rows) * cell,
        cellWidth: cell, cellHeight: cell, crs: "EPSG:4547"), filledWith: level)
  }

  mutating func add(
    _ role: LayerRole, _ id: String, _ kind: Geometry.Kind, _ corners: [(Double, Double)],
    _ numbers: [String: Double] = [:]
  ) {
    let shape = Geometry(
      kind: kind, ordinates: corners.flatMap { [530_000 + $0.0, 3_380_000 + $0.1] },
      pathEnds: [corners.count], partEnds: kind == .polygon ? [1] : [])
    layers[role, default: []].append(
      Feature(
        id: id, geometry: shape,
        properties: numbers.map { Property($0.key, .real($0.value)) }))
  }

  /// What the check finds.
  func findings(
    _ kinds: GroundFinding.Kind..., scenario: Scenario? = nil
  ) throws -> [GroundFinding] {
    try GroundCheck.run(scenario, on: self, GroundCheck.Limits()).findings
      .filter { kinds.isEmpty || kinds.contains($0.kind) }
  }

  // MARK: As a map

  func layers(withRole role: LayerRole) -> [String] {
    layers[role] == nil ? [] : [role.rawValue]
  }

  func rasters(withRole role: LayerRole) -> [MapRaster] {
    role == FloodLayers.ground
      ? [MapRaster(id: "terrain", lattice: bed.lattice, datum: .yellowSea1985)] : []
  }

  func raster(_ layer: String, on lattice: RasterLattice) throws -> RasterGrid {
    precondition(lattice == bed.lattice, "the terrain is asked for on other cells than its own")
    return bed
  }

  func datums(of layer: String) -> [String: VerticalDatum] { fieldDatums[LayerRole(layer)] ?? [:] }

  func with(_ scenario: Scenario) -> any MapSnapshot { self }

  func features(_ layer: String, in area: Envelope, crs: String) -> [Feature] {
    (layers[LayerRole(layer)] ?? [])
      .filter { $0.geometry?.envelope.intersects(area) ?? false }
  }

  func forEachFeature(
    of layer: String, meeting area: Envelope?, _ body: (Feature) throws -> Void
  ) throws {
    for feature in layers[LayerRole(layer)] ?? [] { try body(feature) }
  }
}
