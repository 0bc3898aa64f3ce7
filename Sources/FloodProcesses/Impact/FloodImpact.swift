import Flood
import Foundation
package import SimpleFeatures
package import Simulation

/// Layers of the frames of a flood, for the map and for the process `flood-impact`: buildings,
/// facilities, roads and districts as the water has them, bands of depth, what passes gates and
/// pumps, classes of hazard and durations.
package final class FloodImpact: RunFeatures {
  /// That of all, so that a run is read once.
  package static let shared = FloodImpact()

  package let process = FloodEngine.id
  private let impacts = RunShelf<RunImpact>(limit: 8)
  private let waters = RunShelf<RunWater>(limit: 2)
  private let ensembles = RunShelf<EnsembleImpact>(limit: 2)

  /// What the water of a run has done.
  func impact(of run: RunFolder) throws -> RunImpact {
    try impacts.value(of: run) { try RunImpact($0) }
  }

  /// What the water of an ensemble has done.
  func ensemble(of run: RunFolder) -> EnsembleImpact {
    ensembles.value(of: run) { EnsembleImpact($0) }
  }

  package func features(
    of layer: String, in run: RunFolder, atFrame index: Int
  ) throws -> [Feature] {
    if layer == DepthBands.layer {
      let water = try water(of: run)
      return try DepthBands.features(of: try water.floodDepth(atFrame: index), water.rules)
    }
    if layer == RunStructures.layer { return try water(of: run).structures(atFrame: index) }
    guard let layer = ImpactLayer(rawValue: layer) else { return [] }
    let impact = try impact(of: run)
    return ImpactFeatures(impact, try impact.moment(index)).features(of: layer)
  }

  package func grid(
    of layer: String, in run: RunFolder, atFrame index: Int
  ) throws -> RasterGrid {
    let water = try water(of: run)
    guard let layer = WaterLayer(rawValue: layer) else {
      return RasterGrid(try run.frames().head.lattice)
    }
    return try water.grid(of: layer, atFrame: index)
  }

  private func water(of run: RunFolder) throws -> RunWater {
    try waters.value(of: run) { try RunWater($0) }
  }
}

/// The features of a run's layers at a frame.
struct ImpactFeatures {
  private let places: ImpactPlaces
  private let moment: RunImpact.Moment
  private let start: Date
  private let totals: ImpactTotals

  init(_ impact: RunImpact, _ moment: RunImpact.Moment) {
    places = impact.places
    self.moment = moment
    start = impact.run.start
    totals = ImpactTotals(impact.places, moment)
  }

  /// What is under water now; of roads also what was; districts with what is in them.
  func features(of layer: ImpactLayer) -> [Feature] {
    guard let group = places.groups[layer] else { return [] }
    guard layer != .districts else { return districts(group) }
    guard let history = moment.histories[layer] else { return [] }
    return group.features.indices.compactMap { index in
      guard layer == .roads ? !history.since[index].isNaN : history.depth[index] > 0 else {
        return nil
      }
      var feature = group.features[index]
      feature.properties += [
        Property("depth", Self.metres(history.depth[index])),
        Property("deepest", Self.metres(history.deepest[index])),
        Property("since", time(history.since[index])),
      ]
      if layer == .roads { feature.properties += closings(history, index) }
      return feature
    }
  }

  private func closings(_ history: ImpactHistory, _ road: Int) -> [Property] {
    let closed = history.closings.count { $0.isClosed[road] }
    let state = closed == 0 ? "open" : closed < history.closings.count ? "partly" : "closed"
    var properties = [
      Property("hazard", Self.metres(history.hazard[road])), Property("state", .text(state)),
    ]
    for (rule, closing) in zip(places.rules.closures, history.closings) {
      properties += [
        Property("\(rule.name)_from", time(closing.from[road])),
        Property("\(rule.name)_until", time(closing.until[road])),
      ]
    }
    return properties
  }

  private func districts(_ group: ImpactPlaces.Group) -> [Feature] {
    group.features.enumerated().map { index, feature in
      var feature = feature
      feature.properties += totals.of(district: index).properties
      return feature
    }
  }

  private func time(_ seconds: Double) -> PropertyValue {
    seconds.isNaN ? .null : .text(start.addingTimeInterval(seconds).formatted(.iso8601))
  }

  /// To the millimetre, as frames keep depths.
  private static func metres(_ value: Float) -> PropertyValue {
    .real((Double(value) * 1000).rounded() / 1000)
  }
}
