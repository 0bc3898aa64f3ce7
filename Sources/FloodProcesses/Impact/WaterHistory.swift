import SimpleFeatures
import Simulation

/// What each cell has seen of the water of a run up to a frame.
struct WaterHistory: Sendable {
  /// The last frame that it has taken.
  private(set) var index = -1
  private var seconds = 0.0
  /// Metres, at that frame.
  private var depth: [Float] = []
  /// Seconds in which each cell was at least as deep as a layer of durations says.
  private(set) var durations: [WaterLayer: [Float]] = [:]
  /// The highest class of hazard in any frame; 0 where there was no water.
  private(set) var worst: [UInt8] = []

  /// How much memory it takes.
  var byteCount: Int { 4 * depth.count * (1 + durations.count) + worst.count }

  /// Takes the next frame.
  ///
  /// Between two frames depths are taken to change evenly.
  ///
  /// - Parameter hazards: Classes cell by cell, 0 for none; empty where speeds are not kept.
  mutating func take(_ frame: Frame, depth now: [Float], hazards: [UInt8]) {
    if index < 0 {
      for layer in WaterLayer.allCases where layer.durationMetres != nil {
        durations[layer] = Array(repeating: 0, count: now.count)
      }
      worst = Array(repeating: 0, count: now.count)
    } else {
      add(Float(frame.seconds - seconds), until: now)
    }
    for (cell, level) in hazards.enumerated() where level > worst[cell] { worst[cell] = level }
    (index, seconds, depth) = (index + 1, frame.seconds, now)
  }

  private mutating func add(_ passed: Float, until now: [Float]) {
    for layer in WaterLayer.allCases {
      guard let level = layer.durationMetres, var sum = durations.removeValue(forKey: layer)
      else { continue }
      for cell in now.indices {
        let (low, high) = (min(depth[cell], now[cell]), max(depth[cell], now[cell]))
        // Neither do walls, which are not numbers.
        guard high >= level else { continue }
        sum[cell] += low >= level ? passed : passed * (high - level) / (high - low)
      }
      durations[layer] = sum
    }
  }
}
