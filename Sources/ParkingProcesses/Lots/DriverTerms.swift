import Parking
import Roads
import SimpleFeatures
import Simulation

/// A driver of an assignment.
struct SeekingDriver {
  var id: String
  var from: (longitude: Double, latitude: Double)
  var to: (longitude: Double, latitude: Double)
  var request: ParkingRequest
}

/// What each lot costs each driver, with a space for sure.
struct DriverTerms {
  /// The lots that are for a driver, the cheapest first.
  private(set) var offers: [[ParkingOffer]] = []
  /// Why a driver takes no part: `off-road` or `no-lot`; `nil` for those who do.
  private(set) var status: [String?] = []
  /// How many lots each filter excluded, in words: those beyond the distance asked for first.
  private(set) var refused: [String] = []
  /// The reason of lots beyond the distance asked for, to which there may well be a road.
  static let tooFar = "too-far"

  init(
    _ drivers: [SeekingDriver], _ travel: LotTravel, withinMetres limit: Double,
    snapMetres: Double, progress: @Sendable (ProcessProgress) -> Void
  ) throws {
    let lots = travel.lots
    let choice = try ParkingChoice(
      lots: lots.map(\.choice),
      chances: ChanceTable(leads_s: [0], rows: lots.map { _ in [1] }),
      onward: OnwardTable(lots.map { _ in [] }))
    // Tables of a few hundred drivers at a time, to be cancelled in between.
    var first = 0
    while first < drivers.count {
      try Task.checkCancellation()
      progress(ProcessProgress(share: 0.9 * Double(first) / Double(drivers.count)))
      let some = Array(drivers[first..<min(first + 250, drivers.count)])
      first += some.count
      let starts = some.map { driver in
        try? travel.driving.placeOnMainland(
          .place(driver.from.longitude, driver.from.latitude), isStart: true,
          withinMetres: snapMetres)
      }
      var drives = travel.drives_s(from: starts.compactMap { $0 })[...]
      let walks = travel.walks(to: some.map(\.to))
      for (number, driver) in some.enumerated() {
        guard starts[number] != nil, let drive_s = drives.popFirst() else {
          leaveOut("off-road")
          continue
        }
        let isNear = lots.map { LotTravel.metres($0, driver.to) <= limit }
        let walk_s = isNear.indices.map { isNear[$0] ? walks[number][$0].seconds : .infinity }
        var request = driver.request
        request.offers = lots.count
        let answer = try choice.answer(request, drive_s: drive_s, walk_s: walk_s)
        guard !answer.offers.isEmpty else {
          leaveOut("no-lot", answer, tooFar: isNear.count { !$0 })
          continue
        }
        offers.append(answer.offers)
        status.append(nil)
        refused.append("")
      }
    }
  }

  /// - Parameter tooFar: How many of the unreachable lots are so only for being too far away.
  private mutating func leaveOut(_ why: String, _ answer: ParkingAnswer? = nil, tooFar: Int = 0) {
    offers.append([])
    status.append(why)
    var reasons = (answer?.refused ?? []).map { (name: $0.reason.rawValue, count: $0.count) }
    if let place = reasons.firstIndex(where: { $0.name == LotRefusal.unreachable.rawValue }) {
      reasons[place].count -= tooFar
    }
    reasons.insert((Self.tooFar, tooFar), at: 0)
    refused.append(
      reasons.filter { $0.count > 0 }.map { "\($0.name) \($0.count)" }.joined(separator: ", "))
  }
}

/// The best assignment, and that of drivers who each take the cheapest lot with room in turn.
struct SolvedAssignment {
  /// The lot of each driver.
  private(set) var lots: [Int?]
  private(set) var greedy: [Int?]
  /// Totals over all who take part; who finds no room counts `unserved_s`.
  private(set) var cost_s = 0.0
  private(set) var greedyCost_s = 0.0
  let unserved_s: Double
  /// What one more space at each lot would save all together, s.
  let savings_s: [Double]

  /// Having no room counts an hour more than the dearest lot of any driver.
  init(_ terms: DriverTerms, _ room: [Int]) throws(ParkingError) {
    let taking = terms.status.indices.filter { terms.status[$0] == nil }
    let unserved_s = 3600 + (terms.offers.compactMap { $0.last?.cost_s }.max() ?? 0)
    self.unserved_s = unserved_s
    lots = [Int?](repeating: nil, count: terms.status.count)
    greedy = lots
    var costs = [Double](repeating: .infinity, count: taking.count * room.count)
    var left = room
    for (row, driver) in taking.enumerated() {
      for offer in terms.offers[driver] { costs[row * room.count + offer.lot] = offer.cost_s }
      let first = terms.offers[driver].first { left[$0.lot] > 0 }
      greedyCost_s += first?.cost_s ?? unserved_s
      if let first {
        greedy[driver] = first.lot
        left[first.lot] -= 1
      }
    }
    guard !taking.isEmpty else {
      savings_s = room.map { _ in 0 }
      return
    }
    let none = [Double](repeating: unserved_s, count: taking.count)
    let solved = try LotAssignment(costs_s: costs, room: room, unserved_s: none)
    savings_s = solved.savings_s(costs_s: costs, unserved_s: none)
    for (row, driver) in taking.enumerated() {
      lots[driver] = solved.lots[row]
      cost_s += solved.lots[row].map { costs[row * room.count + $0] } ?? unserved_s
    }
  }
}
