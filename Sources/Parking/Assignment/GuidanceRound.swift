/// A driver under way, as a round of guidance sees it.
public struct GuidedDriver: Sendable, Equatable {
  /// What it still costs to park at each lot from where the driver is, s; infinite where the
  /// driver may not.
  public var costs_s: [Double]
  /// The lot that the driver is going to.
  public var lot: Int?
  /// What is left of what the driver was told that it would cost, s; `nil` before an offer.
  public var promised_s: Double?

  /// A driver with what each lot costs.
  public init(costs_s: [Double], lot: Int? = nil, promised_s: Double? = nil) {
    self.costs_s = costs_s
    self.lot = lot
    self.promised_s = promised_s
  }
}

/// One round of guidance: all drivers under way are brought together with the room that there is.
///
/// Costs are those of the drivers, and the prices of spaces for those who come later. A driver is
/// sent elsewhere only for a saving of `switching_s` or more. What goes beyond a promise counts
/// `broken` times more, so that promises are broken only where there is no other way to serve all.
public struct GuidanceRound: Sendable {
  /// Cars that each lot can take.
  public var room: [Int]
  /// What a space of each lot is worth to later drivers, s.
  public var prices_s: [Double]
  /// Cars that may go to each lot beyond its room, to be there when somebody leaves.
  public var queue: [Int] = []
  /// What waiting for somebody to leave counts, s.
  public var queueing_s = 3000.0
  /// What it must save to send a driver elsewhere, s.
  public var switching_s = 30.0
  /// How many times what goes beyond a promise counts again.
  public var broken = 2.0
  /// What it costs to have no lot, s.
  public var unserved_s = 30_000.0
  /// Whether a driver may be left without a lot though there is room, for the good of later ones.
  public var mayRefuse = false

  /// A round with the room and prices of lots.
  public init(room: [Int], prices_s: [Double]) {
    self.room = room
    self.prices_s = prices_s
  }

  /// The lot of each driver; `nil` for those that there is no room for.
  ///
  /// Throws `invalidValue` where lists do not fit each other or costs are no costs.
  public func lots(for drivers: [GuidedDriver]) throws(ParkingError) -> [Int?] {
    guard prices_s.count == room.count else {
      throw ParkingError(
        .invalidValue, "\(prices_s.count) prices do not fit \(room.count) lots")
    }
    if let driver = drivers.firstIndex(where: { $0.costs_s.count != room.count }) {
      throw ParkingError(
        .invalidValue,
        "driver \(driver) has \(drivers[driver].costs_s.count) costs for \(room.count) lots")
    }
    let queues = room.reduce(0, +) < drivers.count && queue.count == room.count
    var costs: [Double] = []
    costs.reserveCapacity(drivers.count * room.count * 2)
    for driver in drivers {
      for (lot, cost) in driver.costs_s.enumerated() {
        var all = cost + prices_s[lot]
        if let own = driver.lot, own != lot { all += switching_s }
        if let promised = driver.promised_s, cost > promised + 1 {
          all += broken * (cost - promised)
        }
        costs.append(all == .infinity || mayRefuse ? all : min(all, 0.99 * unserved_s))
      }
      // A lot without room stands for the wait at it; that never counts more than none at all.
      if queues {
        for lot in room.indices {
          let all = driver.costs_s[lot] + queueing_s + (driver.lot ?? lot == lot ? 0 : switching_s)
          costs.append(all == .infinity ? all : min(all, 0.999 * unserved_s))
        }
      }
    }
    let lots = try LotAssignment(
      costs_s: costs, room: queues ? room + queue : room,
      unserved_s: [Double](repeating: unserved_s, count: drivers.count)
    ).lots
    return lots.map { $0.map { $0 % room.count } }
  }
}
