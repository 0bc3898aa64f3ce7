/// What a block is used for.
enum BlockUse {
  case towers, slabs, oldTown, village, offices, market, industry, campus
  case school, hospital, civic, park, basin, construction, openSpace, hill

  /// Whether people live there.
  var isResidential: Bool {
    switch self {
    case .towers, .slabs, .oldTown, .village: true
    default: false
    }
  }

  /// Whether a car park lies along the street of its addresses.
  var hasLot: Bool {
    switch self {
    case .offices, .market, .hospital, .towers, .campus: true
    default: false
    }
  }

  /// Whether it is a park, with or without a lake.
  var isPark: Bool { self == .park || self == .openSpace || self == .hill }
}

/// The land between streets.
struct Block {
  /// From 0 within the neighbourhood.
  var number: Int
  var use: BlockUse
  /// Its border, counter-clockwise.
  var shape: [PlanePoint]
  /// The street that gives its addresses.
  var street: String
  /// The part of that street by which one drives into it, and where: on the middle of the street.
  var road: StreetSegment
  var access: PlanePoint
  /// How far along the road that is, in metres.
  var way: Double
  /// Where its side meets the way in, and the direction of that side; the block lies to its left.
  var gate: PlanePoint
  var along: PlanePoint
  /// Its number in that street.
  var houseNumber: Int
  /// The name of the estate, market or institution.
  var name: String
  /// The quarter of the neighbourhood, 0 to 3: its community.
  var quarter: Int

  /// In square metres.
  var area: Double { shape.signedArea }
  /// A place well inside.
  var middle: PlanePoint {
    let centroid = shape.centroid
    return shape.holds(centroid) ? centroid : gate + along.left * 10
  }

  /// The place some metres along its side from the gate, and some into the block.
  func place(_ x: Double, _ y: Double) -> PlanePoint { gate + along * x + along.left * y }

  /// The border as metres along the side from the gate, and into the block.
  var local: [PlanePoint] {
    shape.map { PlanePoint(x: ($0 - gate).dot(along), y: ($0 - gate).dot(along.left)) }
  }
}

extension Neighbourhood {
  /// The blocks of all districts, with their uses: first what every neighbourhood needs, then
  /// shares of what the districts are made of.
  func makeBlocks() -> [Block] {
    let faces = layout.net.faces
    var blocks: [Block] = []
    var districts: [District] = []
    for face in faces {
      guard let block = block(of: face, number: blocks.count) else { continue }
      blocks.append(block)
      districts.append(face.district)
    }
    var dice = dice(.uses)
    var kinds: [(district: District, places: [Int])] = []
    for place in blocks.indices {
      if let index = kinds.firstIndex(where: { $0.district == districts[place] }) {
        kinds[index].places.append(place)
      } else {
        kinds.append((districts[place], [place]))
      }
    }
    for (district, places) in kinds {
      for (index, place) in dice.shuffled(places).enumerated() {
        blocks[place].use = district.use((Double(index) + 0.5) / Double(places.count))
      }
    }
    give(&blocks, districts, &dice)
    let start = dice.whole(0...Names.count)
    for place in blocks.indices { blocks[place].name = Names.pair(start + place) }
    return blocks
  }

  /// Gives blocks to what every neighbourhood needs.
  private func give(_ blocks: inout [Block], _ districts: [District], _ dice: inout Dice) {
    var needed: [(use: BlockUse, area: Double)] = [
      (.civic, 12_500), (.hospital, 11_000), (.school, 10_500), (.construction, 8000),
      (.basin, 6000), (.school, 10_500), (.park, 7000), (.market, 8000), (.towers, 12_000),
    ]
    for (use, area) in [(BlockUse.industry, 9000.0), (.offices, 9000), (.openSpace, 12_000)]
    where !blocks.contains(where: { $0.use == use }) {
      needed.append((use, area))
    }
    var free = dice.shuffled(
      blocks.indices.filter {
        [.estates, .mixed, .towers].contains(districts[$0]) && isStout(blocks[$0])
      })
    var given: Set<Int> = []
    for need in needed {
      let least = need.use == .civic ? 7 : BuildingStyle.style(of: need.use) == nil ? 0 : 1
      let place =
        free.first { blocks[$0].area > need.area && hasRoom(blocks[$0], need.use, least) }
        ?? blocks.indices.filter { !given.contains($0) && !blocks[$0].use.isPark }
        .sorted { (blocks[$0].area, $0) > (blocks[$1].area, $1) }
        .first { blocks[$0].use != .campus && hasRoom(blocks[$0], need.use, least) }
      guard let place else { continue }
      blocks[place].use = need.use
      given.insert(place)
      free.removeAll { $0 == place }
    }
  }

  /// Whether a block has room for so many buildings of a use.
  private func hasRoom(_ block: Block, _ use: BlockUse, _ least: Int) -> Bool {
    var block = block
    block.use = use
    return least == 0 || layout(block).count >= least
  }

