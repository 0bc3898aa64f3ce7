public import SimpleFeatures

extension JSONText {
  /// A GeoJSON feature collection; `write` gets each item and writes its feature.
  ///
  /// - Parameter bytesEach: About how long the text of a feature is.
  public static func features<Item>(
    of items: some Sequence<Item>, bytesEach: Int = 512,
    _ write: (inout JSONText, Item) throws -> Void
  ) rethrows -> JSONText {
    var text = JSONText(capacity: 256 + bytesEach * items.underestimatedCount)
    text.raw("{\"type\":\"FeatureCollection\",\"features\":[")
    for (number, item) in items.enumerated() {
      if number > 0 { text.raw(",") }
      try write(&text, item)
    }
    text.raw("]}")
    return text
  }
}
