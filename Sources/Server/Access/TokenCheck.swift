import HTTPTypes

/// Asks for the server's token (RFC 6750: `Authorization: Bearer TOKEN`).
struct TokenCheck: Sendable {
  let token: AccessToken
  /// Where the token stands, for those who look for it.
  let place: String?

  /// - Throws: ``HTTPProblem`` 401 where a request's headers bring no token or another one.
  func check(_ headers: HTTPFields) throws(HTTPProblem) {
    let words = (headers[.authorization] ?? "").split(separator: " ")
    guard words.count == 2, words[0].lowercased() == "bearer" else {
      throw refusal("token-missing", "this needs the server's token", error: "")
    }
    guard token.isEqual(to: words[1]) else {
      throw refusal(
        "token-wrong", "the token is not the server's", error: ", error=\"invalid_token\"")
    }
  }

  private func refusal(_ code: String, _ detail: String, error: String) -> HTTPProblem {
    HTTPProblem(
      .unauthorized, code, detail,
      hint: "send Authorization: Bearer TOKEN; "
        + (place.map { "the token is in \($0)" } ?? "whoever runs the server has the token"),
      headers: [.wwwAuthenticate: "Bearer realm=\"yutu\"\(error)"])
  }
}
