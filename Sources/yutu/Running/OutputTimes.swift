/// The times at which something is written: 0, every so many seconds, and the end.
struct OutputTimes {
  private let every: Double
  private let end: Double
  private var index = 0

  /// - Parameter every: `nil` for the beginning and the end alone.
  init(every: Double?, end: Double) {
    self.every = every ?? end
    self.end = end
  }

  /// The next time; `nil` once the end is passed.
  var next: Double? {
    if Double(index) * every < end { return Double(index) * every }
    return index == .max ? nil : end
  }

  /// Takes the next time as passed.
  mutating func advance() {
    index = next.map { $0 < end } == true ? index + 1 : .max
  }

  /// Takes all times up to and including `seconds` as passed.
  mutating func advance(past seconds: Double) {
    while let time = next, time <= seconds { advance() }
  }
}
