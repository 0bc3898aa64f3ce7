/// The streets of a neighbourhood: those around it, its arterial roads, and the streets that cut
/// the land between them into blocks.
struct StreetLayout {
  var net = StreetNet()
  /// The first of the neighbourhoods that share a junction, for those on borders.
  var owners: [Junction: Int] = [:]
  /// The first of the neighbourhoods that share a street's part, for those on borders, by id.
  var segmentOwners: [String: Int] = [:]
  /// Where the collector's bridge over the canal begins in the west; in the north of the two.
  var collectorCrossing = Junction(x: 0, y: 0)
  /// Where a street passes below the avenue.
  var underpass: PlanePoint?
  /// The name of the avenue with the neighbourhood's own bridge.
  var avenueName = ""
  /// The fields on which villages stand.
  var villages: Set<FieldLattice.Cell> = []

  let square: CityPlan.Square
  let plan: CityPlan
  let frame: CityFrame
  let number: Int

  init(_ square: CityPlan.Square, number: Int, _ plan: CityPlan, _ frame: CityFrame) {
    self.square = square
    self.number = number
    self.plan = plan
    self.frame = frame
    let borders = addFrame()
    addArterials()
    var dice = plan.dice(.cuts, square.column, square.row)
    assignDistricts(&dice)
    for index in net.faces.indices where net.faces[index].district.cuts != nil {
      net.divide(index, &dice)
    }
    addCountryRoads(borders)
    lowerPassage()
    for border in borders where !isShared(border) { net.dropUnusedStops(of: border.street) }
    nameStreets()
    noteOwners(borders)
  }

  // MARK: Borders

  /// A piece of the neighbourhood's border.
  struct Border {
    var street: Int
    /// The neighbour beyond it.
    var beyond: CityPlan.Square
  }

  private func isShared(_ border: Border) -> Bool { plan.number(of: border.beyond) != nil }

  /// The place of a corner of the square, in the plan: where the city's corner is round, the middle
  /// of its arc.
  private func corner(isEast: Bool, isNorth: Bool) -> [(u: Double, v: Double)] {
    let (u, v) = (
      Double(isEast ? square.east : square.west), Double(isNorth ? square.north : square.south)
    )
    guard plan.isOuterCorner(square, isEast: isEast, isNorth: isNorth) else { return [(u, v)] }
    let radius = CityPlan.cornerRadius
    let (x, y) = (isEast ? u - radius : u + radius, isNorth ? v - radius : v + radius)
    // From the side in the west or east to the middle of the arc.
    return (0...6).map { step in
      let angle = Double(step) / 6 * Double.pi / 4
      let (far, near) = (radius * Double.cosine(angle), radius * Double.sine(angle))
      return (isEast ? x + far : x - far, isNorth ? y + near : y - near)
    }
  }

  /// The same arc from the side in the south or north to its middle.
  private func cornerAlong(isEast: Bool, isNorth: Bool) -> [(u: Double, v: Double)] {
    let arc = corner(isEast: isEast, isNorth: isNorth)
    guard arc.count > 1 else { return arc }
    let radius = CityPlan.cornerRadius
    let x = isEast ? Double(square.east) - radius : Double(square.west) + radius
    let y = isNorth ? Double(square.north) - radius : Double(square.south) + radius
    let (right, up) = (isEast ? 1.0 : -1, isNorth ? 1.0 : -1)
    return arc.map { place in
      (x + right * abs(place.v - y), y + up * abs(place.u - x))
    }
  }

  /// A piece of a border through places of the plan, with junctions that depend on the place alone.
  private mutating func addBorder(
    _ places: [(u: Double, v: Double)], _ name: String, origin: Double, isBorder: Bool = true,
    streetClass: StreetClass = .primary
  ) -> Int {
    let line = Polyline(places.count == 2 ? frame.path(places) : path(places))
    var dice = plan.dice(
      .cuts, 1, Int((places[0].u + places[places.count - 1].u).rounded()),
      Int((places[0].v + places[places.count - 1].v).rounded()))
    let count = isBorder ? max(1, Int((line.length / 118).rounded())) : 1
    let ways = (1..<max(count, 2)).prefix(count - 1).map {
      (Double($0) + dice.real(-0.18, 0.18)) / Double(count) * line.length
    }
    // The junctions are points of the street, at whole metres.
    var points = line.points
    for way in ways {
      let stop = Junction(near: line.place(way)).place
      points.insert(stop, at: Polyline(points).nearest(stop).piece + 1)
    }
    var street = Street(
      isBorder ? .border : .inner, streetClass, name, points,
      stops: ways.map { line.place($0) })
    street.origin = origin
    return net.add(street)
  }

