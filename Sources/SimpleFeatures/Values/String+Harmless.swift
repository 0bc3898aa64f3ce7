extension String {
  /// The text with a replacement character for each control character other than line breaks and
  /// tabs: what a file or a client brought with it does not steer whoever's terminal shows it.
  package var harmless: String {
    func steers(_ scalar: Unicode.Scalar) -> Bool {
      scalar.properties.generalCategory == .control && scalar != "\n" && scalar != "\t"
    }
    guard unicodeScalars.contains(where: steers) else { return self }
    var scalars = String.UnicodeScalarView()
    for scalar in unicodeScalars { scalars.append(steers(scalar) ? "\u{FFFD}" : scalar) }
    return String(scalars)
  }
}
