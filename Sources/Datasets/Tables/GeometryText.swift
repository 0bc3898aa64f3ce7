import SimpleFeatures

/// A shape written as WKT, EWKT (`SRID=4547;POINT (…)`) or GeoJSON.
struct GeometryText {
  let geometry: Geometry
  /// What the text says of its CRS.
  let declaredCRS: DeclaredCRS

  /// - Throws: ``FormatError`` for texts that are none of these.
  init(_ value: PropertyValue) throws(FormatError) {
    switch value {
    case .text(let text): try self.init(TableText.trimmed(text))
    case .json(let text): try self.init(text)
    default: throw FormatError(.badCoordinate, "it is no text")
    }
  }

  private init(_ text: String) throws(FormatError) {
    if text.hasPrefix("{") {
      var bytes = Array(text.utf8)
      var reader = GeoJSONReader {
        defer { bytes = [] }
        return bytes
      }
      guard let geometry = try reader.next()?.feature.get().geometry else {
        throw FormatError(.badCoordinate, "the GeoJSON has no geometry")
      }
      self.geometry = geometry
      declaredCRS = .impliedByFormat
      return
    }
    geometry = try WKT.decode(text)
    let head = text.prefix { $0 != ";" }.uppercased().filter { !$0.isWhitespace }
    declaredCRS =
      head.hasPrefix("SRID=") ? .named("EPSG:\(head.dropFirst(5))") : .none
  }
}
