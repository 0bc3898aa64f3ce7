/// The ground's height above the 1985 datum in metres, at places of the plan.
///
/// Land falls gently towards the canal of each column and towards the river; river, canals and
/// lakes are cut in, dykes stand on both banks.
struct Ground: Sendable {
  /// Half the width of the river's water.
  static let riverHalfWidth = 120.0
  /// The middle of the dykes, in metres from the river's middle.
  static let dyke = 150.0
  /// The height of the dykes' crest.
  static let dykeCrest = 30.2
  /// Half the width of the canals' water.
  static let canalHalfWidth = 12.0
  /// How deep a canal's bed lies under the land beside it.
  static let canalDepth = 5.0
  private let phases: [Double]
  private let plan: CityPlan

  init(_ plan: CityPlan) {
    self.plan = plan
    var dice = plan.dice(.ground)
    phases = (0..<3).map { _ in dice.real(0, 2 * Double.pi) }
  }

  /// The land as it is without waters and dykes: what streets and pipes lie on.
  func land(_ u: Double, _ v: Double) -> Double {
    let side = Double(CityPlan.side)
    let inColumn = u - (u / side).rounded(.down) * side
    let fromCanal = abs(inColumn - Double(CityPlan.canal))
    let fromRiver = max(abs(v) - Double(CityPlan.bankRoad), 0)
    let waves =
      0.30 * Double.sine(u / 190 + phases[0]) * Double.sine(v / 230 + phases[1])
      + 0.25 * Double.sine((u + v) / 420 + phases[2])
    return 24 + 0.0005 * fromRiver + 0.0028 * fromCanal + waves
  }

  /// The bed of the canal at a place along it.
  func canalBed(_ u: Double, _ v: Double) -> Double { land(u, v) - Self.canalDepth }

  /// Whether a neighbourhood, or its bank of the river, is at a place.
  private func isInCity(_ u: Double, _ v: Double) -> Bool {
    let bank = Double(CityPlan.bankRoad)
    let inside = v > 0 ? max(v - bank, 0) : min(v + bank, -1)
    let side = Double(CityPlan.side)
    let square = CityPlan.Square(
      column: Int((u / side).rounded(.down)), row: Int((inside / side).rounded(.down)))
    return plan.number(of: square) != nil
  }

  /// The ground as a survey finds it: with river, dykes, canals and lakes.
  func height(_ u: Double, _ v: Double) -> Double {
    let fromRiver = abs(v)
    if fromRiver < Self.riverHalfWidth {
      let share = fromRiver / Self.riverHalfWidth
      return 11 + 8 * share * share
    }
    if fromRiver < Self.dyke + 30 {
      let top = Self.dykeCrest - max(abs(fromRiver - Self.dyke) - 4, 0) / 4
      guard fromRiver < Self.dyke else { return max(top, land(u, v)) }
      // From the water's edge: a sheer bank would show as steps of the raster's cells.
      return min(top, 19 + (fromRiver - Self.riverHalfWidth) / 2)
    }
    let side = Double(CityPlan.side)
    let inColumn = u - (u / side).rounded(.down) * side
    let fromCanal = abs(inColumn - Double(CityPlan.canal))
    if fromCanal < Self.canalHalfWidth, isInCity(u, v) {
      let slope = (fromCanal - 3) / (Self.canalHalfWidth - 3)
      return land(u, v) - Self.canalDepth * (1 - max(slope, 0))
    }
    return land(u, v)
  }
}
