import SimpleFeatures

/// A car park along the street to the south of a block.
struct Lot {
  var id: String
  var block: Block
  /// Its middle.
  var u: Double
  var v: Double
  /// In metres: along the street, and away from it.
  var length: Double
  var depth: Double
  /// Bays in each of the four rows.
  var baysInRow: Int
  /// Where one drives in: on the middle of the street.
  var entrance: Junction
  var road: StreetSegment

  /// Bays.
  var capacity: Int { 4 * baysInRow }
  /// The width of a bay in metres (GB/T 51149).
  static let bayWidth = 2.5
  /// The length of a bay in metres.
  static let bayLength = 5.3
  /// The width of the lane between two rows in metres.
  static let lane = 6.0
}

extension Neighbourhood {
  /// The part of a street that holds a place on it.
  func segment(at place: Junction) -> StreetSegment? {
    for street in streets {
      let (position, along) = street.axis == .east ? (place.v, place.u) : (place.u, place.v)
      guard street.position == position else { continue }
      let hit = street.segments.first {
        let ends = street.axis == .east ? ($0.from.u, $0.to.u) : ($0.from.v, $0.to.v)
        return ends.0 < along && along < ends.1
      }
      if let hit { return hit }
    }
    return nil
  }

  /// The car parks of the blocks that have one.
  func lots() -> [Lot] {
    blocks.filter(\.use.hasLot).compactMap { block in
      guard Double(block.access.v) < block.south, let road = segment(at: block.access)
      else { return nil }
      let length = min(block.width * 0.9 - 8, 62)
      let bays = Int((length - 2) / Lot.bayWidth)
      guard bays >= 4 else { return nil }
      return Lot(
        id: "TC\(tag)-\(block.number + 1)", block: block, u: Double(block.access.u),
        v: block.south + Block.lotDepth / 2, length: length, depth: 36, baysInRow: bays,
        entrance: block.access, road: road)
    }
  }

  /// Layer parking-lot.
  func lotFeatures() -> [Feature] {
    lots().map { lot in
      let isPublic = lot.block.use != .towers
      return Feature(
        lot.id,
        frame.upright(at: lot.u, lot.v).rectangle(length: lot.length, depth: lot.depth),
        [
          "name": .text("\(estate(lot.block))停车场"),
          "kind": .text(isPublic ? "public" : "attached"), "structure": .text("surface"),
          "capacity": .whole(lot.capacity),
          "open_capacity": .whole(isPublic ? lot.capacity : lot.capacity / 4),
          "charging": .whole(lot.baysInRow), "accessible": .whole(2),
          "fee": .text(isPublic ? "首小时5元，之后每小时2元" : "每小时2元"),
          "tariff": .text(isPublic ? "sample-public" : "sample-estate"),
          "hours": .text("00:00-24:00"),
          "address": .text(address(of: lot.block)),
        ])
    }
  }

  /// Layer lot-entrance.
  func entranceFeatures() -> [Feature] {
    lots().map { lot in
      Feature(
        "\(lot.id)-E", frame.point(Double(lot.entrance.u), Double(lot.entrance.v)),
        [
          "name": .text("\(estate(lot.block))停车场出入口"), "lot": .text(lot.id),
          "direction": .text("both"), "lanes": .whole(2), "rate": .real(360),
          "road": .text(lot.road.id),
        ])
    }
  }

  /// Layer parking-bay: four rows on two lanes; the first have chargers or are wide enough for
  /// wheelchairs.
  func bayFeatures() -> [Feature] {
    lots().flatMap { lot -> [Feature] in
      let upright = frame.upright(at: lot.u, lot.v)
      let module = 2 * Lot.bayLength + Lot.lane
      return (0..<lot.capacity).map { index in
        let (row, column) = (index / lot.baysInRow, index % lot.baysInRow)
        let start = -module + Double(row / 2) * module
        let across =
          start + (row.isMultiple(of: 2) ? Lot.bayLength / 2 : module - Lot.bayLength / 2)
        let along = (Double(column) + 0.5 - Double(lot.baysInRow) / 2) * Lot.bayWidth
        let kind = index < 2 ? "accessible" : row == 3 ? "charging" : "standard"
        return Feature(
          "\(lot.id)-\(index + 1)",
          upright.rectangle(along, across, length: Lot.bayWidth, depth: Lot.bayLength),
          [
            "number": .text(String(index + 1)), "lot": .text(lot.id), "kind": .text(kind),
            "layout": .text("perpendicular"), "floor": .whole(1),
          ])
      }
    }
  }

  /// Layer guidance-sign: one on the street of each public car park.
  func signFeatures() -> [Feature] {
    lots().filter { $0.block.use != .towers }.map { lot in
      let before = max(Double(lot.road.from.u) + 5, Double(lot.entrance.u) - 60)
      return Feature(
        "YD\(lot.id.dropFirst(2))", frame.point(before, Double(lot.entrance.v) - 5),
        [
          "name": .text("\(estate(lot.block))停车诱导屏"), "grade": .text("3"),
          "road": .text(lot.road.id), "lot": .text(lot.id), "bearing": .real(270),
          "online": .boolean(true),
        ])
    }
  }
}
