internal import Catalog

/// One driver's search among the lots.
struct ChoiceSearch {
  let lots: [ChoiceLot]
  let filters: [LotFilter]
  let tariffs: [ParkingTariff]
  let tariffOf: [Int]
  let chances: ChanceTable
  let onward: OnwardTable
  let request: ParkingRequest
  let drive_s: [Double]
  let walk_s: [Double]
  /// The filter that excludes each lot.
  private var refusals: [LotRefusal?]
  /// Weighted walk and fee of each lot, below 0 before it is asked for.
  private var parked_s: [Double]
  /// Fees by tariff and arrival, in hundredths.
  private var fees: [Int64: Double] = [:]
  /// No way to end costs less than this from any lot on, s.
  private var least_s = 0.0
  private var evaluated = 0

  init(
    lots: [ChoiceLot], filters: [LotFilter], tariffs: [ParkingTariff], tariffOf: [Int],
    chances: ChanceTable, onward: OnwardTable, request: ParkingRequest, drive_s: [Double],
    walk_s: [Double]
  ) {
    self.lots = lots
    self.filters = filters
    self.tariffs = tariffs
    self.tariffOf = tariffOf
    self.chances = chances
    self.onward = onward
    self.request = request
    self.drive_s = drive_s
    self.walk_s = walk_s
    refusals = [LotRefusal?](repeating: nil, count: lots.count)
    parked_s = [Double](repeating: -1, count: lots.count)
  }

  mutating func answer(prunes: Bool) -> ParkingAnswer {
    var counts = [LotRefusal: Int]()
    least_s = request.givingUp_s
    for lot in lots.indices {
      refusals[lot] = refusal(lot)
      if let reason = refusals[lot] {
        counts[reason, default: 0] += 1
      } else {
        least_s = min(least_s, request.walkWeight * walk_s[lot])
      }
    }
    var queue = EventQueue<Int>()
    queue.reserve(lots.count)
    for lot in lots.indices where refusals[lot] == nil { queue.push(bound(lot), lot) }
    var best: [ParkingOffer] = []
    while let (bound, lot) = queue.pop() {
      if prunes, best.count == request.offers, bound >= best[best.count - 1].cost_s { break }
      if prunes, best.count == request.offers, boundWithFee(lot) >= best[best.count - 1].cost_s {
        continue
      }
      let offer = offer(lot)
      let place = best.firstIndex { ($0.cost_s, $0.lot) > (offer.cost_s, lot) } ?? best.count
      guard place < request.offers else { continue }
      best.insert(offer, at: place)
      if best.count > request.offers { best.removeLast() }
    }
    return ParkingAnswer(
      offers: best,
      refused: LotRefusal.allCases.compactMap { reason in
        counts[reason].map { (reason: reason, count: $0) }
      },
      passedOver: passedOver(best.first), evaluated: evaluated)
  }

  // MARK: Filters

  private func refusal(_ index: Int) -> LotRefusal? {
    guard drive_s[index] >= 0, drive_s[index].isFinite, walk_s[index] >= 0,
      walk_s[index].isFinite
    else { return .unreachable }
    let lot = filters[index]
    if lot.isClosed || request.isOnClosedDay { return .closed }
    if !lot.hasSpaces { return .noSpaces }
    if let height = request.height_m, height > lot.height_m { return .height }
    if lot.hasPermit, let permit = lots[index].permit, !request.permits.contains(permit) {
      return .permit
    }
    if let need = request.charger {
      let fits =
        lot.hasCharger
        && lots[index].chargers.contains {
          (need.kind == nil || need.kind == $0.kind) && $0.power_kW >= need.power_kW
        }
      if !fits { return .charger }
    }
    if request.needsAccessible, !lot.isAccessible { return .accessible }
    if lot.hasHours {
      let from = arrival(index)
      let isOpen =
        lots[index].hours?.isOpen(
          from: from, to: from + request.stay_s, holidays: request.holidays) ?? true
      if !isOpen { return .hours }
    }
    return request.stay_s > lot.longest_s ? .maximumStay : nil
  }

  private func arrival(_ lot: Int) -> Int64 {
    request.time_s + Int64(min(drive_s[lot], 1e9).rounded())
  }

  // MARK: Costs

  /// Moving on never counts less than parking: so no lot costs less than one with a space for sure.
  private func bound(_ lot: Int) -> Double { drive_s[lot] + request.walkWeight * walk_s[lot] }

  /// A closer bound, with the fee.
  private mutating func boundWithFee(_ lot: Int) -> Double { drive_s[lot] + parked(lot) }

