import Foundation
import TestSupport
import Testing

/// The sample city with floods of it.
struct CityFloodCase {
  let folder: TestFolder
  let city: String

  init() async throws {
    folder = try TestFolder()
    city = try await Cities.sample(in: folder)
  }

  /// A storm over the mouth of the canal while the river stands high.
  func flood(_ keys: String = "", seconds: Int = 600, cell: Int = 20) -> String {
    """
    duration: \(seconds)
      area: {box: [114.312, 30.520, 114.332, 30.532]}
      cell: \(cell)
      start: 2026-07-05T20:00:00+08:00
      output: {every: 60, velocity: true}
      \(keys)
    """
  }

  /// The features of one of the city's layers.
  func exported(_ layer: String) async throws -> [JSON] {
    try await Cities.features(of: layer, in: city, folder)
  }

  let storm = "rain: {hyetograph: 120}\n  below_bank: 1"

  func scenario(
    _ flood: String, edits: String = "", id: String = "story"
  ) throws -> String {
    try folder.write(
      "\(id).yml",
      "id: \(id)\ntitle: {zh: 试验, en: A trial}\n\(edits)flood:\n  \(flood)\n")
  }

  func run(
    _ flood: String, edits: String = "", _ options: String...
  ) async throws -> Ended {
    try await Program(
      Place.command,
      ["run", try scenario(flood, edits: edits), "--city", city, "--quiet"] + options, in: folder
    ).end(within: 600)
  }

  /// Starts a job and gives its id.
  func started(_ served: Served, _ body: String) async throws -> String {
    let answer = try served.http.send(
      "POST", "/processes/flood/execution",
      ["Content-Type": "application/json", "Prefer": "respond-async"], body: body)
    #expect(answer.status == 201, "\(answer.text)")
    return try #require(try answer.json["jobID"].text)
  }

  /// The status of a job that has ended.
  func end(of job: String, _ served: Served) async throws -> JSON {
    let deadline = ContinuousClock.now + .seconds(600)
    while ContinuousClock.now < deadline {
      let status = try served.json("/jobs/\(job)")
      if !["running", "accepted"].contains(status["status"].text ?? "") { return status }
      try await Task.sleep(for: .milliseconds(50))
    }
    throw ProgramFault(description: "the job \(job) has not ended")
  }

  /// Asks that a job stands otherwise.
  func change(
    _ job: String, _ status: String, _ served: Served, token: String? = nil
  ) throws -> Answer {
    try served.http.send(
      "PATCH", "/jobs/\(job)",
      [
        "Content-Type": "application/json",
        "Authorization": "Bearer \(token ?? served.token)",
      ], body: "{\"status\": \"\(status)\"}")
  }

  static let results = [
    "frames.yfr", "gauges.csv", "structures.csv", "balance.json", "max-depth.tif", "arrival.tif",
  ]

  func isSame(_ a: String, _ b: String, _ names: [String] = results) throws {
    for name in names {
      let bytes = try folder.bytes("\(a)/\(name)")
      #expect(try folder.bytes("\(b)/\(name)") == bytes, "\(name) of \(b)")
    }
  }

  /// The folder of scenarios, with one more.
  func scenarios(_ id: String, _ flood: String, edits: String = "") throws -> String {
    let scenarios = folder.file("scenarios")
    try FileManager.default.createDirectory(atPath: scenarios, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: try scenario(flood, edits: edits, id: id), toPath: "\(scenarios)/\(id).yml")
    return scenarios
  }
}
