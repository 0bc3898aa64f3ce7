import Foundation
import SimpleFeatures
import Simulation
import Synchronization

/// What the water of an ensemble reaches, also while it is computed: each member is read once.
final class EnsembleImpact: Sendable {
  private struct State {
    var places: ImpactPlaces?
    /// Those that have ended, by their numbers.
    var members: [Int: RunImpact] = [:]
  }

  private let run: RunFolder
  private let state = Mutex(State())

  init(_ run: RunFolder) { self.run = run }

  /// The members that have ended so far.
  ///
  /// - Throws: ``ProcessError`` `no-frames` before the first has ended.
  func ended() throws -> EnsembleMembers {
    try state.withLock { state in
      var number = 1
      while case let path = CityFloodEnsemble.folder(ofMember: number, in: run.path),
        FileManager.default.fileExists(atPath: path)
      {
        if state.members[number] == nil, CityFloodFolder(path).isFinished {
          let reader = try FrameReader("\(path)/\(FrameFile.name)")
          let places = try state.places ?? ImpactPlaces(run, on: reader.head.lattice)
          state.places = places
          state.members[number] = RunImpact(run, reader, places)
        }
        number += 1
      }
      guard let places = state.places else {
        throw ProcessError(
          "no-frames", "run \(run.record.id) has no results yet",
          hint: "ask again in a few seconds", status: 409)
      }
      return EnsembleMembers(places: places, all: Array(state.members.values))
    }
  }
}

/// Members of an ensemble.
struct EnsembleMembers {
  /// A feature that the water of some members reaches.
  struct Reached {
    /// Among the features of its layer.
    let feature: Int
    /// When it is as deep as was asked for in each member that becomes so, the first first.
    let seconds: [Double]
    /// Metres, the largest of all members.
    let deepest: Float

    /// The median of ``seconds``, the earlier of two.
    var medianSeconds: Double { seconds[(seconds.count - 1) / 2] }
  }

  let places: ImpactPlaces
  let all: [RunImpact]

  /// The last second of all members.
  func lastSecond() throws -> Double { try all.compactMap { try $0.seconds().last }.min() ?? 0 }

  /// The features of a layer at which water is once as deep as a limit in any member, by the median
  /// of their times.
  func reached(_ layer: ImpactLayer, atLeast metres: Float) throws -> [Reached] {
    var found: [Int: [RunImpact.Reached]] = [:]
    for member in all {
      for one in try member.reached(layer, atLeast: metres) {
        found[one.feature, default: []].append(one)
      }
    }
    return found.map { feature, times in
      Reached(
        feature: feature, seconds: times.map(\.seconds).sorted(),
        deepest: times.map(\.deepest).max() ?? 0)
    }
    .sorted { ($0.medianSeconds, $0.feature) < ($1.medianSeconds, $1.feature) }
  }
}
