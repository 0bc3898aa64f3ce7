import Catalog
import Coverages
import Datasets
import Flood
import SimpleFeatures

/// What lies on the ground: buildings, roughness, soil.
extension FloodSources {
  /// Raises the terrain under buildings, or answers which cells are their walls; empty for none.
  mutating func placeBuildings(on terrain: inout RasterGrid) throws -> [Bool] {
    guard let buildings = scenario.buildings else { return [] }
    let shapes = try areas(buildings.file, on: terrain.lattice)
    var walls = [Bool](repeating: false, count: terrain.values.count)
    var missed = 0
    for (number, feature) in shapes {
      guard let shape = feature.geometry else { continue }
      let spans = terrain.lattice.spans(of: shape, by: .centre)
      if spans.isEmpty { missed += 1 }
      let height =
        buildings.mode == .wall
        ? 0 : Float(try value(buildings.height, of: feature, number, buildings.file))
      for span in spans {
        for column in span.columns {
          let cell = span.row * terrain.columns + column
          guard !walls[cell] else { continue }
          walls[cell] = true
          terrain.values[cell] += height
        }
      }
    }
    if missed > 0 {
      warn(
        "\(missed) of \(shapes.count) buildings cover no cell centre and do not block the flow: "
          + "smaller cells would show them")
    }
    return buildings.mode == .wall ? walls : []
  }

  /// Manning's n.
  mutating func roughness(on lattice: RasterLattice) throws -> Roughness {
    let said = scenario.roughness
    var roughness = Roughness()
    if let n = said.everywhere { roughness.everywhere = n }
    guard let file = said.areas else { return roughness }
    var grid = RasterGrid(lattice)
    if GridFile.isRaster(try open(file)) {
      guard said.value == nil else {
        throw fault(file.position, "\(file.value) is a raster of n: leave out `field` and `value`")
      }
      grid = values(of: try raster(file), on: lattice, by: .average)
    } else {
      guard said.value != nil else {
        throw fault(
          file.position, "nothing says which n the areas of \(file.value) have",
          hint: "give `field: NAME` of an attribute, or one `value` for all")
      }
      for (number, feature) in try areas(file, on: lattice) {
        guard let shape = feature.geometry else { continue }
        grid.burn(shape, value: Float(try value(said.value, of: feature, number, file)))
      }
    }
    let range = FloodLimits.roughness
    for (cell, n) in grid.values.enumerated() where !n.isNaN && !range.contains(Double(n)) {
      throw fault(
        file.position,
        "\(file.value) holds a Manning's n of \(n) (row \(cell / grid.columns + 1), column "
          + "\(cell % grid.columns + 1))",
        hint: "n lies between \(range.lowerBound) and \(range.upperBound) s/m^(1/3)")
    }
    roughness.grid = grid
    return roughness
  }

  /// What the ground takes; `nil` for nothing.
  mutating func infiltration(on terrain: RasterGrid) throws -> Flood.Infiltration? {
    guard let said = scenario.infiltration else { return nil }
    let models = said.classes.map(\.value)
    let names = said.classes.map(\.name)
    let elsewhere = said.elsewhere.flatMap { names.firstIndex(of: $0) }
    guard let file = said.file else {
      return Flood.Infiltration(classes: [models[elsewhere ?? 0]])
    }
    let classes = try classes(names, in: file, field: said.field, on: terrain.lattice)
    let missing = classes.indices.first { classes[$0] == Self.noClass && !terrain.values[$0].isNaN }
    if let missing, elsewhere == nil {
      throw fault(
        file.position,
        "\(file.value) says nothing of row \(missing / terrain.columns + 1), column "
          + "\(missing % terrain.columns + 1)", hint: "name the class of such cells: `default`")
    }
    return Flood.Infiltration(
      classes: models,
      classOfCell: classes.map { $0 == Self.noClass ? UInt16(elsewhere ?? 0) : $0 })
  }

  // MARK: Areas

  /// What stands for no class.
  static let noClass = UInt16.max

  /// For each cell the index among `names` of what a file says there; ``noClass`` for nothing.
  mutating func classes(
    _ names: [String], in file: Located<String>, field: String?, on lattice: RasterLattice
  ) throws -> [UInt16] {
    if GridFile.isRaster(try open(file)) {
      let grid = values(of: try raster(file), on: lattice, by: .mode)
      var known: [Float: UInt16] = [:]
      for (index, name) in names.enumerated() {
        if let number = Float(name) { known[number] = UInt16(index) }
      }
      return try grid.values.enumerated().map { cell, value in
        if value.isNaN { return Self.noClass }
        if let index = known[value] { return index }
        throw fault(
          file.position,
          "\(file.value) holds \(value) (row \(cell / grid.columns + 1), column "
            + "\(cell % grid.columns + 1)), which the scenario does not know",
          hint: "it knows " + names.joined(separator: ", "))
      }
    }
    guard let field else {
      throw fault(
        file.position, "nothing says what the areas of \(file.value) are",
        hint: "give `field: NAME`, the attribute that names each one's")
    }
    var grid = RasterGrid(lattice)
    for (number, feature) in try areas(file, on: lattice) {
      guard let shape = feature.geometry else { continue }
      let name = feature[field].flatMap { $0.isNull ? nil : FieldValue.plainText($0) }
      guard let name, let index = names.firstIndex(of: name) else {
        throw fault(
          file.position,
          "feature \(number) of \(file.value) has "
            + (name.map { "the \(field) `\($0)`" } ?? "no \(field)"),
          hint: "the scenario knows " + names.joined(separator: ", "))
      }
      grid.burn(shape, value: Float(index))
    }
    return grid.values.map { $0.isNaN ? Self.noClass : UInt16($0) }
  }

  /// The shapes of a file with their numbers from 1, one of which at least must meet the terrain.
  mutating func areas(
    _ file: Located<String>, on lattice: RasterLattice
  ) throws -> [(number: Int, feature: Feature)] {
    let features = try shapes(file)
    let own = lattice.envelope
    let box = features.reduce(into: Envelope.empty) {
      if let shape = $1.geometry { $0.formUnion(shape.envelope) }
    }
    guard features.contains(where: { $0.geometry?.envelope.intersects(own) == true }) else {
      throw fault(
        file.position,
        "the shapes of \(file.value) lie beside the terrain: x \(box.minX) to \(box.maxX), y "
          + "\(box.minY) to \(box.maxY)",
        hint: "the terrain covers x \(own.minX) to \(own.maxX), y \(own.minY) to \(own.maxY); are "
          + "they of another CRS?")
    }
    return features.enumerated().map { ($0 + 1, $1) }
  }

  /// The number of one shape.
  func value(
    _ value: FloodScenario.ShapeValue?, of feature: Feature, _ number: Int,
    _ file: Located<String>
  ) throws -> Double {
    switch value {
    case nil: return 0
    case .number(let number): return number
    case .field(let field):
      let found: Double? =
        switch feature[field.value] {
        case .integer(let number): Double(number)
        case .real(let number): number
        case .text(let text): Double(text)
        default: nil
        }
      if let found, found.isFinite { return found }
      let known = feature.properties.map(\.name)
      throw fault(
        field.position,
        "feature \(number) of \(file.value) has no number in `\(field.value)`",
        hint: known.contains(field.value)
          ? "fill it in the file" : "its attributes are " + known.joined(separator: ", "))
    }
  }
}
