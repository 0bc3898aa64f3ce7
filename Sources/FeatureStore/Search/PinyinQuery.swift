/// What someone typed, read as pinyin.
///
/// All of it must fit one piece of a text (guanggu dadao as 光谷大道), or each of its words one
/// (zhongnan yiyuan as 中南大学附属医院).
struct PinyinQuery: Sendable {
  /// A word with letters is pinyin; any other is looked for as it is.
  enum Word: Sendable {
    case pinyin(PinyinPattern)
    case literal(String)
  }

  let whole: PinyinPattern
  /// None where there is but one.
  let words: [Word]

  /// Whether it may well be initials: place names have up to six characters, seldom more.
  var isShort: Bool { whole.count <= 6 }

  /// - Returns: `nil` where no letters were typed.
  init?(words typed: [String]) {
    guard let whole = PinyinPattern(typed.joined()) else { return nil }
    self.whole = whole
    words =
      typed.count < 2
      ? [] : typed.map { word in PinyinPattern(word).map { .pinyin($0) } ?? .literal(word) }
  }

  /// The part of a text that all of the pinyin fits; `nil` where none does.
  func part(of text: String) -> String? {
    PinyinPattern.Spelling.allCases.lazy.compactMap { whole.part(of: text, $0) }.first
  }

  /// How texts fit, the better the smaller.
  struct Fit: Sendable {
    /// As in ``SearchRank``.
    var nearness: Int
    var spelling: PinyinPattern.Spelling
    /// Which of the texts fits.
    var index: Int
  }

  /// - Parameter texts: The searched fields of a feature, or the titles of a layer.
  /// - Returns: `nil` where they do not fit.
  func fit(of texts: [String]) -> Fit? {
    for spelling in PinyinPattern.Spelling.allCases {
      let wholes = texts.indices.compactMap { index in
        whole.nearness(of: texts[index], spelling)
          .map { Fit(nearness: $0, spelling: spelling, index: index) }
      }
      if let best = wholes.min(by: { ($0.nearness, $0.index) < ($1.nearness, $1.index) }) {
        return best
      }
    }
    guard !words.isEmpty else { return nil }
    var index = texts.count
    for word in words {
      let place = texts.firstIndex { text in
        switch word {
        case .pinyin(let pattern): pattern.nearness(of: text, .initials) != nil
        case .literal(let literal): text.contains(literal)
        }
      }
      guard let place else { return nil }
      index = min(index, place)
    }
    return Fit(nearness: SearchRank.wordsApart, spelling: .initials, index: index)
  }
}
