/// Rain and infiltration over a while, for the cells of a row.
@frozen public struct ForcingRow<Real: BitwiseCopyable, Water: BitwiseCopyable>: Sendable {
  /// Depth in units of water.
  public var water: Row<Water>
  /// Not zero where there is no room for water.
  public var wall: Row<UInt8>?
  /// The zone of rain of each cell; `nil` where all lie in the first.
  public var zone: Row<UInt8>?
  /// The class of ground of each cell; `nil` where all are of the first.
  public var ground: Row<UInt8>?
  /// Metres that the ground has taken so far; `nil` where it takes nothing.
  public var taken: Row<Real>?

  /// The rows to work on.
  public init(
    water: Row<Water>, wall: Row<UInt8>?, zone: Row<UInt8>?, ground: Row<UInt8>?,
    taken: Row<Real>?
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
  /// Conductivity times the while, m; as much as the ground takes at most where ``suction`` is 0.
  public var capacity: [Real]
  /// Green and Ampt's ψ Δθ, m.
  public var suction: [Real]
  /// Units of water in a metre of depth.
  public var unitsPerMetre: Real

  /// Tables with an entry for each of 256 zones and classes.
  public init(rain: [Water], capacity: [Real], suction: [Real], unitsPerMetre: Real) {
    precondition(rain.count == 256 && capacity.count == 256 && suction.count == 256)
    self.rain = rain
    self.capacity = capacity
    self.suction = suction
    self.unitsPerMetre = unitsPerMetre
  }
}
