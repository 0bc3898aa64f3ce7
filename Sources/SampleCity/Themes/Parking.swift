import SimpleFeatures

/// A car park along the street by which one drives into a block.
struct Lot {
  var id: String
  var block: Block
  /// Its middle, and the direction of its rows.
  var middle: PlanePoint
  var along: PlanePoint
  /// In metres: along the street, and away from it.
  var length: Double
  var depth: Double
  /// Two or four rows of bays, and the bays in each.
  var rows: Int
  var baysInRow: Int

  /// Bays.
  var capacity: Int { rows * baysInRow }
  /// The width of a bay in metres (GB/T 51149).
  static let bayWidth = 2.5
  /// The length of a bay in metres.
  static let bayLength = 5.3
  /// The width of the lane between two rows in metres.
  static let lane = 6.0

  /// A rectangle by its middle along and across the rows from the middle of the car park.
  func rectangle(_ x: Double, _ y: Double, length: Double, depth: Double) -> [PlanePoint] {
    [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)].map {
      middle + along * (x + $0.0 * length) + along.left * (y + $0.1 * depth)
    }
  }

  /// Its border, so many metres further out.
  func ring(margin: Double = 0) -> [PlanePoint] {
    rectangle(0, 0, length: length + 2 * margin, depth: depth + 2 * margin)
  }
}

extension Neighbourhood {
  /// The car park of a block; `nil` for one without, or too small.
  func lot(of block: Block) -> Lot? {
    guard block.use.hasLot else { return nil }
    for (rows, length) in [(4, 62.0), (4, 46), (2, 62), (2, 46), (2, 32), (2, 22)] {
      let depth = rows == 4 ? 36.0 : 19
      guard length * depth < 0.15 * block.area else { continue }
      for back in [3.0, 6, 10] {
        let lot = Lot(
          id: "TC\(tag)-\(block.number + 1)", block: block,
          middle: block.place(0, back + depth / 2), along: block.along, length: length,
          depth: depth, rows: rows, baysInRow: Int((length - 2) / Lot.bayWidth))
        if block.shape.covers(lot.ring(margin: 1)) { return lot }
      }
    }
    return nil
  }

  /// The car parks of the blocks that have one.
  func lots() -> [Lot] { blocks.compactMap { lot(of: $0) } }

  /// Layer parking-lot.
  func lotFeatures() -> [Feature] {
    lots().map { lot in
      let isPublic = lot.block.use != .towers
      return Feature(
        lot.id, frame.polygon([lot.ring()]),
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
        "\(lot.id)-E", frame.point(lot.block.access),
        [
          "name": .text("\(estate(lot.block))停车场出入口"), "lot": .text(lot.id),
          "direction": .text("both"), "lanes": .whole(2), "rate": .real(360),
          "road": .text(lot.block.road.id),
        ])
    }
  }

  /// Layer parking-bay: two rows on each lane; the first have chargers or are wide enough for
  /// wheelchairs.
  func bayFeatures() -> [Feature] {
    lots().flatMap { lot -> [Feature] in
      let module = 2 * Lot.bayLength + Lot.lane
      return (0..<lot.capacity).map { index in
        let (row, column) = (index / lot.baysInRow, index % lot.baysInRow)
        let start = (Double(row / 2) - Double(lot.rows) / 4) * module
        let across =
          start + (row.isMultiple(of: 2) ? Lot.bayLength / 2 : module - Lot.bayLength / 2)
        let along = (Double(column) + 0.5 - Double(lot.baysInRow) / 2) * Lot.bayWidth
        let kind = index < 2 ? "accessible" : row == lot.rows - 1 ? "charging" : "standard"
        let bay = lot.rectangle(along, across, length: Lot.bayWidth, depth: Lot.bayLength)
        return Feature(
          "\(lot.id)-\(index + 1)", frame.polygon([bay]),
          [
            "number": .text(String(index + 1)), "lot": .text(lot.id), "kind": .text(kind),
            "layout": .text("perpendicular"), "floor": .whole(1),
          ])
      }
    }
  }

  /// Layer guidance-sign: one on the street of each public car park, before its entrance.
  func signFeatures() -> [Feature] {
    lots().filter { $0.block.use != .towers }.map { lot in
      let road = lot.block.road
      let way = max(min(5, lot.block.way / 2), lot.block.way - 60)
      return Feature(
        "YD\(lot.id.dropFirst(2))",
        frame.point(road.place(way, left: -road.streetClass.halfCarriageway - 1)),
        [
          "name": .text("\(estate(lot.block))停车诱导屏"), "grade": .text("3"),
          "road": .text(road.id), "lot": .text(lot.id),
          "bearing": .real((road.line.direction(way) * -1).bearing),
          "online": .boolean(true),
        ])
    }
  }
}
