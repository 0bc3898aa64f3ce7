/// Street and house number in the part of an address that follows its division.
struct StreetText: Equatable {
  /// `光谷大道`, `解放大道12巷`.
  var street: String
  /// As written, with 号: `77号`, `8-1号`.
  var number: String
  private static let longestStreet = 20

  /// - Parameter start: Where the names of the division end.
  /// - Returns: `nil` where no number follows a street.
  init?(_ text: [UInt16], from start: Int) {
    let sign = "号".utf16.first!
    var begin = start
    var place = start
    while place < text.count {
      defer { place += 1 }
      for word in Self.places where text.begins(with: word, at: place) {
        begin = place + word.count
      }
      guard text[place] == sign else { continue }
      var first = place
      while first > begin, Self.isNumber(text[first - 1]) { first -= 1 }
      guard first < place, first > begin, Self.roads.contains(text[first - 1]) else { continue }
      while begin < first, Self.marks.contains(text[begin]) { begin += 1 }
      guard first - begin >= 2, first - begin <= Self.longestStreet else { return nil }
      street = String(decoding: text[begin..<first], as: UTF16.self)
      number = String(decoding: text[first...place], as: UTF16.self)
      return
    }
    return nil
  }

  private static let roads = Set("路街巷里道弄".utf16)
  private static let marks = Set(" ,，、　".utf16)
  private static let numberMarks = Set("-－—附之甲乙丙丁".utf16)
  /// After these words the name of the street begins.
  private static let places = ["社区", "居委会", "村委会", "办事处"].map { Array($0.utf16) }

  private static func isNumber(_ unit: UInt16) -> Bool {
    (0x30...0x39).contains(unit) || (0x41...0x5A).contains(unit) || (0x61...0x7A).contains(unit)
      || (0xFF10...0xFF19).contains(unit) || numberMarks.contains(unit)
  }
}

/// Functional areas (东湖高新区, 葛店开发区), which no table of divisions holds.
enum FunctionalArea {
  private static let words = [
    "开发区", "高新区", "经开区", "示范区", "度假区", "风景区", "工业园区", "产业园区", "新区",
  ].map { Array($0.utf16) }
  private static let longest = 20
  private static let stops = Set("路街巷号0123456789".utf16)

  /// Where the area that begins at `start` ends; `nil` for none.
  static func end(in text: [UInt16], from start: Int) -> Int? {
    var start = start
    while start < text.count, text[start] == 0x20 || text[start] == 0x3000 { start += 1 }
    var place = start
    while place < min(text.count, start + longest), !stops.contains(text[place]) {
      if place > start, let word = words.first(where: { text.begins(with: $0, at: place) }) {
        return place + word.count
      }
      place += 1
    }
    return nil
  }
}
