import Catalog
import FeatureStore
import HTTPTypes
import OneMap
import SimpleFeatures

/// `commit`, `datetime` and `scenario`: from where a request sees the city.
enum ViewParameters {
  static let names = ["commit", "datetime", "scenario"]

  static let parameters: [Route.Parameter] = [
    Route.Parameter(
      name: "commit", description: "The city as this commit left it (/commits lists them)",
      schema: number(from: 0)),
    Route.Parameter(
      name: "datetime",
      description: "The city as it was known at an instant, or at the end of an interval "
        + "(RFC 3339); a date means the end of that day in China Standard Time",
      schema: ["type": "string", "pattern": .string(ServerTime.pattern)]),
    Route.Parameter(
      name: "scenario", description: "The city with a scenario's edits (/scenarios lists them)",
      schema: ["type": "string"]),
  ]

  /// The schema of a whole number that fits 64 bits.
  static func number(from least: Int) -> JSONValue {
    [
      "type": "integer", "format": "int64", "minimum": .integer(least), "maximum": .integer(.max),
    ]
  }

  static func mapVersion(
    _ request: APIRequest, _ scenarios: ScenarioFolder
  ) throws -> MapVersion {
    MapVersion(
      try revision(request),
      scenario: try request.query["scenario"].map { try scenario($0, scenarios) })
  }

  static func scenario(_ id: String, _ folder: ScenarioFolder) throws -> Scenario {
    if let scenario = try folder.scenario(id) { return scenario }
    let known = folder.ids
    throw HTTPProblem(
      .notFound, "unknown-scenario", "there is no scenario \"\(id)\"",
      hint: known.isEmpty
        ? "none are there yet: put a file into Models/scenarios"
        : choices(for: id, among: known, listedBy: "GET /scenarios"))
  }

  /// The number of a commit in the query; `nil` where it has no such parameter.
  static func commit(_ name: String, _ request: APIRequest) throws(HTTPProblem) -> Int? {
    guard let text = request.query[name] else { return nil }
    guard let number = Int(text), number >= 0 else {
      throw HTTPProblem(
        .badRequest, "bad-parameter", "\(name)=\(text) is not the number of a commit",
        hint: "GET /commits lists them")
    }
    return number
  }

  private static func revision(_ request: APIRequest) throws(HTTPProblem) -> Revision {
    let number = try commit("commit", request)
    guard let text = request.query["datetime"] else {
      return number.map { .commit($0) } ?? .latest
    }
    let end = try ServerTime.end(ofInterval: text)
    guard let number else { return end.map { .instant($0) } ?? .latest }
    throw HTTPProblem(
      .badRequest, "bad-parameter", "commit=\(number) and datetime=\(text) both name a state",
      hint: "give one of them")
  }
}

extension CityMap {
  /// The map as the parameters of `request` ask to see it.
  func view(for request: APIRequest) throws -> CityMap {
    view(at: try ViewParameters.mapVersion(request, scenarios))
  }
}

extension APIRequest {
  /// Whether the request sees the city as it is now.
  var seesPresent: Bool { ViewParameters.names.allSatisfy { query[$0] == nil } }

  /// From where the request sees the city, as the end of a sentence: ` at commit 5`; empty for the
  /// city as it is now.
  var viewWords: String {
    let words = ["commit": " at commit ", "datetime": " at ", "scenario": " in scenario "]
    return ViewParameters.names.compactMap { name in
      query[name].flatMap { value in words[name].map { $0 + value } }
    }.joined()
  }

  /// A link to `path` of this server, seen from the same mapVersion.
  func link(to path: String, _ more: [(String, String)] = []) -> String {
    let view = ViewParameters.names.compactMap { name in query[name].map { (name, $0) } }
    let pairs = (view + more).map { "\($0.0)=\(QueryString.encoded($0.1))" }
    return base + path + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
  }
}
