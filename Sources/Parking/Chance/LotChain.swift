public import SimpleFeatures

/// Rates of coming and going that hold for some time.
public struct LotRates: Sendable, Equatable {
  /// How long they hold, in seconds.
  public var durationSeconds: Double
  /// Cars that want to park, per second.
  public var arrivalsPerSecond: Double
  /// The rate at which each parked car leaves, per second: 1 / mean stay.
  public var departuresPerSecond: Double

  /// Rates and how long they hold.
  public init(durationSeconds: Double, arrivalsPerSecond: Double, departuresPerSecond: Double) {
    self.durationSeconds = durationSeconds
    self.arrivalsPerSecond = arrivalsPerSecond
    self.departuresPerSecond = departuresPerSecond
  }
}

/// How the number of cars in a lot is distributed at a later time: the chain M(t)/M(t)/c/c.
///
/// From n cars to n + 1 at rate λ(t) while n < c, to n − 1 at rate n μ(t); a car that finds the lot
/// full drives on. By uniformisation: with Λ = λ + c μ and the jump matrix P = I + Q / Λ the
/// distribution after t is Σₖ Poisson(Λ t; k) p Pᵏ. Weights left out hold less than `bound` in
/// all. Once p Pᵏ is nearer to the stationary distribution than `bound` (in the sum of absolute
/// differences, which never rises with k), the rest of the weights go there.
///
/// Source: A. Jensen 1953; M. Caliskan et al. 2007 for car parks. Takes about Λ t · c steps at
/// most; exact up to `bound` and rounding for any c and t.
public struct LotChain: Sendable {
  /// Spaces.
  public let spaces: Int
  /// The error in the sum of absolute differences that each piece of constant rates may add.
  public let bound: Double

  /// A chain of `spaces`, which must not be below 0.
  public init(spaces: Int, bound: Double = 1e-12) {
    precondition(spaces >= 0 && bound > 0)
    self.spaces = spaces
    self.bound = bound
  }

  /// The distribution that has all its weight on one count, held within 0 and `spaces`.
  public func certain(_ count: Int) -> [Double] {
    var all = [Double](repeating: 0, count: spaces + 1)
    all[min(max(0, count), spaces)] = 1
    return all
  }

  /// The distribution after pieces of constant rates, from one of counts 0 to `spaces`.
  ///
  /// Throws `invalidValue` for rates or durations that are negative or not finite, and for a
  /// distribution of another length or that holds numbers that are no probabilities.
  public func distribution(
    from start: [Double], through pieces: [LotRates]
  ) throws(ParkingError) -> [Double] {
    try check(start, pieces)
    var all = start
    for piece in pieces { advance(&all, piece) }
    return all
  }

  /// The stationary distribution of constant rates: a Poisson distribution cut off at `spaces`.
  ///
  /// Without departures it is a full lot where cars come, and `nil` where none do.
  public func stationary(arrivalsPerSecond: Double, departuresPerSecond: Double) -> [Double]? {
    guard departuresPerSecond > 0 else { return arrivalsPerSecond > 0 ? certain(spaces) : nil }
    let load = arrivalsPerSecond / departuresPerSecond
    let mode = min(spaces, Int(min(load, 1e15)))
    var all = [Double](repeating: 0, count: spaces + 1)
    all[mode] = 1
    var value = 1.0
    for k in stride(from: mode, to: 0, by: -1) {
      value *= Double(k) / load
      all[k - 1] = value
    }
    value = 1
    for k in mode..<max(mode, spaces) {
      value *= load / Double(k + 1)
      all[k + 1] = value
    }
    let sum = all.reduce(0, +)
    for k in all.indices { all[k] /= sum }
    return all
  }

  /// One car comes with a probability, and parks if there is room.
  public func arrive(_ all: inout [Double], probability: Double) {
    precondition(all.count == spaces + 1 && probability >= 0 && probability <= 1)
    guard spaces > 0 else { return }
    var k = spaces
    all[k] += all[k - 1] * probability
    k -= 1
    while k > 0 {
      all[k] += (all[k - 1] - all[k]) * probability
      k -= 1
    }
    all[0] -= all[0] * probability
  }

