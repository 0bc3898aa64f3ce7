public import Catalog
import SimpleFeatures

/// What a service is made from.
public struct ServiceContext: Sendable {
  /// The one map, as it changes.
  public let map: any LiveMap
  /// The folder `Models`.
  public let models: String
  /// The what-ifs that can be asked for.
  public let scenarios: ScenarioFolder
  /// The folder of the runs that are kept with the city; `nil` where none are.
  public let runs: String?
  /// The program's version, for what its services write.
  public let version: String
  /// Where the files are that were named, by the names of inputs.
  public let files: [String: String]
  /// Where to tell what the person who runs the server has to know.
  public let log: ServiceLog
  /// Starts a job once the city is served; one of that id must not be known yet.
  public let startJob: @Sendable (RequestedJob) -> Void
  /// The services made before this one, in the order of the list.
  public internal(set) var services: [any CityService] = []

  /// What services are made from; none is made yet.
  public init(
    map: any LiveMap, models: String, scenarios: ScenarioFolder = ScenarioFolder(""),
    runs: String? = nil, version: String = "", files: [String: String] = [:],
    log: ServiceLog = .silent, startJob: @escaping @Sendable (RequestedJob) -> Void = { _ in }
  ) {
    self.map = map
    self.models = models
    self.scenarios = scenarios
    self.runs = runs
    self.version = version
    self.files = files
    self.log = log
    self.startJob = startJob
  }

  /// The service of a type that stands before this one in the list.
  ///
  /// - Throws: ``PlainError`` where there is none.
  public func service<Service: CityService>(_ type: Service.Type) throws -> Service {
    for case let service as Service in services { return service }
    throw PlainError(
      message: "\(type) is needed and not there", hint: "it stands before in the list of services")
  }
}

/// The services of a served city.
public struct CityServices: Sendable {
  /// In the order of the list.
  public let all: [any CityService]

  /// Makes each service of a list; one may use those before it.
  ///
  /// - Throws: ``PlainError`` for a file that no service reads, and what a service throws.
  public init(_ types: [any CityService.Type], _ context: ServiceContext) throws {
    let known = types.flatMap { $0.inputs }
    precondition(Set(known.map(\.name)).count == known.count, "two live inputs have one name")
    for name in context.files.keys.sorted() where !known.contains(where: { $0.name == name }) {
      throw PlainError(
        message: "there is no source \"\(name)\"",
        hint: "there are: " + known.map { "\($0.name) (\($0.description))" }.joined(separator: "; ")
      )
    }
    var context = context
    for type in types { context.services.append(try type.init(context)) }
    all = context.services
  }

  /// What can be executed.
  public var processes: [any Process] { all.flatMap(\.processes) }
  /// What was broken off when the city was served before.
  public var unfinishedJobs: [RequestedJob] { all.flatMap(\.unfinishedJobs) }
  /// How the files stand that services read.
  public var sources: [DataSourceStatus] { all.flatMap(\.sources) }

  /// Runs all services until the task is cancelled.
  public func run() async {
    await withTaskGroup(of: Void.self) { group in
      for service in all { group.addTask { await service.run() } }
    }
  }
}
