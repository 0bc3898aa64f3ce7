import HTTPTypes
import Hummingbird

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
  }
}
