package import SimpleFeatures

/// An order in which what is near on the map is near in the file.
package enum SpatialOrder {
  /// The places of `boxes` in the order of a Hilbert curve; at most 67 million.
  package static func places(of boxes: [Envelope]) -> [Int] {
    let entries = boxes.enumerated().map { place, box in
      RTreeEntry(box, weight: 0, row: Int64(place))
    }
    return RTreeEntry.sorted(entries, byWeight: false).map { Int($0.number) }
  }
}
