/// What a file of OpenStreetMap says of itself.
public struct OSMHeader: Equatable, Sendable {
  /// A box in degrees.
  public struct Bounds: Equatable, Sendable {
    /// The western edge in degrees.
    public var west: Double
    /// The southern edge in degrees.
    public var south: Double
    /// The eastern edge in degrees.
    public var east: Double
    /// The northern edge in degrees.
    public var north: Double

    /// A box of these edges in degrees.
    public init(west: Double, south: Double, east: Double, north: Double) {
      (self.west, self.south, self.east, self.north) = (west, south, east, north)
    }
  }

  /// The box the extract was cut to; `nil` where the file does not say.
  public var bounds: Bounds?
  /// What a reader must understand.
  public var requiredFeatures: [String] = []
  /// What a reader may make use of.
  public var optionalFeatures: [String] = []
  /// The program that wrote the file.
  public var writingProgram: String?
  /// Where the data comes from.
  public var source: String?

  /// Whether the file says that it holds nodes, then ways, then relations, each by rising id.
  public var isSorted: Bool { optionalFeatures.contains("Sort.Type_then_ID") }

  /// Whether ways carry the places of their nodes.
  public var hasLocationsOnWays: Bool {
    optionalFeatures.contains(Self.locationsOnWays)
      || requiredFeatures.contains(Self.locationsOnWays)
  }

  static let locationsOnWays = "LocationsOnWays"
}
