/// The ground's height above the 1985 datum in metres.
///
/// Land falls gently towards the canal of each column and towards the river; river, canals and
/// lakes are cut in, dykes stand on both banks.
struct Ground: Sendable {
  /// Half the width of the river's water in metres of the plan.
  static let riverHalfWidth = 120.0
  /// The middle of the dykes, in metres of the plan from the river's middle.
  static let dyke = 150.0
  /// The height of the dykes' crest.
  static let dykeCrest = 30.2
  /// Half the width of the canals' water.
  static let canalHalfWidth = 12.0
  /// How deep a canal's bed lies under the land beside it.
  static let canalDepth = 5.0
  private let phases: [Double]
  private let plan: CityPlan
  private let frame: CityFrame

  init(_ plan: CityPlan, _ frame: CityFrame) {
    self.plan = plan
    self.frame = frame
    var dice = plan.dice(.ground)
    phases = (0..<3).map { _ in dice.real(0, 2 * Double.pi) }
  }

  /// How far a place of the plan is from the canal of its column.
  private func fromCanal(_ u: Double) -> Double {
    let width = Double(CityPlan.width)
    let inColumn = u - (u / width).rounded(.down) * width
    return abs(inColumn - Double(CityPlan.canal))
  }

  /// How far from the river's middle canals end, in metres of the plan: at the foot of the dykes.
  private static let canalMouth = dyke + 22

  /// How the land rises from the river.
  private func rise(_ v: Double) -> Double {
    24 + 0.0005 * max(abs(v) - Double(CityPlan.bankRoad), 0)
  }

  /// The land as it is without waters and dykes: what streets and pipes lie on.
  func land(_ u: Double, _ v: Double) -> Double {
    let waves =
      0.30 * Double.sine(u / 190 + phases[0]) * Double.sine(v / 230 + phases[1])
      + 0.25 * Double.sine((u + v) / 420 + phases[2])
    return rise(v) + 0.0028 * fromCanal(u) + waves
  }

  /// The land at a place on the ground.
  func land(_ place: PlanePoint) -> Double {
    let here = frame.plan(place)
    return land(here.u, here.v)
  }

  /// The bed of the canal at a place along it: it falls to the river all the way.
  func canalBed(_ u: Double, _ v: Double) -> Double { rise(v) - Self.canalDepth }

  /// Whether a canal reaches a place of the plan along it.
  private func hasCanal(_ u: Double, _ v: Double) -> Bool {
    let column = Int((u / Double(CityPlan.width)).rounded(.down))
    let rows = plan.rows
    guard u >= 0, column < plan.columns else { return false }
    let row = (rows.lowerBound...rows.upperBound).first {
      let square = CityPlan.Square(column: column, row: $0)
      return v >= Double(square.south) && v <= Double(square.north)
    }
    return row.map { plan.has(column, $0) } ?? false
  }

  /// The ground as a survey finds it: with river, dykes and canals.
  func height(_ u: Double, _ v: Double) -> Double {
    let fromRiver = abs(v)
    if fromRiver < Self.riverHalfWidth {
      let share = fromRiver / Self.riverHalfWidth
      return 11 + 8 * share * share
    }
    let away = fromCanal(u)
    if away < Self.canalHalfWidth, fromRiver >= Self.canalMouth, hasCanal(u, v) {
      let bank = min(max((away - 3) / (Self.canalHalfWidth - 3), 0), 1)
      return canalBed(u, v) + (land(u, v) - canalBed(u, v)) * bank
    }
    if fromRiver < Self.dyke + 30 {
      let top = Self.dykeCrest - max(abs(fromRiver - Self.dyke) - 4, 0) / 4
      guard fromRiver < Self.dyke else { return max(top, land(u, v)) }
      // From the water's edge: a sheer bank would show as steps of the raster's cells.
      return min(top, 19 + (fromRiver - Self.riverHalfWidth) / 2)
    }
    return land(u, v)
  }
}
