/// What a part of a neighbourhood is like.
enum District {
  case oldTown, estates, towers, centre, campus, industry, village, lakePark, hillPark, mixed

  /// How land is cut into blocks.
  struct Cuts {
    /// The area of a block, in square metres between the middles of streets.
    var area: Double
    /// From 0, for equal and upright blocks, to 1.
    var disorder: Double
    /// Whether lanes are crooked.
    var isCrooked = false
  }

  /// `nil` for land that stays whole.
  var cuts: Cuts? {
    switch self {
    case .oldTown: Cuts(area: 5600, disorder: 0.8, isCrooked: true)
    case .estates: Cuts(area: 19_000, disorder: 0.25)
    case .mixed: Cuts(area: 14_500, disorder: 0.35)
    case .towers: Cuts(area: 30_000, disorder: 0.3)
    case .centre: Cuts(area: 13_500, disorder: 0.12)
    case .industry: Cuts(area: 36_000, disorder: 0.2)
    case .village: Cuts(area: 12_000, disorder: 0.8, isCrooked: true)
    case .campus, .lakePark, .hillPark: nil
    }
  }

  /// The use of a block, by the share of the district's blocks that have this use or one before it.
  func use(_ share: Double) -> BlockUse {
    switch self {
    case .oldTown: share < 0.88 ? .oldTown : share < 0.95 ? .market : .park
    case .estates: share < 0.8 ? .slabs : share < 0.92 ? .towers : .market
    case .mixed:
      share < 0.4
        ? .slabs
        : share < 0.72 ? .oldTown : share < 0.84 ? .towers : share < 0.92 ? .offices : .market
    case .towers: share < 0.85 ? .towers : share < 0.93 ? .slabs : .market
    case .centre: share < 0.74 ? .offices : share < 0.92 ? .market : .park
    case .industry: .industry
    case .village: share < 0.85 ? .village : .slabs
    case .campus: .campus
    case .lakePark: .openSpace
    case .hillPark: .hill
    }
  }
}