  /// Whether a block is about as deep as it is wide.
  private func isStout(_ block: Block) -> Bool {
    let local = block.local
    let (xs, ys) = (local.map(\.x), local.map(\.y))
    let (width, depth) = (xs.max()! - xs.min()!, ys.max()! - ys.min()!)
    return min(width, depth) > 72 && block.area > 0.72 * width * depth
  }

  private func block(of face: Face, number: Int) -> Block? {
    let insets = face.streets.map { $0 < 0 ? 6 : streets[$0].streetClass.halfWidth }
    guard let shape = inset(face.points, insets), shape.signedArea > 600,
      isClear(shape, of: face, insets)
    else { return nil }
    var best: (score: Double, side: (first: Int, count: Int, street: Int), entry: Entry)?
    for side in face.sides where side.street >= 0 {
      let from = face.points[side.first]
      let to = face.points[(side.first + side.count) % face.points.count]
      guard let entry = entry(streets[side.street], from, to) else { continue }
      let score = entry.room * (0.45 + abs((to - from).unit.x))
      if score > best?.score ?? 0 { best = (score, side, entry) }
    }
    guard let best else { return nil }
    let street = streets[best.side.street]
    let (from, to) = (
      face.points[best.side.first],
      face.points[(best.side.first + best.side.count) % face.points.count]
    )
    let direction = best.entry.road.line.direction(best.entry.way)
    let isForward = direction.dot(to - from) > 0
    let along = isForward ? direction : direction * -1
    let access = best.entry.road.place(best.entry.way)
    let count = Int((street.origin + best.entry.along) / 12)
    return Block(
      number: number, use: .slabs, shape: shape, street: street.name, road: best.entry.road,
      access: access, way: best.entry.way,
      gate: access + along.left * street.streetClass.halfWidth, along: along,
      houseNumber: 2 * count + (isForward ? 1 : 2), name: "", quarter: face.quarter)
  }

  /// Whether a block keeps off the streets around it, as far as it should but for a step.
  private func isClear(_ shape: [PlanePoint], of face: Face, _ insets: [Double]) -> Bool {
    let border = Polyline(shape + [shape[0]])
    return face.points.indices.allSatisfy { side in
      let ends = [face.points[side], face.points[(side + 1) % face.points.count]]
      let (line, room) = (Polyline(ends), insets[side] - 2.4)
      return !shape.holds(ends[0]) && border.nearest(ends[0]).distance > room - 1.5
        && shape.allSatisfy { line.nearest($0).distance > room }
    }
  }

  /// Where one can drive from a street into a block.
  private struct Entry {
    var road: StreetSegment
    /// Metres from the road's beginning, and from the street's.
    var way: Double
    var along: Double
    /// How long the side is there.
    var room: Double
  }

  /// The way in from the part of a street between two places: where it is widest.
  private func entry(_ street: Street, _ from: PlanePoint, _ to: PlanePoint) -> Entry? {
    let ways = [street.line.nearest(from).way, street.line.nearest(to).way].sorted()
    var start = 0.0
    var best: Entry?
    for segment in street.segments {
      let end = start + segment.length
      let (low, high) = (max(start, ways[0]), min(end, ways[1]))
      if high - low > max(22, best?.room ?? 0) {
        let middle = (low + high) / 2
        best = Entry(road: segment, way: middle - start, along: middle, room: high - low)
      }
      start = end
    }
    return best
  }

  /// A ring moved inwards, each side by its own distance; `nil` where nothing is left.
  private func inset(_ ring: [PlanePoint], _ distances: [Double]) -> [PlanePoint]? {
    var sides: [(from: PlanePoint, direction: PlanePoint, distance: Double)] = []
    for index in ring.indices {
      let (a, b) = (ring[index], ring[(index + 1) % ring.count])
      guard a.distance(to: b) > 1.2 else { continue }
      sides.append((a, (b - a).unit, distances[index]))
    }
    while sides.count >= 3 {
      let corners = sides.indices.map { index -> PlanePoint in
        let (one, two) = (sides[(index + sides.count - 1) % sides.count], sides[index])
        let (p, q) = (
          one.from + one.direction.left * one.distance, two.from + two.direction.left * two.distance
        )
        let slope = one.direction.cross(two.direction)
        guard abs(slope) > 0.02 else { return q }
        return p + one.direction * ((q - p).cross(two.direction) / slope)
      }
      var worst = (way: 0.0, side: -1)
      for index in sides.indices {
        let way = (corners[(index + 1) % sides.count] - corners[index]).dot(sides[index].direction)
        if way < worst.way { worst = (way, index) }
      }
      if worst.side < 0 { return corners.signedArea > 0 ? corners : nil }
      sides.remove(at: worst.side)
    }
    return nil
  }
}
