import Roads
import SimpleFeatures
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
    let known = entries.withLock { entries -> RoadMetric? in
      guard let place = entries.firstIndex(where: { $0.base === base && $0.text == text }) else {
        return nil
      }
      let entry = entries.remove(at: place)
      entries.append(entry)
      return entry.metric
    }
    if let known { return known }
    let features = try Self.features(text)
    let metric = network.metric(
      base, changing: try network.changes(of: features, profile: base.profile))
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
