import Synchronization

/// The rows that queries select, kept so that further pages neither count nor look again.
///
/// Bounded by bytes. What was asked for lately survives: when the young generation is full it
/// becomes the old one, and the old one goes, save what was asked for meanwhile.
final class MatchCache: Sendable {
  /// A selection from one state of a layer.
  struct Key: Hashable {
    /// ``StoredLayer/lastCommitToken``, unlike any other commit's.
    var state: String
    var layer: String
    /// What they must fulfil.
    var condition: PredicateSQL

    init(_ layer: StoredLayer, _ condition: PredicateSQL) {
      state = layer.lastCommitToken
      self.layer = layer.id
      self.condition = condition
    }
  }

  private struct Generations {
    var young: [Key: [Int64]] = [:]
    var old: [Key: [Int64]] = [:]
    var youngBytes = 0
  }

  private let generations = Mutex(Generations())
  private let generationBytes: Int
  /// About what a key and its places in a dictionary take.
  private static let bytesPerEntry = 512

  /// - Parameter limitBytes: About how much memory the rows may take.
  init(limitBytes: Int = 32 << 20) {
    generationBytes = limitBytes / 2
  }

  /// The rows that `key` selects, ascending; `nil` where they are not known any more.
  func rows(_ key: Key) -> [Int64]? {
    generations.withLock { generations in
      if let rows = generations.young[key] { return rows }
      guard let rows = generations.old.removeValue(forKey: key) else { return nil }
      add(key, rows, to: &generations)
      return rows
    }
  }

  /// Keeps `rows` as what `key` selects, unless they are too many to keep.
  func keep(_ rows: [Int64], for key: Key) {
    generations.withLock { add(key, rows, to: &$0) }
  }

  private func add(_ key: Key, _ rows: [Int64], to generations: inout Generations) {
    let bytes = rows.count * MemoryLayout<Int64>.size + Self.bytesPerEntry
    guard bytes <= generationBytes, generations.young[key] == nil else { return }
    if generations.youngBytes + bytes > generationBytes {
      generations.old = generations.young
      (generations.young, generations.youngBytes) = ([:], 0)
    }
    generations.young[key] = rows
    generations.youngBytes += bytes
  }
}
