/// The candidate that a person who wrote `word` most likely meant; `nil` where none is near.
///
/// Near is a Damerau-Levenshtein distance (optimal string alignment) of at most a third of the
/// word's length, at least 1, and less than it; letter case, `-` and `_` do not count.
public func suggestion(for word: String, among candidates: [String]) -> String? {
  let plain = folded(word)
  let limit = min(max(1, plain.count / 3), plain.count - 1)
  let ranked = candidates.map { (name: $0, distance: editDistance(plain, folded($0))) }
  return ranked.filter { $0.distance <= limit }.min { $0.distance < $1.distance }?.name
}

/// Up to `count` candidates, those that are most like `word` first: those that hold it or are
/// within
/// it, then by distance.
///
/// Complexity: O(n) comparisons of names, of which at most 80 characters count.
public func names(like word: String, among candidates: [String], count: Int) -> [String] {
  let plain = folded(word)
  let ranked = candidates.map { (name: $0, distance: distance(plain, folded($0))) }
  return ranked.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }.prefix(count).map(\.name)
}

/// What may be written in place of `word`, as a hint: the candidate that was most likely meant, or
/// all of a few, or the nearest of many.
///
/// - Parameter lister: What lists all candidates, as `yutu layers`.
public func choices(
  for word: String, among candidates: [String], listedBy lister: String? = nil
) -> String {
  let rest = lister.map { "; \($0) lists all" } ?? ""
  if let near = suggestion(for: word, among: candidates) { return "did you mean \(near)?" }
  guard candidates.count > 8 else {
    return "there are: " + candidates.joined(separator: ", ")
  }
  let near = names(like: word, among: candidates, count: 5).joined(separator: ", ")
  return "there are \(candidates.count), the nearest \(near)\(rest)"
}

/// The edit distance; less than 0 where one of the two holds the other.
private func distance(_ a: [Character], _ b: [Character]) -> Int {
  let (short, long) = a.count < b.count ? (a, b) : (b, a)
  guard short.count > 1, String(long).contains(String(short)) else { return editDistance(a, b) }
  return long.count - short.count - 80
}

private func folded(_ word: String) -> [Character] {
  word.lowercased().filter { $0 != "-" && $0 != "_" }.prefix(80).map { $0 }
}

/// Insertions, deletions, substitutions and swaps of neighbours that turn `a` into `b`.
package func editDistance(_ a: [Character], _ b: [Character]) -> Int {
  var beforeLast = [Int](repeating: 0, count: b.count + 1)
  var last = Array(0...b.count)
  for i in a.indices {
    var row = [i + 1]
    for j in b.indices {
      var best = min(row[j] + 1, last[j + 1] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
        best = min(best, beforeLast[j - 1] + 1)
      }
      row.append(best)
    }
    beforeLast = last
    last = row
  }
  return last[b.count]
}
