package import Catalog
import Datasets
import Flood
package import Foundation
import SimpleFeatures
package import Simulation

/// The folder of a flood of a city, `CITY.runs/ID/`: its record, its inputs and its results.
///
/// `inputs/scenario.yml` with the files beside it is a flood scenario of its own: `yutu run` makes
/// the same results of it.
package struct CityFloodFolder {
  /// Where it is.
  package let path: String

  /// The folder of a run at a path.
  package init(_ path: String) { self.path = path }

  /// The scenario file among the inputs.
  package var scenario: String { "\(path)/inputs/\(CityFloodInputs.file)" }

  /// Writes the inputs of a scenario's flood, and the record once they are whole.
  ///
  /// - Parameters:
  ///   - id: The run's.
  ///   - isEnsemble: Whether all members of an ensemble of rain are to be computed.
  ///   - map: The city as it is.
  ///   - origin: The moment of another run that it begins from; `nil` for none.
  ///   - isStopped: Whether nobody wants the run any more: it does not become one then.
  /// - Throws: ``CatalogError`` at the scenario's line, ``PlainError`` for what the city lacks.
  package func make(
    _ scenario: Scenario, id: String, on map: any MapSnapshot, _ sources: CityFloodSources,
    isEnsemble: Bool = false, from origin: FloodOrigin? = nil,
    unless isStopped: () -> Bool = { false }, now: Date = Date()
  ) throws {
    var flood = try CityFlood(of: scenario)
    if let origin { flood = try origin.placed(flood) }
    let seen = try map.with(scenario)
    var results =
      isEnsemble
      ? CityFloodEnsemble.layers
      : Self.layers(hasVelocity: flood.output.hasVelocity)
    let inputs: CityFloodInputs.Written
    do {
      inputs = try CityFloodInputs.write(
        flood, of: scenario, on: seen, sources, to: "\(path)/inputs", isEnsemble: isEnsemble,
        hasHotStart: origin != nil, now: now)
      try origin?.check(inputs.lattice)
      // What it cannot be computed of is told before it is a run.
      _ = try FloodScenario.load(file: self.scenario)
      let reached = try ImpactInputs.write(
        of: seen, on: inputs.lattice, structures: inputs.structures, models: sources.models,
        to: "\(path)/impact")
      // What an ensemble reaches is told by its warnings alone.
      if !isEnsemble { results += reached }
    } catch {
      for name in ["inputs", "impact"] {
        try? FileManager.default.removeItem(atPath: "\(path)/\(name)")
      }
      unsafe _ = rmdir(path)
      throw error
    }
    for layer in results {
      let text = try CatalogFile.readText(of: "\(sources.models)/flood/results/\(layer.name).yml")
      try write(Array(text.utf8), to: "layers/\(layer.name).yml")
    }
    if let asked = scenario.parts.first(where: { $0.name == CityFlood.part.name }) {
      try write(Array(asked.tree.json.text.utf8), to: FloodOrigin.floodFile)
    }
    if !scenario.edits.isEmpty {
      try write(Array(scenario.editsJSON.text.utf8), to: FloodOrigin.editsFile)
    }
    let record = RunRecord(
      id: id, process: isEnsemble ? CityFloodEnsemble.id : FloodEngine.id, title: scenario.title,
      scenario: scenario.id,
      commit: seen.commit, start: inputs.start.formatted(.iso8601),
      created: now.formatted(.iso8601),
      layers: results, from: origin?.record, assumptions: assumptions)
    guard !isStopped() else {
      throw SimulationError(.cancelled, "the run was stopped before it began")
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    try write(Array(try encoder.encode(record)) + [10], to: RunRecord.fileName)
  }

  /// The scenario files among the inputs, one of each member of an ensemble.
  var scenarios: [String] {
    var found = [scenario]
    while case let next = "\(path)/inputs/"
      + FloodInputFolder.name(CityFloodInputs.file, ofMember: found.count),
      FileManager.default.fileExists(atPath: next)
    {
      found.append(next)
    }
    return found
  }

  /// What the run is; `nil` where its inputs are not whole.
  package var record: RunRecord? {
    FileManager.default.contents(atPath: "\(path)/\(RunRecord.fileName)")
      .flatMap { try? JSONDecoder().decode(RunRecord.self, from: $0) }
  }

  /// What was assumed where the city says nothing, a sentence each.
  package var assumptions: [String] {
    let text = (try? CatalogFile.readText(of: scenario)) ?? ""
    return text.split(separator: "\n").filter { $0.hasPrefix(CityFloodInputs.assumed) }
      .map { String($0.dropFirst(CityFloodInputs.assumed.count)) }
  }

  /// The rasters that a flood gives, in the order in which people look at them.
  ///
  /// - Parameter hasVelocity: Whether its frames have the speed of the water.
  private static func layers(hasVelocity: Bool) -> [RunLayer] {
    let made = WaterLayer.allCases.filter { hasVelocity || !$0.needsVelocity }
      .map { RunLayer($0.rawValue, .made) }
    let speed = [RunLayer("speed", .magnitude("velocity-east", "velocity-north"))]
    return [RunLayer("depth", .field("depth")), RunLayer("level", .surface("depth"))]
      + (hasVelocity ? speed : []) + [
        RunLayer("max-depth", .raster("max-depth.tif")),
        RunLayer("arrival", .raster("arrival.tif")),
        RunLayer("max-hazard", .raster("max-hazard.tif")),
      ] + made
  }

  private func write(_ bytes: [UInt8], to name: String) throws {
    let target = "\(path)/\(name)"
    let folder = (target as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try FloodInputFolder.write(bytes, to: target)
  }
}
