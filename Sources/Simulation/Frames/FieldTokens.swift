/// Whole numbers as tokens of a byte, which deflate then codes by how often they occur, and the
/// low bits of large ones, which are noise and stand as they are.
struct FieldTokens {
  /// Tokens below are the numbers themselves.
  static let direct: UInt32 = 16
  /// Blocks of alike size of errors share a stream of tokens, and so a code.
  static let classCount = 12

  /// The tokens of each class.
  var streams = [[UInt8]](repeating: [], count: classCount)
  /// Low bits, from the lowest bit of each byte on.
  var bits: [UInt8] = []
  /// Room for the tokens of a block.
  private var block = [UInt8](
    repeating: 0, count: FieldPrediction.width * FieldPrediction.height)
  private var waiting: UInt64 = 0
  private var waitingCount: UInt64 = 0

  /// Small numbers of either sign as small numbers.
  @inline(__always)
  static func folded(_ number: Int32) -> UInt32 {
    UInt32(bitPattern: (number &<< 1) ^ (number &>> 31))
  }

  @inline(__always)
  static func unfolded(_ folded: UInt32) -> Int32 {
    Int32(bitPattern: folded &>> 1) ^ (0 &- Int32(bitPattern: folded & 1))
  }

  /// The number of bits from which on a number has low bits of its own.
  @inline(__always)
  static func length(_ folded: UInt32) -> UInt32 { 32 &- UInt32(folded.leadingZeroBitCount) }

  /// Appends the low `count` bits of `value`, at most 29.
  @inline(__always)
  private mutating func put(_ value: UInt32, count: UInt32) {
    waiting |= UInt64(value) &<< waitingCount
    waitingCount &+= UInt64(count)
    guard waitingCount >= 32 else { return }
    bits.append(UInt8(truncatingIfNeeded: waiting))
    bits.append(UInt8(truncatingIfNeeded: waiting &>> 8))
    bits.append(UInt8(truncatingIfNeeded: waiting &>> 16))
    bits.append(UInt8(truncatingIfNeeded: waiting &>> 24))
    waiting &>>= 32
    waitingCount &-= 32
  }

  /// Appends numbers of one class.
  mutating func append(_ numbers: Span<Int32>, count: Int, to stream: Int) {
    var tokens = block
    block = []
    var out = tokens.mutableSpan
    for i in 0..<count {
      let folded = Self.folded(numbers[i])
      if folded < Self.direct {
        out[i] = UInt8(truncatingIfNeeded: folded)
      } else {
        let length = Self.length(folded)
        let low = length &- 3
        let token = Self.direct &+ (length &- 5) &* 4 &+ ((folded &>> low) & 3)
        out[i] = UInt8(truncatingIfNeeded: token)
        put(folded & ((1 &<< low) &- 1), count: low)
      }
    }
    streams[stream].append(contentsOf: tokens[..<count])
    block = tokens
  }

  /// Appends the bits that wait.
  mutating func end() {
    for shift in stride(from: 0, to: waitingCount, by: 8) {
      bits.append(UInt8(truncatingIfNeeded: waiting >> shift))
    }
    (waiting, waitingCount) = (0, 0)
  }
}

/// Reads what ``FieldTokens`` wrote.
struct FieldTokenReader {
  private let streams: [[UInt8]]
  private let bits: [UInt8]
  private var places: [Int]
  private var bit = 0
  /// Whether there was always something to read.
  private(set) var isSound = true

  init(streams: [[UInt8]], bits: [UInt8]) {
    self.streams = streams
    self.bits = bits
    places = [Int](repeating: 0, count: streams.count)
  }

  /// Whether everything has been read.
  var isAtEnd: Bool {
    zip(places, streams).allSatisfy { $0 == $1.count } && (bit + 7) / 8 == bits.count
  }

  /// Reads the next numbers of a class; zeros where there are no more.
  mutating func read(_ count: Int, of stream: Int, into numbers: inout [Int32]) {
    let tokens = streams[stream]
    let place = places[stream]
    let known = min(count, tokens.count - place)
    if known < count { isSound = false }
    places[stream] += known
    for i in 0..<count {
      let token = i < known ? UInt32(tokens[place + i]) : 0
      numbers[i] = FieldTokens.unfolded(token < FieldTokens.direct ? token : long(token))
    }
  }

  /// A number that has low bits of its own.
  private mutating func long(_ token: UInt32) -> UInt32 {
    let length = (token - FieldTokens.direct) / 4 + 5
    guard length <= 32 else {
      isSound = false
      return 0
    }
    let low = length - 3
    let top = 4 | ((token - FieldTokens.direct) & 3)
    return top << low | get(low)
  }

  private mutating func get(_ count: UInt32) -> UInt32 {
    guard bit + Int(count) <= bits.count * 8 else {
      isSound = false
      return 0
    }
    var window: UInt64 = 0
    let first = bit / 8
    for i in first..<min(first + 5, bits.count) {
      window |= UInt64(bits[i]) << UInt64(8 * (i - first))
    }
    defer { bit += Int(count) }
    return UInt32(truncatingIfNeeded: window >> UInt64(bit % 8)) & ((1 << count) - 1)
  }
}