  /// The ground's line through places of the plan whose sides may run in any direction.
  private func path(_ places: [(u: Double, v: Double)]) -> [PlanePoint] {
    var path: [PlanePoint] = []
    for (from, to) in zip(places, places.dropFirst()) {
      let length = ((to.u - from.u) * (to.u - from.u) + (to.v - from.v) * (to.v - from.v))
        .squareRoot()
      let count = max(1, Int((length / 50).rounded(.up)))
      for index in 0..<count {
        let share = Double(index) / Double(count)
        path.append(frame.place(from.u + (to.u - from.u) * share, from.v + (to.v - from.v) * share))
      }
    }
    if let last = places.last { path.append(frame.place(last.u, last.v)) }
    return path
  }

  private func borderName(_ axis: Int, _ position: Int) -> String {
    var dice = plan.dice(.names, axis, position)
    return Names.street(dice.whole(0...Names.count), .primary, isEastward: axis == 1)
  }

  /// A line of streets from the western border to the eastern one, in three pieces: the middle one
  /// crosses the canal.
  private mutating func addRow(
    _ v: Int, _ name: String, west: [(u: Double, v: Double)], east: [(u: Double, v: Double)],
    isBorder: Bool, _ streetClass: StreetClass
  ) -> (west: Int, crossing: Int, east: Int) {
    let (left, right) = (
      Double(square.west + CityPlan.canal - CityPlan.canalRoad),
      Double(square.west + CityPlan.canal + CityPlan.canalRoad)
    )
    let position = Double(v)
    let one = addBorder(
      west + [(left, position)], name, origin: 0, isBorder: isBorder, streetClass: streetClass)
    let three = addBorder(
      [(right, position)] + east, name, origin: 0, isBorder: isBorder, streetClass: streetClass)
    let ends = (net.streets[one].points.last!, net.streets[three].points.first!)
    let two = net.add(
      Street(.canalBridge, streetClass, name, [ends.0, ends.1]))
    return (one, two, three)
  }

  /// The streets around the neighbourhood and its quarters.
  private mutating func addFrame() -> [Border] {
    let (west, east) = (Double(square.west), Double(square.east))
    let bank = CityPlan.bankRoad
    let middles = square.hasRiver ? [-bank, bank] : [square.middle]
    let names = square.hasRiver ? ["滨江大道", "沿江大道"] : [""]
    let south = addRow(
      square.south, borderName(1, square.south),
      west: cornerAlong(isEast: false, isNorth: false).reversed(),
      east: cornerAlong(isEast: true, isNorth: false), isBorder: true, .primary)
    let north = addRow(
      square.north, borderName(1, square.north),
      west: cornerAlong(isEast: false, isNorth: true).reversed(),
      east: cornerAlong(isEast: true, isNorth: true), isBorder: true, .primary)
    var rows = [south]
    for (v, name) in zip(middles, names) {
      rows.append(
        addRow(
          v, name, west: [(west, Double(v))], east: [(east, Double(v))], isBorder: false,
          square.hasRiver ? .primary : .secondary))
    }
    rows.append(north)
    let left = CityPlan.Square(column: square.column - 1, row: square.row)
    let right = CityPlan.Square(column: square.column + 1, row: square.row)
    let below = CityPlan.Square(column: square.column, row: square.row - 1)
    let above = CityPlan.Square(column: square.column, row: square.row + 1)
    var borders = [south.west, south.crossing, south.east].map { Border(street: $0, beyond: below) }
    borders += [north.west, north.crossing, north.east].map { Border(street: $0, beyond: above) }
    let canalRoads = [
      Double(square.west + CityPlan.canal - CityPlan.canalRoad),
      Double(square.west + CityPlan.canal + CityPlan.canalRoad),
    ]
    let names2 = [borderName(2, square.west), borderName(2, square.east)]
    for (isNorth, (lower, upper)) in [
      (false, (rows[0], rows[1])), (true, (rows[rows.count - 2], rows[rows.count - 1])),
    ] {
      let start = Double(isNorth ? middles[middles.count - 1] : square.south)
      let end = Double(isNorth ? square.north : middles[0])
      func side(_ u: Double, isEast: Bool) -> [(u: Double, v: Double)] {
        let arc = corner(isEast: isEast, isNorth: isNorth)
        return isNorth ? [(u, start)] + arc : arc.reversed() + [(u, end)]
      }
      let origin = isNorth ? 2400.0 : 0
      let one = addBorder(side(west, isEast: false), names2[0], origin: origin)
      let four = addBorder(side(east, isEast: true), names2[1], origin: origin)
      borders += [Border(street: one, beyond: left), Border(street: four, beyond: right)]
      let canals = canalRoads.map {
        addBorder([($0, start), ($0, end)], "", origin: 0, isBorder: false, streetClass: .tertiary)
      }
      net.addFace(
        [(lower.west, true), (canals[0], true), (upper.west, false), (one, false)],
        quarter: isNorth ? 2 : 0)
      net.addFace(
        [(lower.east, true), (four, true), (upper.east, false), (canals[1], false)],
        quarter: isNorth ? 3 : 1)
      addCanalBridges(canals, from: start, to: end)
    }
    if square.hasRiver {
      for (u, name, beyond) in [(west, names2[0], left), (east, names2[1], right)] {
        let bridge = addRiverBridge(u, name)
        borders.append(Border(street: bridge, beyond: beyond))
      }
    }
    return borders
  }

