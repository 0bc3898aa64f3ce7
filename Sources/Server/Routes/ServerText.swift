import Foundation
import SimpleFeatures

/// Pieces of JSON that several resources share.
enum ServerText {
  static let crs84 = "http://www.opengis.net/def/crs/OGC/1.3/CRS84"

  static func link(_ rel: String, _ href: String, _ format: Format, _ title: String) -> JSONValue {
    [
      "rel": .string(rel), "href": .string(href), "type": .string(format.mediaType),
      "title": .string(title),
    ]
  }

  /// A link to a URI template, as OGC API Tiles gives for tiles.
  static func template(_ rel: String, _ href: String, _ format: Format, _ title: String)
    -> JSONValue
  {
    guard case .object(let members) = link(rel, href, format, title) else { return nil }
    return .object(members + [("templated", true)])
  }

  /// `self` in the format that was asked for, and `alternate` in each other one.
  static func selfLinks(_ request: APIRequest, _ formats: [Format]) -> [JSONValue] {
    formats.map { format in
      let isThis = format == request.format
      return link(
        isThis ? "self" : "alternate",
        "\(request.base)\(request.path)?" + request.query.replacing("f", with: format.rawValue),
        format, isThis ? "This document" : "This document as \(format.rawValue)")
    }
  }

  static func bounds(_ envelope: Envelope) -> JSONValue {
    [.real(envelope.minX), .real(envelope.minY), .real(envelope.maxX), .real(envelope.maxY)]
  }

  /// The extent of a collection whose values are those of some moments.
  static func extent(_ envelope: Envelope?, _ moments: [Date]) -> JSONValue {
    guard let first = moments.first, let last = moments.last,
      case .object(let members) = extent(envelope)
    else { return extent(envelope) }
    let interval = JSONValue.strings([first, last].map { $0.formatted(.iso8601) })
    return .object(members + [("temporal", ["interval": [interval]])])
  }

  /// The extent of a collection; null where it holds nothing.
  ///
  /// - Parameter since: From when on its states are known.
  static func extent(_ envelope: Envelope?, since: String? = nil) -> JSONValue {
    guard let envelope else { return nil }
    let spatial: JSONValue = ["bbox": [bounds(envelope)], "crs": .string(crs84)]
    guard let since else { return ["spatial": spatial] }
    return ["spatial": spatial, "temporal": ["interval": [[.string(since), nil]]]]
  }
}
