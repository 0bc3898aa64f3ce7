import Catalog
import Foundation
import HTTPTypes
import Messages
import OneMap
import SimpleFeatures
import Simulation

/// `/runs…`: the simulations that are kept with the city.
struct RunRoutes {
  let map: CityMap
  let executor: ProcessExecutor

  var all: [Route] { [runs, run, removal] }

  private var runs: Route {
    Route(
      path: "/runs", operation: "getRuns",
      summary: "The simulations that are kept with the city, the latest first", tag: "Runs",
      formats: [.json]
    ) { request in
      let jobs = await jobs
      return .json([
        "runs": .array(
          map.runs.states().map { .object(document($0, jobs[$0.record.id], request)) }),
        "links": .array(ServerText.selfLinks(request, [.json])),
      ])
    }
  }

  private var run: Route {
    Route(
      path: "/runs/{runId}", operation: "getRun", summary: "One simulation that is kept",
      tag: "Runs", formats: [.json]
    ) { request in
      let id = try request.parameter("runId")
      guard let state = map.runs.state(id) else { throw noRun(id) }
      var members = document(state, await jobs[id], request)
      members.append(("assumptions", assumptions(of: state.record)))
      return .json(.object(members))
    }
  }

  private var removal: Route {
    Route(
      method: .delete, needsToken: true, path: "/runs/{runId}", operation: "deleteRun",
      summary: "Removes a simulation with its layers and files", tag: "Runs", formats: [.json]
    ) { request in
      let id = try request.parameter("runId")
      let state = map.runs.state(id)
      let job = await jobs[id]
      // It may not have begun yet, or wait for its turn.
      guard job.map(\.isPaused) ?? true else { throw goesOn(id) }
      do {
        try map.runs.remove(id)
      } catch let refusal as RunStore.Refusal {
        guard case .goesOn = refusal else { throw noRun(id) }
        throw goesOn(id)
      }
      // What is paused cannot go on any more.
      if job != nil { try await executor.jobs.dismiss(id) }
      return .json(["id": .string(id), "freedBytes": .integer(state?.byteCount ?? 0)])
    }
  }

  private func goesOn(_ id: String) -> HTTPProblem {
    HTTPProblem(
      .conflict, "run-goes-on", "the run \(id) is being computed",
      hint: "end it first: DELETE /jobs/\(id)")
  }

  private func noRun(_ id: String) -> HTTPProblem {
    HTTPProblem(
      .notFound, "no-such-run", "there is no run \"\(id)\"", hint: "GET /runs lists them")
  }

  /// The jobs that have not ended, by their ids, which are those of their runs.
  private var jobs: [String: JobStatus] {
    get async {
      let all = await executor.jobs.all.filter { !$0.state.isEnd }
      return Dictionary(all.map { ($0.id, $0) }) { $1 }
    }
  }

  /// What was assumed where the city says nothing, in both languages; null where nobody knows.
  private func assumptions(of record: RunRecord) -> JSONValue {
    guard let assumptions = record.assumptions else { return .null }
    return .array(
      assumptions.map {
        ["zh": .string(MessageCatalogue.chinese.translated($0)), "en": .string($0)]
      })
  }

  private func document(
    _ state: RunStore.KeptState, _ job: JobStatus?, _ request: APIRequest
  ) -> [(String, JSONValue)] {
    let record = state.record
    return [
      ("id", .string(record.id)), ("process", .string(record.process)),
      ("title", ["zh": .string(record.zh), "en": .string(record.en)]),
      ("scenario", .string(record.scenario)), ("commit", .integer(record.commit)),
      ("created", .string(record.created)), ("start", .string(record.start)),
      ("goesOn", .boolean(state.isGoingOn || job?.state == .running)),
      ("paused", .boolean(job?.isPaused ?? false)),
      ("latest", state.moments.last.map { .string($0.formatted(.iso8601)) } ?? .null),
      ("frames", .integer(state.moments.count)), ("byteCount", .integer(state.byteCount)),
      ("from", record.from.map { Self.document($0, of: record) } ?? .null),
      (
        "links",
        .array(
          [ServerText.link("self", "\(request.base)/runs/\(record.id)", .json, "The run")]
            + record.layers.map {
              ServerText.link(
                "item", "\(request.base)/collections/run-\(record.id)-\($0.name)", .json,
                "Its layer \($0.name)")
            })
      ),
    ]
  }

  private static func document(_ origin: RunRecord.Origin, of record: RunRecord) -> JSONValue {
    let start = Moment(record.start)?.time ?? .distantPast
    return [
      "run": .string(origin.run),
      "datetime": .string(start.addingTimeInterval(origin.seconds).formatted(.iso8601)),
    ]
  }
}