  /// Where streets cross the canal in a half of the neighbourhood, as shares of its depth.
  private static let crossings = [0.26, 0.52, 0.76]

  private mutating func addCanalBridges(_ roads: [Int], from start: Double, to end: Double) {
    for (index, share) in Self.crossings.enumerated() {
      let v = start + (end - start) * share
      let stops = roads.map { road in
        let u = road == roads[0] ? -CityPlan.canalRoad : CityPlan.canalRoad
        return net.addStop(
          road, near: frame.place(Double(square.west + CityPlan.canal + u), v))
      }
      if index == 1 { collectorCrossing = Junction(near: stops[0]) }
      _ = net.add(
        Street(.canalBridge, index == 1 ? .secondary : .tertiary, "", [stops[0], stops[1]]))
    }
  }

  private mutating func addRiverBridge(_ u: Double, _ name: String) -> Int {
    let bank = Double(CityPlan.bankRoad)
    let line = frame.path([(u, -bank), (u, bank)])
    return net.add(Street(.riverBridge, .primary, name, line))
  }

  // MARK: Arterial roads

  /// The avenue on which a bridge of the neighbourhood's own crosses the river, in the plan.
  private var avenue: Double { Double(square.west) + 1390 }

  private mutating func arterial(
    _ from: (u: Double, v: Double), _ to: (u: Double, v: Double), _ streetClass: StreetClass,
    _ name: String = ""
  ) {
    net.cut(along: path([from, to]), streetClass, name)
  }

  private mutating func addArterials() {
    let west = Double(square.west)
    let (left, right) = (
      west + Double(CityPlan.canal - CityPlan.canalRoad),
      west + Double(CityPlan.canal + CityPlan.canalRoad)
    )
    let (start, end) = (west, Double(square.east))
    let bank = Double(CityPlan.bankRoad)
    for isNorth in [false, true] {
      let low =
        isNorth ? (square.hasRiver ? bank : Double(square.middle)) : Double(square.south)
      let high = isNorth ? Double(square.north) : (square.hasRiver ? -bank : Double(square.middle))
      let v = low + (high - low) * Self.crossings[1]
      // The collector from border to border over the canal.
      arterial((left, v), (start, v + (isNorth ? 30 : -20)), .secondary)
      arterial((right, v), (end, v + (isNorth ? -40 : 30)), .secondary)
      // The avenue across the collector, and over a street that passes below it.
      if isNorth {
        let passage = low + (high - low) * Self.crossings[0]
        arterial((right, passage), (end, passage - 20), .tertiary, "passage")
        arterial((avenue, low), (avenue, passage), .primary, "avenue")
        arterial((avenue, passage), (avenue, v), .primary, "avenue")
      } else {
        arterial((avenue, low), (avenue, v), .primary, "avenue")
      }
      arterial((avenue, v), (avenue, high), .primary, "avenue")
      // A boulevard from the crossing of canal and collector to the city's corner.
      let corner = isNorth ? high : low
      arterial((left, v), (west + 300, corner), .secondary)
      arterial((west + 470, isNorth ? low : high), (west + 430, v), .secondary)
    }
    if square.hasRiver {
      let avenues = avenue
      let line = frame.path([(avenues, -bank), (avenues, bank)])
      let ends = [line[0], line[line.count - 1]].map { end in
        net.streets.flatMap { street in street.name == "avenue" ? Array(street.stops) : [] }
          .min { $0.place.distance(to: end) < $1.place.distance(to: end) }?.place ?? end
      }
      _ = net.add(
        Street(
          .riverBridge, .primary, "avenue",
          [ends[0]] + line.dropFirst().dropLast() + [ends[1]]))
    }
    addMetro()
  }

  /// Lets the street that crosses the avenue pass below it.
  private mutating func lowerPassage() {
    guard let passage = net.streets.firstIndex(where: { $0.name == "passage" }) else { return }
    let crossing = net.streets[passage].stops.first { stop in
      net.streets.count { $0.name == "avenue" && $0.stops.contains(stop) } > 1
    }
    if let crossing {
      net.lower(passage, at: crossing)
      underpass = crossing.place
    }
    net.rename(passage, "")
  }

  /// The metro under the avenue, and under the river.
  private mutating func addMetro() {
    let ends = [(square.south, -1), (square.north, 1)].map { border, side in
      plan.has(square.column, square.row + side)
        ? Double(border) : Double(border) - Double(side) * 70
    }
    let line = frame.path([(avenue + 4, ends[0]), (avenue + 4, ends[1])])
    _ = net.add(Street(.metro, .primary, "轨道交通\(square.column % 12 + 1)号线", line))
  }
}
