/// One driver's search among the lots.
struct ChoiceSearch {
  let lots: [ChoiceLot]
  let filters: [LotFilter]
  let tariffs: [ParkingTariff]
  let tariffOf: [Int]
  let chances: ChanceTable
  let onward: OnwardTable
  let request: ParkingRequest
  let driveSeconds: [Double]
  let walkSeconds: [Double]
  /// The filter that excludes each lot.
  private var refusals: [LotExclusion?]
  /// Weighted walk and fee of each lot, below 0 before it is asked for.
  private var parkedSeconds: [Double]
  /// Fees by tariff and arrival, in hundredths.
  private var fees: [Int64: Double] = [:]
  /// No way to end costs less than this from any lot on, s.
  private var leastSeconds = 0.0
  private var evaluated = 0

  init(
    lots: [ChoiceLot], filters: [LotFilter], tariffs: [ParkingTariff], tariffOf: [Int],
    chances: ChanceTable, onward: OnwardTable, request: ParkingRequest, driveSeconds: [Double],
    walkSeconds: [Double]
  ) {
    self.lots = lots
    self.filters = filters
    self.tariffs = tariffs
    self.tariffOf = tariffOf
    self.chances = chances
    self.onward = onward
    self.request = request
    self.driveSeconds = driveSeconds
    self.walkSeconds = walkSeconds
    refusals = [LotExclusion?](repeating: nil, count: lots.count)
    parkedSeconds = [Double](repeating: -1, count: lots.count)
  }

  mutating func answer(prunes: Bool) -> ParkingAnswer {
    var counts = [LotExclusion: Int]()
    leastSeconds = request.givingUpSeconds
    for lot in lots.indices {
      refusals[lot] = refusal(lot)
      if let reason = refusals[lot] {
        counts[reason, default: 0] += 1
      } else {
        leastSeconds = min(leastSeconds, request.walkWeight * walkSeconds[lot])
      }
    }
    var queue = EventQueue<Int>()
    queue.reserve(lots.count)
    for lot in lots.indices where refusals[lot] == nil { queue.push(bound(lot), lot) }
    var best: [ParkingOffer] = []
    while let (bound, lot) = queue.pop() {
      if prunes, best.count == request.offers, bound >= best[best.count - 1].costSeconds { break }
      if prunes, best.count == request.offers, boundWithFee(lot) >= best[best.count - 1].costSeconds
      {
        continue
      }
      let offer = offer(lot)
      let place =
        best.firstIndex { ($0.costSeconds, $0.lot) > (offer.costSeconds, lot) } ?? best.count
      guard place < request.offers else { continue }
      best.insert(offer, at: place)
      if best.count > request.offers { best.removeLast() }
    }
    return ParkingAnswer(
      offers: best,
      refused: LotExclusion.allCases.compactMap { reason in
        counts[reason].map { (reason: reason, count: $0) }
      },
      passedOver: passedOver(best.first), evaluated: evaluated)
  }

  // MARK: Filters

  private func refusal(_ index: Int) -> LotExclusion? {
    guard driveSeconds[index] >= 0, driveSeconds[index].isFinite, walkSeconds[index] >= 0,
      walkSeconds[index].isFinite
    else { return .unreachable }
    let lot = filters[index]
    if lot.isClosed || request.isOnClosedDay { return .closed }
    if !lot.hasSpaces { return .noSpaces }
    if let height = request.heightMetres, height > lot.heightMetres { return .height }
    if lot.hasPermit, let permit = lots[index].permit, !request.permits.contains(permit) {
      return .permit
    }
    if let need = request.charger {
      let fits =
        lot.hasCharger
        && lots[index].chargers.contains {
          (need.kind == nil || need.kind == $0.kind) && $0.powerKilowatts >= need.powerKilowatts
        }
      if !fits { return .charger }
    }
    if request.needsAccessible, !lot.isAccessible { return .accessible }
    if lot.hasHours {
      let from = arrival(index)
      let isOpen =
        lots[index].hours?.isOpen(
          from: from, to: from + request.staySeconds, holidays: request.holidays) ?? true
      if !isOpen { return .hours }
    }
    return request.staySeconds > lot.longestSeconds ? .maximumStay : nil
  }

  private func arrival(_ lot: Int) -> Int64 {
    request.timeSeconds + Int64(min(driveSeconds[lot], 1e9).rounded())
  }

  // MARK: Costs

  /// Moving on never counts less than parking: so no lot costs less than one with a space for sure.
  private func bound(_ lot: Int) -> Double {
    driveSeconds[lot] + request.walkWeight * walkSeconds[lot]
  }

