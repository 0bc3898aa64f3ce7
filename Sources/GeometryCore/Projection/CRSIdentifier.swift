import Foundation
public import SimpleFeatures
import Synchronization

extension CoordinateReferenceSystem {
  /// Reads an identifier and looks it up in the registry of PROJ.
  ///
  /// Accepted, with any letter case of the prefix: `EPSG:4547`, `urn:ogc:def:crs:EPSG::4547`
  /// (with or without a version), `http(s)://www.opengis.net/def/crs/EPSG/0/4547`, `CRS84`,
  /// `OGC:CRS84`, `urn:ogc:def:crs:OGC:1.3:CRS84`,
  /// `http(s)://www.opengis.net/def/crs/OGC/1.3/CRS84`. With heights: `EPSG:4547+5737`,
  /// `EPSG:4547+Wusong`, `EPSG:4547+station=NAME`, `urn:ogc:def:crs,crs:EPSG::4547,crs:EPSG::5737`,
  /// `http(s)://www.opengis.net/def/crs-compound?1=URI&2=URI`, and three-dimensional codes such as
  /// `EPSG:4480`. Shifted: `GCJ-02`, `BD-09`. Blanks around it are ignored.
  ///
  /// - Throws: ``GeometryError`` `unknown-crs`, or `unsupported-crs` for one that is neither
  ///   geographic nor projected (heights alone, geocentric, engineering).
  public init(_ text: String) throws(GeometryError) {
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    if let shifted = Self.shiftedNames[trimmed.lowercased()] {
      self = shifted
      return
    }
    if let seen = Self.seen.withLock({ $0[trimmed] }) {
      self = seen
      return
    }
    if let (horizontal, vertical) = Self.compoundParts(trimmed) {
      self = try Self.compound(horizontal, vertical, text)
    } else {
      self = try Self.single(trimmed, text)
    }
    let found = self
    Self.seen.withLock { seen in
      // Spellings are the callers' own, so their number is bounded here.
      if seen.count >= Self.seenLimit { seen.removeAll() }
      seen[trimmed] = found
    }
  }

  /// Systems that were asked for, by spelling.
  private static let seen = Mutex<[String: CoordinateReferenceSystem]>([:])
  private static let seenLimit = 4096

  /// A system without a height part in its identifier.
  private static func single(
    _ trimmed: String, _ text: String
  ) throws(GeometryError) -> CoordinateReferenceSystem {
    guard let (authority, code) = parse(trimmed) else { throw .unknownCRS(text) }
    let key = "\(authority):\(code)"
    if let known = [wgs84, crs84, crs84h, cgcs2000, webMercator].first(where: {
      $0.identifier == key
    }) {
      return known
    }
    return try PROJPool.shared.withSession { (session) throws(GeometryError) in
      try session.lookUp(authority: authority, code: code)
    }
  }

  /// CRS84 with heights above the ellipsoid, `OGC:CRS84h`.
  static let crs84h = crs84.with(
    .ellipsoid(of: "EPSG:4326"), code: "CRS84h", name: "WGS 84 longitude-latitude-height (CRS84h)")

  // MARK: Heights beside a flat system

  /// The two halves of a compound identifier; `nil` where there is only one.
  static func compoundParts(_ text: String) -> (String, String)? {
    let lowered = text.lowercased()
    if lowered.hasPrefix("http://") || lowered.hasPrefix("https://") {
      return compoundParts(ofURI: text)
    }
    if lowered.hasPrefix("urn:ogc:def:crs,") {
      let parts = text.dropFirst(16).split(separator: ",", omittingEmptySubsequences: false)
      guard parts.count == 2, parts.allSatisfy({ $0.lowercased().hasPrefix("crs:") }) else {
        return nil
      }
      return ("urn:ogc:def:\(parts[0])", "urn:ogc:def:\(parts[1])")
    }
    for separator in [",", "+"] as [Character] {
      let parts = text.split(separator: separator, omittingEmptySubsequences: false)
      if parts.count == 2 { return (String(parts[0]), String(parts[1])) }
    }
    return nil
  }

  private static func compoundParts(ofURI text: String) -> (String, String)? {
    guard let query = text.firstIndex(of: "?") else { return nil }
    let path = text[..<query].split(separator: "/", omittingEmptySubsequences: false)
    guard path.count == 5, ["www.opengis.net", "opengis.net"].contains(path[2].lowercased()),
      path[3] == "def", path[4] == "crs-compound"
    else { return nil }
    var parts: [Substring: String] = [:]
    for pair in text[text.index(after: query)...].split(separator: "&") {
      let sides = pair.split(separator: "=", maxSplits: 1)
      guard sides.count == 2, parts[sides[0]] == nil,
        let value = String(sides[1]).removingPercentEncoding
      else { return nil }
      parts[sides[0]] = value
    }
    guard parts.count == 2, let first = parts["1"], let second = parts["2"] else { return nil }
    return (first, second)
  }

