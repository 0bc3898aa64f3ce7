import SimpleFeatures

extension Neighbourhood {
  /// Layer manhole: those of the storm drains, and the valve pits of the supply network.
  func manholeFeatures() -> [Feature] {
    drains.manholes.map { manhole in
      let leaving = manhole.leaving.map { drains.pipes[$0] }
      let feature =
        switch manhole.arriving {
        case 0: "end"
        case 1: "straight"
        case 2: "tee"
        default: "cross"
        }
      return Feature(
        manhole.id, frame.point(manhole.place),
        [
          "class": .text("YS"), "feature": .text(feature), "fitting": .text("manhole"),
          "ground_height": .measure(manhole.ground, 3),
          "bottom_height": .measure(manhole.bottom, 3),
          "depth": .measure(manhole.ground - manhole.bottom, 3), "cover": .text("round"),
          "cover_material": .text("ductile_iron"),
          "diameter": .real((leaving?.diameter ?? 0) > 800 ? 1250 : 700),
          "road": .text(manhole.road), "status": .text("in_use"),
        ])
    } + supplyPits()
  }

  /// Layer drainage-pipe.
  func drainageFeatures() -> [Feature] {
    drains.pipes.map { pipe in
      let from = drains.manholes[pipe.from]
      let outfall = pipe.outfall.map { drains.outfalls[$0] }
      let to = pipe.to.map { drains.manholes[$0] }
      let end = to?.place ?? outfall?.place ?? from.place
      return Feature(
        "YG\(from.id.dropFirst())", frame.line([from.place, end]),
        [
          "class": .text("YS"), "from_node": .text(from.id),
          "to_node": .text(to?.id ?? outfall?.id ?? ""),
          "material": .text(pipe.diameter > 600 ? "reinforced_concrete" : "hdpe"),
          "shape": .text("circle"), "diameter": .real(pipe.diameter),
          "depth_start": .measure(from.ground - pipe.startHeight, 3),
          "depth_end": .measure(
            max(0, (to?.ground ?? ground.land(end)) - pipe.endHeight), 3),
          "start_height": .measure(pipe.startHeight, 3), "end_height": .measure(pipe.endHeight, 3),
          "flow": .text("forward"), "laying": .text("buried"), "road": .text(from.road),
          "status": .text("in_use"), "laid": .year(pipe.diameter > 600 ? 2006 : 2014),
        ])
    }
  }

  /// Layer outfall.
  func outfallFeatures() -> [Feature] {
    drains.outfalls.map { outfall in
      let canal = canal(ofNorth: square.hasRiver ? outfall.isNorth : square.row > 0)
      return Feature(
        outfall.id, frame.point(outfall.place),
        [
          "name": .text("\(canal.name)\(streetName(outfall.road))\(outfall.bank)排口"),
          "class": .text("YS"),
          "invert_height": .measure(outfall.invert, 3), "diameter": .real(outfall.diameter),
          "flap_gate": .boolean(outfall.diameter >= 1000),
          "receiving_water": .text(canal.id), "status": .text("in_use"),
        ])
    }
  }
}
