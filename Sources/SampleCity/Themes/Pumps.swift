import SimpleFeatures

extension Neighbourhood {
  /// The id of the pump station that lifts storm water over the dyke, or on along the canal.
  var stormPumpID: String { "BZ\(tag)-Y" }
  /// The id of the supply network's pump station.
  var supplyPumpID: String { "BZ\(tag)-J" }
  /// Where it stands, in the block south-west of the crossing of the collectors.
  private var supplyPump: (u: Double, v: Double) {
    (
      Double(square.west + StreetCuts.collector) - 40,
      Double(square.south + StreetCuts.middle) - Self.supplyPumpDistance
    )
  }
  private static let supplyPumpDistance = 16.0

  /// The place of the storm pump station: beside the gate.
  private var stormPump: (u: Double, v: Double) {
    let side = square.row < 0 ? -1.0 : 1.0
    let border = Double(square.row < 0 ? square.north : square.south)
    let isAtDyke = square.row == 0 || square.row == -1
    return (Double(canal) + 20, isAtDyke ? side * (Ground.dyke + 28) : border + side * 40)
  }

  /// Layer pump-station.
  func pumpFeatures() -> [Feature] {
    let storm = stormPump
    let bed = ground.canalBed(storm.u, storm.v)
    let isAtDyke = square.row == 0 || square.row == -1
    let power = buildings.first { $0.role == .substation }.map { PropertyValue.text("BD\($0.id)") }
    return [
      Feature(
        stormPumpID, frame.point(storm.u, storm.v),
        [
          "name": .text("\(canalName)\(isAtDyke ? "排涝" : "雨水")泵站"),
          "kind": .text(isAtDyke ? "drainage" : "storm"), "pumps": .whole(4),
          "flow": .real(isAtDyke ? 24 : 10), "head": .real(6.5),
          "power": .real(isAtDyke ? 2520 : 1100), "start_level": .measure(bed + 2.6),
          "stop_level": .measure(bed + 1.4), "backup_power": .boolean(true),
          "substation": power ?? .null, "status": .text("in_use"),
        ]),
      Feature(
        supplyPumpID, frame.point(supplyPump.u, supplyPump.v),
        [
          "name": .text("\(division.communities[0])加压泵站"), "kind": .text("supply"),
          "pumps": .whole(3), "flow": .real(0.35), "head": .real(38), "power": .real(220),
          "backup_power": .boolean(true), "substation": power ?? .null,
          "status": .text("in_use"),
        ]),
    ]
  }

  /// The pipe from the supply pump station to the pit at the collectors' crossing.
  func pumpMain() -> Feature {
    let junction = Junction(
      u: square.west + StreetCuts.collector, v: square.south + StreetCuts.middle)
    let pit = (
      u: Double(junction.u) + Self.supplyOffset.east,
      v: Double(junction.v) + Self.supplyOffset.north
    )
    let pump = supplyPump
    return Feature(
      "JG\(supplyPumpID)", frame.line([pump, (pit.u, pump.v), pit]),
      [
        "class": .text("SS"), "from_node": .text(supplyPumpID),
        "to_node": .text("JJ\(junction.name)"), "material": .text("ductile_iron"),
        "diameter": .real(800), "depth_start": .real(2), "depth_end": .real(2),
        "start_height": .measure(ground.land(pump.u, pump.v) - 1.2),
        "end_height": .measure(ground.land(pit.u, pit.v) - 1.2), "flow": .text("forward"),
        "laying": .text("buried"), "status": .text("in_use"), "laid": .year(2003),
        "pressure": .real(0.45), "roughness": .real(120),
      ])
  }

  /// The junctions of streets inside that lie lowest, where water gathers first.
  private func lowest(_ count: Int) -> [Junction] {
    Array(
      junctions.filter { $0.u > square.west && $0.u < square.east && abs($0.u - canal) > 60 }
        .sorted {
          let (a, b) = (
            ground.land(Double($0.u), Double($0.v)), ground.land(Double($1.u), Double($1.v))
          )
          return (a, $0) < (b, $1)
        }.prefix(count))
  }

  /// Layer waterlogging-spot.
  func waterloggingFeatures() -> [Feature] {
    lowest(3).enumerated().map { index, junction in
      let risk = ["high", "medium", "low"][index]
      return Feature(
        "NL\(tag)-\(index + 1)", frame.point(Double(junction.u), Double(junction.v)),
        [
          "name": .text("\(segmentName(at: junction))积水点"),
          "kind": .text(index == 0 ? "history" : "risk"), "risk": .text(risk),
          "max_depth": .real([0.45, 0.3, 0.2][index]), "area": .real([1800, 900, 500][index]),
          "duration": .real([4, 2, 1][index]),
          "last_flooded": .text("2026-07-0\(index + 2)T03:20:00Z"),
          "cause": .text("地势低洼"), "measure": .text("移动泵车值守"), "pump_station": .text(stormPumpID),
        ])
    }
  }

  private func segmentName(at junction: Junction) -> String {
    streets.first {
      $0.axis == .east && $0.position == junction.v && $0.stops.contains(junction.u)
    }?
    .name ?? ""
  }

  /// Layer gauge.
  func gaugeFeatures() -> [Feature] {
    let middle = (u: Double(canal), v: Double(square.south + StreetCuts.middle) + 60)
    let bed = ground.canalBed(middle.u, middle.v)
    func gauge(
      _ letter: String, _ name: String, _ kind: String, _ point: Geometry, _ more: [Property]
    ) -> Feature {
      var feature = Feature(
        "CZ\(tag)-\(letter)", point,
        [
          "name": .text(name), "code": .text("CZ\(tag)-\(letter)"), "kind": .text(kind),
          "interval": .real(5), "online": .boolean(true),
        ])
      feature.properties += more
      return feature
    }
    var gauges = [
      gauge(
        "S", "\(canalName)水位站", "level", frame.point(middle.u, middle.v),
        [
          Property("water", .text(canalID)), Property("datum_offset", .real(0)),
          Property("warning_level", .measure(bed + 3)), Property("danger_level", .measure(bed + 4)),
        ])
    ]
    if let park = blocks.first(where: { $0.use == .openSpace }) {
      gauges.append(
        gauge(
          "Y", "\(estate(park))雨量站", "rain", frame.point(park.west + 8, park.south + 8), []))
    }
    for (index, junction) in lowest(2).enumerated() {
      gauges.append(
        gauge(
          "J\(index + 1)", "\(segmentName(at: junction))积水监测", "flooding",
          frame.point(Double(junction.u) + 6, Double(junction.v) + 6),
          [Property("warning_depth", .real(0.27))]))
    }
    if let manhole = drains.manholes.first(where: { $0.arriving >= 2 }) {
      gauges.append(
        gauge(
          "G", "\(streetName(manhole.road))管网液位站", "pipe",
          frame.point(manhole.u, manhole.v), []))
    }
    if square.row == 0 {
      gauges.append(
        gauge(
          "H", "清澜江\(square.column + 1)号水文站", "flow",
          frame.point(Double(square.west) + 400, Ground.riverHalfWidth - 6),
          [
            Property("water", .text("HL\(square.column + 1)")),
            Property("datum_offset", .real(2.08)),
            Property("warning_level", .real(25.1)), Property("danger_level", .real(26.6)),
          ]))
    }
    return gauges
  }
}
