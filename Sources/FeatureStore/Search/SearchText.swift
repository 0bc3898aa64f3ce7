import SimpleFeatures

/// Text as the search index sees it: units, and the terms that they make.
///
/// A unit is one character of Chinese, Japanese or Korean, or a run of other letters or of digits:
/// 光谷大道77号B5栋 is 光 谷 大 道 77 号 b 5 栋. Terms are pairs of neighbouring units, of which one
/// is a Chinese character, and each run by itself. So any two characters are found, wherever they
/// stand, and 7号 does not find 77号.
struct SearchText {
  /// Lower case, full-width letters and digits as plain ones, white space as single spaces.
  let normalised: String
  private let units: [Unit]

  private struct Unit: Equatable {
    var text: String
    var isIdeograph: Bool
    /// Whether nothing stands between this unit and the one before.
    var followsDirectly: Bool
  }

  init(_ text: String) {
    normalised = SearchText.normalise(text)
    units = SearchText.units(normalised)
  }

  var isEmpty: Bool { units.isEmpty }

  /// The runs of letters, digits and ideographs between other characters.
  var words: [Substring] {
    normalised.unicodeScalars.split { SearchText.sort(of: $0) == .other }.map(Substring.init)
  }

  /// How many characters it has, in which results are ordered: the shorter the nearer.
  var length: Int { normalised.unicodeScalars.count }

  /// The terms by which the text can be found.
  var terms: [String] {
    var terms: [String] = []
    for (index, unit) in units.enumerated() {
      if !unit.isIdeograph { terms.append(unit.text) }
      if index > 0, let pair = pair(endingAt: index) { terms.append(pair) }
    }
    return terms
  }

  /// The query of FTS5 that every text with this one in it fulfils; `nil` where nothing narrows
  /// the search: fewer than two characters.
  ///
  /// The last run may be the beginning of a longer one: 大道7 finds 大道77号.
  var query: String? {
    guard normalised.unicodeScalars.count(where: { !$0.properties.isWhitespace }) >= 2 else {
      return nil
    }
    var terms: [String] = []
    for (index, unit) in units.enumerated() {
      let end = index == units.count - 1 && !unit.isIdeograph ? "*" : ""
      if index > 0, let pair = pair(endingAt: index) {
        terms.append("\"\(pair)\"\(end)")
      } else if !unit.isIdeograph {
        terms.append("\"\(unit.text)\"\(end)")
      }
    }
    return terms.isEmpty ? nil : terms.joined(separator: " AND ")
  }

  /// Two neighbours, of which at least one is an ideograph: runs are terms by themselves.
  private func pair(endingAt index: Int) -> String? {
    let (first, second) = (units[index - 1], units[index])
    guard second.followsDirectly, first.isIdeograph || second.isIdeograph else { return nil }
    return first.text + second.text
  }

  static func normalise(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var isAfterSpace = true
    for scalar in text.unicodeScalars {
      if scalar.properties.isWhitespace || scalar.value < 0x20 {
        if !isAfterSpace { result.append(" ") }
        isAfterSpace = true
        continue
      }
      isAfterSpace = false
      // Full-width forms stand 0xFEE0 above the plain ones.
      let plain = (0xFF01...0xFF5E).contains(scalar.value) ? scalar.value - 0xFEE0 : scalar.value
      guard let folded = Unicode.Scalar(plain) else { continue }
      if folded.isASCII {
        let isUpper = (0x41...0x5A).contains(plain)
        result.append(isUpper ? Unicode.Scalar(UInt8(plain) + 0x20) : folded)
      } else {
        result.append(contentsOf: folded.properties.lowercaseMapping.unicodeScalars)
      }
    }
    if result.last == " " { result.removeLast() }
    return String(result)
  }

  private static func units(_ text: String) -> [Unit] {
    var units: [Unit] = []
    var last = Sort.other
    for scalar in text.unicodeScalars {
      let sort = sort(of: scalar)
      defer { last = sort }
      guard sort != .other else { continue }
      if sort == last && sort != .ideograph {
        units[units.count - 1].text.unicodeScalars.append(scalar)
      } else {
        units.append(
          Unit(
            text: String(scalar), isIdeograph: sort == .ideograph,
            followsDirectly: last != .other))
      }
    }
    return units
  }

  private enum Sort { case ideograph, letter, digit, other }

  private static func sort(of scalar: Unicode.Scalar) -> Sort {
    if isIdeograph(scalar) { return .ideograph }
    if scalar.properties.numericType != nil { return .digit }
    return scalar.properties.isAlphabetic ? .letter : .other
  }

  private static func isIdeograph(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isIdeographic || (0x3040...0x30FF).contains(scalar.value)
      || (0xAC00...0xD7A3).contains(scalar.value)
  }
}
