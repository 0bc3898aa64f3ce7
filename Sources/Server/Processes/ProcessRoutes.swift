import CityFile
import HTTPTypes
import Hummingbird
import Messages
import SimpleFeatures
import Simulation

/// `/processes…`: what can be asked of the city beyond reading it, and where it is asked.
struct ProcessRoutes {
  let executor: ProcessExecutor
  let pages: PageTemplates
  let references: ReferenceReader.OwnPaths

  var all: [Route] { [processes, process, execution] }

  static let executionPath = "/processes/{processId}/execution"

  static let limit = Route.Parameter(
    name: "limit", description: "How many at most",
    schema: [
      "type": "integer", "format": "int64", "minimum": 1, "maximum": 10_000, "default": 1000,
    ])

  /// - Throws: ``HTTPProblem`` 400.
  static func limit(_ apiRequest: APIRequest) throws(HTTPProblem) -> Int {
    guard let text = apiRequest.query["limit"] else { return 1000 }
    guard let number = Int(text), (1...10_000).contains(number) else {
      throw HTTPProblem(
        .badRequest, "bad-parameter", "limit=\(text) is not a whole number from 1 to 10000",
        hint: "write one, as in limit=10, or leave it out")
    }
    return number
  }

  private var processes: Route {
    Route(
      isBrief: true, path: "/processes", operation: "getProcesses",
      summary: "What can be executed on the city",
      tag: "Processes", formats: [.json, .html], parameters: [Self.limit]
    ) { apiRequest in
      let shown = executor.all.prefix(try Self.limit(apiRequest))
      if apiRequest.format == .html { return pages.processes(Array(shown), apiRequest) }
      let language = SchemaLanguage(apiRequest.headers)
      return Self.json(
        [
          "processes": .array(
            shown.map { .object(ProcessDocuments.summary(of: $0, in: language, apiRequest)) }),
          "links": .array(ServerText.selfLinks(apiRequest, [.json, .html])),
        ], in: language)
    }
  }

  /// A document in the language that was asked for; in both where none was.
  private static func json(_ value: JSONValue, in language: SchemaLanguage) -> Response {
    var response = Response.json(value)
    response.headers[.vary] = "Accept-Language"
    response.headers[.contentLanguage] = language == .both ? "zh, en" : "\(language)"
    return response
  }

  private var process: Route {
    Route(
      isBrief: true, path: "/processes/{processId}", operation: "getProcessDescription",
      summary: "One process: its inputs and outputs", tag: "Processes", formats: [.json, .html]
    ) { apiRequest in
      let offered = try executor.process(try apiRequest.parameter("processId"))
      if apiRequest.format == .html {
        return pages.process(offered, try await executor.extent(), apiRequest)
      }
      let language = SchemaLanguage(apiRequest.headers)
      return Self.json(
        ProcessDocuments.description(of: offered, in: language, apiRequest), in: language)
    }
  }

  private var execution: Route {
    Route(
      method: .post, isBrief: true, body: ExecutionSchema.any, path: Self.executionPath,
      operation: "execute",
      summary: "Executes a process: at once, or as a job with `Prefer: respond-async`",
      tag: "Processes", formats: [.json]
    ) { apiRequest in
      let offered = try executor.process(try apiRequest.parameter("processId"))
      if let request = try ExecuteRequest(atOnce: apiRequest.body, for: offered) {
        return try await answer(request, of: offered, apiRequest)
      }
      let reader = ReferenceReader(
        own: references, base: apiRequest.base, limits: executor.limits)
      // What they read is held until the process has answered.
      guard let connection = ClientConnection.current else { throw CancellationError() }
      let turns = connection.shares.references
      try await turns.enter(1, of: connection.client)
      defer { turns.leave(1, of: connection.client) }
      return try await answer(
        try await ExecuteRequest(apiRequest.body, for: offered, reader), of: offered, apiRequest)
    }
  }

  private func answer(
    _ request: ExecuteRequest, of offered: OfferedProcess, _ apiRequest: APIRequest
  ) async throws -> Response {
    guard apiRequest.headers.prefers("respond-async") else {
      return request.form.answer(try await executor.execute(offered, request.inputs), of: offered)
        .response
    }
    let owner = executor.owner(of: apiRequest)
    let status = try await executor.submit(offered, request, owner: owner)
    var response = Response.json(ProcessDocuments.job(status, base: apiRequest.base))
    response.status = .created
    response.headers[.location] = "\(apiRequest.base)/jobs/\(status.id)"
    response.headers[HTTPField.Name("Preference-Applied")!] = "respond-async"
    return response
  }
}

extension SchemaLanguage {
  /// What the headers of a request ask for; both languages where they name neither.
  init(_ request: HTTPFields) {
    let wanted = HTTPFields.weighted(request[.acceptLanguage] ?? "").filter { $0.weight > 0 }
    let isNamed = wanted.contains { range in
      Language.allCases.contains {
        range.value == $0.rawValue || range.value.hasPrefix($0.rawValue + "-")
      }
    }
    self = !isNamed ? .both : Language(request) == .chinese ? .zh : .en
  }
}

extension HTTPFields {
  /// RFC 7240.
  static let prefer = HTTPField.Name("Prefer")!

  /// Whether a Prefer header holds a preference.
  func prefers(_ preference: String) -> Bool {
    self[values: Self.prefer].contains { value in
      value.split { $0 == "," || $0 == ";" }.contains {
        $0.filter { !$0.isWhitespace }.lowercased() == preference
      }
    }
  }
}
