import SimpleFeatures
import Simulation
import Synchronization

/// What the water of a run has done, frame by frame, also while the run goes on.
final class RunImpact: Sendable {
  /// What is known at a frame.
  struct Moment: Sendable {
    let index: Int
    let seconds: Double
    var histories: [ImpactLayer: ImpactHistory]
    /// How many cells of each district are at least as deep as each of the levels.
    var areas: [Int32] = []
    /// How many of all cells are.
    var wholeArea: [Int32] = []
  }

  private struct State {
    var reader: FrameReader
    /// Cells of rivers and lakes: what stands in water from the beginning is no flood.
    var waters: [Int] = []
    var frames: [ImpactFrame] = []
    var last: Moment?
  }

  let run: RunFolder
  let places: ImpactPlaces
  private let state: Mutex<State>

  /// - Throws: Where files of the run are damaged, or there are no frames yet.
  convenience init(_ run: RunFolder) throws {
    let reader = try run.frames()
    self.init(run, reader, try ImpactPlaces(run, on: reader.head.lattice))
  }

  /// What the water of some frames has done, as those of a member of an ensemble.
  init(_ run: RunFolder, _ reader: sending FrameReader, _ places: ImpactPlaces) {
    self.run = run
    self.places = places
    state = Mutex(State(reader: reader))
  }

  /// When each frame is that is there, in seconds.
  func seconds() throws -> [Double] {
    try state.withLock { state in
      try state.reader.refresh()
      return state.reader.seconds
    }
  }

  /// What is known at a frame.
  ///
  /// - Throws: Where there is none any more, or the file is damaged.
  /// - Complexity: Each frame is read once; those between the last that was asked for and this one
  ///   are looked at, all where this one is before it.
  func moment(_ index: Int) throws -> Moment {
    try state.withLock { state in
      if let last = state.last, last.index == index { return last }
      try state.reader.refresh()
      while state.frames.count <= index {
        let frame = try state.reader.frame(state.frames.count)
        let head = state.reader.head
        if state.frames.isEmpty {
          state.waters = ImpactFrame.waters(frame, head, places.rules)
        }
        state.frames.append(ImpactFrame(frame, head, places, waters: state.waters))
      }
      var first = 0
      var histories: [ImpactLayer: ImpactHistory]
      if let last = state.last, last.index < index {
        (first, histories) = (last.index + 1, last.histories)
      } else {
        histories = start
      }
      state.last = nil
      for frame in state.frames[first...index] {
        for (layer, wet) in frame.wet {
          histories[layer]?.take(wet, frame.seconds, places.rules)
        }
      }
      let frame = state.frames[index]
      let moment = Moment(
        index: index, seconds: frame.seconds, histories: histories, areas: frame.areas,
        wholeArea: frame.wholeArea)
      state.last = moment
      return moment
    }
  }

  /// A feature that the water reaches.
  struct Reached: Sendable {
    /// Among the features of its layer.
    let feature: Int
    /// When it is first as deep as was asked for.
    let seconds: Double
    /// Metres, until the last frame.
    let deepest: Float
  }

  /// The features of a layer at which water is once as deep as a limit, the first first.
  ///
  /// - Precondition: There is a frame.
  func reached(_ layer: ImpactLayer, atLeast metres: Float) throws -> [Reached] {
    let last = try moment(try seconds().count - 1)
    let deepest = last.histories[layer]?.deepest ?? []
    var first: [Int: Double] = [:]
    state.withLock { state in
      for frame in state.frames {
        guard let wet = frame.wet[layer] else { continue }
        for (place, index) in wet.places.enumerated() where wet.depths[place] >= metres {
          first[Int(index)] = first[Int(index)] ?? frame.seconds
        }
      }
    }
    return first.map { Reached(feature: $0.key, seconds: $0.value, deepest: deepest[$0.key]) }
      .sorted { ($0.seconds, $0.feature) < ($1.seconds, $1.feature) }
  }

  private var start: [ImpactLayer: ImpactHistory] {
    places.groups.reduce(into: [:]) { histories, entry in
      guard entry.key != .districts else { return }
      histories[entry.key] = ImpactHistory(
        entry.value.features.count,
        closures: entry.key == .roads ? places.rules.closures.count : 0)
    }
  }
}