  /// A closer bound, with the fee.
  private mutating func boundWithFee(_ lot: Int) -> Double { driveSeconds[lot] + parked(lot) }

  private mutating func fee(_ lot: Int) -> Double {
    guard tariffOf[lot] >= 0 else {
      return request.assumedHourlyFee * 100 * Double(request.staySeconds) / 3600
    }
    // To the minute: arrivals within one share a fee.
    let from = arrival(lot) / 60 * 60
    let key = from * Int64(tariffs.count) + Int64(tariffOf[lot])
    if let known = fees[key] { return known }
    let answer = tariffs[tariffOf[lot]].fee(
      from: from, to: from + request.staySeconds, holidays: request.holidays,
      permits: request.permits)
    guard case .fee(let fen) = answer else { return .infinity }
    fees[key] = Double(fen)
    return Double(fen)
  }

  /// Weighted walk and fee, s.
  private mutating func parked(_ lot: Int) -> Double {
    if parkedSeconds[lot] < 0 {
      parkedSeconds[lot] =
        request.walkWeight * walkSeconds[lot] + fee(lot) / 100 * request.secondsPerMoney
    }
    return parkedSeconds[lot]
  }

  private mutating func offer(_ lot: Int) -> ParkingOffer {
    evaluated += 1
    let drive = driveSeconds[lot]
    let chance = chances.chance(lot, leadSeconds: drive)
    let next = moveOn(from: lot, before: lot, leadSeconds: drive, left: 2)
    let onward = max(next.cost, parked(lot))
    return ParkingOffer(
      lot: lot, driveSeconds: drive, chance: chance, walkSeconds: walkSeconds[lot],
      feeFen: fee(lot),
      feeUnknown: feeUnknown(lot), onward: next.lot, onwardSeconds: onward,
      costSeconds: drive + chance * parked(lot) + (1 - chance) * onward)
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
    from lot: Int, before first: Int, leadSeconds: Double, left: Int
  ) -> (cost: Double, lot: Int?) {
    var best = (cost: request.givingUpSeconds, lot: Int?.none)
    for place in onward.starts[lot]..<onward.starts[lot + 1] {
      let drive = onward.driveSeconds[place]
      if drive + leastSeconds >= best.cost { break }
      let next = onward.lots[place]
      guard next != first, refusals[next] == nil else { continue }
      let parked = parked(next)
      if drive + parked >= best.cost { continue }
      let chance = chances.chance(next, leadSeconds: leadSeconds + drive)
      let rest =
        left > 1
        ? moveOn(from: next, before: first, leadSeconds: leadSeconds + drive, left: left - 1).cost
        : request.givingUpSeconds
      let cost = drive + chance * parked + (1 - chance) * max(rest, parked)
      if cost < best.cost { best = (cost, next) }
    }
    return best
  }

  // MARK: Why not

  private mutating func passedOver(_ best: ParkingOffer?) -> [PassedOver] {
    var near: [(walk: Double, lot: Int)] = []
    for lot in lots.indices where walkSeconds[lot] < best?.walkSeconds ?? .infinity {
      if near.count == 5, walkSeconds[lot] >= near[4].walk { continue }
      let place = near.firstIndex { $0.walk > walkSeconds[lot] } ?? near.count
      near.insert((walkSeconds[lot], lot), at: place)
      if near.count > 5 { near.removeLast() }
    }
    return near.map { walk, lot in
      if let reason = refusals[lot] {
        return PassedOver(lot: lot, walkSeconds: walk, reason: .refused(reason))
      }
      let other = offer(lot)
      guard let best else {
        return PassedOver(lot: lot, walkSeconds: walk, reason: .dearer(by_s: 0, term: .drive))
      }
      let terms: [(Double, PassedOver.Term)] = [
        (other.driveSeconds - best.driveSeconds, .drive),
        (
          request.walkWeight * (other.chance * other.walkSeconds - best.chance * best.walkSeconds),
          .walk
        ),
        (
          (other.chance * other.feeFen - best.chance * best.feeFen) / 100
            * request.secondsPerMoney, .fee
        ),
        (
          (1 - other.chance) * other.onwardSeconds - (1 - best.chance) * best.onwardSeconds, .chance
        ),
      ]
      let term = terms.max { $0.0 < $1.0 }!.1
      return PassedOver(
        lot: lot, walkSeconds: walk,
        reason: .dearer(by_s: other.costSeconds - best.costSeconds, term: term))
    }
  }
}
