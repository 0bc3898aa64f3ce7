extension Double {
  /// Whether the digits of the whole number say all of it: those of a negative zero do not.
  var isShortWhole: Bool {
    self == rounded() && abs(self) < 1e15 && (self != 0 || sign == .plus)
  }
}
