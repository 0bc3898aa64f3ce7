import SimpleFeatures

/// Columns of a forecast that were asked for besides the usual ones.
package struct ForecastColumns {
  /// Shares of capacity, as they were written and as numbers.
  var below: [(name: String, share: Double)] = []
  var quantiles: [(name: String, probability: Double)] = []

  /// Columns of numbers from 0 to 1 with commas between them.
  ///
  /// - Throws: ``PlainError`` that names the option whose number is none such.
  package init(below: String?, quantiles: String?) throws {
    self.below = try Self.numbers(below, "--below").map { ($0, $1) }
    self.quantiles = try Self.numbers(quantiles, "--quantiles").map { ($0, $1) }
  }

  /// The names behind the usual ones, each with its comma.
  var header: String {
    (below.map { ",below_" + $0.name } + quantiles.map { ",q_" + $0.name }).joined()
  }

  private static func numbers(_ text: String?, _ option: String) throws -> [(String, Double)] {
    guard let text else { return [] }
    return try text.split(separator: ",", omittingEmptySubsequences: false).map { word in
      guard let number = Double(word), (0...1).contains(number) else {
        throw PlainError(message: "\(option): \(word) is no number from 0 to 1")
      }
      return (String(word), number)
    }
  }
}
