import HTTPTypes
import Hummingbird
import NIOCore
import SimpleFeatures

/// One path of the API: what it takes, what it gives and who answers.
///
/// The router and the OpenAPI document are both made from these.
struct Route: Sendable {
  /// A query parameter of the route.
  struct Parameter: Sendable {
    var name: String
    var description: String
    var schema: JSONValue
    var isRequired = false
  }

  /// GET, unless the route does something.
  var method = HTTPRequest.Method.get
  /// Whether only holders of the server's token may use it.
  var needsToken = false
  /// Whether it is answered within a few milliseconds, or sees itself to its turn: all others wait
  /// for one among the requests that read much.
  var isBrief = false
  /// Whether clients keep the answer and ask by its ETag whether it still is as it was.
  var isVersioned = false
  /// JSON schema of the body that it takes; `nil` where it takes none.
  var body: JSONValue?
  /// With captures in braces: `/collections/{collectionId}`.
  var path: String
  /// The operation's name in OpenAPI.
  var operation: String
  var summary: String
  var tag: String
  var formats: [Format]
  var parameters: [Parameter] = []
  /// Whether the names of a layer's fields are query parameters too.
  var takesFieldNames = false
  var answer: @Sendable (APIRequest) async throws -> Response

  /// Every query parameter, the format's and the language's included.
  var queryNames: [String] { parameters.map(\.name) + ["f"] + (hasPage ? ["lang"] : []) }

  /// Whether it answers people, in their language.
  var hasPage: Bool { formats.contains(.html) }

  /// Whether it executes a process.
  var isExecution: Bool { body != nil && captures.contains("processId") }

  /// The names of the captures in ``path``.
  var captures: [String] {
    path.split(separator: "/").filter { $0.hasPrefix("{") }.map {
      String($0.dropFirst().prefix { $0 != "}" })
    }
  }

  /// Adds the path to the router.
  ///
  /// - Parameter token: What ``needsToken`` asks for.
  func add(to router: Router<BasicRequestContext>, _ token: TokenCheck) {
    router.on(RouterPath(path), method: method) { request, context in
      if needsToken { try token.check(request.headers) }
      var apiRequest = try APIRequest(request, context.parameters, for: self)
      if body != nil { apiRequest.body = try await Self.body(of: request) }
      guard !isBrief, let connection = ClientConnection.current else {
        return try await answer(apiRequest)
      }
      let asked = apiRequest
      return try await connection.inTurn(isLong: request.asksForMany) { try await answer(asked) }
    }
  }

  /// The body of a request, which must be JSON.
  ///
  /// A page of another site can send any text to this machine, but nothing that calls itself JSON.
  private static func body(of request: Request) async throws -> [UInt8] {
    guard request.headers.bringsJSON else {
      throw HTTPProblem(
        .unsupportedMediaType, "not-json",
        "the body is \(request.headers[.contentType] ?? "of no type"), not JSON",
        hint: "send Content-Type: application/json")
    }
    do {
      let limit = ClientConnection.current?.limits.bodyBytes ?? Limits().bodyBytes
      return Array(buffer: try await request.body.collect(upTo: limit))
    } catch is NIOTooManyBytesError {
      throw HTTPProblem(
        .contentTooLarge, "body-too-large", "the body has too many bytes",
        hint: "send a smaller body")
    }
  }
}

extension [Route] {
  /// Adds all paths to the router; methods that a path does not have are refused.
  func add(to router: Router<BasicRequestContext>, _ token: TokenCheck) {
    for route in self { route.add(to: router, token) }
    for (path, routes) in Dictionary(grouping: self, by: \.path) {
      router.refuseOthers(
        than: routes.map(\.method), at: RouterPath(path),
        isExecution: routes.contains(where: \.isExecution))
    }
  }
}

extension HTTPFields {
  /// Whether the body calls itself JSON.
  var bringsJSON: Bool {
    let type = (self[.contentType] ?? "").prefix { $0 != ";" }
    return type == "application/json" || type.lowercased() == "application/json"
  }
}

extension Router {
  /// Answers OPTIONS, and says of all other methods than `methods` that they are not answered.
  func refuseOthers(
    than methods: [HTTPRequest.Method] = [.get], at path: RouterPath, isExecution: Bool = false
  ) {
    let answered = methods.flatMap { $0 == .get ? [.get, .head] : [$0] }
    let allowed = (answered + [.options]).map(\.rawValue).joined(separator: ", ")
    on(path, method: .options) { request, _ in
      CrossOrigin.options(request, allowed: allowed, isExecution: isExecution)
    }
    let others = [.put, .patch, .delete, .trace] + [HTTPRequest.Method("QUERY")].compactMap(\.self)
    for method in [.get, .post] + others
    where !answered.contains(method) {
      on(path, method: method) { request, _ -> Response in
        throw HTTPProblem(
          .methodNotAllowed, "method-not-allowed", "\(request.method) is not supported here",
          hint: answered == [.get, .head]
            ? "the API is read-only; yutu import writes" : "this path takes \(allowed)",
          headers: [.allow: allowed])
      }
    }
  }
}
