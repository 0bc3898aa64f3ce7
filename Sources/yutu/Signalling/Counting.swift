extension Int {
  /// The number with its noun, as "1 signal" and "2 signals".
  func of(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