  private mutating func fee(_ lot: Int) -> Double {
    guard tariffOf[lot] >= 0 else {
      return request.assumedHourlyFee * 100 * Double(request.stay_s) / 3600
    }
    // To the minute: arrivals within one share a fee.
    let from = arrival(lot) / 60 * 60
    let key = from * Int64(tariffs.count) + Int64(tariffOf[lot])
    if let known = fees[key] { return known }
    let answer = tariffs[tariffOf[lot]].fee(
      from: from, to: from + request.stay_s, holidays: request.holidays,
      permits: request.permits)
    guard case .fee(let fen) = answer else { return .infinity }
    fees[key] = Double(fen)
    return Double(fen)
  }

  /// Weighted walk and fee, s.
  private mutating func parked(_ lot: Int) -> Double {
    if parked_s[lot] < 0 {
      parked_s[lot] =
        request.walkWeight * walk_s[lot] + fee(lot) / 100 * request.secondsPerMoney
    }
    return parked_s[lot]
  }

  private mutating func offer(_ lot: Int) -> ParkingOffer {
    evaluated += 1
    let drive = drive_s[lot]
    let chance = chances.chance(lot, lead_s: drive)
    let next = moveOn(from: lot, before: lot, lead_s: drive, left: 2)
    let onward = max(next.cost, parked(lot))
    return ParkingOffer(
      lot: lot, drive_s: drive, chance: chance, walk_s: walk_s[lot], fee_fen: fee(lot),
      feeUnknown: feeUnknown(lot), onward: next.lot, onward_s: onward,
      cost_s: drive + chance * parked(lot) + (1 - chance) * onward)
  }

  private func feeUnknown(_ lot: Int) -> String? {
    guard tariffOf[lot] < 0 else { return nil }
    return switch lots[lot].tariff {
    case .tariff: nil
    case .faulty(let fault): "the tariff has a fault: \(fault)"
    case .missing: "there is no tariff of the name that the lot gives"
    case nil: "the lot names no tariff"
    }
  }

  /// The least that it costs to find another lot from a full one, and the lot to try next.
  ///
  /// A lot that turns drivers away counts no less than one that takes them.
  private mutating func moveOn(
    from lot: Int, before first: Int, lead_s: Double, left: Int
  ) -> (cost: Double, lot: Int?) {
    var best = (cost: request.givingUp_s, lot: Int?.none)
    for place in onward.starts[lot]..<onward.starts[lot + 1] {
      let drive = onward.drive_s[place]
      if drive + least_s >= best.cost { break }
      let next = onward.lots[place]
      guard next != first, refusals[next] == nil else { continue }
      let parked = parked(next)
      if drive + parked >= best.cost { continue }
      let chance = chances.chance(next, lead_s: lead_s + drive)
      let rest =
        left > 1
        ? moveOn(from: next, before: first, lead_s: lead_s + drive, left: left - 1).cost
        : request.givingUp_s
      let cost = drive + chance * parked + (1 - chance) * max(rest, parked)
      if cost < best.cost { best = (cost, next) }
    }
    return best
  }

  // MARK: Why not

  private mutating func passedOver(_ best: ParkingOffer?) -> [PassedOver] {
    var near: [(walk: Double, lot: Int)] = []
    for lot in lots.indices where walk_s[lot] < best?.walk_s ?? .infinity {
      if near.count == 5, walk_s[lot] >= near[4].walk { continue }
      let place = near.firstIndex { $0.walk > walk_s[lot] } ?? near.count
      near.insert((walk_s[lot], lot), at: place)
      if near.count > 5 { near.removeLast() }
    }
    return near.map { walk, lot in
      if let reason = refusals[lot] {
        return PassedOver(lot: lot, walk_s: walk, reason: .refused(reason))
      }
      let other = offer(lot)
      guard let best else {
        return PassedOver(lot: lot, walk_s: walk, reason: .dearer(by_s: 0, term: .drive))
      }
      let terms: [(Double, PassedOver.Term)] = [
        (other.drive_s - best.drive_s, .drive),
        (request.walkWeight * (other.chance * other.walk_s - best.chance * best.walk_s), .walk),
        (
          (other.chance * other.fee_fen - best.chance * best.fee_fen) / 100
            * request.secondsPerMoney, .fee
        ),
        ((1 - other.chance) * other.onward_s - (1 - best.chance) * best.onward_s, .chance),
      ]
      let term = terms.max { $0.0 < $1.0 }!.1
      return PassedOver(
        lot: lot, walk_s: walk, reason: .dearer(by_s: other.cost_s - best.cost_s, term: term))
    }
  }
}
