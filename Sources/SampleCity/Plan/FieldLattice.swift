/// How fields lie outside the city: in strips of one kind, each about a hectare.
enum FieldLattice {
  /// The width and the depth of a field in metres of the plan.
  static let size = (width: 108, depth: 100)
  /// What is narrower after a border has cut it belongs to no field.
  private static let least = 25

  /// Whether the field at a place of the plan is flooded for rice.
  static func isPaddy(_ u: Double, _ v: Double) -> Bool {
    let column = Int((u / Double(size.width)).rounded(.down))
    let row = Int((v / Double(size.depth)).rounded(.down))
    return (column &* 31 &+ row &* 17) % 3 != 0
  }

  /// The fields of a piece of land.
  static func fields(of land: PlanBox) -> [(box: PlanBox, isPaddy: Bool)] {
    var fields: [(box: PlanBox, isPaddy: Bool)] = []
    for (south, north) in cuts(land.south, land.north, size.depth) {
      for (west, east) in cuts(land.west, land.east, size.width) {
        let box = PlanBox(west: west, south: south, east: east, north: north)
        let middle = (Double(west + east) / 2, Double(south + north) / 2)
        fields.append((box, isPaddy(middle.0, middle.1)))
      }
    }
    return fields
  }

  /// The pieces between multiples of a step, without those that are too narrow.
  private static func cuts(_ low: Int, _ high: Int, _ step: Int) -> [(Int, Int)] {
    let first = Int((Double(low) / Double(step)).rounded(.down)) * step
    return stride(from: first, to: high, by: step)
      .map { (max($0, low), min($0 + step, high)) }
      .filter { $0.1 - $0.0 >= least }
  }
}

extension PlanBox {
  /// Its parts west and east of a line.
  func cut(u: Int) -> [PlanBox] {
    var (west, east) = (self, self)
    west.east = min(self.east, u)
    east.west = max(self.west, u)
    return [west, east].filter { !$0.isEmpty }
  }

  /// Its parts south and north of a line.
  func cut(v: Int) -> [PlanBox] {
    var (south, north) = (self, self)
    south.north = min(self.north, v)
    north.south = max(self.south, v)
    return [south, north].filter { !$0.isEmpty }
  }
}
