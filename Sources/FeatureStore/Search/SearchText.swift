/// Text as the search index sees it: units, and the terms that they make.
///
/// A unit is one character of Chinese, Japanese or Korean, or a run of other letters or of digits:
/// 光谷大道77号B5栋 is 光 谷 大 道 77 号 b 5 栋. Terms are pairs of neighbouring units, and each run by
/// itself. So any two characters are found, wherever they stand, and 7号 does not find 77号.
struct SearchText {
  private struct Unit {
    /// Where its bytes are.
    var range: Range<Int>
    var isIdeograph: Bool
    /// Whether nothing stands between this unit and the one before.
    var followsDirectly: Bool
  }

  /// UTF-8 in lower case, full-width letters and digits as plain ones, white space as single
  /// spaces.
  private let bytes: [UInt8]
  private let units: [Unit]
  /// How many characters it has, by which results are ordered: the shorter the nearer.
  let length: Int

  init(_ text: String) {
    var reader = Reader(expecting: text.utf8.count)
    for scalar in text.unicodeScalars { reader.add(scalar) }
    bytes = reader.bytes
    units = reader.units
    length = reader.length
  }

  var isEmpty: Bool { units.isEmpty }

  /// The text as it is compared.
  var normalised: String { String(decoding: bytes, as: UTF8.self) }

  /// The runs of letters, digits and ideographs between other characters.
  var words: [String] {
    var starts: [Int] = []
    for (index, unit) in units.enumerated() where index == 0 || !unit.followsDirectly {
      starts.append(index)
    }
    return starts.enumerated().map { place, start in
      let end = place + 1 < starts.count ? starts[place + 1] : units.count
      let range = units[start].range.lowerBound..<units[end - 1].range.upperBound
      return String(decoding: bytes[range], as: UTF8.self)
    }
  }

  /// Appends the terms by which the text can be found, a space after each.
  func appendTerms(to terms: inout [UInt8]) {
    let space = UInt8(ascii: " ")
    for (index, unit) in units.enumerated() {
      if !unit.isIdeograph {
        terms.append(contentsOf: bytes[unit.range])
        terms.append(space)
      }
      if isPair(endingAt: index) {
        terms.append(contentsOf: bytes[units[index - 1].range])
        terms.append(contentsOf: bytes[unit.range])
        terms.append(space)
      }
    }
  }

  /// The query of FTS5 that every text with this one in it fulfils; `nil` where nothing narrows
  /// the search: fewer than two characters.
  ///
  /// The last run may be the beginning of a longer one: 大道7 finds 大道77号.
  var query: String? {
    guard length >= 2 else { return nil }
    var terms: [String] = []
    for (index, unit) in units.enumerated() {
      let end = index == units.count - 1 && !unit.isIdeograph ? "*" : ""
      if isPair(endingAt: index) {
        terms.append("\"\(text(units[index - 1]))\(text(unit))\"\(end)")
      } else if !unit.isIdeograph {
        terms.append("\"\(text(unit))\"\(end)")
      }
    }
    return terms.isEmpty ? nil : terms.joined(separator: " AND ")
  }

  private func text(_ unit: Unit) -> String { String(decoding: bytes[unit.range], as: UTF8.self) }

  /// Whether nothing stands between a unit and the one before.
  private func isPair(endingAt index: Int) -> Bool { index > 0 && units[index].followsDirectly }

  // MARK: Reading

  private enum Sort { case ideograph, letter, digit, other }

  /// Takes a text character by character.
  private struct Reader {
    var bytes: [UInt8] = []
    var units: [Unit] = []
    var length = 0
    private var last = Sort.other
    private var hasSpace = false

    init(expecting byteCount: Int) {
      bytes.reserveCapacity(byteCount)
      // Most units of Chinese text are one character of three bytes.
      units.reserveCapacity(byteCount / 2)
    }

    mutating func add(_ scalar: Unicode.Scalar) {
      let value = scalar.value
      guard value > 0x20, value < 0x80 || !scalar.properties.isWhitespace else {
        hasSpace = !bytes.isEmpty
        last = .other
        return
      }
      if hasSpace { bytes.append(UInt8(ascii: " ")) }
      hasSpace = false
      let start = bytes.count
      // Full-width forms stand 0xFEE0 above the plain ones.
      let isFullWidth = (0xFF01...0xFF5E).contains(value)
      append(isFullWidth ? Unicode.Scalar(value - 0xFEE0) ?? scalar : scalar)
      length += 1
      let sort = SearchText.sort(of: scalar)
      if sort == last, sort == .letter || sort == .digit {
        units[units.count - 1].range = units[units.count - 1].range.lowerBound..<bytes.count
      } else if sort != .other {
        units.append(
          Unit(
            range: start..<bytes.count, isIdeograph: sort == .ideograph,
            followsDirectly: last != .other))
      }
      last = sort
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
      if scalar.isASCII {
        let isUpper = (0x41...0x5A).contains(scalar.value)
        bytes.append(UInt8(scalar.value) + (isUpper ? 0x20 : 0))
      } else if SearchText.isCommonIdeograph(scalar) {
        bytes.append(contentsOf: UTF8.encode(scalar)!)
      } else {
        bytes.append(contentsOf: scalar.properties.lowercaseMapping.utf8)
      }
    }
  }

  /// The texts of features and of questions are compared in this form.
  static func normalise(_ text: String) -> String { SearchText(text).normalised }

  private static func sort(of scalar: Unicode.Scalar) -> Sort {
    if isCommonIdeograph(scalar) { return .ideograph }
    switch scalar.value {
    case 0x30...0x39: return .digit
    case 0x41...0x5A, 0x61...0x7A: return .letter
    case 0..<0x80: return .other
    default: break
    }
    if scalar.properties.isIdeographic || isSyllable(scalar) { return .ideograph }
    if scalar.properties.numericType != nil { return .digit }
    return scalar.properties.isAlphabetic ? .letter : .other
  }

  /// Whether it is a character of Chinese, Japanese or Korean.
  static func isIdeograph(_ scalar: Unicode.Scalar) -> Bool { sort(of: scalar) == .ideograph }

  /// The block of Unicode that nearly all Chinese text is in.
  private static func isCommonIdeograph(_ scalar: Unicode.Scalar) -> Bool {
    (0x4E00...0x9FFF).contains(scalar.value)
  }

  /// Japanese and Korean letters, each a syllable.
  private static func isSyllable(_ scalar: Unicode.Scalar) -> Bool {
    (0x3040...0x30FF).contains(scalar.value) || (0xAC00...0xD7A3).contains(scalar.value)
  }
}
