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
  /// The crossings with lights: where at least three arms meet and two streets that are no small
  /// ones.
  func signals() -> [Signal] {
    var arms: [Junction: [StreetSegment]] = [:]
    for segment in allSegments where segment.isRoad && segment.kind != .rural {
      arms[segment.from, default: []].append(segment)
      arms[segment.to, default: []].append(segment)
    }
    return junctions.compactMap { junction in
      let here = arms[junction] ?? []
      guard here.count + armsBeyond(junction) >= 3 else { return nil }
      let large = here.filter { $0.streetClass != .residential }
      // Two streets that do not go on as each other.
      for (index, one) in large.enumerated() {
        let other = large.dropFirst(index + 1).first { other in
          let turn = one.direction(from: junction).dot(other.direction(from: junction))
          return other.name != one.name && turn > -0.9
        }
        if let other {
          return Signal(junction: junction, arms: here, name: "\(one.name)与\(other.name)路口")
        }
      }
      return nil
    }
  }

  /// How many borders go on beyond a corner of this neighbourhood.
  private func armsBeyond(_ junction: Junction) -> Int {
    for (isEast, isNorth) in [(false, false), (true, false), (false, true), (true, true)] {
      let corner = Junction(
        near: frame.place(
          Double(isEast ? square.east : square.west),
          Double(isNorth ? square.north : square.south)))
      guard corner == junction else { continue }
      let (column, row) = (square.column + (isEast ? 1 : -1), square.row + (isNorth ? 1 : -1))
      let isSideways = plan.has(column, square.row) || plan.has(column, row)
      let isOnwards = plan.has(square.column, row) || plan.has(column, row)
      return (isSideways ? 1 : 0) + (isOnwards ? 1 : 0)
    }
    return 0
  }

  /// Layer traffic-signal.
  func signalFeatures() -> [Feature] {
    signals().map { signal in
      let isMain = signal.arms.contains { $0.streetClass == .primary }
      let isFour = signal.arms.count > 3
      return Feature(
        signal.id, frame.point(signal.junction.place),
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
        let way = isFrom ? before : arm.length - before
        let place = arm.place(way)
        return Feature(
          "JC\(signal.junction.name)-\(index + 1)", frame.point(place),
          [
            "kind": .text("loop"), "road": .text(arm.id), "lane": .whole(1),
            "direction": .real((signal.junction.place - place).bearing),
            "signal": .text(signal.id), "interval": .real(60), "online": .boolean(true),
          ])
      }
    }
  }

  /// Layer camera: one at each crossing with lights.
  func cameraFeatures() -> [Feature] {
    signals().map { signal in
      Feature(
        "SX\(signal.junction.name)",
        frame.point(signal.junction.place + PlanePoint(x: 3, y: 3)),
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
      $0.length > 110 && ($0.kind == .inner || $0.kind == .border)
        && ($0.streetClass == .primary || $0.streetClass == .secondary)
    }.flatMap { segment in
      [(0.45, -1.0), (0.55, 1.0)].enumerated().map { index, stop in
        let way = segment.length * stop.0
        let direction = segment.line.direction(way) * -stop.1
        let away = segment.streetClass.halfCarriageway + 2
        return Feature(
          "GJ\(segment.id)-\(index + 1)", frame.point(segment.place(way, left: stop.1 * away)),
          [
            "name": .text("\(segment.name)\(Names.pair(segment.from.x + segment.from.y))站"),
            "lines": .text("\(segment.from.x.magnitude % 90 + 501)路"),
            "kind": .text("bay"), "bearing": .real(direction.bearing), "road": .text(segment.id),
            "shelter": .boolean(true),
          ])
      }
    }
  }

  /// Layer metro-entrance: four on the pavements at each station.
  func metroFeatures() -> [Feature] {
    metroStations().enumerated().flatMap { number, station in
      [(-26.0, -1.0), (-26, 1), (26, -1), (26, 1)].enumerated().map { index, place in
        let way = min(max(station.way + place.0, 12), station.road.length - 12)
        let here = station.road.place(
          way, left: place.1 * (station.road.streetClass.halfCarriageway + 2.4))
        let letter = ["A", "B", "C", "D"][index]
        return Feature(
          "DT\(tag)-\(number + 1)\(letter)", frame.point(here),
          [
            "name": .text("\(station.name)\(letter)口"), "station": .text(station.name),
            "lines": .text("\(square.column % 12 + 1)号线"), "ref": .text(letter),
            "sill_height": .measure(ground.land(here) + 0.45), "flood_board": .real(0.6),
            "lift": .boolean(index == 0), "open": .boolean(true),
          ])
      }
    }
  }

  /// Where the trains under the avenue stop: about every six hundred metres.
  private func metroStations() -> [(name: String, road: StreetSegment, way: Double)] {
    let avenue = segments.filter {
      $0.streetClass == .primary && $0.kind == .inner && layout.isAvenue($0)
    }
    .filter { $0.length > 60 }
    var stations: [(name: String, road: StreetSegment, way: Double)] = []
    for road in avenue.sorted(by: { $0.place(0).y < $1.place(0).y }) {
      let here = road.place(road.length / 2)
      if let last = stations.last, last.road.place(last.way).distance(to: here) < 420 { continue }
      stations.append(
        ("\(Names.pair(road.from.x / 40 + road.from.y / 20))站", road, road.length / 2))
    }
    return stations
  }

  /// Layer tunnel.
  func tunnelFeatures() -> [Feature] {
    guard let tunnel else { return [] }
    let axis = line(of: tunnel, from: 15, to: tunnel.length - 15)
    return [
      Feature(
        "SD\(tunnel.id)", axis,
        [
          "name": .text("\(tunnel.name)隧道"), "road": .text(tunnel.id), "kind": .text("urban"),
          "length": axis.registeredLength, "clearance": .real(4.5),
          "lanes": .whole(6),
          "low_point": .measure(ground.land(tunnel.place(tunnel.length / 2)) - 7.2),
          "pump_station": .text(stormPumpID(isNorth: true)), "built": .year(2018),
        ])
    ]
  }

  /// Layer underpass: where a street passes below the avenue.
  func underpassFeatures() -> [Feature] {
    guard let place = layout.underpass,
      let road = segments.first(where: {
        $0.kind == .inner && !layout.isAvenue($0) && $0.line.nearest(place).distance < 14
          && $0.from.place.distance(to: place) > 8 && $0.to.place.distance(to: place) > 8
      })
    else { return [] }
    let way = road.line.nearest(place).way
    let rim = ground.land(place)
    return [
      Feature(
        "XC\(road.id)",
        line(of: road, from: max(0, way - 30), to: min(road.length, way + 30)),
        [
          "name": .text("\(road.name)下穿通道"), "road": .text(road.id), "use": .text("vehicle"),
          "clearance": .real(4.5), "low_point": .measure(rim - 5.6), "rim_height": .measure(rim),
          "closing_depth": .real(0.27),
          "pump_station": .text(stormPumpID(isNorth: square.row >= 0)),
        ])
    ]
  }
}
