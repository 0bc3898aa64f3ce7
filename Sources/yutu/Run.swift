import ArgumentParser
import CMalloc
import Catalog
import CityFile
import CommandSupport
import Flood
import FloodProcesses
import Foundation
import OneMap
import SimpleFeatures
import Simulation

/// `yutu run`: a flood of a scenario's own files, or of a city's layers.
struct Run: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Run a flood simulation from a scenario file, or on the layers of a city.",
    discussion: """
      The scenario names terrain, buildings, rain, inflows and gauges (Models/flood/README.md). \
      With --city it has a part flood: instead, which is computed on the city's layers; its inputs \
      are written to the folder inputs of the results, which are kept with the city unless --out \
      names a folder. \
      Results are written to the folder --out, each file once complete: gauges.csv, depth-<s>.tif, \
      max-depth.tif, max-level.tif, balance.json and run.json. A run that was \
      stopped (Ctrl-C) or killed continues with --resume; the result is byte-identical.

      Example: yutu run merewether/scenario.yml --out results
      Example: yutu run merewether/scenario.yml --out results --resume
      Example: yutu run storm-on-high-river --city wuhan.city
      Example: yutu run gates-shut --city wuhan.city --from RUN --datetime 2026-07-05T21:00:00+08:00
      """)

  @Option(
    help: "The folder for the results; default: the scenario's name with -results, beside it.")
  var out: String?
  @Option(help: "The city on whose layers the scenario is computed.")
  var city: String?
  @Option(
    help: "The forecast that rain: {forecast} means: a NetCDF file or a folder of GeoTIFFs.")
  var rain: String?
  @Option(
    help: "The run of the city, by its id, that this one begins from (hot start), with --city.")
  var from: String?
  @Option(help: "The moment of that run to begin from; default: its last.")
  var datetime: String?
  @Option(help: "Number of threads; 0 is one per core. Results do not depend on it.")
  var threads: Int?
  @Flag(help: "Resume a run that was stopped or killed.")
  var resume = false
  @Flag(help: "Check the scenario and all its files without running it.")
  var check = false
  @Flag(help: "Print errors only.")
  var quiet = false
  @Flag(help: "Print run.json on standard output.")
  var json = false
  @Argument(help: "The scenario file; with --city also the name of an installed scenario.")
  var scenario: String

  func validate() throws {
    guard threads.map({ (0...1024).contains($0) }) ?? true else {
      throw ValidationError("--threads \(threads ?? 0) is not between 0 and 1024")
    }
    guard from == nil || city != nil, datetime == nil || from != nil else {
      throw ValidationError("--datetime needs --from, and --from needs --city")
    }
  }

  func run() async throws {
    // Grids that are freed go back at once; else the C library keeps ever larger ones for later.
    mallopt(M_MMAP_THRESHOLD, 128 << 10)
    // A check of a flood of the city makes its inputs in a folder of its own.
    let isTrial = city != nil && check
    let place = isTrial ? temporaryFolder : out ?? defaultFolder
    defer { if isTrial { try? FileManager.default.removeItem(atPath: place) } }
    // Nobody else makes inputs in the folder meanwhile.
    let hold = city == nil ? nil : try ResultFolder(place, continues: resume)
    let file = try await inputs(at: place)
    try FloodScenario.checkExists(file)
    let read = try FloodScenario.load(file: file)
    guard !check else { return try show(try checked(read)) }
    let report = try await Interruption.stopping { [self] in
      // The setup's grids go as soon as the engine has its own.
      let (sources, setup) = try prepared(read)
      let folder = try hold ?? ResultFolder(place, continues: resume)
      let results = FloodResults(
        of: setup, sources.scenario.output, in: folder, framesInOneFile: isKept(place))
      if let done = try results.finishedReport(of: sources.fingerprint) { return done }
      let run = try FloodRun(
        sources, consume setup, into: results, version: Program.version)
      return try run.execute { if !quiet { Terminal.progress(run.line($0)) } }.text
    } describing: {
      guard let error = $0 as? SimulationError, error.code == .cancelled else { return nil }
      return "\(error.message); to go on: yutu run \(scenario.shellQuoted) "
        + (city.map { "--city \($0.shellQuoted) " } ?? "")
        + "--out \(place.shellQuoted) --resume"
    }
    try show(report)
    if !json, !quiet { Terminal.say("results are in \(place)") }
  }

  private var defaultFolder: String {
    guard let city else { return (scenario as NSString).deletingPathExtension + "-results" }
    let name = ((scenario as NSString).lastPathComponent as NSString).deletingPathExtension
    let time = Date().formatted(.iso8601).filter(\.isNumber)
    return "\(city).runs/\(name)-\(time)"
  }

  private var temporaryFolder: String {
    FileManager.default.temporaryDirectory.path + "/\(UUID().uuidString)"
  }

  /// Whether a folder of results is one of those that are kept with the city.
  private func isKept(_ place: String) -> Bool {
    city.map { (place as NSString).deletingLastPathComponent == $0 + ".runs" } ?? false
  }

  /// The scenario file to run: of a city, the inputs that are made of its layers.
  private func inputs(at place: String) async throws -> String {
    guard let city else { return scenario }
    let folder = CityFloodFolder(place)
    if let record = folder.record {
      try checkOwn(record, at: place)
    } else {
      // Of what cannot be made not even an empty folder is left.
      defer { if folder.record == nil { unsafe _ = rmdir(place) } }
      try await make(folder, of: city)
    }
    try folder.prepareHotStart(in: "\(city).runs")
    return folder.scenario
  }

  /// Checks that the run that is to go on is the one that was asked for.
  private func checkOwn(_ record: RunRecord, at place: String) throws {
    let id = record.scenario
    // One that was drawn on the map has no scenario to name.
    let isOwn = try id == Scenario.adHoc.id || id == Scenario.named(scenario).id
    guard isOwn, from == nil || from == record.from?.run else {
      throw PlainError(
        message: !isOwn
          ? "\(place) holds a run of the scenario `\(id)`"
          : "\(place) holds a run that does not begin from the run `\(from ?? "")`",
        hint: "go on with that run as it was begun, or name another folder with --out")
    }
  }

  /// Writes the inputs that are made of a city's layers.
  private func make(_ folder: CityFloodFolder, of city: String) async throws {
    let open = try City.open(city)
    defer { try? open.close() }
    try folder.make(
      try Scenario.named(scenario), id: (folder.path as NSString).lastPathComponent,
      on: try await CitySnapshot(CityMap(open)),
      CityFloodSources(models: try ResourcePaths.models, forecast: rain),
      from: try from.map {
        try FloodOrigin($0, at: try datetime.map(RunFolder.moment), in: "\(city).runs")
      })
    if !quiet { for sentence in folder.assumptions { Terminal.say("assumed: \(sentence)") } }
  }

  /// The scenario's files as a setup; says what is odd about them.
  private func prepared(_ scenario: FloodScenario) throws -> (FloodSources, FloodSetup) {
    var sources = FloodSources(scenario, storms: try? ResourcePaths.storms)
    var setup = try sources.setup()
    if let threads { setup.numerics.threads = threads }
    if !quiet { for warning in sources.warnings { Terminal.say("warning: \(warning)") } }
    return (sources, setup)
  }

  private func checked(_ scenario: FloodScenario) throws -> String {
    let (sources, setup) = try prepared(scenario)
    let rain = setup.rain?.zones.map {
      $0.stepIntegral(from: 0, to: setup.durationSeconds) / 3600
    }
    let engine = try FloodEngine(setup)
    if !quiet, !json {
      let lattice = engine.setup.terrain.lattice
      Terminal.say(
        "the scenario can be run: \(lattice.columns) x \(lattice.rows) cells of "
          + "\(lattice.cellWidth) m, \(engine.cells) of them open; "
          + "\(rain?.max().map { String(format: "%.1f mm of rain", $0) } ?? "no rain"), "
          + "\(setup.gauges.count) gauges, \(setup.durationSeconds) s")
    }
    return FloodReport(
      sources: sources, setup: engine.setup, version: Program.version
    ).run(engine, .running, RunWork(), error: nil).text
  }

  private func show(_ report: String) throws {
    if json { print(report) }
  }
}
