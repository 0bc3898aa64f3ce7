/// A place in a piece of XML without comments, and the steps over it.
struct XMLCursor {
  /// How deep elements may lie in each other.
  private static let mostDepth = 64

  let base: BlockBytes
  let end: Int
  private(set) var place: Int

  /// The attributes of a tag that are left: one, or how the tag ends.
  enum Attribute {
    case pair(name: Range<Int>, value: Range<Int>, hasEntities: Bool)
    /// `>`: its content follows.
    case open
    /// `/>`: it has no content.
    case closed
  }

  init(_ base: BlockBytes, _ range: Range<Int>) {
    self.base = base
    place = range.lowerBound
    end = range.upperBound
  }

  static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  /// The byte at the place; 0 at the end.
  @inline(__always)
  private var byte: UInt8 { place < end ? unsafe base.pointer[place] : 0 }

  @inline(__always)
  private mutating func skipBlanks() {
    while place < end, Self.isBlank(unsafe base.pointer[place]) { place += 1 }
  }

  /// Goes behind the next `<`; false where there is none.
  mutating func enterTag() -> Bool {
    while place < end {
      place += 1
      if unsafe base.pointer[place - 1] == UInt8(ascii: "<") { return true }
    }
    return false
  }

  /// Whether only blanks are left.
  mutating func isOver() -> Bool {
    skipBlanks()
    return place == end
  }

  /// Passes the mark that UTF-8 text may start with.
  mutating func skipByteOrderMark() {
    guard end - place >= 3, self.is(place..<place + 3, "\u{FEFF}") else { return }
    place += 3
  }

  /// Goes behind a `/` if one is there: the tag closes an element.
  mutating func isClosing() -> Bool {
    guard byte == UInt8(ascii: "/") else { return false }
    place += 1
    return true
  }

  /// A name; never empty.
  @inline(__always)
  mutating func name() throws(OSMError) -> Range<Int> {
    let start = place
    while place < end {
      let byte = unsafe base.pointer[place]
      if Self.isBlank(byte) || byte == UInt8(ascii: "=") || byte == UInt8(ascii: "/")
        || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "<")
      {
        break
      }
      place += 1
    }
    guard place > start else { throw OSMError.damaged("a name is missing", at: start) }
    return start..<place
  }

  /// The next attribute of a tag, or its end.
  @inline(__always)
  mutating func attribute() throws(OSMError) -> Attribute {
    skipBlanks()
    if byte == UInt8(ascii: ">") {
      place += 1
      return .open
    }
    if byte == UInt8(ascii: "/") {
      guard place + 1 < end, unsafe base.pointer[place + 1] == UInt8(ascii: ">") else {
        throw OSMError.damaged("a / where a tag does not end", at: place)
      }
      place += 2
      return .closed
    }
    guard place < end else { throw OSMError.truncated("a tag is cut off", at: place) }
    let name = try name()
    skipBlanks()
    guard byte == UInt8(ascii: "=") else {
      throw OSMError.damaged("the attribute \(text(name)) has no value", at: place)
    }
    place += 1
    skipBlanks()
    let quote = byte
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw OSMError.damaged("the value of \(text(name)) is not in quotes", at: place)
    }
    place += 1
    let start = place
    var hasEntities = false
    while place < end {
      let byte = unsafe base.pointer[place]
      if byte == quote {
        place += 1
        return .pair(name: name, value: start..<place - 1, hasEntities: hasEntities)
      }
      if byte == UInt8(ascii: "&") { hasEntities = true }
      if byte == UInt8(ascii: "<") {
        throw OSMError.damaged("a < within the value of \(text(name))", at: place)
      }
      place += 1
    }
    throw OSMError.truncated("the value of \(text(name)) is cut off", at: start)
  }

  /// Reads the rest of a closing tag, whose name must be `name`.
  mutating func close(_ name: Range<Int>) throws(OSMError) {
    let start = place
    let own = try self.name()
    guard own.count == name.count, equal(own, name) else {
      throw OSMError.damaged("</\(text(own))> where </\(text(name))> should be", at: start)
    }
    skipBlanks()
    guard byte == UInt8(ascii: ">") else {
      throw OSMError.damaged("</\(text(own)) goes on", at: place)
    }
    place += 1
  }

  /// Passes over the attributes of a tag and, where it has them, the elements within.
  mutating func skipElement(_ name: Range<Int>) throws(OSMError) {
    while true {
      switch try attribute() {
      case .pair: continue
      case .closed: return
      case .open: return try skipContent(name)
      }
    }
  }

  /// Passes over the content of an element, and its closing tag.
  mutating func skipContent(_ name: Range<Int>) throws(OSMError) {
    var names = [name]
    while let last = names.last {
      guard enterTag() else {
        throw OSMError.truncated("<\(text(last))> is not closed", at: last.lowerBound)
      }
      if isClosing() {
        try close(last)
        names.removeLast()
        continue
      }
      let inner = try self.name()
      try refuseObject(inner, within: last)
      guard names.count < Self.mostDepth else {
        throw OSMError.damaged("more than \(Self.mostDepth) elements within each other", at: place)
      }
      names.append(inner)
      tag: while true {
        switch try attribute() {
        case .pair: continue
        case .open: break tag
        case .closed:
          names.removeLast()
          break tag
        }
      }
    }
  }

  /// Objects lie in nothing but the root; one within another means that an end is missing.
  func refuseObject(_ name: Range<Int>, within outer: Range<Int>) throws(OSMError) {
    for word in ["node", "way", "relation"] as [StaticString] where self.is(name, word) {
      throw OSMError.damaged("<\(text(name))> within <\(text(outer))>", at: name.lowerBound)
    }
  }

  // MARK: Words

  @inline(__always)
  func `is`(_ range: Range<Int>, _ word: StaticString) -> Bool {
    guard range.count == word.utf8CodeUnitCount else { return false }
    for index in 0..<range.count
    where unsafe base.pointer[range.lowerBound + index] != word.utf8Start[index] {
      return false
    }
    return true
  }

  private func equal(_ a: Range<Int>, _ b: Range<Int>) -> Bool {
    for index in 0..<a.count
    where unsafe base.pointer[a.lowerBound + index] != base.pointer[b.lowerBound + index] {
      return false
    }
    return true
  }

  /// The words of a range, shortened for messages.
  func text(_ range: Range<Int>) -> String {
    let shown = range.prefix(60)
    let words = unsafe String(
      decoding: UnsafeBufferPointer(start: base.pointer + shown.startIndex, count: shown.count),
      as: UTF8.self)
    return shown.count < range.count ? words + "…" : words
  }
}
