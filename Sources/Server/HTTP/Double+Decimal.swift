extension Double {
  /// A number as people write it, blanks aside: no hexadecimal digits, no words.
  init?(decimal text: some StringProtocol) {
    let digits = text.filter { $0 != " " }
    guard digits.allSatisfy({ "0123456789+-.eE".contains($0) }) else { return nil }
    self.init(String(digits))
  }
}
