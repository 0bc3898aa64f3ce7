import Catalog
import Foundation
import SimpleFeatures
import Simulation

/// River beds and datums.
extension GroundCheck {
  /// How far from its line a river's bed is looked for, metres.
  private static let mostReach = 200.0

  /// Beds that rise in the direction in which the line is drawn, which is that of flow.
  mutating func checkBeds() throws {
    let rivers = try features(FloodLayers.watercourse)
    if rivers.isEmpty {
      note(zh: "范围内没有河流或渠道中心线", en: "the area has no centre lines of rivers or canals")
    }
    for (layer, river) in rivers {
      let half = (river.number("width") ?? river.number("bottom_width") ?? 0) / 2
      let reach = min(max(lattice.cellWidth, half), Self.mostReach)
      for path in river.geometry?.linePaths ?? [] {
        checkBed(layer, river, LineProfile(path, over: bed, reach: reach, pick: .lowest))
      }
    }
  }

  /// Stretches above the lowest bed upstream by more than is worth telling.
  private func rises(_ stations: [LineProfile.Station]) -> [Double] {
    var lowest = Double.infinity
    return stations.map { station in
      lowest = min(lowest, station.height)
      return station.height - lowest
    }
  }

  private mutating func checkBed(_ layer: String, _ river: Feature, _ profile: LineProfile) {
    let stations = profile.stations
    guard let first = stations.first, let last = stations.last else { return }
    let id = river.id ?? ""
    let rises = rises(stations)
    let isUphill = last.height - first.height > limits.bedMetres
    if isUphill, !self.rises(stations.reversed()).contains(where: { $0 > limits.bedMetres }) {
      let rise = last.height - first.height
      return add(
        GroundFinding(
          .lineReversed, of: layer, id, rise, [("length_m", last.along - first.along)],
          at: profile.shape(of: stations.indices),
          zh: "河渠 \(id) 的线与坡降相反：河床沿线方向升高 \(rise.told) m，线的方向应为水流方向",
          en: "the line of \(id) runs against its fall: along it the bed rises by "
            + "\(rise.told) m; a line is drawn in the direction of flow"))
    }
    for stretch in profile.stretches(where: { rises[$0] > limits.bedMetres }) {
      let rise = stretch.map { rises[$0] }.max() ?? 0
      let length = profile.length(of: stretch, step: lattice.cellWidth)
      let start = stations[stretch.lowerBound]
      add(
        GroundFinding(
          .bedUphill, of: layer, id, rise,
          [("length_m", length), ("from_m", start.along), ("height_m", start.height)],
          at: profile.shape(of: stretch),
          zh: "河渠 \(id) 的河床在 \(start.along.toldWhole) m 处起逆坡：在 "
            + "\(length.toldWhole) m 内高出上游 \(rise.told) m",
          en: "the bed of \(id) runs uphill from \(start.along.toldWhole) m on: over "
            + "\(length.toldWhole) m it lies up to \(rise.told) m above the bed upstream"))
    }
  }

  // MARK: Datums

  /// Heights that do not count from where the terrain's do.
  mutating func checkDatums() throws {
    let own = area.ground.datum
    if own == nil {
      note(
        zh: "地形图层 \(area.ground.id) 未说明高程基准",
        en: "the terrain \(area.ground.id) does not say what its heights count from")
    }
    let roles = [
      FloodLayers.embankment, FloodLayers.underpass, FloodLayers.gate, FloodLayers.pump,
      FloodLayers.node, FloodLayers.outfall,
    ]
    for layer in try roles.flatMap({ try map.layers(withRole: $0) }) {
      for (field, datum) in try map.datums(of: layer).sorted(by: { $0.key < $1.key }) {
        guard let own, datum != own else { continue }
        addDatum(layer, field, datum, own)
      }
    }
    for said in flood.waterLevels {
      guard let datum = said.datum?.value, let own, datum != own.rawValue,
        said.offsetMetres == nil
      else { continue }
      add(
        GroundFinding(
          .datumDiffers, of: nil, said.id, 0, unit: nil, at: nil,
          zh: "水位 \(said.id) 采用 \(datum)，地形采用 \(own.rawValue)，情景未给出 offset",
          en: "the level of \(said.id) is in \(datum), the terrain in \(own.rawValue), and the "
            + "scenario gives no offset"))
    }
    try checkNodes()
  }

  private mutating func addDatum(
    _ layer: String, _ field: String, _ datum: VerticalDatum, _ own: VerticalDatum
  ) {
    add(
      GroundFinding(
        .datumDiffers, of: layer, nil, 0, unit: nil, at: nil,
        zh: "\(layer) 的 \(field) 采用 \(datum.rawValue)，地形采用 \(own.rawValue)：计算不作换算",
        en: "\(field) of \(layer) counts from \(datum.rawValue), the terrain from "
          + "\(own.rawValue): a run does not convert it"))
  }

  /// Fewer say nothing of a layer as a whole.
  private static let fewestNodes = 20

  /// Whether the ground levels of manholes lie off the terrain as a whole, as those of another
  /// datum do.
  private mutating func checkNodes() throws {
    for layer in try map.layers(withRole: FloodLayers.node) {
      let offsets = try map.features(layer, in: lattice.envelope, crs: lattice.crs)
        .compactMap { node -> Double? in
          guard let level = node.number("ground_height"), let at = node.geometry?.ordinates,
            at.count > 1
          else { return nil }
          return height(Place(x: at[0], y: at[1])).map { level - $0 }
        }.sorted()
      guard offsets.count >= Self.fewestNodes else { continue }
      let middle = offsets[offsets.count / 2]
      guard abs(middle) > limits.offMetres else { continue }
      add(
        GroundFinding(
          .heightsOff, of: layer, nil, abs(middle), [("points", Double(offsets.count))], at: nil,
          zh: "\(layer) 的 ground_height 与地形的中位差为 \(middle.told) m（\(offsets.count) 点）："
            + "高程基准可能不同",
          en: "ground_height of \(layer) lies \(middle.told) m off the terrain in the middle of "
            + "\(offsets.count) points: their datums may differ"))
    }
  }
}
