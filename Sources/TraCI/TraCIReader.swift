import SimpleFeatures

/// Reads the bytes of answers: whatever they are, it ends with a value or an error.
struct TraCIReader {
  private let bytes: [UInt8]
  private(set) var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// How many bytes are left.
  var left: Int { bytes.count - position }

  mutating func byte() throws(TraCIError) -> UInt8 {
    UInt8(truncatingIfNeeded: try bits(1))
  }

  mutating func integer() throws(TraCIError) -> Int {
    Int(Int32(truncatingIfNeeded: try bits(4)))
  }

  mutating func double() throws(TraCIError) -> Double {
    Double(bitPattern: try bits(8))
  }

  mutating func string() throws(TraCIError) -> String {
    let count = try integer()
    guard count >= 0, count <= left else { throw nonsense("a text of \(count) bytes") }
    defer { position += count }
    return String(decoding: bytes[position..<position + count], as: UTF8.self)
  }

  /// How many values follow, each of which has one byte or more.
  mutating func count() throws(TraCIError) -> Int {
    let count = try integer()
    guard count >= 0, count <= left else { throw nonsense("a list of \(count) values") }
    return count
  }

  /// A number with its type before it.
  mutating func number() throws(TraCIError) -> Double {
    let kind = try byte()
    switch kind {
    case TraCIWriter.Kind.integer: return Double(try integer())
    case TraCIWriter.Kind.double: return try double()
    case TraCIWriter.Kind.ubyte: return Double(try byte())
    default: throw nonsense("a value of type \(kind) in place of a number")
    }
  }

  mutating func typedString() throws(TraCIError) -> String {
    let kind = try byte()
    guard kind == TraCIWriter.Kind.string else {
      throw nonsense("a value of type \(kind) in place of a text")
    }
    return try string()
  }

  mutating func typedStrings() throws(TraCIError) -> [String] {
    let kind = try byte()
    guard kind == TraCIWriter.Kind.stringList else {
      throw nonsense("a value of type \(kind) in place of texts")
    }
    var texts: [String] = []
    for _ in 0..<(try count()) { texts.append(try string()) }
    return texts
  }

  /// Begins a command: its id and the position of the first byte after it.
  mutating func command() throws(TraCIError) -> (id: UInt8, end: Int) {
    let start = position
    var length = Int(try byte())
    if length == 0 { length = try integer() }
    let head = position - start + 1
    guard length >= head, length <= bytes.count - start else {
      throw nonsense("a command of \(length) bytes")
    }
    return (try byte(), start + length)
  }

  /// - Throws: ``TraCIError`` `nonsense` where a command is longer or shorter than it said.
  func check(end: Int) throws(TraCIError) {
    guard position == end else { throw nonsense("a command that is not as long as it says") }
  }

  private mutating func bits(_ count: Int) throws(TraCIError) -> UInt64 {
    guard left >= count else { throw nonsense("a message that ends too soon") }
    var value: UInt64 = 0
    for place in position..<position + count { value = value << 8 | UInt64(bytes[place]) }
    position += count
    return value
  }

  private func nonsense(_ what: String) -> TraCIError {
    .nonsense("the server sent \(what)")
  }
}

extension TraCIError {
  static func nonsense(_ message: String) -> TraCIError {
    TraCIError(
      .nonsense, message,
      hint: "Give the port of a SUMO that was started with --remote-port; is another program there?"
    )
  }
}
