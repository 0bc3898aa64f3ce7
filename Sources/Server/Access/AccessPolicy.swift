/// Who may ask the server, and for what.
package struct AccessPolicy: Sendable {
  /// The address that is listened on.
  package var host: String
  /// Names beside the address and those of this machine under which the server may be called.
  package var allowedHosts: [String]
  /// The origins, such as `https://gis.example`, whose pages may read what needs no token.
  package var allowedOrigins: [String]
  /// What routes that change something ask for.
  package var token: AccessToken
  /// Where the token stands, for hints; `nil` where strangers may see them.
  package var tokenPlace: String?
  /// Whether reading needs the token too, `/health` excepted.
  package var isClosed: Bool

  /// - Parameter tokenPlace: The file that holds the token.
  package init(
    host: String, allowedHosts: [String] = [], allowedOrigins: [String] = [],
    token: AccessToken, tokenPlace: String?, isClosed: Bool = false
  ) {
    self.host = host
    self.allowedHosts = allowedHosts
    self.allowedOrigins = allowedOrigins
    self.token = token
    self.tokenPlace = tokenPlace
    self.isClosed = isClosed
  }

  /// Whether only this machine can reach a server at `host`.
  package static func isLocal(_ host: String) -> Bool {
    ["::1", "localhost"].contains(host.lowercased())
      || host.hasPrefix("127.") && HostNames.isAddress(host)
  }

  /// Whether `text` is an origin as browsers send it: a scheme, a host and maybe a port, in lower
  /// case.
  package static func isOrigin(_ text: String) -> Bool {
    text.wholeMatch(of: #/https?:\/\/([a-z0-9.\-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?/#) != nil
  }

  var tokenCheck: TokenCheck { TokenCheck(token: token, place: tokenPlace) }
  var check: AccessCheck {
    AccessCheck(
      names: HostNames(host: host, allowed: allowedHosts), token: tokenCheck, isClosed: isClosed,
      origins: Set(allowedOrigins))
  }
}
