extension StreetLayout {
  // MARK: Districts

  /// Says what each piece of land between the arterial roads becomes.
  mutating func assignDistricts(_ dice: inout Dice) {
    var pool = dice.shuffled(Self.others)
    for index in net.faces.indices where net.faces[index].area > 0 {
      let face = net.faces[index]
      guard face.district != .village else { continue }
      let middle = frame.plan(face.points.centroid)
      net.faces[index].district =
        number == 0
        ? firstDistrict(face.quarter, middle.u - Double(square.west), middle.v)
        : pool.popLast() ?? .estates
    }
    guard number > 0 else { return }
    // The largest piece of all has the lake.
    let large = net.faces.indices.filter { net.faces[$0].district != .village }
      .max { net.faces[$0].area < net.faces[$1].area }
    if let large { net.faces[large].district = .lakePark }
  }

  /// What the neighbourhoods beyond the first are made of.
  private static let others: [District] = [
    .estates, .estates, .estates, .estates, .towers, .towers, .mixed, .mixed, .mixed, .mixed,
    .oldTown, .centre, .industry, .hillPark, .estates, .mixed,
  ]

  /// What the first neighbourhood has where: the old town at the mouth of the canal, the centre
  /// across it at the bridge, industry downstream.
  private func firstDistrict(_ quarter: Int, _ u: Double, _ v: Double) -> District {
    let isOuter = quarter < 2 ? v < -464 : v > 642
    switch (quarter, isOuter) {
    case (2, false): return u < 450 ? .campus : .oldTown
    case (2, true): return u < 400 ? .towers : .mixed
    case (3, false): return u < 1390 ? .centre : .towers
    case (3, true): return u < 1390 ? .mixed : .lakePark
    case (0, false): return u < 450 ? .estates : .oldTown
    case (0, true): return u < 440 ? .hillPark : .estates
    case (1, false): return u < 1390 ? .towers : .industry
    default: return u < 1390 ? .estates : .industry
    }
  }

  // MARK: Country

  /// The roads that leave the city for the country, with a village on each.
  mutating func addCountryRoads(_ borders: [Border]) {
    let lattice = FieldLattice(plan)
    let land = plan.territory(square)
    for (index, border) in borders.enumerated() where plan.number(of: border.beyond) == nil {
      let street = net.streets[border.street]
      guard street.kind == .border else { continue }
      var dice = plan.dice(.fields, 9, square.column, square.row, index)
      let ends = [street.points[0], street.points[street.points.count - 1]]
      let stops = street.stops.filter { !ends.contains($0.place) }.sorted()
      guard !stops.isEmpty else { continue }
      // Rather where a street of the city ends, which goes on into the country.
      let onward = stops.filter { net.junctionCount($0) > 1 }
      let choice = onward.isEmpty ? stops : onward
      let start = choice[(choice.count - 1) / 2 + (choice.count > 3 ? dice.whole(-1...1) : 0)]
      let here = frame.plan(start.place)
      let isAcross = border.beyond.column != square.column
      let forward = isAcross ? border.beyond.column > square.column : border.beyond.row > square.row
      addCountryRoad(
        start, here, isAcross: isAcross, forward: forward, lattice, within: land)
    }
    addBankRoads()
  }

  private mutating func addCountryRoad(
    _ start: Junction, _ here: (u: Double, v: Double), isAcross: Bool, forward: Bool,
    _ lattice: FieldLattice, within land: PlanBox
  ) {
    let cells = lattice.cells(land)
    // The lattice's point nearest the line that leaves the city at the junction.
    let near = cells.min { one, other in
      let (a, b) = (lattice.point(one.column, one.row), lattice.point(other.column, other.row))
      return isAcross
        ? abs(a.v - here.v) < abs(b.v - here.v) : abs(a.u - here.u) < abs(b.u - here.u)
    }
    guard let near else { return }
    let line = Set(cells.map { isAcross ? $0.column : $0.row }).sorted()
    var places: [(u: Double, v: Double, index: Int)] = []
    for index in forward ? line : line.reversed() {
      let point =
        isAcross ? lattice.point(index, near.row) : lattice.point(near.column, index)
      let beyond = isAcross ? point.u - here.u : point.v - here.v
      guard (forward ? beyond : -beyond) > 55, isInside(point, by: 62) else { continue }
      places.append((point.u, point.v, index))
    }
    guard places.count > 1 else { return }
    let points = [start.place] + places.map { frame.place($0.u, $0.v) }
    let road = net.add(Street(.rural, .tertiary, "", points))
    // The village stands on both sides of the road.
    for (one, other) in zip(places, places.dropFirst()).prefix(2) {
      let index = min(one.index, other.index)
      for side in [-1, 0] {
        let cell =
          isAcross
          ? FieldLattice.Cell(column: index, row: near.row + side)
          : FieldLattice.Cell(column: near.column + side, row: index)
        guard cell.row != -1 else { continue }
        addVillage(cell, lattice, road)
      }
    }
  }

