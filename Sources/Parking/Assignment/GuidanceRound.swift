public import SimpleFeatures

/// A driver under way, as a round of guidance sees it.
public struct GuidedDriver: Sendable, Equatable {
  /// What it still costs to park at each lot from where the driver is, s; infinite where the
  /// driver may not.
  public var costsSeconds: [Double]
  /// The lot that the driver is going to.
  public var lot: Int?
  /// What is left of what the driver was told that it would cost, s; `nil` before an offer.
  public var promisedSeconds: Double?

  /// A driver with what each lot costs.
  public init(costsSeconds: [Double], lot: Int? = nil, promisedSeconds: Double? = nil) {
    self.costsSeconds = costsSeconds
    self.lot = lot
    self.promisedSeconds = promisedSeconds
  }
}

/// One round of guidance: all drivers under way are brought together with the room that there is.
///
/// Costs are those of the drivers, and the prices of spaces for those who come later. A driver is
/// sent elsewhere only for a saving of `switchingSeconds` or more. What goes beyond a promise
/// counts `broken` times more, so that promises are broken only where there is no other way to
/// serve all.
public struct GuidanceRound: Sendable {
  /// Cars that each lot can take.
  public var room: [Int]
  /// What a space of each lot is worth to later drivers, s.
  public var pricesSeconds: [Double]
  /// Cars that may go to each lot beyond its room, to be there when somebody leaves.
  public var queue: [Int] = []
  /// What waiting for somebody to leave counts, s.
  public var queueingSeconds = 3000.0
  /// What it must save to send a driver elsewhere, s.
  public var switchingSeconds = 30.0
  /// How many times what goes beyond a promise counts again.
  public var broken = 2.0
  /// What it costs to have no lot, s.
  public var unservedSeconds = 30_000.0
  /// Whether a driver may be left without a lot though there is room, for the good of later ones.
  public var mayRefuse = false

  /// A round with the room and prices of lots.
  public init(room: [Int], pricesSeconds: [Double]) {
    self.room = room
    self.pricesSeconds = pricesSeconds
  }

  /// The lot of each driver; `nil` for those that there is no room for.
  ///
  /// Throws `invalidValue` where lists do not fit each other or costs are no costs.
  public func lots(for drivers: [GuidedDriver]) throws(ParkingError) -> [Int?] {
    guard pricesSeconds.count == room.count else {
      throw ParkingError(
        .invalidValue, "\(pricesSeconds.count) prices do not fit \(room.count) lots")
    }
    if let driver = drivers.firstIndex(where: { $0.costsSeconds.count != room.count }) {
      throw ParkingError(
        .invalidValue,
        "driver \(driver) has \(drivers[driver].costsSeconds.count) costs for \(room.count) lots")
    }
    let queues = room.reduce(0, +) < drivers.count && queue.count == room.count
    var costs: [Double] = []
    costs.reserveCapacity(drivers.count * room.count * 2)
    for driver in drivers {
      for (lot, cost) in driver.costsSeconds.enumerated() {
        var all = cost + pricesSeconds[lot]
        if let own = driver.lot, own != lot { all += switchingSeconds }
        if let promised = driver.promisedSeconds, cost > promised + 1 {
          all += broken * (cost - promised)
        }
        costs.append(all == .infinity || mayRefuse ? all : min(all, 0.99 * unservedSeconds))
      }
      // A lot without room stands for the wait at it; that never counts more than none at all.
      if queues {
        for lot in room.indices {
          let all =
            driver.costsSeconds[lot] + queueingSeconds
            + (driver.lot ?? lot == lot ? 0 : switchingSeconds)
          costs.append(all == .infinity ? all : min(all, 0.999 * unservedSeconds))
        }
      }
    }
    let lots = try LotAssignment(
      costsSeconds: costs, room: queues ? room + queue : room,
      unservedSeconds: [Double](repeating: unservedSeconds, count: drivers.count)
    ).lots
    return lots.map { $0.map { $0 % room.count } }
  }
}
