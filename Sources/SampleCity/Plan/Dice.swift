/// A stream of random numbers that depends on its seed alone: SplitMix64 (Steele, Lea and Flood
/// 2014, doi:10.1145/2660193.2660195).
///
/// Every part of the city throws dice of its own, made of the city's seed and the part's name, so
/// no part depends on which were made before it.
struct Dice {
  private var state: UInt64

  /// - Parameter words: What tells this stream from all others, whole numbers of any sign.
  init(seed: UInt64, _ words: Int...) {
    state = Self.mixed(seed &+ 0x9E37_79B9_7F4A_7C15)
    for word in words {
      state = Self.mixed(
        state ^ Self.mixed(UInt64(bitPattern: Int64(word)) &+ 0x632B_E59B_D9B4_E019))
    }
  }

  private static func mixed(_ value: UInt64) -> UInt64 {
    var z = value
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// The next 64 bits.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Self.mixed(state)
  }

  /// A number from 0 up to but not including 1.
  mutating func share() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// A number between two bounds.
  mutating func real(_ low: Double, _ high: Double) -> Double { low + (high - low) * share() }

  /// A whole number of a range.
  mutating func whole(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(next() % UInt64(range.count))
  }

  /// Whether something happens that has this probability.
  mutating func chance(_ probability: Double) -> Bool { share() < probability }

  /// One of some things.
  mutating func pick<Thing>(_ things: [Thing]) -> Thing { things[whole(0...things.count - 1)] }

  /// Things in another order (Fisher and Yates).
  mutating func shuffled<Thing>(_ things: [Thing]) -> [Thing] {
    var things = things
    for last in stride(from: things.count - 1, to: 0, by: -1) {
      things.swapAt(last, whole(0...last))
    }
    return things
  }
}
