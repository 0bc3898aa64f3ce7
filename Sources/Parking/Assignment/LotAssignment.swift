internal import Networks
public import SimpleFeatures

/// Which driver goes to which lot, so that all together pay least.
///
/// The transportation problem: minimise Σ c(d, j) x(d, j) + Σ u(d) y(d), each driver in one lot or
/// in none, and no more drivers in a lot than it has room for. Solved exactly by min-cost flow in
/// thousandths of a second.
///
/// Complexity: network simplex on drivers × lots arcs; 1,000 drivers and 40 lots take about a
/// tenth of a second.
public struct LotAssignment: Sendable, Equatable {
  /// The lot of each driver, counted from 0; `nil` for those that none is found for.
  public let lots: [Int?]
  /// What all drivers pay, the price of having no lot included.
  public let costSeconds: Double
  /// The price of a space at each lot, not below 0: at least what one more would save, at most what
  /// one less would cost.
  public let pricesSeconds: [Double]

  /// Costs are told to thousandths.
  private static let scale = 1000.0
  /// More than any cost, in thousandths.
  private static let never = 1 << 50

  /// Solves a problem of `costsSeconds`, a row of all lots for each driver, one after the other.
  ///
  /// An infinite cost forbids a lot to a driver. `unservedSeconds` is what it costs to have none.
  /// `weights` lets a row stand for several drivers that then may go to different lots; `lots`
  /// holds the one that takes most of them. Throws `invalidValue` for lists that do not fit each
  /// other, room below 0 and costs that are negative, not a number or above 1e9.
  public init(
    costsSeconds: [Double], room: [Int], unservedSeconds: [Double], weights: [Int]? = nil
  ) throws(ParkingError) {
    let (n, m) = (unservedSeconds.count, room.count)
    let weights = weights ?? [Int](repeating: 1, count: n)
    try Self.check(costsSeconds, room, unservedSeconds, weights)
    var tails: [UInt32] = []
    var heads: [UInt32] = []
    var capacities: [Int64] = []
    var costs: [Int64] = []
    func add(_ from: Int, _ to: Int, _ most: Int, _ cost: Double) {
      tails.append(UInt32(from))
      heads.append(UInt32(to))
      capacities.append(Int64(most))
      costs.append(Int64(Self.thousandths(cost)))
    }
    let sink = n + m
    tails.reserveCapacity(n * (m + 1) + m)
    heads.reserveCapacity(n * (m + 1) + m)
    for driver in 0..<n {
      for lot in 0..<m where costsSeconds[driver * m + lot] < .infinity && room[lot] > 0 {
        add(driver, n + lot, weights[driver], costsSeconds[driver * m + lot])
      }
      add(driver, sink, weights[driver], unservedSeconds[driver])
    }
    let firstLot = tails.count
    for lot in 0..<m { add(n + lot, sink, room[lot], 0) }
    var supplies = weights.map { Int64($0) } + [Int64](repeating: 0, count: m)
    supplies.append(-Int64(weights.reduce(0, +)))
    do throws(NetworkError) {
      let graph = try Graph(nodeCount: n + m + 1, tails: tails, heads: heads)
      let flow = try MinCostFlow(
        on: graph, capacities: capacities, costs: costs, supplies: supplies)
      var chosen = [Int?](repeating: nil, count: n)
      var most = [Int64](repeating: 0, count: n)
      for arc in 0..<firstLot where flow.flows[arc] > most[Int(tails[arc])] {
        let driver = Int(tails[arc])
        most[driver] = flow.flows[arc]
        chosen[driver] = heads[arc] == UInt32(sink) ? nil : Int(heads[arc]) - n
      }
      lots = chosen
      pricesSeconds = (0..<m).map { lot in
        let drop = flow.prices[n + lot] - flow.prices[sink]
        return Double(max(0, -drop)) / Self.scale
      }
      costSeconds = Double(flow.cost) / Self.scale
    } catch {
      throw ParkingError(.infeasible, error.message, hint: error.hint)
    }
  }

  /// What one more space at each lot would save, s, for the costs that it was solved for.
  ///
  /// A driver moves into the new space, another into the one left so, and so on, down to one who
  /// had none: the best such chain. Complexity: drivers × lots, and lots² for each link of a chain.
  public func savingsSeconds(costsSeconds: [Double], unservedSeconds: [Double]) -> [Double] {
    let m = pricesSeconds.count
    precondition(costsSeconds.count == lots.count * m && unservedSeconds.count == lots.count)
    func thousandths(_ costSeconds: Double) -> Int {
      costSeconds < .infinity ? Self.thousandths(costSeconds) : Self.never
    }
    // The most that a driver of lot a gains by moving into b; those without a lot are row m.
    var gains = [Int](repeating: -Self.never, count: (m + 1) * m)
    for (driver, lot) in lots.enumerated() {
      let row = lot ?? m
      let now = thousandths(lot.map { costsSeconds[driver * m + $0] } ?? unservedSeconds[driver])
      for other in 0..<m where other != lot {
        gains[row * m + other] = max(
          gains[row * m + other], now - thousandths(costsSeconds[driver * m + other]))
      }
    }
    var savings = (0..<m).map { max(0, gains[m * m + $0]) }
    // No cycle of moves gains anything, since all together is the best: so this ends.
    var changed = true
    while changed {
      changed = false
      for from in 0..<m {
        for to in 0..<m where gains[from * m + to] + savings[from] > savings[to] {
          savings[to] = gains[from * m + to] + savings[from]
          changed = true
        }
      }
    }
    return savings.map { Double($0) / Self.scale }
  }

  private static func thousandths(_ costSeconds: Double) -> Int {
    Int((costSeconds * scale).rounded())
  }

  private static func check(
    _ costs: [Double], _ room: [Int], _ unserved: [Double], _ weights: [Int]
  ) throws(ParkingError) {
    guard costs.count == unserved.count * room.count, weights.count == unserved.count else {
      throw ParkingError(
        .invalidValue,
        """
        \(costs.count) costs and \(weights.count) weights do not fit \(unserved.count) drivers \
        and \(room.count) lots
        """)
    }
    if let lot = room.firstIndex(where: { $0 < 0 }) {
      throw ParkingError(.invalidValue, "lot \(lot) has room for \(room[lot]) cars")
    }
    if let driver = weights.firstIndex(where: { $0 < 1 }) {
      throw ParkingError(.invalidValue, "row \(driver) stands for \(weights[driver]) drivers")
    }
    if let index = costs.firstIndex(where: { !($0 >= 0 && ($0 <= 1e9 || $0 == .infinity)) }) {
      throw ParkingError(
        .invalidValue,
        "lot \(index % room.count) costs driver \(index / room.count) \(costs[index]) s",
        hint: "costs are 0 to 1e9 s, or infinite where a driver may not park")
    }
    if let driver = unserved.firstIndex(where: { !($0 >= 0 && $0 <= 1e9) }) {
      throw ParkingError(
        .invalidValue, "having no lot costs driver \(driver) \(unserved[driver]) s")
    }
  }
}
