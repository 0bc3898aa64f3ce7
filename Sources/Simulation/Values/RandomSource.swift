/// Random numbers that are the same for the same seed, on every machine.
///
/// xoshiro256** (Blackman and Vigna 2021, doi:10.1145/3460772), its state filled by SplitMix64.
/// Parts of a model take sources of their own by name, so that what one part draws changes no
/// other:
///
/// ```swift
/// let run = RandomSource(seed: 42)
/// var arrivals = run.source(named: "arrivals")
/// let wait = Double.random(in: 0..<60, using: &arrivals)
/// ```
public struct RandomSource: RandomNumberGenerator, Sendable, Equatable {
  /// What the numbers began from.
  public let seed: UInt64
  private var state: (UInt64, UInt64, UInt64, UInt64)

  /// The numbers that follow from a seed.
  public init(seed: UInt64) {
    self.seed = seed
    var filler = seed
    state = (
      Self.splitMix(&filler), Self.splitMix(&filler), Self.splitMix(&filler),
      Self.splitMix(&filler)
    )
  }

  /// A source of its own for a part of the model; the same whatever has been drawn from this one.
  public func source(named name: String) -> RandomSource {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    var filler = seed ^ hash
    return RandomSource(seed: Self.splitMix(&filler) ^ hash)
  }

  /// The next 64 bits.
  public mutating func next() -> UInt64 {
    let result = Self.rotated(state.1 &* 5, 7) &* 9
    let shifted = state.1 << 17
    state.2 ^= state.0
    state.3 ^= state.1
    state.1 ^= state.2
    state.0 ^= state.3
    state.2 ^= shifted
    state.3 = Self.rotated(state.3, 45)
    return result
  }

  /// Seed and state, for a saved run.
  public func encode(to writer: inout StateWriter) {
    for word in [seed, state.0, state.1, state.2, state.3] { writer.put(word) }
  }

  /// The source that was saved.
  public init(from reader: inout StateReader) throws(SimulationError) {
    seed = try reader.get(UInt64.self)
    let (a, b) = (try reader.get(UInt64.self), try reader.get(UInt64.self))
    state = (a, b, try reader.get(UInt64.self), try reader.get(UInt64.self))
  }

  /// The source in a state of its own.
  init(state: (UInt64, UInt64, UInt64, UInt64)) {
    seed = 0
    self.state = state
  }

  /// Whether both give the same numbers from here on.
  public static func == (a: RandomSource, b: RandomSource) -> Bool {
    a.seed == b.seed && a.state == b.state
  }

  /// Steele, Lea and Flood 2014, doi:10.1145/2660193.2660195.
  static func splitMix(_ state: inout UInt64) -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
    return mixed ^ mixed >> 31
  }

  private static func rotated(_ word: UInt64, _ count: UInt64) -> UInt64 {
    word << count | word >> (64 - count)
  }
}
