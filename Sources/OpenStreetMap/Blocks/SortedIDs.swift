extension [Int64] {
  /// The ids in rising order, each once.
  package func sortedOnce() -> [Int64] {
    var ids = self
    ids.sort()
    var count = 0
    for id in ids where count == 0 || ids[count - 1] != id {
      ids[count] = id
      count += 1
    }
    ids.removeLast(ids.count - count)
    return ids
  }
}
