import HTTPTypes

extension HTTPFields {
  /// Whether the client takes gzipped bodies.
  var takesGzip: Bool {
    guard let accepted = self[.acceptEncoding] else { return false }
    if accepted == "gzip" { return true }
    return accepted.split(separator: ",").contains { entry in
      let parts = entry.split(separator: ";").map { $0.filter { $0 != " " }.lowercased() }
      guard parts.first == "gzip" || parts.first == "*" else { return false }
      return !parts.dropFirst().contains { $0 == "q=0" || $0 == "q=0.0" }
    }
  }

  /// Whether the client surely takes bodies of a media type.
  func takes(_ mediaType: String) -> Bool {
    guard let accepted = self[.accept], accepted != "*/*" else { return true }
    return accepted.contains("*/*") || accepted.contains(mediaType)
  }

  /// Whether the value of an If-None-Match header names `tag`.
  static func lists(_ known: String, tag: String) -> Bool {
    if known == tag { return true }
    return known.split(separator: ",").contains { entry in
      let value = entry.drop { $0 == " " }
      return value == "*" || value == tag || value == "W/" + tag
    }
  }
}
