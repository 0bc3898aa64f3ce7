/// What is left out so that a tile does not become too large.
struct TileLimits {
  /// For each layer the least weight that is drawn.
  private(set) var leastWeights: [Double]
  /// By how much lines are simplified more than usual.
  private(set) var coarseness = 1.0
  private var attempts = 0

  init(layerCount: Int) {
    leastWeights = Array(repeating: 0, count: layerCount)
  }

  /// Leaves out more, to make the tile smaller by the factor `share`.
  ///
  /// Layers of many features give them up first: those of few, like shelters among buildings, keep
  /// theirs as long as any other has more.
  ///
  /// - Parameter weights: The weights of what was drawn, layer by layer.
  mutating func tighten(by share: Double, weights: [[Double]]) {
    attempts += 1
    if attempts > 2 { coarseness *= 2 }
    // A little more than needed, since what is left compresses worse.
    let kept = min(share, 0.95) * 0.95
    let most = Self.greatestCount(of: weights.map(\.count), keeping: kept)
    for (index, weights) in weights.enumerated() where !weights.isEmpty {
      let sorted = weights.sorted(by: >)
      let count = min(sorted.count, most)
      // One that alone is too large is simplified first, and left out in the end. Where all is
      // shown nothing has been weighed yet: the next attempt does.
      let least = count > 0 ? sorted[count - 1] : attempts > 8 ? .infinity : sorted[0]
      leastWeights[index] = max(least, .leastNonzeroMagnitude)
    }
  }

  /// How many features a layer may keep so that all together keep the share `kept` of them.
  static func greatestCount(of counts: [Int], keeping kept: Double) -> Int {
    var room = Int(Double(counts.reduce(0, +)) * kept)
    var left = counts.count
    for count in counts.sorted() {
      if count * left > room { return room / left }
      (room, left) = (room - count, left - 1)
    }
    return counts.max() ?? 0
  }
}
