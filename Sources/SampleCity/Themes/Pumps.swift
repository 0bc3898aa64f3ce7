import SimpleFeatures

extension Neighbourhood {
  /// The id of the pump station that lifts storm water over the dyke, or on along the canal.
  func stormPumpID(isNorth: Bool) -> String {
    canals.count > 1 && !isNorth ? "BZ\(tag)-YS" : "BZ\(tag)-Y"
  }
  /// The id of the supply network's pump station.
  var supplyPumpID: String { "BZ\(tag)-J" }
  /// Where it stands: by the canal, beside the bridge of the collector.
  private var supplyPump: PlanePoint {
    let here = frame.plan(layout.collectorCrossing.place)
    return canalPlace(here.v + 14, east: -23)
  }

  /// The place of the storm pump station of a canal: beside the gate.
  private func stormPump(_ canal: CanalReach) -> (u: Double, v: Double) {
    let side = canal.isNorth ? 1.0 : -1
    let end = canal.isNorth ? canal.south : canal.north
    return (Double(self.canal) + 20, canal.isAtDyke ? side * (Ground.dyke + 28) : end + side * 40)
  }

  /// Layer pump-station.
  func pumpFeatures() -> [Feature] {
    let power = buildings.first { $0.role == .substation }.map { PropertyValue.text("BD\($0.id)") }
    let storm = canals.map { canal in
      let place = stormPump(canal)
      let bed = ground.canalBed(place.u, place.v)
      return Feature(
        stormPumpID(isNorth: canal.isNorth), frame.point(frame.place(place.u, place.v)),
        [
          "name": .text("\(canal.name)\(canal.isAtDyke ? "排涝" : "雨水")泵站"),
          "kind": .text(canal.isAtDyke ? "drainage" : "storm"), "pumps": .whole(4),
          "flow": .real(canal.isAtDyke ? 24 : 10), "head": .real(6.5),
          "power": .real(canal.isAtDyke ? 2520 : 1100), "start_level": .measure(bed + 2.6),
          "stop_level": .measure(bed + 1.4), "backup_power": .boolean(true),
          "substation": power ?? .null, "status": .text("in_use"),
        ])
    }
    return storm + [
      Feature(
        supplyPumpID, frame.point(supplyPump),
        [
          "name": .text("\(division.communities[0])加压泵站"), "kind": .text("supply"),
          "pumps": .whole(3), "flow": .real(0.35), "head": .real(38), "power": .real(220),
          "backup_power": .boolean(true), "substation": power ?? .null,
          "status": .text("in_use"),
        ])
    ]
  }

  /// The pipe from the supply pump station to the pit at the collector's bridge over the canal.
  func pumpMain() -> Feature {
    let junction = layout.collectorCrossing
    let pit = pit(junction)
    let pump = supplyPump
    return Feature(
      "JG\(supplyPumpID)", frame.line([pump, pit.place]),
      [
        "class": .text("SS"), "from_node": .text(supplyPumpID),
        "to_node": .text(pit.id), "material": .text("ductile_iron"),
        "diameter": .real(800), "depth_start": .real(2), "depth_end": .real(2),
        "start_height": .measure(ground.land(pump) - 1.2),
        "end_height": .measure(ground.land(pit.place) - 1.2), "flow": .text("forward"),
        "laying": .text("buried"), "status": .text("in_use"), "laid": .year(2003),
        "pressure": .real(0.45), "roughness": .real(120),
      ])
  }

  /// The junctions of streets inside that lie lowest, where water gathers first.
  private func lowest(_ count: Int) -> [Junction] {
    let inner = Set(segments.filter { $0.kind == .inner }.flatMap { [$0.from, $0.to] })
    return Array(
      junctions.filter(inner.contains)
        .map { (junction: $0, height: ground.land($0.place), plan: frame.plan($0.place)) }
        .filter { abs($0.plan.u - Double(canal)) > 60 && abs($0.plan.v) > 215 }
        .sorted { ($0.height, $0.junction) < ($1.height, $1.junction) }.map(\.junction)
        .prefix(count))
  }

  /// Layer waterlogging-spot.
  func waterloggingFeatures() -> [Feature] {
    lowest(3).enumerated().map { index, junction in
      let risk = ["high", "medium", "low"][index]
      return Feature(
        "NL\(tag)-\(index + 1)", frame.point(junction.place),
        [
          "name": .text("\(segmentName(at: junction))积水点"),
          "kind": .text(index == 0 ? "history" : "risk"), "risk": .text(risk),
          "max_depth": .real([0.45, 0.3, 0.2][index]), "area": .real([1800, 900, 500][index]),
          "duration": .real([4, 2, 1][index]),
          "last_flooded": .text("2026-07-0\(index + 2)T03:20:00Z"),
          "cause": .text("地势低洼"), "measure": .text("移动泵车值守"),
          "pump_station": .text(
            stormPumpID(
              isNorth: frame.plan(junction.place).v >= Double(square.middle))),
        ])
    }
  }

  private func segmentName(at junction: Junction) -> String {
    segments.first { $0.isRoad && ($0.from == junction || $0.to == junction) }?.name ?? ""
  }

  /// Layer gauge.
  func gaugeFeatures() -> [Feature] {
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
    var gauges = canals.map { canal in
      let v = (canal.south + canal.north) / 2
      let bed = ground.canalBed(Double(self.canal), v)
      return gauge(
        canals.count > 1 && !canal.isNorth ? "SS" : "S", "\(canal.name)水位站", "level",
        frame.point(canalPlace(v)),
        [
          Property("water", .text(canal.id)), Property("datum_offset", .real(0)),
          Property("warning_level", .measure(bed + 3)), Property("danger_level", .measure(bed + 4)),
        ])
    }
    if let park = blocks.first(where: { $0.use == .openSpace }) {
      gauges.append(
        gauge(
          "Y", "\(estate(park))雨量站", "rain", frame.point(park.place(0, 8)), []))
    }
    for (index, junction) in lowest(2).enumerated() {
      gauges.append(
        gauge(
          "J\(index + 1)", "\(segmentName(at: junction))积水监测", "flooding",
          frame.point(junction.place + PlanePoint(x: 2, y: 2)),
          [Property("warning_depth", .real(0.27))]))
    }
    if let manhole = drains.manholes.first(where: { $0.arriving >= 2 }) {
      gauges.append(
        gauge(
          "G", "\(streetName(manhole.road))管网液位站", "pipe",
          frame.point(manhole.place), []))
    }
    if square.hasRiver {
      gauges.append(
        gauge(
          "H", "清澜江\(square.column + 1)号水文站", "flow",
          frame.point(
            frame.place(Double(square.west) + 400, Ground.riverHalfWidth - 6)),
          [
            Property("water", .text("HL\(square.column + 1)")),
            Property("datum_offset", .real(2.08)),
            Property("warning_level", .real(25.1)), Property("danger_level", .real(26.6)),
          ]))
    }
    return gauges
  }
}
