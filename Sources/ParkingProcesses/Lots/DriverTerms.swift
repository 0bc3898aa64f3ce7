import Parking
import Roads
import Simulation

/// A driver of an assignment.
struct AssignmentDriver {
  var id: String
  var from: InputPlace
  var to: InputPlace
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
    _ drivers: [AssignmentDriver], _ travel: LotTravel, withinMetres limit: Double,
    snapMetres: Double, progress: @Sendable (ProcessProgress) -> Void
  ) throws {
    let lots = travel.lots
    let choice = try ParkingChoice(
      lots: lots.map(\.choice),
      chances: ChanceTable(leadsSeconds: [0], rows: lots.map { _ in [1] }),
      onward: OnwardTable(lots.map { _ in [] }))
    // Tables of a few hundred drivers at a time, to be cancelled in between.
    var first = 0
    while first < drivers.count {
      try Task.checkCancellation()
      progress(ProcessProgress(share: 0.9 * Double(first) / Double(drivers.count)))
      let some = Array(drivers[first..<min(first + 250, drivers.count)])
      first += some.count
      let starts = some.map { driver in
        try? travel.driving.snapToMainComponent(
          .place(driver.from.longitude, driver.from.latitude), isStart: true,
          withinMetres: snapMetres)
      }
      var drives = travel.drivesSeconds(from: starts.compactMap { $0 })[...]
      let walks = travel.walks(to: some.map(\.to))
      for (number, driver) in some.enumerated() {
        guard starts[number] != nil, let driveSeconds = drives.popFirst() else {
          leaveOut("off-road")
          continue
        }
        let isNear = lots.map { LotTravel.metres($0, driver.to) <= limit }
        let walkSeconds = isNear.indices.map { isNear[$0] ? walks[number][$0].seconds : .infinity }
        var request = driver.request
        request.offers = lots.count
        let answer = try choice.answer(
          request, driveSeconds: driveSeconds, walkSeconds: walkSeconds)
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
    if let place = reasons.firstIndex(where: { $0.name == LotExclusion.unreachable.rawValue }) {
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
  /// Totals over all who take part; who finds no room counts `unservedSeconds`.
  private(set) var costSeconds = 0.0
  private(set) var greedyCostSeconds = 0.0
  let unservedSeconds: Double
  /// What one more space at each lot would save all together, s.
  let savingsSeconds: [Double]

  /// Having no room counts an hour more than the dearest lot of any driver.
  init(_ terms: DriverTerms, _ room: [Int]) throws(ParkingError) {
    let taking = terms.status.indices.filter { terms.status[$0] == nil }
    let unservedSeconds = 3600 + (terms.offers.compactMap { $0.last?.costSeconds }.max() ?? 0)
    self.unservedSeconds = unservedSeconds
    lots = [Int?](repeating: nil, count: terms.status.count)
    greedy = lots
    var costs = [Double](repeating: .infinity, count: taking.count * room.count)
    var left = room
    for (row, driver) in taking.enumerated() {
      for offer in terms.offers[driver] { costs[row * room.count + offer.lot] = offer.costSeconds }
      let first = terms.offers[driver].first { left[$0.lot] > 0 }
      greedyCostSeconds += first?.costSeconds ?? unservedSeconds
      if let first {
        greedy[driver] = first.lot
        left[first.lot] -= 1
      }
    }
    guard !taking.isEmpty else {
      savingsSeconds = room.map { _ in 0 }
      return
    }
    let none = [Double](repeating: unservedSeconds, count: taking.count)
    let solved = try LotAssignment(costsSeconds: costs, room: room, unservedSeconds: none)
    savingsSeconds = solved.savingsSeconds(costsSeconds: costs, unservedSeconds: none)
    for (row, driver) in taking.enumerated() {
      lots[driver] = solved.lots[row]
      costSeconds += solved.lots[row].map { costs[row * room.count + $0] } ?? unservedSeconds
    }
  }
}
