import HTTPTypes

extension HTTPFields {
  /// The members of a list like that of `Accept`, in lower case and without parameters, each with
  /// its weight (RFC 9110, 12.4.2).
  static func weighted(_ list: String) -> [(value: String, weight: Double)] {
    list.split(separator: ",").map { member in
      let parts = member.split(separator: ";").map { $0.filter { !$0.isWhitespace }.lowercased() }
      let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap {
        Double($0.dropFirst(2))
      }
      return (parts.first ?? "", weight ?? 1)
    }
  }

  /// Whether the client takes gzipped bodies.
  var takesGzip: Bool {
    guard let accepted = self[.acceptEncoding] else { return false }
    if accepted == "gzip" { return true }
    let codings = Self.weighted(accepted)
    let gzip = codings.first { $0.value == "gzip" } ?? codings.first { $0.value == "*" }
    return (gzip?.weight ?? 0) > 0
  }

  /// Whether the client surely takes bodies of a media type.
  func takes(_ mediaType: String) -> Bool {
    guard let accepted = self[.accept], accepted != "*/*" else { return true }
    return Self.weighted(accepted).contains { range in
      range.weight > 0 && (range.value == "*/*" || range.value == mediaType)
    }
  }

  /// Whether the value of an If-None-Match header names `tag`, which holds no comma.
  static func lists(_ known: String, tag: String) -> Bool {
    if known == tag { return true }
    func trimmed(_ text: Substring) -> Substring {
      let start = text.drop { $0 == " " || $0 == "\t" }
      return start.lastIndex { $0 != " " && $0 != "\t" }.map { start[...$0] } ?? ""
    }
    if trimmed(known[...]) == "*" { return true }
    return known.split(separator: ",").contains { member in
      let value = trimmed(member)
      return value == tag || value == "W/" + tag
    }
  }
}
