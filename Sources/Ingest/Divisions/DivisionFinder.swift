/// Finds the division with whose names an address begins; levels may be left out.
package struct DivisionFinder: Sendable {
  /// What the beginning of an address says.
  package struct Match: Equatable, Sendable {
    /// The divisions that fit equally well: none, the one, or several between which only the
    /// address's owner can choose.
    package var divisions: [Int]
    /// Where the names end, in UTF-16.
    package var end: Int
  }

  private let table: DivisionTable
  private let names: DivisionNames

  package init(_ table: DivisionTable) {
    self.table = table
    names = DivisionNames(table)
  }

  /// The longest chain of names from the top down; one that is a town alone is none.
  package func match(_ text: String) -> Match { match(Array(text.utf16)) }

  func match(_ text: [UInt16]) -> Match {
    var best = Match(divisions: [], end: 0)
    search(text, from: 0, within: nil, &best)
    // Of a city and its county of the same short name, the city is meant.
    if best.divisions.count > 1,
      let whole = best.divisions.first(where: { whole in
        best.divisions.allSatisfy { $0 == whole || table.isPart($0, of: whole) }
      })
    {
      best.divisions = [whole]
    }
    return best
  }

  private func search(
    _ text: [UInt16], from start: Int, within whole: Int?, _ best: inout Match
  ) {
    let start = skipped(text, start)
    names.forEach(in: text, from: start) { end, forms in
      for form in forms {
        if let whole, !table.isPart(form.division, of: whole) { continue }
        let isTown = table.divisions[form.division].rank == .town
        // A town's name alone says little: elsewhere one of that name may have been dissolved.
        if isTown, whole == nil || form.isShort && Self.isStreet(text, end) { continue }
        if !form.isShort || (whole != nil && !Self.isRoad(text, end)) {
          if end > best.end {
            best = Match(divisions: [form.division], end: end)
          } else if end == best.end, !best.divisions.contains(form.division) {
            best.divisions.append(form.division)
          }
        }
        if !isTown { search(text, from: end, within: form.division, &best) }
      }
    }
  }

  // MARK: What stands around names

  private static let fillers = ["中国", "中华人民共和国", "市辖区"].map { Array($0.utf16) }
  private static let roads = ["路", "街", "巷", "大道", "东路", "西路", "南路", "北路", "中路"]
    .map { Array($0.utf16) }

  /// Past spaces and words that stand between names.
  private func skipped(_ text: [UInt16], _ start: Int) -> Int {
    var place = start
    while place < text.count {
      if text[place] == 0x20 || text[place] == 0x3000 || text[place] == 0x2C {
        place += 1
      } else if let filler = Self.fillers.first(where: { text.begins(with: $0, at: place) }) {
        place += filler.count
      } else {
        break
      }
    }
    return place
  }

  /// Whether a short name is that of a road: 南京东路, 武汉大道.
  private static func isRoad(_ text: [UInt16], _ end: Int) -> Bool {
    roads.contains { text.begins(with: $0, at: end) }
  }

  /// Whether a number follows, so that 前进街 12 号 is a street and no town.
  private static func isStreet(_ text: [UInt16], _ end: Int) -> Bool {
    guard end < text.count else { return false }
    let next = text[end]
    return (0x30...0x39).contains(next) || (0xFF10...0xFF19).contains(next)
      || Array("一二三四五六七八九十百".utf16).contains(next)
  }
}

extension [UInt16] {
  /// Whether `word` stands at `place`.
  func begins(with word: [UInt16], at place: Int) -> Bool {
    place + word.count <= count && word.indices.allSatisfy { self[place + $0] == word[$0] }
  }
}
