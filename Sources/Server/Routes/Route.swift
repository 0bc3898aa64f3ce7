import HTTPTypes
import Hummingbird
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
  var answer: @Sendable (Inquiry) async throws -> Response

  /// Every query parameter, `f` included.
  var queryNames: [String] { parameters.map(\.name) + ["f"] }

  /// The names of the captures in ``path``.
  var captures: [String] {
    path.split(separator: "/").filter { $0.hasPrefix("{") }.map {
      String($0.dropFirst().dropLast())
    }
  }

  /// Adds the path to the router; methods that it does not have are refused.
  ///
  /// - Parameter token: What ``needsToken`` asks for.
  func add(to router: Router<BasicRequestContext>, _ token: TokenCheck) {
    router.on(RouterPath(path), method: method) { request, context in
      if needsToken { try token.check(request.headers) }
      return try await answer(try Inquiry(request, context.parameters, for: self))
    }
    router.refuseOthers(than: method, at: RouterPath(path))
  }
}

extension Router {
  /// Answers OPTIONS, and says of all other methods than `method` that they are not answered.
  func refuseOthers(than method: HTTPRequest.Method = .get, at path: RouterPath) {
    let answered: [HTTPRequest.Method] = method == .get ? [.get, .head] : [method]
    let allowed = (answered + [.options]).map(\.rawValue).joined(separator: ", ")
    on(path, method: .options) { request, _ in CrossOrigin.options(request, allowed: allowed) }
    let others = [.put, .patch, .delete, .trace] + [HTTPRequest.Method("QUERY")].compactMap(\.self)
    for method in [.get, .post] + others
    where !answered.contains(method) {
      on(path, method: method) { request, _ -> Response in
        throw HTTPProblem(
          .methodNotAllowed, "method-not-allowed", "\(request.method) is not answered here",
          hint: answered == [.get, .head]
            ? "GET reads; yutu import writes" : "this path takes \(allowed)",
          headers: [.allow: allowed])
      }
    }
  }
}
