import SUMOFiles

/// Webster's plan of a signal: a cycle for the flows it has, and greens in proportion to them.
///
/// C = (1.5 L + 5) / (1 - Y) and g = (C - L) y / Y, where y is a stage's largest ratio of flow to
/// saturation flow, Y their sum and L the seconds that changes take (Webster 1958).
struct WebsterStart {
  /// Vehicles a second that a lane lets over its line at most: 2 s between two of them.
  private static let saturation = 0.5

  /// The largest ratio of flow to saturation flow in each block of a signal.
  private let ratios: [Double]
  private let lostSeconds: Double
  private let transitionsSeconds: Double

  /// `flows` are vehicles a second by lane, `lanes` the lane of each link of the signal.
  init(_ template: SignalTemplate, flows: [Double], lanes: [Int?]) {
    // A lane counts where it has the most green, with its share of it.
    var ratios = [Double](repeating: 0, count: template.blocks.count)
    var greens: [Int: [Double]] = [:]
    for (block, stage) in template.blocks.enumerated() {
      for (link, letter) in stage.green.state.utf8.enumerated() {
        guard letter == UInt8(ascii: "G") || letter == UInt8(ascii: "g"),
          let lane = link < lanes.count ? lanes[link] : nil
        else { continue }
        let greenSeconds = letter == UInt8(ascii: "G") ? stage.green.durationSeconds : 0.3
        greens[lane, default: [Double](repeating: 0, count: ratios.count)][block] = max(
          greens[lane]?[block] ?? 0, greenSeconds)
      }
    }
    for (lane, seconds) in greens {
      let sum = seconds.reduce(0, +)
      guard sum > 0 else { continue }
      for block in ratios.indices {
        ratios[block] = max(
          ratios[block], flows[lane] / Self.saturation * seconds[block] / sum)
      }
    }
    self.ratios = ratios.map { max($0, 0.02) }
    // Each change of stages costs about two seconds more than it uses.
    transitionsSeconds = template.lostSeconds
    lostSeconds = template.lostSeconds + 2 * Double(template.blocks.count)
  }

  /// Webster's cycle in seconds, within limits.
  func cycleSeconds(leastSeconds: Double, mostSeconds: Double) -> Double {
    let sum = min(ratios.reduce(0, +), 0.92)
    return min(max((1.5 * lostSeconds + 5) / (1 - sum), leastSeconds), mostSeconds)
  }

  /// The greens of a cycle in whole seconds, none shorter than the least.
  func greensSeconds(cycleSeconds: Double, of template: SignalTemplate) -> [Int] {
    let sum = ratios.reduce(0, +)
    let room = max(cycleSeconds - transitionsSeconds, 0)
    return zip(ratios, template.blocks).map { ratio, block in
      max(Int((room * ratio / sum).rounded()), block.leastSeconds)
    }
  }
}
