import Catalog
import Foundation
import SimpleFeatures
import Simulation
import Synchronization

/// The water of a run, frame by frame, also while the run goes on.
final class RunWater: Sendable {
  private struct State {
    var reader: FrameReader
    /// Cells of rivers and lakes; `nil` until somebody asks.
    var standing: [Int]?
    /// Those that were asked for last, at different frames, the latest last.
    var histories: [WaterHistory] = []
  }

  /// How much memory histories take: with several, tiles of one moment and a curve through all do
  /// not have each other begin anew.
  private static let historyBytes = 96 << 20

  let rules: ImpactRules
  private let hazards: HazardTable
  private let structures: [Feature]
  private let state: Mutex<State>

  /// - Throws: Where files of the run are damaged, or there are no frames yet.
  init(_ run: RunFolder) throws {
    let folder = "\(run.path)/impact"
    rules = try ImpactRules.load(file: "\(folder)/\(ImpactRules.file)")
    hazards = try HazardTable.load(file: "\(folder)/\(HazardTable.file)")
    structures = try ImpactPlaces.features("\(folder)/\(RunStructures.file)")
    state = Mutex(State(reader: try run.frames()))
  }

  /// Depths at a frame, metres; 0 in rivers and lakes, NaN in walls.
  ///
  /// - Precondition: There is such a frame.
  func floodDepth(atFrame index: Int) throws -> RasterGrid {
    try state.withLock { state in
      let frame = try Self.frame(index, &state)
      let standing =
        try state.standing
        ?? ImpactFrame.waters(
          try state.reader.frame(0), state.reader.head, rules)
      state.standing = standing
      var depth = Self.field("depth", of: frame, state) ?? RasterGrid(state.reader.head.lattice)
      for cell in standing { depth.values[cell] = 0 }
      return depth
    }
  }

  /// What passes gates, pumps and breaches at a frame.
  ///
  /// - Precondition: There is such a frame.
  func structures(atFrame index: Int) throws -> [Feature] {
    let frame = try state.withLock { try Self.frame(index, &$0) }
    return RunStructures.features(structures, frame.numbers)
  }

  /// The values of a layer at a frame; NaN where there is nothing to draw.
  ///
  /// - Precondition: There is such a frame.
  func grid(of layer: WaterLayer, atFrame index: Int) throws -> RasterGrid {
    try state.withLock { state in
      let lattice = state.reader.head.lattice
      switch layer {
      case .hazard:
        let frame = try Self.frame(index, &state)
        return Self.shown(hazards(of: frame, state), lattice)
      case .worstHazard:
        return Self.shown(try history(until: index, &state).worst, lattice)
      case .duration15, .duration30, .duration50:
        let seconds = try history(until: index, &state).durations[layer] ?? []
        return RasterGrid(lattice, values: seconds.map { $0 > 0 ? $0 : .nan })
      }
    }
  }

  // MARK: Frames

  private static func frame(_ index: Int, _ state: inout State) throws -> Frame {
    try state.reader.refresh()
    return try state.reader.frame(index)
  }

  private static func field(_ name: String, of frame: Frame, _ state: State) -> RasterGrid? {
    state.reader.head.place(of: name).map { frame.fields[$0] }
  }

  /// The history of the frames up to one, from the nearest before it that is known.
  private func history(until index: Int, _ state: inout State) throws -> WaterHistory {
    let known = state.histories.indices.filter { state.histories[$0].index <= index }
      .max { state.histories[$0].index < state.histories[$1].index }
    var history = known.map { state.histories[$0] } ?? WaterHistory()
    if let known, history.index == index {
      state.histories.append(state.histories.remove(at: known))
      return history
    }
    while history.index < index {
      let frame = try Self.frame(history.index + 1, &state)
      history.take(
        frame, depth: Self.field("depth", of: frame, state)?.values ?? [],
        hazards: hazards(of: frame, state))
    }
    state.histories.append(history)
    let limit = max(2, Self.historyBytes / max(history.byteCount, 1))
    if state.histories.count > limit { state.histories.removeFirst() }
    return history
  }

  /// Classes cell by cell, 0 where it is not under water; none where speeds are not kept.
  private func hazards(of frame: Frame, _ state: State) -> [UInt8] {
    guard let depth = Self.field("depth", of: frame, state)?.values,
      let east = Self.field("velocity-east", of: frame, state)?.values,
      let north = Self.field("velocity-north", of: frame, state)?.values
    else { return [] }
    return depth.indices.map { cell in
      guard depth[cell] >= rules.wetMetres else { return 0 }
      let speed = (east[cell] * east[cell] + north[cell] * north[cell]).squareRoot()
      return UInt8(hazards.hazardClass(depthMetres: depth[cell], speed: speed))
    }
  }

  private static func shown(_ classes: [UInt8], _ lattice: RasterLattice) -> RasterGrid {
    guard !classes.isEmpty else { return RasterGrid(lattice) }
    return RasterGrid(lattice, values: classes.map { $0 > 0 ? Float($0) : .nan })
  }
}

/// The rasters that are made of the frames of a flood.
enum WaterLayer: String, CaseIterable, Sendable {
  case hazard
  case worstHazard = "worst-hazard"
  case duration15 = "duration-15cm"
  case duration30 = "duration-30cm"
  case duration50 = "duration-50cm"

  /// Whether it takes the speed of the water.
  var needsVelocity: Bool { self == .hazard || self == .worstHazard }

  /// From which depth on time counts, metres; `nil` where none is told.
  var durationMetres: Float? {
    switch self {
    case .hazard, .worstHazard: nil
    case .duration15: 0.15
    case .duration30: 0.3
    case .duration50: 0.5
    }
  }
}
