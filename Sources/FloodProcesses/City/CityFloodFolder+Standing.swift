import Foundation
import SimpleFeatures
import Simulation

/// How far a run is, as its folder tells.
extension CityFloodFolder {
  private struct Told: Decodable {
    var state: String
    var seconds, durationSeconds: Double?
  }

  /// How far a run is that there is still to do of; `nil` where something has ended it, or told it
  /// to end.
  var brokenOff: RequestedJob.BrokenOff? {
    guard hasReport else { return RequestedJob.BrokenOff(share: 0, isPaused: false) }
    guard let told, let state = FloodReport.State(rawValue: told.state),
      state == .running || state == .paused
    else { return nil }
    return RequestedJob.BrokenOff(
      share: (told.seconds ?? 0) / (told.durationSeconds ?? 1), isPaused: state == .paused)
  }

  /// Whether it has been computed to its end.
  var isFinished: Bool { told?.state == FloodReport.State.finished.rawValue }

  /// Whether it has told how it stands.
  var hasReport: Bool { FileManager.default.fileExists(atPath: report) }

  private var report: String { "\(path)/run.json" }

  private var told: Told? {
    FileManager.default.contents(atPath: report)
      .flatMap { try? JSONDecoder().decode(Told.self, from: $0) }
  }

  /// Keeps how a run stands that nobody computes; one that has ended stays as it is.
  ///
  /// - Throws: ``ProcessError`` where the run has been removed or is being computed, ``PlainError``
  ///   where nothing can be written.
  func keep(_ standing: JobStanding) throws {
    guard record != nil else { return try keepWaiting(standing) }
    guard let hold = try? ResultFolder(path, continues: true) else {
      throw ProcessError(
        "run-goes-on", "the run is being computed by another program", hint: "wait for it",
        status: 409)
    }
    guard brokenOff != nil else { return }
    let state: FloodReport.State =
      switch standing {
      case .goesOn: .running
      case .paused: .paused
      case .dismissed: .stopped
      }
    try tell(state, in: hold)
  }

  // MARK: Before it begins

  /// What a run was asked for, from before it begins.
  struct Request: Sendable {
    /// The id of the process.
    var process: String
    var inputs: JSONValue
    /// Whether it is to wait until it is told to go on.
    var isPaused = false
  }

  private var requestFile: String { "\(path)/request.json" }

  /// What the run was asked for; `nil` where that is not kept.
  var request: Request? {
    guard let bytes = FileManager.default.contents(atPath: requestFile),
      let told = try? JSONValue(parsing: Array(bytes)), let process = told["process"]?.string,
      let inputs = told["inputs"]
    else { return nil }
    return Request(process: process, inputs: inputs, isPaused: told["paused"]?.flag ?? false)
  }

  /// Keeps what the run is asked for.
  ///
  /// - Throws: ``PlainError`` where nothing can be written.
  func keep(_ request: Request) throws {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw PlainError(
        message: "the folder \(path) cannot be made: \(error.localizedDescription)",
        hint: "check the folder, its permissions and the disk")
    }
    let told: JSONValue = [
      "process": .string(request.process), "paused": .boolean(request.isPaused),
      "inputs": request.inputs,
    ]
    try FloodInputFolder.write(Array((told.indentedText + "\n").utf8), to: requestFile)
  }

  /// Forgets a run that has not begun.
  func forgetRequest() {
    unsafe _ = unlink(requestFile)
    unsafe _ = rmdir(path)
  }

  private func keepWaiting(_ standing: JobStanding) throws {
    if standing == .dismissed { return forgetRequest() }
    guard var request else {
      throw ProcessError(
        "unknown-run", "the run has been removed", hint: "execute the process again", status: 409)
    }
    request.isPaused = standing == .paused
    try keep(request)
  }

  /// Writes a state into `run.json`, whose other members stay.
  func tell(_ state: FloodReport.State, in hold: ResultFolder) throws {
    let told = try hold.read("run.json").map { try JSONValue(parsing: $0).members ?? [] } ?? []
    let members = [("state", .string(state.rawValue))] + told.filter { $0.0 != "state" }
    let text = JSONValue.object(members).indentedText + "\n"
    try hold.write([Array(text.utf8)], to: "run.json")
  }
}