  private static func compound(
    _ horizontal: String, _ vertical: String, _ text: String
  ) throws(GeometryError) -> CoordinateReferenceSystem {
    // Halves of halves are no identifiers.
    guard compoundParts(horizontal) == nil, compoundParts(vertical) == nil else {
      throw .unknownCRS(text)
    }
    let flat = try CoordinateReferenceSystem(horizontal)
    guard flat.vertical == nil else {
      throw GeometryError(
        .unsupportedCRS, "\(flat) has heights already",
        hint: "take its two-dimensional partner, for example EPSG:4490 for EPSG:4480")
    }
    let datum = try verticalDatum(vertical, text)
    return flat.with(
      datum, code: "\(flat.code)+\(datum.code)", name: "\(flat.name) + \(datum)")
  }

  private static func verticalDatum(
    _ name: String, _ text: String
  ) throws(GeometryError) -> VerticalDatum {
    if let named = VerticalDatum(name: name) { return named }
    let isCode = !name.isEmpty && name.utf8.allSatisfy { (0x30...0x39).contains($0) }
    guard let (authority, code) = parse(isCode ? "EPSG:\(name)" : name), authority == "EPSG" else {
      throw .unknownCRS(text)
    }
    switch code {
    case "5737": return .yellowSea1985
    case "5736": return .yellowSea1956
    default:
      return try PROJPool.shared.withSession { (session) throws(GeometryError) in
        try session.lookUpVertical(code: code)
      }
    }
  }

  // MARK: One identifier

  /// Takes an identifier apart; `nil` for anything that is not one of the accepted forms.
  static func parse(_ text: String) -> (authority: String, code: String)? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    let lowered = parts.map { $0.lowercased() }
    var authority: String
    var code: String
    if parts.count == 1, lowered[0].hasPrefix("crs84") {
      (authority, code) = ("OGC", parts[0])
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
      if code == "CRS84H" { return ("OGC", "CRS84h") }
      guard code == "CRS84" || code == "84" else { return nil }
      return ("OGC", "CRS84")
    }
    let isNumber = code.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard authority == "EPSG", isNumber, (4...6).contains(code.count) else { return nil }
    return (authority, code)
  }
}

extension GeometryError {
  static func unknownCRS(_ text: String) -> GeometryError {
    let code = String(text.reversed().prefix { $0.isASCII && $0.isNumber }.reversed())
    let isCode = (4...5).contains(code.count) && !text.hasPrefix("ESRI")
    let names = ["CRS84", "GCJ-02", "BD-09"] + (isCode ? ["EPSG:\(code)"] : [])
    let near =
      text == code && isCode
      ? names.last : suggestion(for: text, among: names).flatMap { $0 == text ? nil : $0 }
    return GeometryError(
      .unknownCRS, "no coordinate reference system is called \"\(text.prefix(80))\"",
      hint: hint(forSpoken: text) ?? near.map { "did you mean \($0)?" }
        ?? "write for example EPSG:4490, EPSG:4547, urn:ogc:def:crs:EPSG::4547, "
        + "http://www.opengis.net/def/crs/EPSG/0/4547, CRS84, EPSG:4547+5737, GCJ-02, or the path "
        + "of a local frame's .yml file")
  }

  /// What people call the systems of China in speech, and which EPSG codes they may mean.
  private static func hint(forSpoken text: String) -> String? {
    let plain = text.lowercased().filter { $0.isLetter || $0.isNumber }
    func means(_ words: String...) -> Bool { words.contains { plain.contains($0) } }
    if plain == "2000" || means("cgcs2000", "国家2000", "大地2000", "2000国家", "2000坐标") {
      return "CGCS2000 is EPSG:4490 in degrees, EPSG:4547 in metres around 114°E (3-degree zone), "
        + "EPSG:4526 where eastings begin with the zone number 38"
    }
    if means("西安80", "西安1980", "xian80", "xian1980") {
      return "Xi'an 1980 is EPSG:4610 in degrees, EPSG:2383 in metres around 114°E (3-degree "
        + "zone); its way to CGCS2000 is not public: have the data transformed, or give a local "
        + "frame"
    }
    if means("北京54", "北京1954", "beijing54", "beijing1954") {
      return "Beijing 1954 is EPSG:4214 in degrees, EPSG:2435 in metres around 114°E (3-degree "
        + "zone); its way to CGCS2000 is not public: have the data transformed, or give a local "
        + "frame"
    }
    if means("火星", "高德", "gcj") { return "did you mean GCJ-02?" }
    if means("百度", "bd09") { return "did you mean BD-09?" }
    return means("wgs84") ? "did you mean EPSG:4326?" : nil
  }
}
