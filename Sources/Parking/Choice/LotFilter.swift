/// What a choice looks at first of a lot, without the parts that have to be counted in memory.
struct LotFilter: BitwiseCopyable {
  let heightMetres: Double
  let longestSeconds: Int64
  let isClosed, hasSpaces, isAccessible, hasPermit, hasCharger, hasHours: Bool

  init(_ lot: ChoiceLot) {
    heightMetres = lot.heightLimitMetres ?? .infinity
    var longest = lot.maximumStaySeconds ?? .max
    if case .tariff(let tariff)? = lot.tariff {
      longest = min(longest, tariff.maximumStaySeconds ?? .max)
    }
    longestSeconds = longest
    isClosed = lot.isClosed
    hasSpaces = lot.spaces > 0
    isAccessible = lot.accessibleSpaces > 0
    hasPermit = lot.permit != nil
    hasCharger = !lot.chargers.isEmpty
    hasHours = lot.hours.map { !$0.isAlways } ?? false
  }
}
