import Foundation

/// x to the power of y, never so small that a weight vanishes.
func power(_ x: Float, _ y: Double) -> Float { Float(max(pow(Double(x), y), 1e-30)) }

/// Rows of a linear model: what is known, what it is to tell, and how much each row counts.
struct RegressionRows {
  let width: Int
  /// Rows × width.
  private(set) var known: [Float] = []
  private(set) var wanted: [Float] = []
  private(set) var weights: [Float] = []
  /// Days before the fit.
  private(set) var ages: [Int] = []
  var count: Int { wanted.count }

  init(width: Int) { self.width = width }

  /// - Parameter weight: Before age lowers it.
  mutating func append(_ row: [Float], wanted y: Float, age: Int, weight: Float) {
    known += row
    wanted.append(y)
    weights.append(weight * power(0.5, Double(age) / ForecastConstants.halfLifeDays))
    ages.append(age)
  }

  /// What coefficients say of a row.
  func value(_ row: Int, _ coefficients: [Float]) -> Float {
    var sum: Float = 0
    for column in 0..<width { sum += known[row * width + column] * coefficients[column] }
    return sum
  }
}

/// Linear models of the least absolute error, shrunk toward no correction.
enum RobustRegression {
  /// Absolute errors below this count as squares.
  private static let corner = 0.003
  private static let shrinkages = [0.05, 1, 20]

  /// Fits with the shrinkage that forecasts the rows' last two weeks best from the rows before.
  ///
  /// Where there are too few rows nothing is corrected.
  static func fit(_ rows: RegressionRows) -> [Float] {
    let latest = rows.ages.min() ?? 0
    let isLate = rows.ages.map { $0 < latest + 14 }
    let late = isLate.count { $0 }
    guard rows.count >= 300 else { return [Float](repeating: 0, count: rows.width) }
    var best = (error: Double.infinity, shrinkage: shrinkages[1])
    if late >= 200, rows.count - late >= 200 {
      for shrinkage in shrinkages {
        let trial = solve(rows, shrinkage) { !isLate[$0] }
        var error = 0.0
        for row in 0..<rows.count where isLate[row] {
          error += Double(rows.weights[row] * abs(rows.wanted[row] - rows.value(row, trial)))
        }
        if error < best.error { best = (error, shrinkage) }
      }
    }
    return solve(rows, best.shrinkage) { _ in true }
  }

  /// Least absolute errors by repeated weighted least squares.
  private static func solve(
    _ rows: RegressionRows, _ shrinkage: Double, uses: (Int) -> Bool
  ) -> [Float] {
    let width = rows.width
    var result = [Float](repeating: 0, count: width)
    var total = 0.0
    for row in 0..<rows.count where uses(row) { total += Double(rows.weights[row]) }
    guard total > 0 else { return result }
    for _ in 0..<8 {
      var matrix = [Double](repeating: 0, count: width * width)
      var right = [Double](repeating: 0, count: width)
      var sum = 0.0
      for row in 0..<rows.count where uses(row) {
        let error = Double(abs(rows.wanted[row] - rows.value(row, result)))
        let weight = Double(rows.weights[row]) * corner / max(corner, error)
        sum += weight
        let start = row * width
        for i in 0..<width {
          let scaled = weight * Double(rows.known[start + i])
          guard scaled != 0 else { continue }
          right[i] += scaled * Double(rows.wanted[row])
          for j in 0...i { matrix[i * width + j] += scaled * Double(rows.known[start + j]) }
        }
      }
      for i in 0..<width { matrix[i * width + i] += shrinkage * sum / total + 1e-9 }
      result = cholesky(matrix, right, width).map { Float($0) }
    }
    return result
  }

  /// Solves a positive definite system given by its lower half.
  private static func cholesky(_ matrix: [Double], _ right: [Double], _ n: Int) -> [Double] {
    var l = matrix
    for i in 0..<n {
      for j in 0...i {
        var sum = l[i * n + j]
        for k in 0..<j { sum -= l[i * n + k] * l[j * n + k] }
        l[i * n + j] = i == j ? max(sum, 1e-12).squareRoot() : sum / l[j * n + j]
      }
    }
    var x = right
    for i in 0..<n {
      for k in 0..<i { x[i] -= l[i * n + k] * x[k] }
      x[i] /= l[i * n + i]
    }
    for i in (0..<n).reversed() {
      for k in i + 1..<max(n, i + 1) { x[i] -= l[k * n + i] * x[k] }
      x[i] /= l[i * n + i]
    }
    return x
  }
}
