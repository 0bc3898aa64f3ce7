import Catalog
import Coverages
import Flood
import Foundation
import GeometryCore
import SimpleFeatures
import Simulation

/// Makes the inputs of a flood run from the layers of a city: a folder that `yutu run` runs by
/// itself, so that a run of the city and one from files are the same run.
struct CityFloodInputs {
  let flood: CityFlood
  let scenario: Scenario
  let map: any MapSnapshot
  private let area: CityFloodArea
  let sources: CityFloodSources
  /// The moment of the run's second 0.
  var start: Date
  private(set) var isEnsemble = false
  private var hasHotStart = false
  private var bed: RasterGrid
  var folder: FloodInputFolder
  /// What the city lacks and what was taken instead, a sentence each.
  var assumptions: [String]
  /// Gates, pumps and breaches of the run, at their places in degrees.
  var structures: [Feature] = []

  /// Where the scenario file lies in the folder.
  static let file = FloodInputFolder.scenario
  /// What comes before each assumption in that file.
  static let assumed = "# Assumed: "

  /// What is known of a run once its inputs are there.
  struct Written {
    /// The cells that it is computed on.
    let lattice: RasterLattice
    /// The moment of its second 0.
    let start: Date
    /// Its gates, pumps and breaches.
    let structures: [Feature]
  }

  /// Writes the inputs of a scenario's flood.
  ///
  /// - Parameters:
  ///   - map: The city with the scenario's edits.
  ///   - isEnsemble: Whether there is to be a scenario for each member of an ensemble of rain.
  ///   - hasHotStart: Whether the state of another run is to come among them.
  ///   - now: When the run begins that does not say when.
  /// - Throws: ``CatalogError`` at the scenario's line, ``PlainError`` for what the city lacks.
  static func write(
    _ flood: CityFlood, of scenario: Scenario, on map: any MapSnapshot,
    _ sources: CityFloodSources, to folder: String, isEnsemble: Bool, hasHotStart: Bool, now: Date
  ) throws -> Written {
    var inputs = try CityFloodInputs(flood, scenario, map, sources, folder, now)
    (inputs.isEnsemble, inputs.hasHotStart) = (isEnsemble, hasHotStart)
    try inputs.write()
    return Written(
      lattice: inputs.lattice, start: inputs.start, structures: inputs.structures)
  }

  private init(
    _ flood: CityFlood, _ scenario: Scenario, _ map: any MapSnapshot,
    _ sources: CityFloodSources, _ folder: String, _ now: Date
  ) throws {
    self.flood = flood
    self.scenario = scenario
    self.map = map
    self.sources = sources
    start = flood.start ?? Date(timeIntervalSince1970: now.timeIntervalSince1970.rounded())
    area = try CityFloodArea(flood, map)
    bed = try map.raster(area.ground.id, on: area.lattice)
    guard bed.valueCount > 0 else {
      throw CatalogError(diagnostics: [
        flood.fault(
          flood.area?.position ?? flood.position, "the terrain has no heights in the area",
          hint: "choose another `area`, or import a terrain that covers it")
      ])
    }
    self.folder = try FloodInputFolder(folder)
    assumptions = area.assumptions
    let known = bed.valueCount
    bed = bed.extendedBeyondEdge()
    if bed.valueCount > known {
      assumptions.append("beyond the edge of the terrain the ground goes on level")
    }
  }

  var lattice: RasterLattice { area.lattice }

  mutating func assume(_ sentence: String) { assumptions.append(sentence) }

  /// The features of all layers of a role that meet the area, in the run's CRS, by their ids; says
  /// where the city has no such layer.
  mutating func features(
    _ role: LayerRole, otherwise assumption: String
  ) throws -> [Feature] {
    let layers = try map.layers(withRole: role)
    if layers.isEmpty { assume(assumption) }
    var all: [Feature] = []
    for layer in layers {
      all += try map.features(layer, in: lattice.envelope, crs: lattice.crs)
    }
    return all.sorted { ($0.id ?? "") < ($1.id ?? "") }
  }

