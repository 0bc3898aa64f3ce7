/// Numbers of one field, packed one behind the other, in bytes that end with a number's end.
///
/// Made only through ``init(_:_:)``, which looks at the last byte: the loops need no check of the
/// end for each byte, since no number goes on beyond a byte below 0x80.
struct Varints {
  private let base: BlockBytes
  private let range: Range<Int>
  /// How many numbers there are.
  let count: Int

  /// The numbers in `range` of the bytes at `base`.
  init(_ base: BlockBytes, _ range: Range<Int>) throws(OSMError) {
    self.base = base
    self.range = range
    var ends = 0
    for place in range { ends &+= Int(unsafe (base.pointer[place] & 0x80) ^ 0x80) }
    count = ends >> 7
    if let last = range.last, unsafe base.pointer[last] >= 0x80 {
      throw OSMError.damaged("a number goes on beyond its message", at: last)
    }
  }

  var isEmpty: Bool { count == 0 }

  @inline(__always)
  static func signed(_ value: UInt64) -> Int64 {
    Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
  }

  /// Hands each number to `body`, counted from 0.
  @inline(__always)
  func forEachNumber(_ body: (Int, UInt64) throws(OSMError) -> Void) throws(OSMError) {
    var place = range.lowerBound
    for index in 0..<count {
      var value = UInt64(unsafe base.pointer[place])
      place += 1
      if value >= 0x80 {
        value &= 0x7F
        var shift: UInt64 = 7
        while true {
          let byte = unsafe base.pointer[place]
          place += 1
          value |= UInt64(byte & 0x7F) << shift
          if byte < 0x80 { break }
          shift += 7
          if shift > 63 {
            throw OSMError.damaged("a number of more than ten bytes", at: place)
          }
        }
      }
      try body(index, value)
    }
  }

  /// Writes the running sums of the signed numbers to `out`, which has room for all.
  func sums(_ out: UnsafeMutablePointer<Int64>) throws(OSMError) {
    var sum: Int64 = 0
    try forEachNumber { (index, value) throws(OSMError) in
      sum &+= Self.signed(value)
      unsafe out[index] = sum
    }
  }

  /// Like ``sums(_:)`` in 32 bits; false where a sum is outside `limits`.
  func sums(
    _ out: UnsafeMutablePointer<Int32>, within most: Int64
  ) throws(OSMError) -> Bool {
    var sum: Int64 = 0
    var largest: UInt64 = 0
    try forEachNumber { (index, value) throws(OSMError) in
      sum &+= Self.signed(value)
      largest = max(largest, sum.magnitude)
      unsafe out[index] = Int32(truncatingIfNeeded: sum)
    }
    return largest <= UInt64(most)
  }
}

/// A repeated field of numbers: usually one packed run, which is read where it lies.
///
/// The format also allows several runs and single numbers; these are put together first.
struct PackedField {
  private var range: Range<Int>?
  private var joined: [UInt8] = []

  mutating func add(packed wire: inout Wire) throws(OSMError) {
    add(try wire.bytes(), wire)
  }

  mutating func add(single wire: inout Wire) throws(OSMError) {
    let start = wire.place
    _ = try wire.varint()
    // A single number is a run of one, wherever it stands.
    if range == nil, joined.isEmpty { range = start..<start }
    add(start..<wire.place, wire)
  }

  private mutating func add(_ more: Range<Int>, _ wire: Wire) {
    guard let first = range else {
      if joined.isEmpty {
        range = more
        return
      }
      append(more, wire)
      return
    }
    append(first, wire)
    append(more, wire)
    range = nil
  }

  private mutating func append(_ more: Range<Int>, _ wire: Wire) {
    unsafe joined.append(
      contentsOf: UnsafeBufferPointer(start: wire.base.pointer + more.lowerBound, count: more.count)
    )
  }

  var isEmpty: Bool { (range?.isEmpty ?? true) && joined.isEmpty }

  /// Hands the numbers to `body`, and back what it says.
  @inline(__always)
  func read<R>(
    _ base: BlockBytes, _ body: (Varints) throws(OSMError) -> R
  ) throws(OSMError) -> R {
    if let range { return try body(Varints(base, range)) }
    let result: Result<R, OSMError> = unsafe joined.withUnsafeBufferPointer { buffer in
      do throws(OSMError) {
        let start = unsafe buffer.baseAddress.map { unsafe BlockBytes($0) } ?? base
        return .success(try body(Varints(start, 0..<buffer.count)))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}
