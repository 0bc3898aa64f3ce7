extension LayerStyle {
  /// The first zoom that labels features of a rank, 1 to 9.
  public static func firstLabelZoom(ofRank rank: Int) -> Double {
    [9, 10.5, 12, 13, 14, 15, 16, 17, 18][min(max(rank, 1), 9) - 1]
  }
}

extension LayerDefinition {
  /// What the id of a layer of tiles ends with that holds lines joined by their names: no id of a
  /// layer has an underscore.
  private static let joinedSuffix = "_name"

  /// The layer of tiles that has the lines joined by their names, so that there is room for the
  /// names; `nil` where there is none.
  public var joinedLines: String? {
    joinedZooms == nil ? nil : id + Self.joinedSuffix
  }

  /// The levels with ``joinedLines``: from the first names to level 13, since nearer a name fits on
  /// the street along a block.
  public var joinedZooms: ClosedRange<Int>? {
    guard geometry == .line, style.label != nil, style.labelZooms == nil else { return nil }
    let ranks = [style.rank] + (style.categories?.colours ?? []).compactMap(\.rank)
    let first = max(
      tiles.minimumZoom, Int(LayerStyle.firstLabelZoom(ofRank: ranks.min() ?? style.rank)))
    let last = min(tiles.maximumZoom - 1, 13)
    return first <= last ? first...last : nil
  }
}
