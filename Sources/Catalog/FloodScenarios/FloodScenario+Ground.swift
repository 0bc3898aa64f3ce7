public import SimpleFeatures

extension FloodScenario {
  /// A number for each shape of a file.
  public enum ShapeValue: Equatable, Sendable {
    /// The same for all.
    case number(Double)
    /// An attribute of each.
    case field(Located<String>)
  }

  /// Buildings as obstacles.
  public struct Buildings: Equatable, Sendable {
    /// How buildings stand in the water's way.
    public enum Mode: String, Sendable, CaseIterable {
      /// Water cannot enter their cells.
      case wall
      /// Their cells are higher by their height.
      case raised
    }

    /// Where rain on roofs goes.
    public enum RoofRain: String, Sendable, CaseIterable {
      /// To the ground around the building.
      case ground
      /// Into pipes that are no part of the run.
      case none
    }

    /// Polygons.
    public var file: Located<String>
    /// How they stand in the way.
    public var mode: Mode
    /// Metres above the ground, for ``Mode/raised``.
    public var height: ShapeValue?
    /// Where rain on them goes, for ``Mode/wall``; from raised cells it flows off.
    public var roofRain: RoofRain
  }

  /// Manning's n, s/m^(1/3).
  public struct Roughness: Equatable, Sendable {
    /// Where ``areas`` says nothing.
    public var everywhere: Double?
    /// Polygons or a raster of n.
    public var areas: Located<String>?
    /// n of polygons; `nil` for a raster.
    public var value: ShapeValue?
  }

  /// What the ground takes of the water, by classes.
  public struct Infiltration: Equatable, Sendable {
    /// How a class of ground takes water.
    public enum Model: Equatable, Sendable {
      case none
      case greenAmpt(
        conductivityMillimetresPerHour: Double, suctionMillimetres: Double, moistureDeficit: Double)
      case horton(
        initialMillimetresPerHour: Double, finalMillimetresPerHour: Double, decayPerHour: Double)
      case curveNumber(Double, initialAbstractionRatio: Double)
    }

    /// By the names, or numbers, that the file uses.
    public var classes: [Named<Model>]
    /// Polygons or a raster of class numbers; `nil` for ``elsewhere`` everywhere.
    public var file: Located<String>?
    /// The attribute that names a polygon's class.
    public var field: String?
    /// The class where the file says nothing.
    public var elsewhere: String?
  }

  /// A dyke or wall along lines.
  public struct Embankment: Equatable, Sendable {
    /// Where it runs.
    public var line: Shape
    /// Height of the crest in the terrain's heights, metres.
    public var crest: ShapeValue
    /// Where it stands in the scenario.
    public var position: TextPosition
  }
}
