import SUMOFiles
import SimpleFeatures

/// Single vehicles of flows: whole ones, spread over their interval.
struct Departures {
  private(set) var vehicles: [SUMODemand.Vehicle] = []
  private let streets: CityStreets
  private let routes: [RouteSet.Route]
  private let names: [[String]]
  /// Seconds on free roads until the first counted edge.
  private let leadsSeconds: [Double]
  /// The routes by their first counted edge, so that rounding evens out there.
  private let order: [Int]
  private let intervalSeconds: Double
  private var totals: [Int]

  init(
    _ streets: CityStreets, _ routes: [RouteSet.Route], counted: [Int: Int], intervalSeconds: Double
  ) {
    self.streets = streets
    self.routes = routes
    self.intervalSeconds = intervalSeconds
    let network = streets.network
    names = routes.map { $0.edges.map { network.edges[$0].id } }
    var firsts: [Int] = []
    leadsSeconds = routes.map { route in
      var seconds = 0.0
      for edge in route.edges {
        if let place = counted[edge] {
          firsts.append(place)
          break
        }
        let lane = network.lanes[network.edges[edge].lanes.lowerBound]
        seconds += lane.lengthMetres / lane.speedMetresPerSecond
      }
      return seconds
    }
    order = routes.indices.sorted { (firsts[$0], $0) < (firsts[$1], $1) }
    totals = Array(repeating: 0, count: routes.count)
  }

  /// The most vehicles of all intervals together.
  private static let mostVehicles = 10_000_000

  /// Adds the vehicles of an interval; gives how many each route has.
  ///
  /// - Throws: ``StreetError`` `invalid-value` for more vehicles than any computer holds.
  mutating func add(_ flows: [Double], beginSeconds: Double) throws(StreetError) -> [Int] {
    guard flows.reduce(Double(vehicles.count), +) <= Double(Self.mostVehicles) else {
      throw StreetError(
        .invalidValue, "the counts come to more than \(Self.mostVehicles) vehicles in all",
        hint: "Simulate fewer hours, or a smaller area.")
    }
    var whole = [Int](repeating: 0, count: routes.count)
    // The sum up to each route is rounded, so that sums are kept to half a vehicle.
    var (sum, given) = (0.0, 0)
    for route in order {
      sum += flows[route]
      whole[route] = Int((sum + 1e-9).rounded()) - given
      given += whole[route]
    }
    for route in routes.indices where whole[route] > 0 {
      totals[route] += whole[route]
      // Routes are staggered by the golden ratio, so that they do not start together.
      let phase = (Double(route) * 0.618_033_988_75).truncatingRemainder(dividingBy: 1)
      for number in 0..<whole[route] {
        let share = (Double(number) + phase) / Double(whole[route])
        let passesSeconds = beginSeconds + share * intervalSeconds
        vehicles.append(
          SUMODemand.Vehicle(
            id: "", type: "car",
            departSeconds: max(((passesSeconds - leadsSeconds[route]) * 100).rounded() / 100, 0),
            route: names[route]))
      }
    }
    return whole
  }

  /// Mean flow of each lane, vehicles a second; those of a turn share the lanes that lead there.
  func laneFlows(_ durationSeconds: Double) -> [Double] {
    let network = streets.network
    var lanes: [SIMD2<Int32>: Set<Int>] = [:]
    for connection in network.connections {
      let pair = SIMD2(
        Int32(network.lanes[connection.from].edge), Int32(network.lanes[connection.to].edge))
      lanes[pair, default: []].insert(connection.from)
    }
    var flows = [Double](repeating: 0, count: network.lanes.count)
    for (route, total) in zip(routes, totals) where total > 0 {
      for (one, next) in zip(route.edges, route.edges.dropFirst()) {
        let own = lanes[SIMD2(Int32(one), Int32(next))] ?? []
        for lane in own { flows[lane] += Double(total) / Double(own.count) / durationSeconds }
      }
    }
    return flows
  }

  /// The traffic, its vehicles in order of departure.
  consuming func traffic(
    beginSeconds: Double, endSeconds: Double, _ flows: [Double], _ report: TrafficReport
  ) -> CountedTraffic {
    var sorted = vehicles.enumerated().sorted {
      ($0.element.departSeconds, $0.offset) < ($1.element.departSeconds, $1.offset)
    }.map(\.element)
    for place in sorted.indices { sorted[place].id = "v\(place)" }
    return CountedTraffic(
      demand: SUMODemand(
        types: [SUMODemand.VehicleType(id: "car", vehicleClass: "passenger")], vehicles: sorted),
      beginSeconds: min(sorted.first?.departSeconds.rounded(.down) ?? beginSeconds, beginSeconds),
      endSeconds: endSeconds,
      laneFlows: flows, report: report)
  }
}
