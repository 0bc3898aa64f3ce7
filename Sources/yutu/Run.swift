import ArgumentParser
import CMalloc
import Catalog
import CommandSupport
import Flood
import FloodProcesses
import Foundation
import SimpleFeatures
import Simulation

/// `yutu run`: a scenario that names its own files, without a city.
struct Run: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Run a flood simulation from a scenario file.",
    discussion: """
      The scenario names terrain, buildings, rain, inflows and gauges (Models/flood/README.md). \
      Results are written to the folder --out, each file once complete: gauges.csv, depth-<s>.tif, \
      max-depth.tif, max-level.tif, balance.json and run.json. A run that was \
      stopped (Ctrl-C) or killed continues with --resume; the result is byte-identical.

      Example: yutu run merewether/scenario.yml --out results
      Example: yutu run merewether/scenario.yml --out results --resume
      """)

  @Option(
    help: "The folder for the results; default: the scenario's name with -results, beside it.")
  var out: String?
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
  @Argument(help: "The scenario file.")
  var scenario: String

  func validate() throws {
    guard threads.map({ (0...1024).contains($0) }) ?? true else {
      throw ValidationError("--threads \(threads ?? 0) is not between 0 and 1024")
    }
  }

  func run() async throws {
    // Grids that are freed go back at once; else the C library keeps ever larger ones for later.
    mallopt(M_MMAP_THRESHOLD, 128 << 10)
    try FloodScenario.checkExists(scenario)
    let read = try FloodScenario.load(file: scenario)
    guard !check else { return try show(try checked(read)) }
    let place = out ?? defaultFolder
    let report = try await Interruption.stopping { [self] in
      // The setup's grids go as soon as the engine has its own.
      let (sources, setup) = try prepared(read)
      let folder = try ResultFolder(place, continues: resume)
      let results = FloodResults(of: setup, sources.scenario.output, in: folder)
      if let done = try results.finishedReport(of: sources.fingerprint) { return done }
      let run = try FloodRun(
        sources, consume setup, into: results, version: Program.version)
      return try run.execute { if !quiet { Terminal.progress($0) } }.text
    } describing: {
      guard let error = $0 as? SimulationError, error.code == .cancelled else { return nil }
      return "\(error.message); to go on: yutu run \(scenario.shellQuoted) "
        + "--out \(place.shellQuoted) --resume"
    }
    try show(report)
    if !json, !quiet { Terminal.say("results are in \(place)") }
  }

  private var defaultFolder: String {
    (scenario as NSString).deletingPathExtension + "-results"
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
