public import Catalog
public import SimpleFeatures

/// A capability of a served city: what can be asked, what it takes from elsewhere, and its work in
/// the background.
///
/// A model joins the server by conforming and by one line in the list of `yutu serve`; nothing
/// else in the tree knows it. `docs/adding-a-model.md` shows an example from beginning to end.
public protocol CityService: Sendable {
  /// The files that it can read while the city is served, each named once in the whole program.
  static var inputs: [LiveInput] { get }
  /// The roles of the layers that it reads, and that files of layers may therefore state.
  static var roles: [LayerRole] { get }
  /// The keys of scenarios that it reads.
  static var scenarioParts: [ScenarioPart] { get }
  /// What makes layers of the frames of its runs.
  static var runFeatures: [any RunFeatures] { get }

  /// A service of a city.
  ///
  /// - Throws: Where its models have faults, or a file that was named cannot be read.
  init(_ context: ServiceContext) throws

  /// What can be executed.
  var processes: [any Process] { get }
  /// What was broken off when the city was served before, to go on.
  var unfinishedJobs: [RequestedJob] { get }
  /// How the files stand that it reads, for `/health` and `/metrics`.
  var sources: [DataSourceStatus] { get }
  /// Keeps what it knows up to date until its task is cancelled.
  func run() async
}

extension CityService {
  /// None.
  public static var inputs: [LiveInput] { [] }
  /// None.
  public static var roles: [LayerRole] { [] }
  /// None.
  public static var scenarioParts: [ScenarioPart] { [] }
  /// None.
  public static var runFeatures: [any RunFeatures] { [] }
  /// None.
  public var unfinishedJobs: [RequestedJob] { [] }
  /// None.
  public var sources: [DataSourceStatus] { [] }
  /// Nothing: all that it knows comes with each question.
  public func run() async {}
}

/// A job that a service asks for by itself: one that was broken off, or that something new calls
/// for.
public struct RequestedJob: Sendable {
  /// The job's id: that which it had before, or a new one.
  public let id: String
  /// The id of its process.
  public let process: String
  /// What it was asked for.
  public let inputs: JSONValue
  /// How far it was when it was broken off; `nil` for a new one.
  public let brokenOff: BrokenOff?

  /// How far a job was.
  public struct BrokenOff: Sendable {
    /// Share of the work, 0 to 1.
    public let share: Double
    /// Whether it was paused.
    public let isPaused: Bool

    /// A job that was so far.
    public init(share: Double, isPaused: Bool) {
      self.share = ProcessProgress(share: share).share
      self.isPaused = isPaused
    }
  }

  /// A job by its id.
  public init(
    id: String, process: String, inputs: JSONValue, brokenOff: BrokenOff? = nil
  ) {
    self.id = id
    self.process = process
    self.inputs = inputs
    self.brokenOff = brokenOff
  }
}

/// A file, or a folder of files, that a service reads, and reads again when it has changed.
///
/// `yutu serve --source NAME=FILE` names it.
public struct LiveInput: Sendable, Equatable {
  /// Its name: lower-case words joined by hyphens.
  public let name: String
  /// What it holds and in which form, in a sentence without a full stop.
  public let description: String

  /// An input with its words.
  public init(_ name: String, _ description: String) {
    self.name = name
    self.description = description
  }
}

/// What a service has to tell whoever runs the server.
public struct ServiceLog: Sendable {
  /// Says a line.
  public let say: @Sendable (String) -> Void
  /// Says what went wrong and what to do about it.
  public let report: @Sendable (any Error) -> Void

  /// A log that goes somewhere.
  public init(
    say: @escaping @Sendable (String) -> Void, report: @escaping @Sendable (any Error) -> Void
  ) {
    self.say = say
    self.report = report
  }

  /// A log that nobody reads.
  public static let silent = ServiceLog(say: { _ in }, report: { _ in })
}
