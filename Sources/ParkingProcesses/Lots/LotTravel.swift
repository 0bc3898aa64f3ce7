import Foundation
import GeometryCore
import RoadProcesses
import Roads
import Simulation

/// Ways by road and on foot between lots and the places of drivers.
struct LotTravel {
  let lots: [CityLot]
  let driving: Router
  /// `nil` where the city has no ways on foot.
  let walking: Router?
  /// Where each lot meets the roads; `nil` where none is near enough.
  let entrances: [RoadPlace?]
  private let doors: [RoadPlace?]
  private let snapMetres: Double
  /// A way on foot is this many times as long as a straight line, where paths are not known.
  static let detour = 1.3
  /// How fast people walk where paths are not known, m/s.
  static let walkingSpeed = 1.25

  /// How one walks from a lot to a destination.
  struct Walk {
    /// Infinite where there is no way.
    var seconds: Double
    /// Whether it is a straight line × 1.3, for want of paths.
    var isStraight: Bool
  }

  init(lots: [CityLot], driving: Router, walking: Router?, snapMetres: Double) {
    self.lots = lots
    self.driving = driving
    self.walking = walking
    self.snapMetres = snapMetres
    func place(_ router: Router, _ x: Double, _ y: Double) -> RoadPlace? {
      try? router.snapToMainComponent(.place(x, y), isStart: true, withinMetres: snapMetres)
    }
    entrances = lots.map { place(driving, $0.entranceLongitude, $0.entranceLatitude) }
    doors = lots.map { lot in walking.flatMap { place($0, lot.longitude, lot.latitude) } }
  }

  /// Seconds at the wheel from each start to each lot, and infinity where there is no way.
  func drivesSeconds(from starts: [RoadPlace]) -> [[Double]] {
    let reached = lots.indices.filter { entrances[$0] != nil }
    let costs = driving.matrix(from: starts, to: reached.map { entrances[$0]! }).costs
    return costs.map { row in
      var times = [Double](repeating: .infinity, count: lots.count)
      for (place, cost) in zip(reached, row) {
        if let cost { times[place] = Double(cost) / 1000 }
      }
      return times
    }
  }

  /// Walks from each lot to each destination, a row for each destination.
  func walks(to destinations: [InputPlace]) -> [[Walk]] {
    var rows = destinations.map { end in
      lots.map { lot in
        Walk(
          seconds: Self.metres(lot, end) * Self.detour / Self.walkingSpeed, isStraight: true)
      }
    }
    guard let walking else { return rows }
    let places = destinations.map { end in
      try? walking.snapToMainComponent(
        .place(end.longitude, end.latitude), isStart: false, withinMetres: snapMetres)
    }
    let from = lots.indices.filter { doors[$0] != nil }
    let to = destinations.indices.filter { places[$0] != nil }
    let costs = walking.matrix(from: from.map { doors[$0]! }, to: to.map { places[$0]! }).costs
    for (row, lot) in from.enumerated() {
      for (column, end) in to.enumerated() {
        let off = doors[lot]!.snapMetres + places[end]!.snapMetres
        rows[end][lot] = Walk(
          seconds: costs[row][column].map {
            Double($0) / 1000 + off * Self.detour / Self.walkingSpeed
          } ?? .infinity, isStraight: false)
      }
    }
    return rows
  }

  /// The straight line from a lot to a place, m.
  static func metres(
    _ lot: CityLot, _ end: InputPlace
  ) -> Double {
    let scale = MetresPerDegree(latitude: end.latitude)
    return hypot(
      (lot.longitude - end.longitude) * scale.east, (lot.latitude - end.latitude) * scale.north)
  }
}

extension ParkingDataService {
  /// Who is meant where no profile is named.
  var usualProfile: String { roads.profiles.first { $0.mode != .foot }?.id ?? "car" }

  /// Ways to and from some lots on the roads as they are at a time.
  ///
  /// - Throws: `ProcessError` where there are no roads for vehicles.
  func travel(
    _ lots: [CityLot], profile: String?, at time: Date, snapMetres: Double
  ) async throws -> LotTravel {
    let driving = try await roads.router(profile: profile ?? usualProfile, at: time)
    var walking: Router?
    if let foot = roads.profiles.first(where: { $0.mode == .foot }) {
      walking = try? await roads.router(profile: foot.id, at: time)
    }
    return LotTravel(lots: lots, driving: driving, walking: walking, snapMetres: snapMetres)
  }
}
