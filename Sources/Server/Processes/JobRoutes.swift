import Foundation
import HTTPTypes
import SimpleFeatures
import Simulation

/// `/jobs…`: what was asked to be done, how far it is and what it gave.
struct JobRoutes {
  let executor: ProcessExecutor
  let pages: PageTemplates

  var all: [Route] { [jobs, job, change, dismissal, results, events] }

  private var jobs: Route {
    Route(
      isBrief: true, path: "/jobs", operation: "getJobs",
      summary: "The client's jobs that are kept, the latest first",
      tag: "Processes", formats: [.json, .html], parameters: JobSelection.parameters
    ) { request in
      let selection = try JobSelection(request)
      let own = await executor.jobs.all(of: executor.owner(of: request))
      let shown = own.reversed().filter(selection.selects).prefix(selection.limit)
      if request.format == .html {
        return pages.jobs(Array(shown), titles: executor.titles, request)
      }
      return .json([
        "jobs": .array(shown.map { ProcessDocuments.job($0, base: request.base) }),
        "links": .array(ServerText.selfLinks(request, [.json, .html])),
      ])
    }
  }

  private var job: Route {
    Route(
      isBrief: true, path: "/jobs/{jobId}", operation: "getStatus",
      summary: "One job: how far it is",
      tag: "Processes", formats: [.json, .html]
    ) { request in
      let status = try await executor.job(try request.parameter("jobId"))
      if request.format == .html {
        return pages.job(
          status, title: executor.titles[status.process], try await executor.extent(), request)
      }
      return .json(ProcessDocuments.job(status, base: request.base))
    }
  }

  private static let changes: JSONValue = [
    "type": "object", "required": ["status"],
    "properties": ["status": ["type": "string", "enum": ["paused", "running"]]],
  ]

  /// No standard has it: Part 1 knows no pause, and the draft of Part 4 (OGC 24-051) changes by
  /// PATCH what a job is made of, but not that it runs.
  private var change: Route {
    Route(
      method: .patch, needsToken: true, isBrief: true, body: Self.changes, path: "/jobs/{jobId}",
      operation: "changeJob",
      summary: "Pauses a job, which keeps what it has computed, or has it go on",
      tag: "Processes", formats: [.json]
    ) { request in
      let id = try request.parameter("jobId")
      let wanted = (try? JSONValue(parsing: request.body))?["status"]?.string
      do {
        let status =
          switch wanted {
          case "paused": try await executor.jobs.pause(id)
          case "running": try await executor.resume(id)
          default:
            throw HTTPProblem(
              .badRequest, "bad-status", "the body does not say how the job is to stand",
              hint: "send {\"status\": \"paused\"} or {\"status\": \"running\"}")
          }
        return .json(ProcessDocuments.job(status, base: request.base))
      } catch let error as SimulationError where error.code == .noSuchJob {
        throw ProcessExecutor.noJob(id)
      } catch let error as SimulationError {
        throw HTTPProblem(.conflict, error.code.rawValue, error.message, hint: error.hint)
      } catch let fault as ProcessError {
        throw HTTPProblem(fault)
      }
    }
  }

  private var dismissal: Route {
    Route(
      method: .delete, needsToken: true, isBrief: true, path: "/jobs/{jobId}", operation: "dismiss",
      summary: "Ends a job, or lets go of what it gave, layers included", tag: "Processes",
      formats: [.json]
    ) { request in
      let id = try request.parameter("jobId")
      do {
        let status = try await executor.jobs.dismiss(id)
        return .json(ProcessDocuments.job(status, base: request.base))
      } catch is SimulationError {
        throw ProcessExecutor.noJob(id)
      }
    }
  }

  private var results: Route {
    Route(
      path: "/jobs/{jobId}/results", operation: "getResult", summary: "What a job gave",
      tag: "Processes", formats: [.json]
    ) { request in
      let id = try request.parameter("jobId")
      let status = try await executor.job(id)
      switch status.state {
      case .accepted, .running:
        throw HTTPProblem(
          .notFound, "result-not-ready", "job \(id) has not ended yet",
          hint: "GET /jobs/\(id)/events reports when it has", type: .resultNotReady)
      case .failed:
        throw HTTPProblem(
          status.failure ?? ProcessError("process-failed", "it failed", status: 500))
      case .dismissed:
        throw HTTPProblem(
          .gone, "job-dismissed", "job \(id) was dismissed and has no results",
          hint: "execute the process again")
      case .successful:
        let offered = try executor.process(status.process)
        guard let outputs = status.result else { throw ProcessExecutor.noJob(id) }
        return ExecuteForm(note: status.note).answer(outputs, of: offered).response
      }
    }
  }

  private var events: Route {
    Route(
      isBrief: true, path: "/jobs/{jobId}/events", operation: "getEvents",
      summary: "A job's status with each of its changes, until it ends (server-sent events)",
      tag: "Processes", formats: [.events]
    ) { request in
      let id = try request.parameter("jobId")
      let known = request.headers[HTTPField.Name("Last-Event-ID")!].flatMap { Int($0) }
      do {
        let changes = try await executor.jobs.changes(id, after: known)
        return try JobEvents(changes: changes, base: request.base, executor: executor).response()
      } catch is SimulationError {
        throw ProcessExecutor.noJob(id)
      }
    }
  }
}
