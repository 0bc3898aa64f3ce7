import ArgumentParser
import Catalog
import CityFile
import CommandSupport
import FloodProcesses
import Foundation
import OneMap
import SimpleFeatures

/// `yutu check-ground`: what a flood should not take as it is in the ground of a city.
struct CheckGround: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check-ground",
    abstract: "Check the ground that floods of a city are computed on.",
    discussion: """
      Lists low points and gaps of dykes, pits without an outlet, river beds that run uphill and \
      datums that differ, the largest of each kind first. With --scenario its area, cells, edits \
      and levels count; without, the whole terrain. Exit 1 where anything is found.

      Example: yutu check-ground --city wuhan.city --out ground.geojson
      Example: yutu check-ground --city wuhan.city --scenario storm-on-high-river
      """)

  @Option(help: "The city file.")
  var city: String
  @Option(help: "A scenario with a part flood: a file, or the name of an installed one.")
  var scenario: String?
  @Option(help: "Side of the cells in metres; default: that of the scenario or the terrain.")
  var cell: Double?
  @Option(help: "By how many metres a crest is too low to be listed.")
  var crest = GroundCheck.Limits().crestMetres
  @Option(help: "Depth in metres from which on a pit is listed.")
  var pitDepth = GroundCheck.Limits().pitMetres
  @Option(help: "Area in square metres from which on a pit is listed.")
  var pitArea = GroundCheck.Limits().pitSquareMetres
  @Option(help: "By how many metres a bed rises to be listed.")
  var bed = GroundCheck.Limits().bedMetres
  @Option(help: "A GeoJSON file to write the findings to.")
  var out: String?
  @Flag(help: "Print the findings as JSON on standard output.")
  var json = false

  func validate() throws {
    let metres = 0.01...100.0
    guard metres.contains(crest) else {
      throw ValidationError("--crest \(crest) is not between 0.01 and 100")
    }
    guard metres.contains(pitDepth) else {
      throw ValidationError("--pit-depth \(pitDepth) is not between 0.01 and 100")
    }
    guard metres.contains(bed) else {
      throw ValidationError("--bed \(bed) is not between 0.01 and 100")
    }
    guard pitArea >= 0 else { throw ValidationError("--pit-area \(pitArea) is below 0") }
    if let cell, !FloodLimits.cell.contains(cell) {
      throw ValidationError(
        "--cell \(cell) is not between \(FloodLimits.cell.lowerBound) and "
          + "\(FloodLimits.cell.upperBound)")
    }
  }

  func run() async throws {
    try OutputPaths.check([out], against: [city, scenario])
    try OutputPaths.tryPaths([out].compactMap { $0 })
    let open = try City.open(city)
    defer { try? open.close() }
    var limits = GroundCheck.Limits()
    (limits.crestMetres, limits.pitMetres) = (crest, pitDepth)
    (limits.pitSquareMetres, limits.bedMetres) = (pitArea, bed)
    let report = try GroundCheck.run(
      try scenario.map { try Scenario.named($0) }, cellMetres: cell,
      on: try await CitySnapshot(CityMap(open)), limits)
    if let out {
      let text = try report.features()
      try Terminal.write(String(decoding: text.bytes, as: UTF8.self), to: out)
    }
    if json { print(try jsonText(report)) } else { try show(report) }
    guard report.findings.isEmpty else { throw ExitCode(1) }
  }

  private func jsonText(_ report: GroundReport) throws -> String {
    let features = try JSONValue(parsing: report.features().bytes)["features"]?.items ?? []
    let findings = features.map { feature in
      JSONValue.object(
        (feature["properties"]?.members ?? []) + [("geometry", feature["geometry"] ?? .null)])
    }
    return JSONValue.object([("report", report.json), ("findings", .array(findings))]).text
  }

  private func show(_ report: GroundReport) throws {
    for (finding, place) in zip(report.findings, try report.places()) {
      let at = place.map { String(format: " (%.5f, %.5f)", $0.longitude, $0.latitude) } ?? ""
      Terminal.answer("\(finding.kind.rawValue): \(finding.text.both)\(at)")
    }
    for note in report.notes { Terminal.answer("note: \(note.both)") }
    let (lattice, count) = (report.lattice, report.findings.count)
    Terminal.answer(
      "\(city): \(lattice.columns) x \(lattice.rows) cells of \(lattice.cellWidth) m checked, "
        + "\(count.of("finding"))")
  }
}
