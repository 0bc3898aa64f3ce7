import ArgumentParser

/// Times on the command line: seconds of the simulation, or a time of the day.
package enum DayTime {
  /// Reads `25200`, `07:00` or `07:00:30`, as seconds; hours go on beyond 24.
  package static func seconds(_ text: String) throws -> Double {
    if let number = Double(text), number.isFinite, (0...1e9).contains(number) { return number }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { $0.allSatisfy(\.isNumber) ? Int($0) : nil }
    guard (2...3).contains(parts.count), numbers.count == parts.count, numbers[0] <= 10_000,
      numbers.dropFirst().allSatisfy({ $0 < 60 })
    else {
      throw ValidationError(
        "\(text) is no time: write seconds of the simulation, as 25200, or a time of its first "
          + "day, as 07:00 or 07:00:30")
    }
    return Double(numbers[0] * 3600 + numbers[1] * 60 + (numbers.count > 2 ? numbers[2] : 0))
  }
}
