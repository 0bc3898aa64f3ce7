/// Rain and infiltration over a while, for the cells of a row.
@frozen public struct ForcingRow<Water: BitwiseCopyable>: Sendable {
  /// Depth in units of water.
  public var water: Row<Water>
  /// Not zero where there is no room for water.
  public var wall: Row<UInt8>?
  /// The zone of rain of each cell; `nil` where all lie in the first.
  public var zone: Row<UInt16>?
  /// The class of ground of each cell; `nil` where all are of the first.
  public var ground: Row<UInt16>?
  /// Units that the ground has taken so far; `nil` where it takes nothing.
  public var taken: Row<Water>?

  /// The rows to work on.
  public init(
    water: Row<Water>, wall: Row<UInt8>?, zone: Row<UInt16>?, ground: Row<UInt16>?,
    taken: Row<Water>?
  ) {
    self.water = water
    self.wall = wall
    self.zone = zone
    self.ground = ground
    self.taken = taken
  }
}

/// What falls in each zone and what each class of ground can take over a while.
@frozen public struct ForcingTables<Real: Sendable, Water: Sendable>: Sendable {
  /// Units of water for each zone.
  public var rain: [Water]
  /// What the ground takes at most, m; where ``suction`` is not 0, conductivity times the while.
  public var capacity: [Real]
  /// Green and Ampt's ψ Δθ, m.
  public var suction: [Real]
  /// What it takes besides as long as it has taken little; `nil` where no class does.
  public var fading: FadingTable<Real>?
  /// Units of water in a metre of depth.
  public var unitsPerMetre: Real
  /// Part of a unit that is added before parts are cut off: another one in each while, spread
  /// evenly, so that in the long run no part is lost.
  public var dither: Real

  /// Tables with an entry for each zone and each class.
  public init(
    rain: [Water], capacity: [Real], suction: [Real], fading: FadingTable<Real>?,
    unitsPerMetre: Real, dither: Real
  ) {
    precondition(!rain.isEmpty && !capacity.isEmpty && suction.count == capacity.count)
    self.rain = rain
    self.capacity = capacity
    self.suction = suction
    self.fading = fading
    self.unitsPerMetre = unitsPerMetre
    self.dither = dither
  }
}

/// Rates that fall as the ground takes water, such as Horton's, by how much it has taken.
@frozen public struct FadingTable<Real: Sendable>: Sendable {
  /// For each class so many rates one after the other, m/s, the last one 0.
  public var rates: [Real]
  /// How many rates a class has.
  public var count: Int
  /// For each class: how many of its rates lie in a metre that was taken; 0 where nothing fades.
  public var ratesPerMetre: [Real]
  /// For each class: how long the rate at the beginning of the while would last to give what is
  /// taken in it, s.
  public var seconds: [Real]

  /// Rates by class.
  public init(rates: [Real], count: Int, ratesPerMetre: [Real], seconds: [Real]) {
    precondition(ratesPerMetre.count == seconds.count && rates.count == count * seconds.count)
    self.rates = rates
    self.count = count
    self.ratesPerMetre = ratesPerMetre
    self.seconds = seconds
  }
}
