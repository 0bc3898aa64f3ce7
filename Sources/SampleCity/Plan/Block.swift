/// What a block is used for.
enum BlockUse {
  case towers, slabs, oldTown, village, offices, market, industry
  case school, hospital, civic, park, basin, construction, openSpace

  /// Whether people live there.
  var isResidential: Bool {
    switch self {
    case .towers, .slabs, .oldTown, .village: true
    default: false
    }
  }

  /// Whether a car park lies along its southern street.
  var hasLot: Bool {
    switch self {
    case .offices, .market, .hospital, .towers: true
    default: false
    }
  }
}

/// The land between streets, in metres of the plan.
struct Block {
  /// From 0 within the neighbourhood.
  var number: Int
  var use: BlockUse
  var west: Double
  var south: Double
  var east: Double
  var north: Double
  /// The street that gives its addresses.
  var street: String
  /// The street on which one drives into it, and where along the street.
  var access: Junction
  /// Its number in that street.
  var houseNumber: Int
  /// The name of the estate, market or institution.
  var name: String
  /// The quarter of the neighbourhood, 0 to 3: its community.
  var quarter: Int

  /// How deep the strip with the car park is, along the southern street.
  static let lotDepth = 44.0
  var width: Double { east - west }
  var depth: Double { north - south }
}

extension Neighbourhood {
  /// The blocks of all quarters, with their uses: first what every neighbourhood needs, then
  /// equal shares of all others.
  func makeBlocks() -> [Block] {
    let cuts = StreetCuts(square, plan)
    var blocks = cuts.quarters.enumerated().flatMap { emptyBlocks($0.element, $0.offset) }
    var dice = dice(.uses)
    let needed: [BlockUse] = [
      .civic, .school, .hospital, .market, .industry, .construction, .offices, .park, .basin,
      .school, .offices,
    ]
    let large = blocks.indices.filter {
      blocks[$0].use != .openSpace && min(blocks[$0].width, blocks[$0].depth) > 95
    }
    let order = dice.shuffled(large)
    for (place, use) in zip(order, needed) { blocks[place].use = use }
    let taken = Set(order.prefix(needed.count))
    let rest = dice.shuffled(
      blocks.indices.filter { blocks[$0].use != .openSpace && !taken.contains($0) })
    for (index, place) in rest.enumerated() {
      blocks[place].use = Self.use((Double(index) + 0.5) / Double(rest.count))
    }
    for place in blocks.indices {
      blocks[place].number = place
      blocks[place].name = Names.pair(dice.whole(0...Names.count))
    }
    return blocks
  }

  private func emptyBlocks(_ quarter: StreetCuts.Quarter, _ index: Int) -> [Block] {
    let start = quarter.isEast ? StreetCuts.eastBank : quarter.west
    let columns = [start] + quarter.across + [quarter.east]
    let rows = [quarter.south] + quarter.along + [quarter.north]
    var blocks: [Block] = []
    for row in 0..<rows.count - 1 {
      for column in 0..<columns.count - 1 {
        let isOpen = quarter.hasOpenSpace && (1...2).contains(row) && (1...2).contains(column)
        if isOpen && (row, column) != (1, 1) { continue }
        let last = (row: isOpen ? row + 2 : row + 1, column: isOpen ? column + 2 : column + 1)
        blocks.append(
          block(
            (columns[column], inset(quarter, column, columns.count, isEastward: false)),
            (rows[row], inset(quarter, row, rows.count, isEastward: true)),
            (columns[last.column], inset(quarter, last.column, columns.count, isEastward: false)),
            (rows[last.row], inset(quarter, last.row, rows.count, isEastward: true)),
            use: isOpen ? .openSpace : .slabs, quarter: index))
      }
    }
    return blocks
  }

  /// Half the width of the street along a line of the quarter.
  private func inset(
    _ quarter: StreetCuts.Quarter, _ line: Int, _ count: Int, isEastward: Bool
  ) -> Int {
    if line > 0 && line < count - 1 {
      return ((line - 1) % 3 == 1 ? StreetClass.tertiary : .residential).halfWidth
    }
    let isFirst = line == 0
    if isEastward {
      return (quarter.isNorth == isFirst ? StreetClass.secondary : .primary).halfWidth
    }
    if quarter.isEast { return isFirst ? 0 : StreetClass.primary.halfWidth }
    return (isFirst ? StreetClass.primary : .secondary).halfWidth
  }

  private func block(
    _ west: (Int, Int), _ south: (Int, Int), _ east: (Int, Int), _ north: (Int, Int),
    use: BlockUse, quarter: Int
  ) -> Block {
    let middle = square.west + (west.0 + east.0) / 2
    let position = square.south + south.0
    var access = Junction(u: middle, v: position)
    var street = streets.first {
      $0.axis == .east && $0.position == position && $0.stops[0] <= middle
        && middle <= $0.stops[$0.stops.count - 1]
    }
    if street == nil {
      access = Junction(u: square.west + east.0, v: square.south + (south.0 + north.0) / 2)
      street = streets.first {
        $0.axis == .north && $0.position == access.u && $0.stops[0] <= access.v
          && access.v <= $0.stops[$0.stops.count - 1]
      }
    }
    let along = street?.axis == .north ? access.v : access.u
    return Block(
      number: 0, use: use, west: Double(square.west + west.0 + west.1),
      south: Double(square.south + south.0 + south.1),
      east: Double(square.west + east.0 - east.1), north: Double(square.south + north.0 - north.1),
      street: street?.name ?? "", access: access,
      houseNumber: 2 * ((along - (street?.stops[0] ?? 0)) / 12 + 1), name: "", quarter: quarter)
  }

  /// The uses, by the share of blocks that they and those before them have.
  private static func use(_ share: Double) -> BlockUse {
    switch share {
    case ..<0.18: .towers
    case ..<0.47: .slabs
    case ..<0.73: .oldTown
    case ..<0.885: .village
    case ..<0.94: .offices
    case ..<0.97: .market
    default: .park
    }
  }
}
