/// The candidate that a person who wrote `word` most likely meant; `nil` where none is near.
///
/// Near is a Damerau-Levenshtein distance (optimal string alignment) of at most a third of the
/// word's length and less than it; letter case, `-` and `_` do not count. A word of letters may
/// always have one slip; one of two ideographs is another word with another of them.
public func suggestion(for word: String, among candidates: [String]) -> String? {
  let plain = folded(word)
  let limit = slips(in: plain)
  let ranked = candidates.map { (name: $0, distance: editDistance(plain, folded($0))) }
  return ranked.filter { $0.distance <= limit }.min { $0.distance < $1.distance }?.name
}

/// How many slips a word that somebody meant may have.
private func slips(in word: [Character]) -> Int {
  let isLetters = word.allSatisfy(\.isASCII)
  return min(max(isLetters ? 1 : 0, word.count / 3), word.count - 1)
}

/// The candidates that `word` may mean, the likeliest first and at most `count`.
///
/// They hold it, are held by it or are nearly written like it; none where there is no such.
public func namesNear(_ word: String, among candidates: [String], count: Int) -> [String] {
  let plain = folded(word)
  let limit = slips(in: plain)
  // Two letters are in too many words.
  let least = plain.allSatisfy(\.isASCII) ? 3 : 2
  return names(like: word, among: candidates, count: count).filter { name in
    let other = folded(name)
    let distance = distance(plain, other)
    return distance < 0 ? min(plain.count, other.count) >= least : distance <= limit
  }
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
/// all of a few, or the near ones of many.
///
/// - Parameter lister: What lists all candidates, as `yutu layers`.
public func choices(
  for word: String, among candidates: [String], listedBy lister: String? = nil
) -> String {
  choices(for: word, among: candidates.map { ($0, []) }, listedBy: lister)
}

/// What may be written in place of `word`, among candidates that have titles beside their ids.
///
/// - Parameter lister: What lists all candidates, as `yutu layers`.
public func choices(
  for word: String, among candidates: [(id: String, titles: [String])],
  listedBy lister: String? = nil
) -> String {
  var shown: [String: String] = [:]
  for (id, titles) in candidates.reversed() {
    for title in titles { shown[title] = "\(id) (\(title))" }
  }
  for (id, _) in candidates { shown[id] = id }
  let names = candidates.map(\.id) + candidates.flatMap(\.titles)
  if let meant = suggestion(for: word, among: names) {
    return "did you mean \(shown[meant] ?? meant)?"
  }
  var titled: [String: String] = [:]
  for (id, titles) in candidates { titled[id] = titles.first.map { "\(id) (\($0))" } }
  let ids = candidates.map { titled[$0.id] ?? $0.id }
  guard ids.count > 8 else { return "there are: " + ids.joined(separator: ", ") }
  var near: [String] = []
  for name in namesNear(word, among: names, count: 10).map({ titled[$0] ?? shown[$0] ?? $0 })
  where !near.contains(name) && near.count < 5 {
    near.append(name)
  }
  let listed = lister.map { "\($0) lists all" }
  switch (near.isEmpty, listed) {
  case (true, let listed?): return "none of the \(ids.count) is like it; \(listed)"
  case (true, nil):
    let most = 40
    return "there are: " + ids.prefix(most).joined(separator: ", ")
      + (ids.count > most ? ", …" : "")
  case (false, let listed):
    let rest = listed.map { "; \($0)" } ?? ""
    return "there are \(ids.count), the nearest \(near.joined(separator: ", "))\(rest)"
  }
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
