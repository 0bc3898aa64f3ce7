import FeatureStore
import HTTPTypes
import OneMap
import SimpleFeatures

/// `/commits…` and `/collections/{collectionId}/diff`: what was done to the city, and when.
struct HistoryRoutes {
  let map: CityMap

  var all: [Route] { [commits, commit, diff] }

  private static let maximumLimit = 10_000

  private static func limit(_ request: APIRequest) throws(HTTPProblem) -> Int {
    guard let text = request.query["limit"] else { return 100 }
    guard let number = Int(text), number >= 1 else {
      throw HTTPProblem(
        .badRequest, "bad-parameter", "limit=\(text) is not a whole number from 1 on",
        hint: "write one, as in limit=10, or leave it out")
    }
    return min(number, maximumLimit)
  }

  private static let limitParameter = Route.Parameter(
    name: "limit", description: "Entries per page, \(maximumLimit) at most",
    schema: ItemParameters.limitSchema(usual: 100))

  private static let commitSchema = ViewParameters.number(from: 0)

  // MARK: Commits

  private var commits: Route {
    Route(
      path: "/commits", operation: "getCommits", summary: "What was done to the city, last first",
      tag: "History", formats: [.json],
      parameters: [
        Route.Parameter(
          name: "layer", description: "Only commits to this layer", schema: ["type": "string"]),
        Route.Parameter(
          name: "before", description: "Only commits before this one: follow the link \"next\"",
          schema: Self.commitSchema),
        Self.limitParameter,
      ]
    ) { request in
      let limit = try Self.limit(request)
      let found = try await map.store.log(
        layer: request.query["layer"],
        before: try ViewParameters.commit("before", request) ?? .max, limit: limit + 1)
      let page = found.prefix(limit)
      var links = ServerText.selfLinks(request, [.json])
      if found.count > limit, let last = page.last {
        let query = request.query.replacing("before", with: String(last.number))
        links.append(
          ServerText.link("next", "\(request.base)/commits?\(query)", .json, "Earlier commits"))
      }
      return .json([
        "links": .array(links), "commits": .array(page.map { Self.description(of: $0, request) }),
      ])
    }
  }

  private var commit: Route {
    Route(
      path: "/commits/{commitNumber}", operation: "getCommit",
      summary: "One commit and the report on its records", tag: "History", formats: [.json]
    ) { request in
      let text = try request.parameter("commitNumber")
      guard let number = Int(text) else {
        throw HTTPProblem(
          .badRequest, "bad-parameter", "\(text) is not the number of a commit",
          hint: "GET /commits lists them")
      }
      let record = try await map.store.commit(number)
      var body = JSONText(capacity: 1024 + record.report.utf8.count)
      Self.description(of: record.commit, request).append(to: &body)
      body.replaceClosingBrace(with: ",\"report\":\(record.report)}")
      return .bytes(body.bytes, type: Format.json.mediaType)
    }
  }

  private static func description(of commit: Commit, _ request: APIRequest) -> JSONValue {
    let path = "\(request.base)/commits/\(commit.number)"
    let layer = "\(request.base)/collections/\(commit.layer)"
    return [
      "number": .integer(commit.number), "time": .string(commit.time),
      "layer": .string(commit.layer), "author": .string(commit.draft.author),
      "message": .string(commit.draft.message), "source": .string(commit.draft.source),
      "added": .integer(commit.counts.added), "changed": .integer(commit.counts.changed),
      "removed": .integer(commit.counts.removed), "unchanged": .integer(commit.counts.unchanged),
      "rejected": .integer(commit.counts.rejected),
      "links": [
        ServerText.link("self", path, .json, "This commit, with its report"),
        ServerText.link(
          "collection", "\(layer)?commit=\(commit.number)", .json, "The layer as it left it"),
        ServerText.link(
          "items", "\(layer)/items?commit=\(commit.number)", .geojson,
          "The features as it left them"
        ),
      ],
    ]
  }

  // MARK: Differences

  private var diff: Route {
    Route(
      path: "/collections/{collectionId}/diff", operation: "getDiff",
      summary: "What differs between two commits, or between the city and a scenario",
      tag: "History", formats: [.json],
      parameters: [
        Route.Parameter(
          name: "from",
          description: "The commit to start from, 0 for the empty city; by default where the "
            + "scenario starts, or the commit before the layer's last",
          schema: Self.commitSchema),
        Route.Parameter(
          name: "to", description: "The commit to end at; the city as it is by default",
          schema: Self.commitSchema),
        ViewParameters.parameters.first { $0.name == "scenario" }!,
        Route.Parameter(
          name: "after", description: "Only ids after this one: follow the link \"next\"",
          schema: ["type": "string"]),
        Self.limitParameter,
      ]
    ) { request in
      let id = try request.parameter("collectionId")
      let (old, new) = try await sides(of: id, request)
      let page = try await map.store.changes(
        of: id, from: old, to: new, after: request.query["after"] ?? "",
        limit: try Self.limit(request))
      var links = ServerText.selfLinks(request, [.json])
      if let next = page.next {
        let query = request.query.replacing("after", with: next)
        links.append(
          ServerText.link("next", "\(request.base)\(request.path)?\(query)", .json, "More"))
      }
      return .bytes(Self.document(page.changes, links), type: Format.json.mediaType)
    }
  }

  private func sides(
    of layer: String, _ request: APIRequest
  ) async throws -> (old: MapVersion, new: MapVersion) {
    let from = try ViewParameters.commit("from", request)
    let to = try ViewParameters.commit("to", request).map { Revision.commit($0) } ?? .latest
    let scenario = try request.query["scenario"].map {
      try ViewParameters.scenario($0, map.scenarios)
    }
    let new = MapVersion(to, scenario: scenario)
    if let from { return (MapVersion(.commit(from)), new) }
    guard scenario == nil else { return (MapVersion(new.revision), new) }
    let last = try await map.view(at: new).layer(layer).lastCommit
    return (MapVersion(.commit(max(last - 1, 0))), new)
  }

  private static func document(_ changes: [FeatureChange], _ links: [JSONValue]) -> [UInt8] {
    var text = JSONText(capacity: 1024 + changes.count * 256)
    text.raw("{\"links\":")
    JSONValue.array(links).append(to: &text)
    text.raw(",\"changes\":[")
    for (index, change) in changes.enumerated() {
      if index > 0 { text.raw(",\n") }
      change.json.append(to: &text)
      guard let geometry = change.after?.geometry, change.hasNewGeometry else { continue }
      text.replaceClosingBrace(with: ",\"geometry\":")
      text.geometry(geometry)
      text.raw("}")
    }
    text.raw("]}")
    return text.bytes
  }
}
