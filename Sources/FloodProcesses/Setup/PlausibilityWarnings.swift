import Flood
import SimpleFeatures

/// Plausibility warnings: what is possible but seldom meant.
extension FloodSources {
  /// By how much volumes of a table may differ from what its areas give.
  private static let volumeShare = 0.05
  /// Rain in mm/h that no gauge has seen for minutes.
  private static let mostRain = 600.0

  mutating func warnOfImplausible(_ setup: FloodSetup) {
    warnOfRain(setup)
    warnOfLevels(setup)
    warnOfStorages(setup)
    warnOfGates(setup)
    warnOfPumps(setup)
  }

  private mutating func warnOfRain(_ setup: FloodSetup) {
    let end = setup.durationSeconds
    for series in setup.rain?.zones ?? [] {
      if let most = series.values.max(), most > Self.mostRain {
        warn("the intensity is \(most) mm/h: is this the total depth rather than mm/h?")
      }
      guard let last = series.seconds.last, last > end else { continue }
      let (within, all) = (
        series.stepIntegral(from: 0, to: end) / 3600, series.stepIntegral(from: 0, to: last) / 3600
      )
      guard within < 0.99 * all else { continue }
      warn(
        "the run ends at \(end) s, before the rain: \(short(within)) mm of \(short(all)) mm fall")
    }
  }

  private func short(_ millimetres: Double) -> Double { (millimetres * 100).rounded() / 100 }

  /// Levels that may have been meant as depths or heights above ground.
  private mutating func warnOfLevels(_ setup: FloodSetup) {
    guard let ground = setup.terrain.range else { return }
    let (low, high) = (Double(ground.lowerBound), Double(ground.upperBound))
    if case .level(let level) = setup.initial, level > high {
      warn("the initial level, \(level) m, lies above all ground, which ends at \(high) m")
    }
    for edge in setup.edges {
      guard case .level(let level) = edge.kind, let most = level.values.max(), most < low else {
        continue
      }
      warn(
        "the level at the \(edge.side.rawValue) side, \(most) m at most, lies below all ground, "
          + "which begins at \(low) m")
    }
    let isHigher = setup.crests.contains { crest in
      let neighbour = crest.cell + (crest.isSouthern ? setup.terrain.columns : 1)
      return crest.heightMetres
        > Double(max(setup.terrain.values[crest.cell], setup.terrain.values[neighbour]))
    }
    if !setup.crests.isEmpty, !isHigher {
      warn(
        "no embankment stands higher than the ground beside it: `height` is that of the crest in "
          + "the terrain's heights, not above ground")
    }
  }

  private mutating func warnOfStorages(_ setup: FloodSetup) {
    for storage in setup.storages {
      if let top = storage.table.last?.levelMetres, storage.initialLevelMetres > top {
        warn(
          "the storage `\(storage.id)` begins at \(storage.initialLevelMetres) m, above its table, "
            + "which ends at \(top) m")
      }
      for (a, b) in zip(storage.table, storage.table.dropFirst()) {
        let areas = [a.areaSquareMetres, b.areaSquareMetres].sorted()
        let rise = b.levelMetres - a.levelMetres
        let told = b.volumeCubicMetres - a.volumeCubicMetres
        let (least, most) = (areas[0] * rise, areas[1] * rise)
        guard told < least * (1 - Self.volumeShare) || told > most * (1 + Self.volumeShare) else {
          continue
        }
        warn(
          "the table of the storage `\(storage.id)` gives \(told) m3 between \(a.levelMetres) and "
            + "\(b.levelMetres) m, where its areas give \(least) to \(most); volumes count")
        break
      }
    }
  }

  private mutating func warnOfGates(_ setup: FloodSetup) {
    for gate in setup.gates {
      for body in [gate.from, gate.to] {
        guard let ground = lowest(body, setup), gate.sillMetres < ground - 0.01 else { continue }
        warn(
          "the sill of the gate `\(gate.id)` lies at \(gate.sillMetres) m, below the ground at its "
            + "end, \(ground) m: water above that alone can pass")
      }
    }
  }

  private mutating func warnOfPumps(_ setup: FloodSetup) {
    for pump in setup.pumps {
      if let ground = lowest(pump.from, setup), pump.stopLevelMetres < ground {
        warn(
          "the pump `\(pump.id)` stops at \(pump.stopLevelMetres) m, below the ground at its end, "
            + "\(ground) m: it runs as long as there is water")
      }
      for (a, b) in zip(pump.curve, pump.curve.dropFirst())
      where b.cubicMetresPerSecond > a.cubicMetresPerSecond {
        warn(
          "the pump `\(pump.id)` lifts more at a head of \(b.headMetres) m than at "
            + "\(a.headMetres) m: are head and flow in the right columns?")
        break
      }
    }
  }

  /// The lowest ground of a body of water; `nil` outside.
  private func lowest(_ body: Flood.WaterBody, _ setup: FloodSetup) -> Double? {
    switch body {
    case .cells(let cells): cells.map { Double(setup.terrain.values[$0]) }.min()
    case .storage(let index): setup.storages[index].table.first?.levelMetres
    case .outside: nil
    }
  }
}
