public import Foundation
public import Roads
public import Simulation

/// What other processes ask of a city's roads.
extension RoadNetworkService {
  /// A router for a profile on the roads as they are at a time, once there are roads.
  ///
  /// - Throws: `ProcessError` where the city has no roads that the profile may use.
  @concurrent
  public func router(profile: String, at time: Date) async throws -> Router {
    try await ready()
    return try RoadInputs.translating {
      let (conditions, place) = try roads(profile: profile)
      return Router(conditions.network, conditions.metric(at: time, profile: place, .time))
    }
  }

  /// A place on the roads of a router.
  ///
  /// - Throws: `ProcessError` that calls the place `name` where no road is near enough.
  public static func place(
    _ place: InputPlace, on router: Router, named name: String, withinMetres limit: Double
  ) throws -> RoadPlace {
    do throws(RouteError) {
      return try router.snapToMainComponent(place.end, isStart: true, withinMetres: limit)
    } catch {
      throw RoadInputs.fault(error, start: name)
    }
  }
}