  private mutating func write() throws {
    folder.comment(
      "The inputs of the scenario \(scenario.id) on commit \(map.commit) of the city.")
    folder.add("title", .string(scenario.title.en))
    folder.add("crs", .string(lattice.crs))
    folder.add("duration", .real(flood.durationSeconds))
    if let catchment = area.catchment {
      try folder.write([Feature(geometry: catchment)], to: "catchment.geojson")
    }
    try digUnderpasses()
    folder.add("terrain", "terrain.tif")
    try writeBuildings()
    let (embankments, crests) = try writeEmbankments()
    try writeLandCover()
    let waters = try writeWaters(crests)
    try writeRain()
    let structures = CityStructures(
      bed: bed, embankments: embankments.compactMap(\.geometry),
      isWater: { waters.depth.values[$0] > 0 })
    try writeGates(structures)
    try writePumps(structures)
    try writeInlets { waters.depth.values[$0] > 0 }
    try writeGauges()
    try folder.write(bed, to: "terrain.tif", unit: "m")
    writeNumerics()
    if hasHotStart { folder.add("hot_start", .string(CityFloodFolder.hotStart)) }
    for sentence in assumptions { folder.comment(Self.assumed.dropFirst(2) + sentence) }
    try folder.finish()
  }

  // MARK: Ground

