public import Catalog

/// A run that is kept with its city, as `record.json` of its folder `CITY.runs/ID/` says.
///
/// The folder holds all that the run was made of and gave. Its results are layers of the map,
/// `run-ID-NAME`, each described by a layer file `layers/NAME.yml` of the folder.
public struct RunRecord: Codable, Equatable, Sendable {
  /// The run's id: lower-case words joined by hyphens.
  public var id: String
  /// The process that made it, such as `flood`.
  public var process: String
  /// What people call the run, in Chinese.
  public var zh: String
  /// What people call the run, in English.
  public var en: String
  /// The scenario's id.
  public var scenario: String
  /// The commit of the city that it was made of.
  public var commit: Int
  /// The moment of its simulated second 0, RFC 3339.
  public var start: String
  /// When it was asked for, RFC 3339.
  public var created: String
  /// Its results, in the order in which people look at them.
  public var layers: [RunLayer]
  /// The moment of another run that it begins from; `nil` for none.
  public var from: Origin?
  /// What was assumed where the city says nothing, a sentence each; `nil` where it is not known.
  public var assumptions: [String]?

  /// A moment of a run that another begins from.
  public struct Origin: Codable, Equatable, Sendable {
    /// The id of the run.
    public var run: String
    /// Seconds since the second 0 of both.
    public var seconds: Double

    /// A moment of a run.
    public init(run: String, seconds: Double) {
      self.run = run
      self.seconds = seconds
    }
  }

  /// The name of its file.
  public static let fileName = "record.json"

  /// What people call the run.
  public var title: LocalisedText { LocalisedText(zh: zh, en: en) }

  /// A run of a city.
  public init(
    id: String, process: String, title: LocalisedText, scenario: String, commit: Int,
    start: String, created: String, layers: [RunLayer], from: Origin? = nil,
    assumptions: [String]? = nil
  ) {
    self.id = id
    self.process = process
    (zh, en) = (title.zh, title.en)
    self.scenario = scenario
    self.commit = commit
    self.start = start
    self.created = created
    self.layers = layers
    self.from = from
    self.assumptions = assumptions
  }
}

/// A result of a run: where its values are in the run's folder.
public struct RunLayer: Codable, Equatable, Sendable {
  /// Where the values of a layer are.
  public enum Source: Codable, Equatable, Sendable {
    /// A field of the frames of ``FrameFile``: a raster with a time axis.
    case field(String)
    /// A field of the frames and the ground below it, where the field is above 0.
    case surface(String)
    /// The length of the vector whose parts are two fields of the frames.
    case magnitude(String, String)
    /// A raster with a time axis, which the model's ``RunFeatures`` makes of the frames.
    case made
    /// A GeoTIFF file, there once the run has ended.
    case raster(String)
    /// Features with a time axis, which the model's ``RunFeatures`` makes of the frames.
    case features
  }

  /// Its name in the run, and that of its layer file.
  public var name: String
  /// Where its values are.
  public var source: Source
  /// How many features it has at most; `nil` for rasters.
  public var count: Int?

  /// A result by its name.
  public init(_ name: String, _ source: Source, count: Int? = nil) {
    self.name = name
    self.source = source
    self.count = count
  }
}
