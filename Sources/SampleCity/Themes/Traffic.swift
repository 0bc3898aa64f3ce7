import SimpleFeatures

/// A crossing with lights.
struct Signal {
  var junction: Junction
  /// The streets that meet there and are this neighbourhood's to see.
  var arms: [StreetSegment]
  var name: String
  var id: String { "XH\(junction.name)" }
}

extension Neighbourhood {
  /// The crossings with lights: where at least three arms meet and neither street is a small one.
  func signals() -> [Signal] {
    var arms: [Junction: [StreetSegment]] = [:]
    for segment in streets.flatMap(\.segments) {
      arms[segment.from, default: []].append(segment)
      arms[segment.to, default: []].append(segment)
    }
    return junctions.compactMap { junction in
      let here = arms[junction] ?? []
      let along = here.first { $0.isEastward }
      let across = here.first { !$0.isEastward }
      guard let along, let across, here.count + armsBeyond(junction) >= 3,
        along.streetClass != .residential, across.streetClass != .residential
      else { return nil }
      return Signal(junction: junction, arms: here, name: "\(along.name)与\(across.name)路口")
    }
  }

  /// How many borders go on beyond a corner of this neighbourhood.
  private func armsBeyond(_ junction: Junction) -> Int {
    guard junction.u == square.west || junction.u == square.east,
      junction.v == square.south || junction.v == square.north
    else { return 0 }
    let column = junction.u == square.west ? square.column - 1 : square.column + 1
    let isSouth = junction.v == square.south
    // The river is no neighbour.
    let hasBank = isSouth ? square.row == 0 : square.row == -1
    let row = hasBank ? square.row : square.row + (isSouth ? -1 : 1)
    let holds = { (column: Int, row: Int) in
      self.plan.number(of: CityPlan.Square(column: column, row: row)) != nil
    }
    let sideways = holds(column, square.row) || holds(column, row)
    let onwards = !hasBank && (holds(square.column, row) || holds(column, row))
    return (sideways ? 1 : 0) + (onwards ? 1 : 0)
  }

  /// Layer traffic-signal.
  func signalFeatures() -> [Feature] {
    signals().map { signal in
      let isMain = signal.arms.contains { $0.streetClass == .primary }
      let isFour = signal.arms.count > 3
      return Feature(
        signal.id, frame.point(Double(signal.junction.u), Double(signal.junction.v)),
        [
          "name": .text(signal.name), "kind": .text("junction"),
          "control": .text(isMain ? "adaptive" : "fixed"), "phases": .whole(isFour ? 4 : 3),
          "cycle": .real(isMain ? 120 : 80), "online": .boolean(isMain),
        ])
    }
  }

  /// Layer detector: a loop before each stop line.
  func detectorFeatures() -> [Feature] {
    signals().flatMap { signal in
      signal.arms.enumerated().map { index, arm in
        let isFrom = arm.from == signal.junction
        let before = min(30, arm.length / 2)
        let place = arm.place(isFrom ? before : arm.length - before)
        let direction: Double = arm.isEastward ? (isFrom ? 270 : 90) : (isFrom ? 180 : 0)
        return Feature(
          "JC\(signal.junction.name)-\(index + 1)", frame.point(place.u, place.v),
          [
            "kind": .text("loop"), "road": .text(arm.id), "lane": .whole(1),
            "direction": .real(direction), "signal": .text(signal.id), "interval": .real(60),
            "online": .boolean(true),
          ])
      }
    }
  }

  /// Layer camera: one at each crossing with lights.
  func cameraFeatures() -> [Feature] {
    signals().map { signal in
      Feature(
        "SX\(signal.junction.name)",
        frame.point(Double(signal.junction.u) + 9, Double(signal.junction.v) + 9),
        [
          "name": .text("\(signal.name)监控"), "code": .text("SX\(signal.junction.name)"),
          "kind": .text("dome"), "purpose": .text("traffic"), "bearing": .real(225),
          "mast_height": .real(6.5), "online": .boolean(true),
        ])
    }
  }

