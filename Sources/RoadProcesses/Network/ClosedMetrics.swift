import Foundation
import GeometryCore
import Roads
import SimpleFeatures
import Simulation
import Synchronization

/// Weights for closures that came with requests: those of the last requests, since one who draws a
/// closure asks more than once.
final class ClosedMetrics: Sendable {
  private struct Entry {
    var text: [UInt8]
    var base: RoadMetric
    var metric: RoadMetric
  }

  private let entries = Mutex<[Entry]>([])
  private static let count = 8

  /// The metric with closures, from those before or made now.
  func metric(
    _ closures: JSONValue, _ base: RoadMetric, on network: RoadNetwork
  ) throws -> RoadMetric {
    var json = JSONText()
    closures.append(to: &json)
    let text = json.bytes
    return try metric(text, base, on: network) {
      try network.changes(of: try Self.features(text), profile: base.profile)
    }
  }

  /// The metric with the water of a run at a frame, from those before or made now.
  func metric(
    _ run: RunFolder, at moment: Date?, _ base: RoadMetric, on network: RoadNetwork
  ) throws -> RoadMetric {
    let index = try run.frame(at: moment, of: try run.frames().seconds)
    let key = Array("\(run.path) \(run.record.created) \(index)".utf8)
    return try metric(key, base, on: network) {
      let depths = try run.values(of: "depth", at: moment).grid
      return try network.changes(
        depths: depths, in: try CoordinateReferenceSystem(depths.lattice.crs),
        profile: base.profile)
    }
  }

  private func metric(
    _ text: [UInt8], _ base: RoadMetric, on network: RoadNetwork,
    changes: () throws -> [SegmentChange]
  ) throws -> RoadMetric {
    let known = entries.withLock { entries -> RoadMetric? in
      guard let place = entries.firstIndex(where: { $0.base === base && $0.text == text }) else {
        return nil
      }
      let entry = entries.remove(at: place)
      entries.append(entry)
      return entry.metric
    }
    if let known { return known }
    let metric = network.metric(base, changing: try changes())
    entries.withLock { entries in
      entries.append(Entry(text: text, base: base, metric: metric))
      if entries.count > Self.count { entries.removeFirst() }
    }
    return metric
  }

  private static func features(_ text: [UInt8]) throws -> [Feature] {
    var isRead = false
    var reader = GeoJSONReader { () throws(FormatError) -> [UInt8] in
      defer { isRead = true }
      return isRead ? [] : text
    }
    var features: [Feature] = []
    while let record = try reader.next() { features.append(try record.feature.get()) }
    return features
  }
}
