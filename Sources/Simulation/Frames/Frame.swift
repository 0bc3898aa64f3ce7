public import SimpleFeatures

/// What a model knows at one simulated time.
public struct Frame: Sendable {
  /// Seconds since the beginning of the run.
  public var seconds: Double
  /// One raster for each field of the ``FrameHead``, in its order and on its lattice.
  public var fields: [RasterGrid]
  /// Numbers by name, such as the readings of gauges.
  public var numbers: [(name: String, value: Double)]

  /// What is known at a time.
  public init(
    seconds: Double, fields: [RasterGrid], numbers: [(name: String, value: Double)] = []
  ) {
    self.seconds = seconds
    self.fields = fields
    self.numbers = numbers
  }
}

/// A quantity that each frame holds for each cell.
public struct FrameField: Sendable, Equatable {
  /// Its name, such as `depth`.
  public var name: String
  /// UCUM unit, such as `m` or `m/s`.
  public var unit: String
  /// What numbers are rounded to when they are kept, such as 0.001.
  public var resolution: Double
  /// What it is, in Chinese.
  public var zh: String
  /// What it is, in English.
  public var en: String
  /// Whether it counts from the ``FrameHead/ground``: then it is kept as the smooth surface above
  /// it.
  public var isAboveGround: Bool

  /// A quantity with its unit and what it is rounded to.
  public init(
    name: String, unit: String, resolution: Double, zh: String, en: String,
    isAboveGround: Bool = false
  ) {
    self.name = name
    self.unit = unit
    self.resolution = resolution
    self.zh = zh
    self.en = en
    self.isAboveGround = isAboveGround
  }
}

/// What all frames of a run have in common.
public struct FrameHead: Sendable {
  /// Which model made them.
  public var model: String
  /// The model's version.
  public var version: String
  /// What randomness began from; 0 where there is none.
  public var seed: UInt64
  /// Where the cells lie.
  public var lattice: RasterLattice
  /// The quantities, in the order of ``Frame/fields``.
  public var fields: [FrameField]
  /// Height of the ground on the lattice, in the unit of the fields that count from it; NaN where
  /// there is none.
  public var ground: RasterGrid?

  /// What the frames of a run have in common.
  public init(
    model: String, version: String, seed: UInt64 = 0, lattice: RasterLattice,
    fields: [FrameField], ground: RasterGrid? = nil
  ) {
    self.model = model
    self.version = version
    self.seed = seed
    self.lattice = lattice
    self.fields = fields
    self.ground = ground
  }

  /// Where the quantity of a name stands in ``Frame/fields``; `nil` where there is none.
  public func place(of name: String) -> Int? { fields.firstIndex { $0.name == name } }
}
