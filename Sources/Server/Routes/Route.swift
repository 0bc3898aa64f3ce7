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
  }

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

  func add(to router: Router<BasicRequestContext>) {
    router.get(RouterPath(path)) { request, context in
      try await answer(try Inquiry(request, context.parameters, for: self))
    }
    router.refuseWriting(at: RouterPath(path))
  }
}

extension Router {
  /// Answers requests that would change something: nothing can be changed over HTTP.
  func refuseWriting(at path: RouterPath) {
    for method in [HTTPRequest.Method.post, .put, .patch, .delete] {
      on(path, method: method) { request, _ -> Response in
        throw HTTPProblem(
          .methodNotAllowed, "method-not-allowed", "\(request.method) is not answered here",
          hint: "GET reads; yutu import writes")
      }
    }
  }
}
