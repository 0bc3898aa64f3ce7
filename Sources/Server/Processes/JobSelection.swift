import Foundation
import HTTPTypes
import SimpleFeatures
import Simulation

/// Which jobs a client wants to see.
struct JobSelection {
  let limit: Int
  private let processes: [String]
  private let states: [JobStatus.State]
  private let types: [String]
  private let since: Date?
  private let until: Date?
  private let shortest: Double?
  private let longest: Double?

  private static func list(_ items: JSONValue) -> JSONValue {
    ["type": "array", "items": items]
  }

  static let parameters = [
    ProcessRoutes.limit,
    Route.Parameter(
      name: "type", description: "Only jobs of these types",
      schema: list(["type": "string", "enum": ["process"]])),
    Route.Parameter(
      name: "processID", description: "Only jobs of these processes",
      schema: list(["type": "string"])),
    Route.Parameter(
      name: "status", description: "Only jobs of these states",
      schema: list([
        "type": "string", "enum": .strings(JobStatus.State.allCases.map(\.rawValue)),
      ])),
    Route.Parameter(
      name: "datetime",
      description: "Only jobs that came at an instant or in an interval (RFC 3339)",
      schema: ["type": "string", "pattern": .string(ServerTime.pattern)]),
    Route.Parameter(
      name: "minDuration", description: "Only jobs that ran for at least so many seconds",
      schema: ["type": "integer", "format": "int64", "minimum": 0]),
    Route.Parameter(
      name: "maxDuration", description: "Only jobs that ran for at most so many seconds",
      schema: ["type": "integer", "format": "int64", "minimum": 0]),
  ]

  /// - Throws: ``HTTPProblem`` 400.
  init(_ request: APIRequest) throws {
    func list(_ name: String) -> [String] {
      (request.query[name] ?? "").split(separator: ",").map(String.init)
    }
    limit = try ProcessRoutes.limit(request)
    processes = list("processID")
    types = list("type")
    if let other = types.first(where: { $0 != "process" }) {
      throw HTTPProblem(
        .badRequest, "bad-parameter", "type=\(other) is no type of jobs", hint: "there is: process")
    }
    states = try list("status").map { text in
      guard let state = JobStatus.State(rawValue: text) else {
        throw HTTPProblem(
          .badRequest, "bad-parameter", "status=\(text) is no state of a job",
          hint: "there are: "
            + JobStatus.State.allCases.map(\.rawValue).joined(separator: ", "))
      }
      return state
    }
    (shortest, longest) = (
      try Self.seconds("minDuration", request), try Self.seconds("maxDuration", request)
    )
    (since, until) = try request.query["datetime"].map(ServerTime.interval) ?? (nil, nil)
  }

  private static func seconds(
    _ name: String, _ request: APIRequest
  ) throws(HTTPProblem) -> Double? {
    guard let text = request.query[name] else { return nil }
    guard let seconds = Int(text), seconds >= 0 else {
      throw HTTPProblem(
        .badRequest, "bad-parameter", "\(name)=\(text) is not a number of seconds from 0 on")
    }
    return Double(seconds)
  }

  func selects(_ job: JobStatus) -> Bool {
    guard processes.isEmpty || processes.contains(job.process) else { return false }
    guard states.isEmpty || states.contains(job.state) else { return false }
    if let since, job.created < since { return false }
    if let until, job.created > until { return false }
    guard shortest != nil || longest != nil else { return true }
    guard let started = job.started else { return false }
    let seconds = (job.finished ?? Date()).timeIntervalSince(started)
    return seconds >= shortest ?? 0 && seconds <= longest ?? .infinity
  }
}
