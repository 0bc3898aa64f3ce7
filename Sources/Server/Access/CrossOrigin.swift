import HTTPTypes
import Hummingbird

/// Pages of the origins that the operator names may read what everyone may read, and have processes
/// answer at once; nothing that stays behind, such as a job, can be made by them.
enum CrossOrigin {
  private static let methods = HTTPField.Name("Access-Control-Allow-Methods")!
  private static let fields = HTTPField.Name("Access-Control-Allow-Headers")!
  private static let age = HTTPField.Name("Access-Control-Max-Age")!
  private static let exposed = HTTPField.Name("Access-Control-Expose-Headers")!

  /// What a resource takes; also to a browser that asks before it sends a page's request.
  ///
  /// - Parameter isExecution: Whether it takes a body of JSON from everyone. `Prefer`, which would
  ///   make a job, is not among the headers that a page may send.
  static func options(_ request: Request, allowed: String, isExecution: Bool) -> Response {
    var headers: HTTPFields = [.allow: allowed]
    if request.headers[.accessControlRequestMethod] != nil {
      headers[methods] = isExecution ? "POST" : "GET, HEAD"
      if isExecution { headers[fields] = "Content-Type" }
      headers[age] = "86400"
    }
    return Response(status: .noContent, headers: headers)
  }

  /// Lets pages of an origin read an answer that needed no token.
  static func open(_ headers: inout HTTPFields, to origin: String) {
    headers.append(HTTPField(name: .accessControlAllowOrigin, value: origin))
    headers.append(HTTPField(name: exposed, value: "Content-Crs, ETag, Link"))
  }
}
