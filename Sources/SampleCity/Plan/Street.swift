/// How important a street is; raw values are the codes of the road layer.
enum StreetClass: String {
  case primary, secondary, tertiary, residential

  /// Lanes of both directions.
  var lanes: Int {
    switch self {
    case .primary: 6
    case .secondary: 4
    case .tertiary, .residential: 2
    }
  }

  /// Half the width of the carriageway in metres.
  var halfCarriageway: Double {
    switch self {
    case .primary: 11
    case .secondary: 7.5
    case .tertiary: 4.5
    case .residential: 3.5
    }
  }

  /// Half the width between the blocks on both sides in metres, whole.
  var halfWidth: Int {
    switch self {
    case .primary: 20
    case .secondary: 15
    case .tertiary: 10
    case .residential: 8
    }
  }

  /// km/h.
  var speedLimit: Double {
    switch self {
    case .primary: 60
    case .secondary: 50
    case .tertiary: 40
    case .residential: 30
    }
  }
}

/// A place where streets meet or end, in whole metres of the plan.
struct Junction: Hashable, Comparable {
  var u: Int
  var v: Int

  /// What names it in ids.
  var name: String { "\(u)_\(v)" }

  static func < (a: Junction, b: Junction) -> Bool { (a.u, a.v) < (b.u, b.v) }
}

/// A straight street of the plan, along one of its axes.
struct Street {
  enum Axis { case east, north }
  var axis: Axis
  /// The coordinate that all its points share: v of a street to the east, u of one to the north.
  var position: Int
  var streetClass: StreetClass
  var name: String
  /// Where it begins and ends, and where other streets meet it, ascending.
  var stops: [Int]

  /// The junction at one of its stops.
  func junction(_ stop: Int) -> Junction {
    axis == .east ? Junction(u: stop, v: position) : Junction(u: position, v: stop)
  }

  /// The parts between neighbouring junctions.
  var segments: [StreetSegment] {
    zip(stops, stops.dropFirst()).map {
      StreetSegment(
        from: junction($0), to: junction($1), streetClass: streetClass, name: name)
    }
  }
}

/// A street between two neighbouring junctions: what the road layer calls a road.
struct StreetSegment {
  var from: Junction
  var to: Junction
  var streetClass: StreetClass
  var name: String
  /// Whether it bridges the river from bank to bank.
  var crossesRiver = false

  var isEastward: Bool { from.v == to.v }
  /// The road's id.
  var id: String { "R\(isEastward ? "E" : "N")\(from.name)" }
  /// In metres of the plan.
  var length: Double { Double(to.u - from.u + to.v - from.v) }

  /// Where along it a canal passes below, in metres of the plan's u; `nil` where none does.
  var canal: Int? {
    guard isEastward else { return nil }
    let column = (from.u >= 0 ? from.u : from.u - CityPlan.side + 1) / CityPlan.side
    let canal = column * CityPlan.side + CityPlan.canal
    return from.u < canal && canal < to.u ? canal : nil
  }

  /// The place some metres from its beginning.
  func place(_ metres: Double) -> (u: Double, v: Double) {
    isEastward
      ? (Double(from.u) + metres, Double(from.v)) : (Double(from.u), Double(from.v) + metres)
  }
}