  /// The chance that a car that comes finds a space.
  public func chanceOfSpace(_ all: [Double]) -> Double {
    spaces == 0 ? 0 : min(1, max(0, 1 - all[spaces]))
  }

  private func check(_ start: [Double], _ pieces: [LotRates]) throws(ParkingError) {
    let sum = start.reduce(0, +)
    guard start.count == spaces + 1, start.allSatisfy({ $0 >= 0 && $0 <= 1 + 1e-9 }),
      abs(sum - 1) < 1e-6
    else {
      throw ParkingError(
        .invalidValue,
        "\(start.count) numbers that add up to \(sum) are no distribution of 0 to \(spaces) cars",
        hint: "give a probability for each count from 0 to the capacity")
    }
    for piece in pieces {
      let all = [piece.durationSeconds, piece.arrivalsPerSecond, piece.departuresPerSecond]
      guard all.allSatisfy({ $0.isFinite && $0 >= 0 }) else {
        throw ParkingError(
          .invalidValue,
          """
          \(piece.arrivalsPerSecond) arrivals and \
          \(piece.departuresPerSecond) departures per second \
          over \(piece.durationSeconds) s cannot be
          """,
          hint: "rates and durations are finite and not below 0")
      }
    }
  }

  private func advance(_ all: inout [Double], _ piece: LotRates) {
    let (up, down) = (piece.arrivalsPerSecond, piece.departuresPerSecond)
    let rate = up + Double(spaces) * down
    guard spaces > 0, rate > 0, piece.durationSeconds > 0 else { return }
    let jumps = rate * piece.durationSeconds
    guard let rest = stationary(arrivalsPerSecond: up, departuresPerSecond: down) else { return }
    // So many jumps that even the slowest lot has come to rest many times over.
    let weights = PoissonWeights(mean: min(jumps, 1e12), bound: bound)
    let count = spaces + 1
    var now = all
    var next = [Double](repeating: 0, count: count)
    var sum = [Double](repeating: 0, count: count)
    // Where each count's probability goes in a jump.
    let rise = up / rate
    let fall = down / rate
    var stay = (0..<count).map { 1 - (rise + Double($0) * fall) }
    stay[spaces] = rise  // what cannot come in, since rise + c fall = 1
    let leave = (0..<count).map { Double($0) * fall }
    var left = 1.0
    var k = 0
    while k <= weights.last {
      if k >= weights.first {
        let weight = weights.weights[k - weights.first]
        addScaled(&sum, now, weight)
        left -= weight
        if left <= 0 { break }
      }
      if k.isMultiple(of: 16), distance(now, rest) <= bound {
        addScaled(&sum, rest, max(0, left))
        break
      }
      jump(from: now, into: &next, rise: rise, stay: stay, leave: leave)
      swap(&now, &next)
      k += 1
    }
    let total = sum.reduce(0, +)
    for index in 0..<count { all[index] = sum[index] / total }
  }

  private func distance(_ a: [Double], _ b: [Double]) -> Double {
    var sum = 0.0
    for index in a.indices {
      sum += abs(a[index] - b[index])
      if sum > 1e-3 { return sum }
    }
    return sum
  }
}

private func addScaled(_ sum: inout [Double], _ more: [Double], _ weight: Double) {
  for index in sum.indices { sum[index] += weight * more[index] }
}

private func jump(
  from now: [Double], into next: inout [Double], rise: Double, stay: [Double], leave: [Double]
) {
  let last = now.count - 1
  let (now, stay, leave) = (now.span, stay.span, leave.span)
  var next = next.mutableSpan
  next[0] = now[0] * stay[0] + now[1] * leave[1]
  next[last] = now[last] * stay[last] + now[last - 1] * rise
  guard last > 1 else { return }
  for index in 1..<last {
    next[index] =
      now[index] * stay[index] + now[index - 1] * rise + now[index + 1] * leave[index + 1]
  }
}
