public import SimpleFeatures

/// Which lot is best for a driver: drive, chance of a space, walk, fee and having to move on.
///
/// C(j) = t(j) + P(j) (w · walk(j) + fee(j)) + (1 − P(j)) M(j): the fee is paid where one parks.
/// M(j), the cost of moving on from a full lot, is the least over lots k near j of
/// t(j, k) + P(k) (w · walk(k) + fee(k)) + (1 − P(k)) M'(k), and M'(k) the same once more, with
/// giving up in place of what would follow; no lot is tried twice. Neither is less than parking at
/// the lot itself: a full lot never lowers the cost of a choice.
///
/// P is the chance at the time of arrival along the way; the fee is that of a stay from the arrival
/// by the direct way.
///
/// Exact: lots are worked out in the order of a lower bound, drive and weighted walk, until that is
/// no better than the best found.
public struct ParkingChoice: Sendable {
  private let lots: [ChoiceLot]
  private let chances: ChanceTable
  private let onward: OnwardTable
  /// Lots of one tariff share its fees.
  private let tariffs: [ParkingTariff]
  private let tariffOf: [Int]
  private let filters: [LotFilter]

  /// A choice among lots with their chances and ways to each other.
  ///
  /// Throws `invalidValue` where the lists are not of the same lots.
  public init(
    lots: [ChoiceLot], chances: ChanceTable, onward: OnwardTable
  ) throws(ParkingError) {
    guard chances.lotCount == lots.count, onward.lotCount == lots.count else {
      throw ParkingError(
        .invalidValue,
        "\(chances.lotCount) chances and \(onward.lotCount) rows do not fit \(lots.count) lots")
    }
    self.lots = lots
    self.chances = chances
    self.onward = onward
    var tariffs: [ParkingTariff] = []
    var places: [String: Int] = [:]
    tariffOf = lots.map {
      guard case .tariff(let tariff)? = $0.tariff else { return -1 }
      if let place = places[tariff.id], tariffs[place] == tariff { return place }
      places[tariff.id] = tariffs.count
      tariffs.append(tariff)
      return tariffs.count - 1
    }
    self.tariffs = tariffs
    filters = lots.map(LotFilter.init)
  }

  /// The best lots for a driver.
  ///
  /// `driveSeconds` and `walkSeconds` are seconds to each lot and from it to the destination;
  /// infinite or not a number where there is no way, as for a destination off the road. With
  /// `prunes` off every lot is worked out. Throws `invalidValue` for lists of another length and a
  /// request whose numbers mean nothing.
  public func answer(
    _ request: ParkingRequest, driveSeconds: [Double], walkSeconds: [Double], prunes: Bool = true
  ) throws(ParkingError) -> ParkingAnswer {
    guard driveSeconds.count == lots.count, walkSeconds.count == lots.count else {
      throw ParkingError(
        .invalidValue,
        "\(driveSeconds.count) drives and \(walkSeconds.count) walks do not fit \(lots.count) lots")
    }
    try request.check()
    var search = ChoiceSearch(
      lots: lots, filters: filters, tariffs: tariffs, tariffOf: tariffOf,
      chances: chances, onward: onward, request: request, driveSeconds: driveSeconds,
      walkSeconds: walkSeconds)
    return search.answer(prunes: prunes)
  }
}

extension ParkingRequest {
  fileprivate func check() throws(ParkingError) {
    let numbers = [
      walkWeight, secondsPerMoney, givingUpSeconds, assumedHourlyFee, heightMetres ?? 0,
    ]
    guard numbers.allSatisfy({ $0.isFinite && $0 >= 0 }), staySeconds >= 0,
      staySeconds <= ParkingTariff.longestSeconds, offers > 0
    else {
      throw ParkingError(
        .invalidValue,
        "a stay of \(staySeconds) s, weights \(numbers) and \(offers) offers cannot be",
        hint: "numbers are finite and not below 0, a stay lasts at most 366 days")
    }
  }
}
