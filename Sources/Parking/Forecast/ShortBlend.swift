/// The correction by the last count at any lead, between the leads that are fitted.
///
/// At the count itself it is the whole difference and certain; behind the longest lead it fades
/// into the forecast of the morning.
struct ShortBlend {
  let coefficients: [Float]
  /// What the shape of errors is taken from; `nil` where that of the morning's forecast serves.
  let errors: ErrorModel?
  private let below: (errors: ErrorModel, factor: Float)?
  private let above: (errors: ErrorModel, factor: Float)?
  /// The share of `above`.
  private let share: Float
  private let fades: Bool

  /// - Parameter lead: Slots since the last count.
  /// - Returns: `nil` where the last count says nothing more.
  init?(_ model: ForecastModel, lot: Int, lead: Double) {
    let leads = ForecastConstants.shortLeads
    let whole: [Float] = [1, 0, 0, 0, 0]
    let next = leads.first { Double($0) >= lead }
    if let next, let upper = model.short(next) {
      let lower = leads.last { Double($0) < lead && $0 < next }
      let from = Double(lower ?? 0)
      let fitted = lower.flatMap { model.short($0) }
      let share = Float((lead - from) / (Double(next) - from))
      let start = fitted?.coefficients ?? whole
      coefficients = zip(start, upper.coefficients).map { $0 + ($1 - $0) * share }
      above = (upper.errors, model.shortFactor(next, lot: lot))
      below = fitted.map { ($0.errors, model.shortFactor(lower!, lot: lot)) }
      self.share = share
      fades = false
      errors = share < 0.5 ? fitted?.errors ?? upper.errors : upper.errors
      return
    }
    guard let longest = leads.last(where: { model.short($0) != nil }),
      let fitted = model.short(longest)
    else {
      // In a history's first days nothing is fitted: the difference fades evenly.
      guard lead < ForecastConstants.unfittedFade else { return nil }
      share = Float(lead / ForecastConstants.unfittedFade)
      let left = 1 - share
      coefficients = whole.map { $0 * left }
      (below, above, errors, fades) = (nil, nil, nil, true)
      return
    }
    guard lead < Double(longest) + ForecastConstants.fade else { return nil }
    let share = Float(max(0, lead - Double(longest)) / ForecastConstants.fade)
    coefficients = fitted.coefficients.map { $0 * (1 - share) }
    below = (fitted.errors, model.shortFactor(longest, lot: lot))
    above = nil
    self.share = share
    fades = true
    errors = share < 0.5 ? fitted.errors : nil
  }

  /// The scale of errors.
  ///
  /// - Parameter long: The scale of the morning's forecast.
  func scale(slot: Int, level: Float, weeks: UInt8, long: Float) -> Float {
    func own(_ side: (errors: ErrorModel, factor: Float)?) -> Float {
      side.map { $0.errors.scale(slot: slot, level: level, weeks: weeks) * $0.factor } ?? 0
    }
    let (from, to) = (own(below), fades ? long : own(above))
    return from + (to - from) * share
  }
}
