/// The places for buildings in a block: rows along the street, as long as the block's border lets
/// them be.
struct BuildingRows {
  /// A place for one building, by its middle: metres along the block's side from its gate, and into
  /// the block.
  struct Spot {
    var x: Double
    var y: Double
    var width: Double
    var depth: Double
  }

  private(set) var spots: [Spot] = []
  private let block: Block
  private let taken: [[PlanePoint]]

  init(_ block: Block, _ style: BuildingStyle, lot: Lot?, _ dice: inout Dice) {
    self.block = block
    taken = lot.map { [$0.ring(margin: 3)] } ?? []
    let local = block.local
    let (low, high) = (local.map(\.y).min() ?? 0, local.map(\.y).max() ?? 0)
    // Schools leave the half by the street to the playground.
    var start = block.use == .school ? (low + high) / 2 : low + style.setback
    let end = high - min(style.setback, 4)
    let park = lot.map { lot -> (west: Double, east: Double, north: Double) in
      let y = (lot.middle - block.gate).dot(block.along.left)
      return (-lot.length / 2 - 3.5, lot.length / 2 + 3.5, y + lot.depth / 2 + 3.5)
    }
    let width = (local.map(\.x).max() ?? 0) - (local.map(\.x).min() ?? 0)
    if let park, park.east - park.west > width - 2.4 * style.cell.0 { start = park.north }
    guard end - start > style.depth.lowerBound + 4 else { return }
    let rows = max(1, Int((end - start) / style.cell.1))
    let depth = (end - start) / Double(rows)
    for row in 0..<rows {
      let (south, north) = (start + Double(row) * depth, start + Double(row + 1) * depth)
      let inset = min(2.0, depth / 6)
      let clear = [south + inset, (south + north) / 2, north - inset]
        .map { Self.intervals(local, y: $0) }.reduce(nil as [ClosedRange<Double>]?) { all, next in
          all.map { Self.common($0, next) } ?? next
        }
      let free = (clear ?? []).flatMap { all -> [ClosedRange<Double>] in
        guard let park, south < park.north else { return [all] }
        return [
          (all.lowerBound, min(all.upperBound, park.west)),
          (max(all.lowerBound, park.east), all.upperBound),
        ]
        .filter { $0.1 - $0.0 > 1 }.map { $0.0...$0.1 }
      }
      for interval in free {
        let (west, east) = (
          interval.lowerBound + style.setback, interval.upperBound - style.setback
        )
        let width = east - west
        let count = max(Int(width / style.cell.0), width > style.length.lowerBound + 4 ? 1 : 0)
        guard count > 0 else { continue }
        for column in 0..<count {
          let each = width / Double(count)
          spots.append(
            Spot(
              x: west + (Double(column) + 0.5) * each, y: (south + north) / 2,
              width: min(each, 1.6 * style.cell.0), depth: min(depth, 1.6 * style.cell.1)))
        }
      }
    }
  }

  /// Whether a building with these rings stands in the block, and not on its car park.
  func hasRoom(for rings: [[PlanePoint]]) -> Bool {
    block.shape.covers(rings[0])
      && taken.allSatisfy { lot in
        !rings[0].contains(where: lot.holds) && !lot.contains(where: rings[0].holds)
          && !crosses(lot, rings[0])
      }
  }

  private func crosses(_ one: [PlanePoint], _ other: [PlanePoint]) -> Bool {
    for index in one.indices {
      let (a, b) = (one[index], one[(index + 1) % one.count])
      for place in other.indices {
        let (c, d) = (other[place], other[(place + 1) % other.count])
        if (b - a).cross(c - a) * (b - a).cross(d - a) < 0,
          (d - c).cross(a - c) * (d - c).cross(b - c) < 0
        {
          return true
        }
      }
    }
    return false
  }

  /// Where a ring holds a line of equal y.
  private static func intervals(_ ring: [PlanePoint], y: Double) -> [ClosedRange<Double>] {
    var crossings: [Double] = []
    for index in ring.indices {
      let (a, b) = (ring[index], ring[(index + 1) % ring.count])
      guard (a.y > y) != (b.y > y) else { continue }
      crossings.append(a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y))
    }
    crossings.sort()
    return stride(from: 0, to: crossings.count - 1, by: 2).map { crossings[$0]...crossings[$0 + 1] }
  }

  private static func common(
    _ some: [ClosedRange<Double>], _ others: [ClosedRange<Double>]
  ) -> [ClosedRange<Double>] {
    some.flatMap { one in
      others.compactMap { other in
        let (low, high) = (
          max(one.lowerBound, other.lowerBound), min(one.upperBound, other.upperBound)
        )
        return low < high ? low...high : nil
      }
    }
  }
}
