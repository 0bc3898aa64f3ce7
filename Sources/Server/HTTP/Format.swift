import HTTPTypes

/// A representation that a resource can be asked for.
enum Format: String, Sendable {
  case json
  case geojson
  case covjson
  case html
  case openapi
  case schema
  case tilejson
  case mvt
  case png
  case glyphs
  case geotiff
  case metrics
  case events
  case style

  var mediaType: String {
    switch self {
    case .json, .tilejson: "application/json"
    case .geojson: "application/geo+json"
    case .covjson: "application/prs.coverage+json"
    case .html: "text/html; charset=utf-8"
    case .schema: "application/schema+json"
    case .openapi: "application/vnd.oai.openapi+json;version=3.0"
    case .mvt: "application/vnd.mapbox-vector-tile"
    case .png: "image/png"
    case .glyphs: "application/x-protobuf"
    case .geotiff: "image/tiff; application=geotiff"
    case .events: "text/event-stream"
    case .style: "application/vnd.mapbox.style+json"
    case .metrics: "text/plain; version=0.0.4; charset=utf-8"
    }
  }

  /// What `f=` calls the format; JSON encodings share one name where a resource has only one.
  private func isCalled(_ name: String) -> Bool {
    switch self {
    case .geojson: name == "geojson" || name == "json"
    case .openapi: name == "openapi" || name == "json"
    case .schema: name == "schema" || name == "json"
    case .style: name == "style" || name == "mapbox" || name == "json"
    case .mvt: name == "mvt" || name == "pbf"
    case .glyphs: name == "glyphs" || name == "pbf"
    case .geotiff: name == "geotiff" || name == "tif" || name == "tiff"
    default: name == rawValue
    }
  }

  /// The one of `offered` that a request wants: by `f`, else by `Accept`, else the first.
  static func negotiated(
    _ offered: [Format], f: String?, accept: String?
  ) throws(HTTPProblem) -> Format {
    if let f {
      guard let format = offered.first(where: { $0.isCalled(f) }) else {
        throw HTTPProblem(
          .badRequest, "unknown-format", "f=\(f) is not a format of this resource",
          hint: "it has: " + offered.map(\.rawValue).joined(separator: ", "))
      }
      return format
    }
    guard let accept, !accept.isEmpty else { return offered[0] }
    for wanted in ranges(of: accept) {
      if wanted == "*/*" { return offered[0] }
      if wanted == "application/json", let json = offered.first(where: { $0.isCalled("json") }) {
        return json
      }
      let family = wanted.hasSuffix("/*") ? wanted.dropLast(1) : nil
      let match = offered.first { format in
        let type = format.mediaType.prefix { $0 != ";" }
        return family.map { type.hasPrefix($0) } ?? (type == wanted)
      }
      if let match { return match }
    }
    // A client that names only types we do not have still gets an answer it may understand.
    return offered[0]
  }

  /// The media ranges of an `Accept` header, the most wanted first.
  private static func ranges(of accept: String) -> [String] {
    HTTPFields.weighted(accept).enumerated()
      .sorted { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) }
      .map(\.element.value)
  }
}