  private mutating func addVillage(
    _ cell: FieldLattice.Cell, _ lattice: FieldLattice, _ road: Int
  ) {
    let middle = lattice.middle(cell)
    guard plan.territory(square).holds(middle.u, middle.v),
      lattice.corners(cell).allSatisfy({ isInside($0, by: 64) }), villages.insert(cell).inserted
    else { return }
    let corners = lattice.corners(cell).map { frame.place($0.u, $0.v) }
    let isOnRoad = corners.map { net.streets[road].line.nearest($0).distance < 1.5 }
    let streets = corners.indices.map { isOnRoad[$0] && isOnRoad[($0 + 1) % 4] ? road : -1 }
    let quarter =
      (middle.u >= Double(square.west + CityPlan.canal) ? 1 : 0)
      + (middle.v >= Double(square.middle) ? 2 : 0)
    net.faces.append(
      Face(points: corners, streets: streets, district: .village, quarter: quarter))
  }

  private func isInside(_ place: (u: Double, v: Double), by metres: Double) -> Bool {
    let bounds = plan.bounds
    return place.u > Double(bounds.west) + metres && place.u < Double(bounds.east) - metres
      && place.v > Double(bounds.south) + metres && place.v < Double(bounds.north) - metres
  }

  /// The roads along the river beyond the city.
  private mutating func addBankRoads() {
    guard square.hasRiver else { return }
    let bank = Double(CityPlan.bankRoad)
    for isEast in [false, true] where !plan.has(square.column + (isEast ? 1 : -1), 0) {
      let (from, to) =
        isEast
        ? (Double(square.east), Double(plan.bounds.east) - 25)
        : (Double(square.west), Double(plan.bounds.west) + 25)
      for (v, name) in [(-bank, "滨江大道"), (bank, "沿江大道")] {
        var street = Street(.rural, .secondary, name, frame.path([(from, v), (to, v)]))
        street.origin = isEast ? 9000 : 6000
        _ = net.add(street)
      }
    }
  }

  // MARK: Names and owners

  /// Names the streets that have no name yet, each by its own.
  mutating func nameStreets() {
    var taken = Set(net.streets.map(\.name))
    var dice = plan.dice(.names, 5, square.column, square.row)
    var serial = dice.whole(0...Names.count)
    func isEastward(_ street: Street) -> Bool {
      let way = street.points[street.points.count - 1] - street.points[0]
      return abs(way.x) > abs(way.y)
    }
    func name(_ street: Street) -> String {
      while true {
        serial += 1
        let name =
          street.kind == .rural
          ? Names.pair(serial) + "路"
          : Names.street(serial, street.streetClass, isEastward: isEastward(street))
        if taken.insert(name).inserted { return name }
      }
    }
    var shared: [String: String] = [:]
    // Longer streets first, so that bridges take the name of the street that leads to them.
    let order = net.streets.indices.sorted {
      (net.streets[$0].kind == .canalBridge ? 1 : 0, $0)
        < (net.streets[$1].kind == .canalBridge ? 1 : 0, $1)
    }
    for index in order {
      let street = net.streets[index]
      switch street.name {
      case "":
        let onward =
          street.kind == .canalBridge
          ? net.streets.indices.first { other in
            let one = net.streets[other]
            return one.kind == .inner && one.streetClass == street.streetClass && one.name != ""
              && !one.stops.isDisjoint(with: street.stops) && isEastward(one)
          } : nil
        net.rename(index, onward.map { net.streets[$0].name } ?? name(street))
      case "avenue":
        let known = shared["avenue"] ?? name(street)
        shared["avenue"] = known
        avenueName = known
        net.rename(index, known)
      default: break
      }
    }
  }

  /// Whether a street is a part of the avenue with the neighbourhood's own bridge.
  func isAvenue(_ segment: StreetSegment) -> Bool { segment.name == avenueName }

  /// Notes whose the streets and junctions on the borders are.
  mutating func noteOwners(_ borders: [Border]) {
    for border in borders {
      guard let other = plan.number(of: border.beyond) else { continue }
      for segment in net.streets[border.street].segments {
        segmentOwners[segment.id] = min(other, number)
        for junction in [segment.from, segment.to] {
          owners[junction] = min(owners[junction] ?? number, other)
        }
      }
    }
    for (isEast, isNorth) in [(false, false), (true, false), (false, true), (true, true)] {
      let diagonal = CityPlan.Square(
        column: square.column + (isEast ? 1 : -1), row: square.row + (isNorth ? 1 : -1))
      guard let other = plan.number(of: diagonal) else { continue }
      let corner = Junction(
        near: frame.place(
          Double(isEast ? square.east : square.west),
          Double(isNorth ? square.north : square.south)))
      owners[corner] = min(owners[corner] ?? number, other)
    }
  }
}
