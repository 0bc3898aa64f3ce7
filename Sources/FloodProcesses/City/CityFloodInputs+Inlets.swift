import Catalog
import Flood
import Foundation
import SimpleFeatures
import Simulation

/// Storm inlets and outfalls of the city, and where its roofs drain to.
extension CityFloodInputs {
  /// A point that takes water out of the run.
  private struct Sink {
    let id: String
    let x, y: Double
    let capacity: Double
  }

  /// Kinds of networks that take storm water.
  private static let stormClasses: Set<String> = ["YS", "HS"]

  /// Writes what takes water until a drainage network is computed.
  ///
  /// - Parameter isWater: Whether water of a river or lake stands in a cell at the beginning: an
  ///   outfall there or beside gives water and takes none.
  mutating func writeInlets(isWater: (Int) -> Bool) throws {
    guard let said = flood.inlets else { return }
    let table = try InletTable.load(file: "\(sources.models)/flood/inlets.yml")
    let nodes = try features(
      FloodLayers.node, otherwise: "the city has no drainage nodes: no inlet takes water"
    ).filter { isStorm($0) }
    let outfalls = try features(
      FloodLayers.outfall, otherwise: "the city has no outfalls: none takes water"
    ).filter { isStorm($0) }
    try checkNames(said.named, among: nodes + outfalls, "inlet or outfall", FloodLayers.node)
    var sinks = inlets(nodes, table, said)
    for outfall in outfalls {
      guard let place = point(outfall), !isBesideWater(place.cell, isWater),
        let diameter = outfall.number("diameter")
      else { continue }
      let usual = table.outfall(diameterMillimetres: diameter)
      sinks.append(
        Sink(
          id: outfall.id ?? "", x: place.x, y: place.y,
          capacity: said.control(of: outfall.id ?? "").capacity ?? usual))
    }
    var ids: Set<String> = []
    let rows = sinks.compactMap { sink -> String? in
      let id = String(sink.id.map { ",\"\n".contains($0) ? "_" : $0 })
      guard sink.capacity > 0, ids.insert(id).inserted else { return nil }
      return "\(id),\(sink.x),\(sink.y),\(sink.capacity)"
    }
    guard !rows.isEmpty else {
      return assume("the area has no inlets and no outfalls that take water")
    }
    try folder.write(["id,x,y,capacity_m3s"] + rows, to: "inlets.csv")
    folder.add("inlets", "inlets.csv")
    let sum = sinks.reduce(0) { $0 + $1.capacity }
    assume(
      "\(rows.count.of("inlet")) take up to \(sum.told) m³/s together out of the run: "
        + "the drainage network itself is not computed, nor where its water comes out")
    if table.source == nil { assume("the capacities of inlets are not confirmed by a publication") }
  }

  /// Whether a cell or one around it holds water: outfalls stand at the bank.
  private func isBesideWater(_ cell: Int, _ isWater: (Int) -> Bool) -> Bool {
    let (row, column) = cell.quotientAndRemainder(dividingBy: lattice.columns)
    return (row - 1...row + 1).clamped(to: 0...lattice.rows - 1).contains { y in
      (column - 1...column + 1).clamped(to: 0...lattice.columns - 1).contains { x in
        isWater(y * lattice.columns + x)
      }
    }
  }

  private func isStorm(_ feature: Feature) -> Bool {
    feature.isInUse && (feature.text("class").map { Self.stormClasses.contains($0) } ?? true)
  }

  private func point(_ feature: Feature) -> (x: Double, y: Double, cell: Int)? {
    guard let at = feature.geometry?.ordinates, at.count > 1,
      let cell = lattice.cell(x: at[0], y: at[1])
    else { return nil }
    return (at[0], at[1], cell.row * lattice.columns + cell.column)
  }

  private mutating func inlets(
    _ nodes: [Feature], _ table: InletTable, _ said: CityFlood.Controls<CityFlood.InletControl>
  ) -> [Sink] {
    func sinks(_ capacities: [String: Double]) -> [Sink] {
      nodes.compactMap { node in
        guard let usual = node.text("fitting").flatMap({ capacities[$0] }), let place = point(node)
        else { return nil }
        return Sink(
          id: node.id ?? "", x: place.x, y: place.y,
          capacity: said.control(of: node.id ?? "").capacity ?? usual)
      }
    }
    let own = sinks(table.fittings)
    guard own.isEmpty else { return own }
    let others = sinks(table.standIns)
    if !others.isEmpty {
      assume(
        "the area has no \(table.fittings.keys.sorted().joined(separator: " or ")) among its "
          + "drainage nodes: \(others.count.of("node")) stand for those around them")
    }
    return others
  }

  // MARK: Roofs

  /// Where rain on buildings that are walls goes, as a scenario of files says it; `nil` for the
  /// ground around them.
  mutating func roofRain() throws -> JSONValue? {
    switch flood.roofRain {
    case .ground: return nil
    case .none: return "none"
    case .inlets:
      if flood.inlets == nil { assume("`roof_rain: inlets` finds none: `inlets` says nothing") }
      return "inlets"
    case .streets:
      let streets = try features(
        FloodLayers.road,
        otherwise: "the city has no roads: rain on roofs goes to the ground around"
      ).filter { $0["bridge"] != .boolean(true) && $0["tunnel"] != .boolean(true) }
      guard !streets.isEmpty else { return nil }
      try folder.write(
        streets.map { Feature(id: $0.id, geometry: $0.geometry) }, to: "streets.geojson")
      return ["nearest": "streets.geojson"]
    }
  }
}
