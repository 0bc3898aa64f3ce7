extension JSONValue {
  /// Reads a JSON text (RFC 8259) of one value.
  ///
  /// Whole numbers of 64 bits stay exact, all others become the nearest double. Of members with one
  /// name the last counts.
  ///
  /// - Throws: ``FormatError`` with the byte offset of the fault; also for values that nest deeper
  ///   than 64 levels and for text after the value.
  public init(parsing bytes: [UInt8]) throws(FormatError) {
    var cursor = JSONCursor(bytes)
    self = try cursor.readTree(depth: 0)
    cursor.skipWhitespace()
    guard cursor.position == bytes.count else {
      throw cursor.fault(.syntax, "something follows after the end of the value")
    }
  }

  /// The member of an object; `nil` where there is none, or where this is no object.
  public subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.0 == name }?.1
  }

  /// The items of an array; `nil` for any other value.
  public var items: [JSONValue]? { if case .array(let items) = self { items } else { nil } }

  /// The members of an object in their order; `nil` for any other value.
  public var members: [(String, JSONValue)]? {
    if case .object(let members) = self { members } else { nil }
  }

  /// The text of a string; `nil` for any other value.
  public var string: String? { if case .string(let text) = self { text } else { nil } }

  /// A number of either kind as a double; `nil` for any other value.
  public var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .real(let number): number
    default: nil
    }
  }

  /// A whole number, however it is written: `5` and `5.0`; `nil` for any other value.
  public var wholeNumber: Int? {
    switch self {
    case .integer(let number): number
    case .real(let number): Int(exactly: number)
    default: nil
    }
  }

  /// True or false; `nil` for any other value.
  public var flag: Bool? { if case .boolean(let flag) = self { flag } else { nil } }
}

extension JSONCursor {
  /// How deep the arrays and objects of a tree may nest.
  private static let maximumTreeDepth = 64

  /// Reads one value of any kind as a tree.
  fileprivate mutating func readTree(depth: Int) throws(FormatError) -> JSONValue {
    guard depth < JSONCursor.maximumTreeDepth else {
      throw fault(.syntax, "arrays and objects nest deeper than \(JSONCursor.maximumTreeDepth)")
    }
    skipWhitespace()
    switch current {
    case UInt8(ascii: "{"): return try readMembers(depth: depth)
    case UInt8(ascii: "["):
      position += 1
      if take(UInt8(ascii: "]")) { return .array([]) }
      var items: [JSONValue] = []
      repeat { items.append(try readTree(depth: depth + 1)) } while take(UInt8(ascii: ","))
      try expect(UInt8(ascii: "]"))
      return .array(items)
    case UInt8(ascii: "\""): return .string(try readString())
    default:
      switch try readScalar() {
      case .boolean(let flag): return .boolean(flag)
      case .integer(let number): return .integer(Int(number))
      case .real(let number): return .real(number)
      default: return .null
      }
    }
  }

  private mutating func readMembers(depth: Int) throws(FormatError) -> JSONValue {
    var members: [(String, JSONValue)] = []
    var names: Set<String> = []
    var hasTwins = false
    try readObject { (name, cursor) throws(FormatError) in
      // Few members are looked through faster than they are hashed.
      if members.count < 8 {
        hasTwins = hasTwins || members.contains { $0.0 == name }
      } else {
        if names.isEmpty { names = Set(members.map(\.0)) }
        hasTwins = !names.insert(name).inserted || hasTwins
      }
      members.append((name, try cursor.readTree(depth: depth + 1)))
    }
    guard hasTwins else { return .object(members) }
    var last: [String: Int] = [:]
    for (index, member) in members.enumerated() { last[member.0] = index }
    return .object(members.enumerated().filter { last[$0.element.0] == $0.offset }.map(\.element))
  }
}