  /// Layer bus-stop: in pairs along the large streets.
  func busStopFeatures() -> [Feature] {
    segments.filter {
      $0.length > 130 && !$0.crossesRiver && $0.canal == nil
        && ($0.streetClass == .primary || $0.streetClass == .secondary)
    }.flatMap { segment in
      [(0.45, -1.0), (0.55, 1.0)].enumerated().map { index, stop in
        let place = segment.place(segment.length * stop.0)
        let away = stop.1 * (segment.streetClass.halfCarriageway + 3)
        let point =
          segment.isEastward
          ? frame.point(place.u, place.v + away) : frame.point(place.u - away, place.v)
        let bearing: Double = segment.isEastward ? (index == 0 ? 90 : 270) : (index == 0 ? 0 : 180)
        return Feature(
          "GJ\(segment.id)-\(index + 1)", point,
          [
            "name": .text("\(segment.name)\(Names.pair(segment.from.u + segment.from.v))站"),
            "lines": .text("\(segment.from.u % 90 + 501)路"),
            "kind": .text("bay"), "bearing": .real(bearing), "road": .text(segment.id),
            "shelter": .boolean(true),
          ])
      }
    }
  }

  /// Layer metro-entrance: on the pavements of the collector to the east, west of the crossing.
  func metroFeatures() -> [Feature] {
    let (u, v) = (
      Double(square.west + StreetCuts.collector), Double(square.south + StreetCuts.middle)
    )
    let station = "\(Names.pair(square.west / 400 + square.south / 200))站"
    return [(-26.0, -11.5), (-26, 11.5), (-70, -11.5), (-70, 11.5)].enumerated().map {
      index, place in
      let sill = ground.land(u + place.0, v + place.1) + 0.45
      let letter = ["A", "B", "C", "D"][index]
      return Feature(
        "DT\(tag)-\(letter)", frame.point(u + place.0, v + place.1),
        [
          "name": .text("\(station)\(letter)口"), "station": .text(station),
          "lines": .text("\(square.row.magnitude % 12 + 1)号线"), "ref": .text(letter),
          "sill_height": .measure(sill), "flood_board": .real(0.6), "lift": .boolean(index == 0),
          "open": .boolean(true),
        ])
    }
  }

  /// Layer tunnel.
  func tunnelFeatures() -> [Feature] {
    guard let tunnel else { return [] }
    let middle = tunnel.place(tunnel.length / 2)
    let axis = line(of: tunnel, from: 15, to: tunnel.length - 15)
    return [
      Feature(
        "SD\(tunnel.id)", axis,
        [
          "name": .text("\(tunnel.name)隧道"), "road": .text(tunnel.id), "kind": .text("urban"),
          "length": axis.registeredLength, "clearance": .real(4.5),
          "lanes": .whole(6),
          "low_point": .measure(ground.land(middle.u, middle.v) - 7.2),
          "pump_station": .text(stormPumpID), "built": .year(2018),
        ])
    ]
  }

  /// Layer underpass: where the canal road dives under a crossing street.
  func underpassFeatures() -> [Feature] {
    let road = segments.first { !$0.isEastward && $0.streetClass == .secondary && $0.length > 90 }
    guard let road else { return [] }
    let middle = road.place(road.length / 2)
    let rim = ground.land(middle.u, middle.v)
    return [
      Feature(
        "XC\(road.id)", line(of: road, from: road.length / 2 - 30, to: road.length / 2 + 30),
        [
          "name": .text("\(road.name)下穿通道"), "road": .text(road.id), "use": .text("vehicle"),
          "clearance": .real(4.5), "low_point": .measure(rim - 5.6), "rim_height": .measure(rim),
          "closing_depth": .real(0.27), "pump_station": .text(stormPumpID),
        ])
    ]
  }
}
