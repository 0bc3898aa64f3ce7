import Synchronization

extension CoordinateReferenceSystem {
  /// Reads an identifier and looks it up in the registry of PROJ.
  ///
  /// Accepted, with any letter case of the prefix: `EPSG:4547`, `urn:ogc:def:crs:EPSG::4547`
  /// (with or without a version), `http(s)://www.opengis.net/def/crs/EPSG/0/4547`, `CRS84`,
  /// `OGC:CRS84`, `urn:ogc:def:crs:OGC:1.3:CRS84`,
  /// `http(s)://www.opengis.net/def/crs/OGC/1.3/CRS84`. Blanks around it are ignored.
  ///
  /// - Throws: ``GeometryError`` `unknown-crs`, or `unsupported-crs` for one that is neither
  ///   geographic 2D nor projected (heights, geocentric, engineering).
  public init(_ text: String) throws(GeometryError) {
    guard let (authority, code) = Self.parse(text) else { throw .unknownCRS(text) }
    let key = "\(authority):\(code)"
    let known = [Self.wgs84, .crs84, .cgcs2000, .webMercator].first { $0.identifier == key }
    if let found = known ?? Self.seen.withLock({ $0[key] }) {
      self = found
      return
    }
    let found = try PROJPool.shared.withSession { (session) throws(GeometryError) in
      try session.lookUp(authority: authority, code: code)
    }
    Self.seen.withLock { $0[key] = found }
    self = found
  }

  /// Systems that the registry has been asked about; it holds at most a few thousand.
  private static let seen = Mutex<[String: CoordinateReferenceSystem]>([:])

  /// Takes an identifier apart; `nil` for anything that is not one of the accepted forms.
  static func parse(_ text: String) -> (authority: String, code: String)? {
    let parts = trimmed(text).split(separator: ":", omittingEmptySubsequences: false)
      .map(String.init)
    let lowered = parts.map { $0.lowercased() }
    var authority: String
    var code: String
    if parts.count == 1, lowered[0] == "crs84" {
      (authority, code) = ("OGC", "CRS84")
    } else if parts.count == 2, lowered[0] == "http" || lowered[0] == "https" {
      let path = parts[1].split(separator: "/", omittingEmptySubsequences: false)
        .map(String.init)
      guard path.count == 8, path[0].isEmpty, path[1].isEmpty,
        ["www.opengis.net", "opengis.net"].contains(path[2].lowercased()),
        path[3] == "def", path[4] == "crs"
      else { return nil }
      (authority, code) = (path[5].uppercased(), path[7])
    } else if parts.count == 2 {
      (authority, code) = (lowered[0].uppercased(), parts[1])
    } else if parts.count == 7, Array(lowered[0..<4]) == ["urn", "ogc", "def", "crs"] {
      (authority, code) = (lowered[4].uppercased(), parts[6])
    } else {
      return nil
    }
    code = code.uppercased()
    if authority == "OGC" || authority == "CRS" {
      guard code == "CRS84" || code == "84" else { return nil }
      return ("OGC", "CRS84")
    }
    let isNumber = code.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard authority == "EPSG", isNumber, (4...6).contains(code.count) else { return nil }
    return (authority, code)
  }

  private static func trimmed(_ text: String) -> Substring {
    var rest = Substring(text)
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return rest
  }
}

extension GeometryError {
  static func unknownCRS(_ text: String) -> GeometryError {
    GeometryError(
      .unknownCRS, "no coordinate reference system is called \"\(text.prefix(80))\"",
      hint: "write for example EPSG:4490, EPSG:4547, urn:ogc:def:crs:EPSG::4547, "
        + "http://www.opengis.net/def/crs/EPSG/0/4547 or CRS84")
  }
}
