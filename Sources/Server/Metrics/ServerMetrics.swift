import Synchronization

/// Everything that the server counts about itself.
final class ServerMetrics: Sendable {
  /// What stands for paths that are no route's.
  static let noRoute = "none"

  private let routes: [String: RouteCounters]
  private let others = RouteCounters()
  private let inFlight = Atomic(0)

  /// - Parameter templates: The routes' paths, with captures in braces.
  init(templates: [String]) {
    routes = Dictionary(
      templates.map { ($0, RouteCounters()) }, uniquingKeysWith: { first, _ in first })
  }

  func counters(of template: String?) -> RouteCounters {
    template.flatMap { routes[$0] } ?? others
  }

  func begin() { inFlight.add(1, ordering: .relaxed) }
  func end() { inFlight.subtract(1, ordering: .relaxed) }
  var inFlightCount: Int { inFlight.load(ordering: .relaxed) }

  /// The routes that were asked for, by path.
  var all: [(template: String, counters: RouteCounters)] {
    (routes.map { ($0.key, $0.value) } + [(Self.noRoute, others)])
      .filter { !$0.1.requestCounts.isEmpty }.sorted { $0.0 < $1.0 }
  }
}
