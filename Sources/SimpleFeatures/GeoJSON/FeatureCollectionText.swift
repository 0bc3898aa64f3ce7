extension JSONText {
  /// A GeoJSON feature collection; `write` gets each item and writes its feature.
  ///
  /// - Parameters:
  ///   - bytesEach: About how long the text of a feature is.
  ///   - isInLines: Whether each feature begins a line, and the text ends one.
  public static func features<Item>(
    of items: some Sequence<Item>, bytesEach: Int = 512, isInLines: Bool = false,
    _ write: (inout JSONText, Item) throws -> Void
  ) rethrows -> JSONText {
    var text = JSONText(capacity: 256 + bytesEach * items.underestimatedCount)
    text.raw("{\"type\":\"FeatureCollection\",\"features\":[")
    for (number, item) in items.enumerated() {
      if number > 0 { text.raw(",") }
      if isInLines { text.raw("\n") }
      try write(&text, item)
    }
    text.raw(isInLines ? "\n]}\n" : "]}")
    return text
  }
}
