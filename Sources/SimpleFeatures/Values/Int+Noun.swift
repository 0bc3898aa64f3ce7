extension Int {
  /// The number with its noun, as "1 signal" and "2 signals".
  ///
  /// - Parameter plural: Where it is not the noun with an s: `1.of("entry", "entries")`.
  public func of(_ noun: String, _ plural: String? = nil) -> String {
    "\(self) \(self == 1 ? noun : plural ?? noun + "s")"
  }
}