  /// Lowers the ground along underpasses: evenly from both ends down to the middle.
  private mutating func digUnderpasses() throws {
    let underpasses = try features(
      FloodLayers.underpass, otherwise: "the city has no underpasses: none are dug into the ground")
    for underpass in underpasses {
      guard let line = underpass.geometry, line.kind == .lineString else { continue }
      guard let low = underpass.number("low_point") else {
        assume("the underpass `\(underpass.id ?? "")` has no low_point: it is not in the ground")
        continue
      }
      let places = line.places(ofPath: 0)
      let length = zip(places, places.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
      guard length > 0 else { continue }
      let step = lattice.cellWidth / 2
      var done = 0.0
      for (a, b) in zip(places, places.dropFirst()) {
        let part = a.distance(to: b)
        for along in stride(from: 0, through: part, by: step) {
          let share = part > 0 ? along / part : 0
          guard
            let cell = lattice.cell(x: a.x + share * (b.x - a.x), y: a.y + share * (b.y - a.y))
          else { continue }
          let index = cell.row * lattice.columns + cell.column
          let own = Double(bed.values[index])
          let rim = underpass.number("rim_height") ?? own
          let fromMiddle = abs(2 * (done + along) / length - 1)
          bed.values[index] = Float(min(own, low + (rim - low) * fromMiddle))
        }
        done += part
      }
    }
  }

  private mutating func writeBuildings() throws {
    guard flood.buildings != .none else { return }
    let buildings = try features(
      FloodLayers.building, otherwise: "the city has no buildings: nothing blocks the water")
    guard !buildings.isEmpty else { return }
    var members: [(String, JSONValue)] = [("file", "buildings.geojson"), ("mode", "wall")]
    if case .raised(let metres) = flood.buildings {
      try folder.write(raised(buildings, by: metres), to: "buildings.geojson")
      members[1] = ("mode", "raised")
      members.append(("height", "height"))
    } else {
      try folder.write(
        buildings.map { Feature(id: $0.id, geometry: $0.geometry) }, to: "buildings.geojson")
      if let roofs = try roofRain() { members.append(("roof_rain", roofs)) }
    }
    folder.add("buildings", .object(members))
  }

  /// A floor of a building whose height is not known, metres.
  private static let floorMetres = 3.0

  /// Buildings with the heights by which their ground is raised.
  private mutating func raised(_ buildings: [Feature], by metres: Double?) -> [Feature] {
    var unknown = 0
    let raised = buildings.map { building in
      let floors = building.number("floors").map { $0 * Self.floorMetres }
      let height = metres ?? building.number("height") ?? floors
      if height == nil { unknown += 1 }
      let known = min(max(height ?? Self.floorMetres, 0), FloodLimits.height.upperBound)
      return Feature(
        id: building.id, geometry: building.geometry,
        properties: [Property("height", .real(known))])
    }
    if unknown > 0 {
      assume(
        "\(unknown.of("building")) have neither height nor floors: their ground is raised by "
          + "\(Self.floorMetres) m")
    }
    return raised
  }

  private mutating func writeEmbankments() throws -> ([Feature], [LeveeFace]) {
    var all = try features(
      FloodLayers.embankment, otherwise: "the city has no embankments: those of the terrain count")
    var continued = 0
    for index in all.indices {
      guard let line = all[index].geometry else { continue }
      let whole = CityEmbankment.reachingSides(line, of: lattice)
      if whole != line { continued += 1 }
      all[index].geometry = whole
    }
    if continued > 0 {
      assume("\(continued) embankments that end near a side of the area go on to it")
    }
    let known = all.filter { $0.number("crest_height") != nil }
    if known.count < all.count {
      assume(
        "\(all.count - known.count) embankments have no crest_height: the terrain's heights count")
    }
    guard !known.isEmpty else { return (all, []) }
    let crests = known.flatMap { feature in
      feature.geometry.map {
        FaceCrossings.crests(
          of: $0, heightMetres: feature.number("crest_height") ?? 0, on: lattice)
      } ?? []
    }
    guard !crests.isEmpty else { return (all, []) }
    try folder.write(
      known.map {
        Feature(
          id: $0.id, geometry: $0.geometry,
          properties: [Property("crest_height", .real($0.number("crest_height") ?? 0))])
      }, to: "embankments.geojson")
    folder.add(
      "embankments", [["file": "embankments.geojson", "field": "crest_height"]])
    return (all, crests)
  }

  private mutating func writeLandCover() throws {
    let table = try LandCoverTable.load(file: "\(sources.models)/flood/land-cover.yml")
    guard let layer = try map.rasters(withRole: FloodLayers.landCover).first else {
      assume(
        "the city has no land cover: Manning's n is \(table.elsewhere.roughness) s/m^(1/3) "
          + "everywhere and no water infiltrates")
      folder.add("roughness", .real(table.elsewhere.roughness))
      return
    }
    if table.source == nil {
      assume("roughness and infiltration by land cover are not confirmed by a publication")
    }
    var cover = try map.raster(layer.id, on: lattice)
    var roughness = RasterGrid(lattice)
    var unknown: Set<Int> = []
    for (cell, value) in cover.values.enumerated() where !value.isNaN {
      guard let entry = table.classes[Int(value)] else {
        unknown.insert(Int(value))
        cover.values[cell] = .nan
        continue
      }
      roughness.values[cell] = Float(entry.roughness)
    }
    for value in unknown.sorted() {
      assume("the table of land cover has no class \(value): its default counts")
    }
    try folder.write(roughness, to: "roughness.tif", unit: nil)
    folder.add(
      "roughness", ["default": .real(table.elsewhere.roughness), "file": "roughness.tif"])
    try folder.write(cover, to: "land-cover.tif", unit: nil)
    let used = Set(cover.values.lazy.filter { !$0.isNaN }.map { Int($0) }).sorted()
    let classes = used.compactMap { value in
      table.classes[value].map { ("\(value)", $0.mean.json) }
    }
    folder.add(
      "infiltration",
      [
        "classes": .object(classes + [("elsewhere", table.elsewhere.mean.json)]),
        "file": "land-cover.tif", "default": "elsewhere",
      ])
  }

  // MARK: Water

  private mutating func writeWaters(_ crests: [LeveeFace]) throws -> CityWaters {
    let surfaces = try features(
      FloodLayers.water, otherwise: "the city has no water surfaces: all is dry at the beginning")
    var waters = CityWaters(bed: bed, crests: crests)
    let named = Set(flood.waterLevels.map(\.id))
    if let below = flood.belowBankMetres {
      for surface in surfaces where !named.contains(surface.id ?? "") {
        if let shape = surface.geometry { waters.fill(shape, metresBelowBank: below) }
      }
    } else if surfaces.contains(where: { !named.contains($0.id ?? "") }) {
      assume(
        "waters that `water_levels` does not name are empty at the beginning: `below_bank` says "
          + "how far below their banks they stand")
    }
    var levels: [TimeSeries] = []
    for (index, said) in flood.waterLevels.enumerated() {
      guard let surface = surfaces.first(where: { $0.id == said.id }), let shape = surface.geometry
      else {
        throw fault(
          said.position, "no water surface `\(said.id)` lies in the area",
          hint: suggestion(for: said.id, among: surfaces.compactMap(\.id))
            .map { "did you mean `\($0)`?" }
            ?? "ids are those of the city's layers with the role \(FloodLayers.water.rawValue)")
      }
      let level = try series(said.level, plus: try offset(of: said))
      levels.append(level)
      waters.fill(
        shape, name: surface.text("name") ?? said.id, index: index, level: level.values[0],
        isHeld: said.isHeld)
    }
    assumptions += waters.assumptions
    if waters.depth.values.contains(where: { $0 > 0 }) {
      try folder.write(waters.depth, to: "initial-depth.tif", unit: "m")
      folder.add("initial", ["depth": "initial-depth.tif"])
    }
    try writeBoundaries(waters, levels)
    return waters
  }

  /// What is added to a level to get one in the terrain's datum.
  private func offset(of said: CityFlood.WaterLevel) throws -> Double {
    guard let datum = said.datum, datum.value != area.ground.datum?.rawValue else {
      return said.offsetMetres ?? 0
    }
    let known = VerticalDatum.allCases.map(\.rawValue)
    guard known.contains(datum.value) else {
      throw fault(
        datum.position, "`\(datum.value)` is not a vertical datum",
        hint: suggestion(for: datum.value, among: known).map { "did you mean `\($0)`?" }
          ?? "there are \(known.joined(separator: ", "))")
    }
    guard let offset = said.offsetMetres else {
      throw fault(
        datum.position,
        "the level is in \(datum.value), the terrain in "
          + (area.ground.datum?.rawValue ?? "a datum that is not named"),
        hint: "say what is added to the level to get the terrain's: offset: -1.9")
    }
    return offset
  }

  func series(_ said: FloodScenario.Series, plus offset: Double = 0) throws -> TimeSeries {
    switch said {
    case .constant(let number): TimeSeries(constant: number + offset)
    case .rows(let rows):
      try TimeSeries(seconds: rows.map { $0[0] }, values: rows.map { $0[1] + offset })
    case .file: preconditionFailure("a flood of the city names no files")
    }
  }

  /// Water leaves over all sides, and rivers hold their levels where they meet them.
  private mutating func writeBoundaries(_ waters: CityWaters, _ levels: [TimeSeries]) throws {
    for index in Set(waters.sides.map(\.water)).sorted() {
      try folder.write(levels[index], unit: "m", to: "level-\(index + 1).csv")
    }
    let sides = BoundaryCondition.Side.allCases.map { side -> (String, JSONValue) in
      let parts = waters.sides.filter { $0.side == side }.map { part -> JSONValue in
        let isRow = side == .west || side == .east
        let last = part.cells.upperBound - 1
        let ends =
          isRow
          ? [lattice.y(ofRow: last), lattice.y(ofRow: part.cells.lowerBound)]
          : [lattice.x(ofColumn: part.cells.lowerBound), lattice.x(ofColumn: last)]
        let margin = lattice.cellWidth / 4
        return [
          "level": .string("level-\(part.water + 1).csv"), "from": .real(ends[0] - margin),
          "to": .real(ends[1] + margin),
        ]
      }
      return (side.rawValue, .array(["free"] + parts))
    }
    folder.add("boundaries", .object(sides))
  }

  func fault(_ place: TextPosition, _ message: String, hint: String? = nil) -> CatalogError {
    CatalogError(diagnostics: [flood.fault(place, message, hint: hint)])
  }
}
