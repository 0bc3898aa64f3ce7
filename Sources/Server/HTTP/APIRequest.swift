import Foundation
import HTTPTypes
import Hummingbird
import Messages
import SimpleFeatures

/// A request as handlers see it: path parameters and query decoded, format chosen.
struct APIRequest: Sendable {
  let path: String
  /// Path and query as they were sent.
  let target: String
  let query: QueryString
  let format: Format
  /// `http://host:port`, as the client called the server.
  let base: String
  private let pathParameters: Parameters
  let headers: HTTPFields
  /// The body, of routes that take one.
  var body: [UInt8] = []

  /// - Throws: ``HTTPProblem`` 400 for a query or Host header that cannot be read, and for
  ///   parameters that `route` does not have.
  init(_ request: Request, _ parameters: Parameters, for route: Route) throws(HTTPProblem) {
    // As the router reads it, which passes over empty parts.
    let parts = request.uri.path.split(separator: "/")
    path = "/" + parts.joined(separator: "/")
    target = request.uri.string
    query = try QueryString(request.uri.query ?? "")
    headers = request.headers
    pathParameters = parameters
    base = "http://" + (try HostNames.host(of: request.head))
    format = try Format.negotiated(route.formats, f: query["f"], accept: headers[.accept])
    if let language = query["lang"], route.queryNames.contains("lang"),
      Language(rawValue: language) == nil
    {
      throw HTTPProblem(
        .badRequest, "bad-parameter", "lang=\(language) is no language of the pages",
        hint: "there are: " + Language.allCases.map(\.rawValue).joined(separator: ", "))
    }
    guard !route.takesFieldNames else { return }
    for (name, _) in query.parameters { try APIRequest.check(name, isIn: route.queryNames) }
  }

  /// Refuses a query parameter that is not one of `known` and no field, which have titles.
  static func check(
    _ name: String, isIn known: [String], orOneOf fields: [(id: String, titles: [String])] = []
  ) throws(HTTPProblem) {
    guard known.contains(name) || fields.contains(where: { $0.id == name }) else {
      throw HTTPProblem(
        .badRequest, "unknown-parameter", "there is no query parameter \"\(name)\" here",
        hint: choices(for: name, among: known.map { ($0, []) } + fields, listedBy: "GET /api"))
    }
  }

  /// The value of `{name}` in the route's path, decoded.
  func parameter(_ name: String) throws(HTTPProblem) -> String {
    guard let raw = pathParameters.get(name), let value = raw.removingPercentEncoding,
      !value.utf8.contains(0)
    else {
      throw HTTPProblem(
        .badRequest, "bad-encoding", "the path holds text that is not percent-encoded UTF-8")
    }
    return value
  }
}
