extension RandomAccessCollection {
  /// The first index whose element is not before the place that is looked for, by binary search;
  /// `endIndex` where all are before it.
  ///
  /// ```swift
  /// sortedIDs.partitioningIndex { $0 >= id }
  /// ```
  ///
  /// - Parameter isAtOrAfter: False for all elements up to one index, and true from there on.
  /// - Complexity: O(log n).
  @inlinable
  public func partitioningIndex(where isAtOrAfter: (Element) throws -> Bool) rethrows -> Index {
    var low = startIndex
    var count = self.count
    while count > 0 {
      let half = count / 2
      let middle = index(low, offsetBy: half)
      if try isAtOrAfter(self[middle]) {
        count = half
      } else {
        low = index(after: middle)
        count -= half + 1
      }
    }
    return low
  }
}
