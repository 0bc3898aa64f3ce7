import FeatureStore
import SimpleFeatures

/// Records that are written one after the other.
///
/// Registers are often sorted by date or number, which strews what is near on the map all over the
/// city file; a tile would have to fetch a page of it for every feature. So records are gathered,
/// as many as memory allows, and written in an order that keeps neighbours together.
struct RecordPortion {
  private(set) var records: [NormalisedRecord] = []
  private var bytes = 0

  /// Fewer records keep the order of their file, which somebody may look for.
  private static let leastSorted = 1000
  private static let greatestCount = 16_384
  private static let greatestBytes = 8 << 20

  var isFull: Bool { records.count >= Self.greatestCount || bytes >= Self.greatestBytes }

  mutating func append(_ batch: [NormalisedRecord]) {
    records += batch
    bytes += batch.reduce(0) { $0 + $1.weight }
  }

  /// The places of the records in the order in which they are written, those of one id in the order
  /// of the file; `nil` where all are.
  func order() -> [Int]? {
    guard records.count > Self.leastSorted else { return nil }
    var firstByID: [String: Int] = [:]
    let boxes = records.enumerated().map { place, record -> Envelope in
      guard let content = record.content else { return .empty }
      let first = firstByID[content.id, default: place]
      firstByID[content.id] = first
      return (records[first].content ?? content).geometry.envelope
    }
    let placed = boxes.indices.filter { !boxes[$0].isEmpty }
    let others = boxes.indices.filter { boxes[$0].isEmpty }
    return others + SpatialOrder.places(of: placed.map { boxes[$0] }).map { placed[$0] }
  }
}
